import { useMemo, useState } from 'react';
import { type Curve, type CurveLine, type CurvesLayout, curvesOf, layoutCurves } from '../../shared/charts/percentile-curves.ts';
import { formatTick, linePath } from '../../shared/charts/scales.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { PercentileColumns } from '../../shared/model/comparison/comparison-info.ts';
import { noteOf } from '../../shared/report/table.ts';
import { curveTable } from '../../shared/report/tables/compared/percentiles.ts';
import { formatMs, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import { Figure } from './Figure.tsx';
import css from './svg-charts.module.css';
import { TickAxis } from './TickAxis.tsx';
import { heightFor, pointedX, textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { VariantMark, VariantShape } from './VariantMark.tsx';
import { variantColor, variantDash } from './variant-style.ts';

const LEAST_HEIGHT = 240;
const HEIGHT_SHARE = 0.25;
const LEFT = 52;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 22;

interface PercentileCurvesProps {
  readonly columns: PercentileColumns;
  readonly names: readonly string[];
  /** No further run will add to them. */
  readonly isOver: boolean;
}

/** Latency against percentile of all variants on one pair of axes; each further nine (90, 99, 99.9) takes as much room as 0 to 90. */
export function PercentileCurves({ columns, names, isOver }: PercentileCurvesProps) {
  const text = useText('compare.curves');
  const chart = useText('run.chart');
  const [log, setLog] = useState(false);
  const [host, width] = useTextWidth<HTMLDivElement>();
  const height = heightFor(width, LEAST_HEIGHT, HEIGHT_SHARE);
  const [pointed, setPointed] = useState<number | null>(null);
  const curves = useMemo(() => curvesOf(columns), [columns]);
  const layout = useMemo(
    () => layoutCurves(curves, { width, height, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }, log),
    [curves, width, height, log],
  );
  return (
    <Figure
      id="percentiles"
      title={text('title')}
      term="percentile"
      help={text('help')}
      page="PERCENTILES"
      table={() => <CurveFigures columns={columns} />}
      picture={
        curves.length === 0
          ? null
          : (draw) => draw.curvesPicture(chart('title', { title: text('title'), unit: text('unit') }), curves, log, names)
      }
      items={[{ label: log ? chart('linear') : chart('log'), onSelect: () => setLog(!log) }]}
    >
      <div ref={host} className={css.host} style={{ height: height * textScale() }}>
        {curves.length === 0 && <p className="muted">{text(isOver ? 'none' : 'empty')}</p>}
        {width > 0 && curves.length > 0 && (
          <svg
            {...textSized(width, height)}
            role="img"
            aria-label={text('description', { summary: summaryOf(curves, text) })}
            onMouseMove={(event) => setPointed(layout.percentileOf(pointedX(event)))}
            onMouseLeave={() => setPointed(null)}
          >
            <Axes layout={layout} width={width} height={height} />
            {layout.lines.map((line) => (
              <Line key={line.variant} line={line} />
            ))}
            {pointed !== null && (
              <line className={css.cursor} x1={layout.x(pointed)} x2={layout.x(pointed)} y1={TOP} y2={height - BOTTOM} />
            )}
          </svg>
        )}
      </div>
      {curves.length > 0 && <Readout curves={curves} names={names} percentile={pointed} />}
      {curves.length > 0 && (
        <p className="muted">{[text('pooled'), ...(curves.some(({ isCut }) => isCut) ? [text('cut')] : [])].join(' ')}</p>
      )}
    </Figure>
  );
}

function summaryOf(curves: readonly Curve[], text: ReturnType<typeof useText<'compare.curves'>>): string {
  return curves
    .map((curve) => text('summaryOne', { letter: variantLetter(curve.variant), p50: formatMs(curve.at(50)), p99: formatMs(curve.at(99)) }))
    .join(' ');
}

function Axes({ layout: { x, y, digits, ticks }, width, height }: { layout: CurvesLayout; width: number; height: number }) {
  const text = useText('compare.curves');
  return (
    <g>
      <ValueAxis y={y} digits={digits} left={LEFT} right={width - RIGHT} />
      <text className={css.axis} x={LEFT + 6} y={TOP + 4}>
        {text('unit')}
      </text>
      <TickAxis
        ticks={ticks}
        x={x}
        top={TOP}
        bottom={height - BOTTOM}
        labelsAt={height - 6}
        label={(tick) => text('tick', { percentile: formatTick(tick) })}
      />
    </g>
  );
}

function Line({ line: { variant, sure, faint, end } }: { line: CurveLine }) {
  const color = `var(${variantColor(variant)})`;
  const common = { fill: 'none', stroke: color, strokeDasharray: variantDash(variant).join(' ') };
  return (
    <g>
      <path d={linePath(sure)} strokeWidth={2} {...common} />
      {faint.length > 0 && <path d={linePath(faint)} strokeWidth={1} {...common} />}
      {end && (
        <>
          <VariantShape index={variant} x={end[0]} y={end[1]} />
          <text className={`${css.name} ${css.end}`} x={end[0] - 8} y={end[1] - 6} fill={color}>
            {variantLetter(variant)}
          </text>
        </>
      )}
    </g>
  );
}

function Readout({ curves, names, percentile }: { curves: readonly Curve[]; names: readonly string[]; percentile: number | null }) {
  const text = useText('compare.curves');
  const at = percentile ?? 50;
  return (
    <p className={css.readout} aria-hidden="true">
      <span>{text('at', { percentile: formatNumber(at, at > 99.5 ? 2 : 1) })}</span>
      {curves.map((curve) => (
        <span key={curve.variant} title={names[curve.variant]}>
          <VariantMark index={curve.variant} /> {variantLetter(curve.variant)} <b>{formatMs(curve.at(at))}</b>
        </span>
      ))}
    </p>
  );
}

function CurveFigures({ columns }: Pick<PercentileCurvesProps, 'columns'>) {
  const text = useText('compare.curves');
  const table = curveTable(columns);
  const note = noteOf(table);
  return (
    <>
      <FigureTable table={table} label={text('title')} bare />
      {note !== '' && <p className="muted">{note}</p>}
    </>
  );
}
