import { useMemo, useState } from 'react';
import { type LimitLayout, type LimitPoint, layoutLimit } from '../../shared/charts/limit-points.ts';
import { linePath } from '../../shared/charts/scales.ts';
import type { LimitReport } from '../../shared/model/limit.ts';
import { writeBound } from '../../shared/model/load/limit-question.ts';
import { formatVisitors } from '../../shared/phrases/charts.ts';
import { tellLevelOfLimit } from '../../shared/phrases/limit.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { Figure } from './Figure.tsx';
import limitCss from './LimitChart.module.css';
import css from './svg-charts.module.css';
import { textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';

const HEIGHT = 280;
const LEFT = 52;
const RIGHT = 16;
const TOP = 20;
const BOTTOM = 38;

interface LimitChartProps {
  readonly limit: LimitReport;
  readonly onLevel: (window: { readonly fromMs: number; readonly toMs: number }) => void;
}

/** The levels of a search for the highest rate, as far as they are over; nothing before the first. */
export function LimitChart(props: LimitChartProps) {
  return props.limit.levels.length === 0 ? null : <Levels {...props} />;
}

function Levels({ limit, onLevel }: LimitChartProps) {
  const text = useText('run.limit.chart');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const layout = useMemo(
    () => (width > 0 ? layoutLimit(limit, { width, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }) : null),
    [limit, width],
  );
  const at = Math.min(pointed ?? limit.levels.length - 1, limit.levels.length - 1);
  return (
    <Figure id="limit" title={text('title')} help={text('help')}>
      <div ref={host} className={css.host} style={{ height: HEIGHT * textScale() }}>
        {layout !== null && <Picture layout={layout} width={width} onPoint={setPointed} onLevel={onLevel} />}
      </div>
      <p className={limitCss.legend}>
        {(['held', 'broke', 'unknown'] as const).map((is) => (
          <span key={is}>
            <svg width={12} height={12} aria-hidden="true">
              <circle className={limitCss[is]} cx={6} cy={6} r={4} />
            </svg>
            {text(`legend.${is}`)}
          </span>
        ))}
      </p>
      <p className={css.readout}>{tellLevelOfLimit(limit, at)}</p>
    </Figure>
  );
}

const MARK = { held: 'held', 'not held': 'broke', unknown: 'unknown' } as const;

interface PictureProps extends Pick<LimitChartProps, 'onLevel'> {
  readonly layout: LimitLayout;
  readonly width: number;
  readonly onPoint: (nth: number | null) => void;
}

function Picture({ layout, width, onPoint, onLevel }: PictureProps) {
  const text = useText('run.limit.chart');
  const { y, digits, unit, points, line, boundY, heldX, brokeX, ticks, bound } = layout;
  const floor = HEIGHT - BOTTOM;
  const open = ({ level }: LimitPoint): void => onLevel({ fromMs: level.from * 1e3, toMs: (level.from + level.holdS) * 1e3 });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of fields is none in a drawing
    <svg {...textSized(width, HEIGHT)} role="group" aria-label={text('title')} onMouseLeave={() => onPoint(null)}>
      {heldX !== null && <rect className={limitCss.heldBand} x={LEFT} y={TOP} width={Math.max(0, heldX - LEFT)} height={floor - TOP} />}
      {brokeX !== null && (
        <rect className={limitCss.brokeBand} x={brokeX} y={TOP} width={Math.max(0, width - RIGHT - brokeX)} height={floor - TOP} />
      )}
      <ValueAxis y={y} digits={digits} left={LEFT} right={width - RIGHT} />
      <text className={css.axis} x={LEFT} y={TOP - 8}>
        {text('figure', { bound: writeBound(bound).replace(/ <.*/, ''), unit })}
      </text>
      {ticks.map(({ level, x }) => (
        <text key={level} className={`${css.axis} ${css.middle}`} x={x} y={floor + 15}>
          {formatVisitors(level)}
        </text>
      ))}
      <text className={`${css.axis} ${css.end}`} x={width - RIGHT} y={HEIGHT - 4}>
        {text('rate')}
      </text>
      <line className={limitCss.bound} x1={LEFT} x2={width - RIGHT} y1={boundY} y2={boundY} />
      <text className={css.axis} x={LEFT + 6} y={boundY - 5}>
        {writeBound(bound)}
      </text>
      <path className={limitCss.line} d={linePath(line)} />
      {points.map((point, nth) => (
        // biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: levels are only added
          key={nth}
          role="button"
          tabIndex={0}
          aria-label={text('open', { rate: formatVisitors(point.level.rate), held: point.level.held })}
          className={limitCss.point}
          onMouseEnter={() => onPoint(nth)}
          onFocus={() => onPoint(nth)}
          onClick={() => open(point)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') {
              event.preventDefault();
              open(point);
            }
          }}
        >
          <circle className={limitCss.hit} cx={point.x} cy={point.y} r={11} />
          <circle className={limitCss[MARK[point.level.held]]} cx={point.x} cy={point.y} r={5} />
        </g>
      ))}
    </svg>
  );
}
