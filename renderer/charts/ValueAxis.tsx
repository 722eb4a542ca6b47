import type { Scale } from '../../shared/charts/scales.ts';
import { formatNumber } from '../i18n/format.ts';
import css from './svg-charts.module.css';

/** From this many ticks on, `sparse` labels the first and the last only. */
const MANY_TICKS = 5;

interface ValueAxisProps {
  readonly y: Scale;
  readonly digits: number;
  /** Where the lines begin and end, px; the labels are left of them. */
  readonly left: number;
  readonly right: number;
  /** For a low chart. */
  readonly sparse?: boolean;
}

/** The vertical axis of an SVG chart: at each tick a line across it, with its value. */
export function ValueAxis({ y, digits, left, right, sparse = false }: ValueAxisProps) {
  const { ticks } = y;
  const isLabelled = (index: number) => !sparse || ticks.length < MANY_TICKS || index === 0 || index === ticks.length - 1;
  return (
    <>
      {ticks.map((tick, index) => (
        <g key={tick}>
          <line className={css.grid} x1={left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
          {isLabelled(index) && (
            <text className={`${css.axis} ${css.end}`} x={left - 6} y={y.at(tick) + 4}>
              {formatNumber(tick, digits)}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
