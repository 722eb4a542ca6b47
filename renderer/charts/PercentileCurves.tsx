import { useMemo, useState } from 'react';
import { type Curve, curvesOf, reachOf } from '../../shared/charts/percentile-curves.ts';
import { isWeak } from '../../shared/load/distribution.ts';
import { variantLetter } from '../../shared/model/comparison.ts';
import type { PercentileColumns } from '../../shared/protocol/comparison-contract.ts';
import { formatMs, formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import { Figure } from './Figure.tsx';
import {
  fittedScale,
  linePath,
  logScale,
  percentileAt,
  type Scale,
  TABLE_PERCENTILES,
  TAIL_TICKS,
  tailPosition,
  tickDigits,
} from './scales.ts';
import css from './svg-charts.module.css';
import { useWidth } from './use-width.ts';
import { VariantMark, VariantShape } from './VariantMark.tsx';
import { variantColor, variantDash } from './variant-style.ts';

const HEIGHT = 240;
const LEFT = 52;
const RIGHT = 16;
const TOP = 12;
const BOTTOM = 22;

/** Latency against percentile of all variants on one pair of axes; the rare end has as much room as the usual one. */
export function PercentileCurves({ columns, names }: { columns: PercentileColumns; names: readonly string[] }) {
  const text = useText('compare.curves');
  const chart = useText('run.chart');
  const [log, setLog] = useState(false);
  const [host, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const curves = useMemo(() => curvesOf(columns), [columns]);
  const last = reachOf(curves);
  const x = (percentile: number) => LEFT + (tailPosition(percentile) / last) * (width - LEFT - RIGHT);
  const y = useMemo(() => scaleOf(curves, log), [curves, log]);
  const move = (clientX: number, box: DOMRect) => {
    const share = (clientX - box.left - LEFT) / (width - LEFT - RIGHT);
    setPointed(share < 0 || share > 1.02 ? null : Math.min(percentileAt(share * last), percentileAt(last)));
  };
  return (
    <Figure
      id="percentiles"
      title={text('title')}
      help={text('help')}
      table={() => <CurveTable curves={curves} names={names} />}
      items={[{ label: log ? chart('linear') : chart('log'), onSelect: () => setLog(!log) }]}
    >
      <div ref={host} className={css.host} style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={text('description', { summary: summaryOf(curves, text) })}
            onMouseMove={(event) => move(event.clientX, event.currentTarget.getBoundingClientRect())}
            onMouseLeave={() => setPointed(null)}
          >
            <Axes x={x} y={y} width={width} last={percentileAt(last)} />
            {curves.map((curve) => (
              <CurveLine key={curve.variant} curve={curve} x={x} y={y} end={percentileAt(last)} />
            ))}
            {pointed !== null && <line className={css.cursor} x1={x(pointed)} x2={x(pointed)} y1={TOP} y2={HEIGHT - BOTTOM} />}
          </svg>
        )}
      </div>
      <Readout curves={curves} names={names} percentile={pointed} />
    </Figure>
  );
}

/** All its digits: 99.99 is not 100. */
function percentileText(percentile: number): string {
  return formatNumber(percentile, String(percentile).split('.')[1]?.length ?? 0);
}

function scaleOf(curves: readonly Curve[], log: boolean): Scale {
  const end = percentileAt(reachOf(curves));
  const values = curves.flatMap(({ points }) => points.filter(({ percentile }) => percentile <= end + 1e-6).map(({ ms }) => ms));
  const top = Math.max(0, ...values);
  return log
    ? logScale(Math.min(...values.filter((ms) => ms > 0), top), top, HEIGHT - BOTTOM, TOP)
    : fittedScale(top, HEIGHT - BOTTOM, TOP);
}

function summaryOf(curves: readonly Curve[], text: ReturnType<typeof useText<'compare.curves'>>): string {
  return curves
    .map((curve) => text('summaryOne', { letter: variantLetter(curve.variant), p50: formatMs(curve.at(50)), p99: formatMs(curve.at(99)) }))
    .join(' ');
}

function Axes({ x, y, width, last }: { x: (percentile: number) => number; y: Scale; width: number; last: number }) {
  const text = useText('compare.curves');
  return (
    <g>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line className={css.grid} x1={LEFT} x2={width - RIGHT} y1={y.at(tick)} y2={y.at(tick)} />
          <text className={`${css.axis} ${css.end}`} x={LEFT - 6} y={y.at(tick) + 4}>
            {formatNumber(tick, Math.max(...y.ticks.map(tickDigits)))}
          </text>
        </g>
      ))}
      <text className={css.axis} x={LEFT + 6} y={TOP + 4}>
        {text('unit')}
      </text>
      {TAIL_TICKS.filter((tick) => tick <= last + 1e-6).map((tick) => (
        <g key={tick}>
          <line className={css.grid} x1={x(tick)} x2={x(tick)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text className={`${css.axis} ${css.middle}`} x={x(tick)} y={HEIGHT - 6}>
            {text('tick', { percentile: percentileText(tick) })}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Where a curve stands on too few answers it goes on, but faintly. */
function CurveLine({ curve, x, y, end }: { curve: Curve; x: (percentile: number) => number; y: Scale; end: number }) {
  const color = `var(${variantColor(curve.variant)})`;
  const place = ({ percentile, ms }: { percentile: number; ms: number }) => [x(percentile), y.at(ms)] as const;
  const solid = curve.points.filter(({ percentile }) => percentile <= curve.sure);
  const faint = curve.points.filter(
    ({ percentile }) => percentile <= end + 1e-6 && percentile >= (solid[solid.length - 1]?.percentile ?? 0),
  );
  const named = solid[solid.length - 1] ?? curve.points[curve.points.length - 1];
  const common = { fill: 'none', stroke: color, strokeDasharray: variantDash(curve.variant).join(' ') };
  return (
    <g>
      <path d={linePath(solid.map(place))} strokeWidth={2} {...common} />
      {faint.length > 1 && <path d={linePath(faint.map(place))} strokeWidth={1} opacity={0.5} {...common} />}
      {named && (
        <>
          <VariantShape index={curve.variant} x={x(named.percentile)} y={y.at(named.ms)} />
          <text className={`${css.name} ${css.end}`} x={x(named.percentile) - 8} y={y.at(named.ms) - 6} fill={color}>
            {variantLetter(curve.variant)}
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

function CurveTable({ curves, names }: { curves: readonly Curve[]; names: readonly string[] }) {
  const text = useText('compare.curves');
  const columns: Column<number>[] = [
    {
      id: 'percentile',
      header: text('percentile'),
      rowHeader: true,
      numeric: true,
      width: '96px',
      cell: percentileText,
    },
    ...curves.map(
      (curve): Column<number> => ({
        id: String(curve.variant),
        header: text('column', { letter: variantLetter(curve.variant) }),
        title: names[curve.variant],
        numeric: true,
        cell: (row) => (isWeak(row, curve.count) ? text('weak', { value: formatMs(curve.at(row)) }) : formatMs(curve.at(row))),
      }),
    ),
  ];
  const rows = TABLE_PERCENTILES.filter((percentile) => curves.some(({ last }) => percentile <= last + 1e-6));
  return (
    <>
      <Table label={text('title')} columns={columns} rows={rows} rowKey={(row) => row} />
      {curves.some(({ sure, last }) => sure < last) && <p className="muted">{text('weakNote')}</p>}
    </>
  );
}
