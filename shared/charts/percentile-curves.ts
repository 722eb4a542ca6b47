/** The columns of `compare.percentiles` as curves that can be drawn and asked: on the screen and in a report. Pure. */
import { minimumCount } from '../load/distribution.ts';
import type { PercentileColumns } from '../protocol/comparison-contract.ts';
import { tailPosition } from './scales.ts';

export interface CurvePoint {
  readonly percentile: number;
  readonly ms: number;
}

export interface Curve {
  readonly variant: number;
  readonly points: readonly CurvePoint[];
  /** Answers it stands on. */
  readonly count: number;
  /** The highest percentile that enough answers stand behind. */
  readonly sure: number;
  readonly last: number;
  /** Nearest rank: the value of the first point at or above; null: there is none. */
  readonly at: (percentile: number) => number | null;
}

/** One for each variant that has answers. */
export function curvesOf(columns: PercentileColumns): Curve[] {
  return Array.from({ length: columns.meta.variants }, (_, variant) => curveOf(columns, variant)).filter(({ points }) => points.length > 0);
}

function curveOf(columns: PercentileColumns, variant: number): Curve {
  const values = columns[`ms${variant}`] ?? new Float64Array();
  const count = columns.meta.counts[variant] ?? 0;
  const points: CurvePoint[] = [];
  columns.percentile.forEach((percentile, row) => {
    const ms = values[row] ?? Number.NaN;
    if (Number.isFinite(ms)) points.push({ percentile, ms });
  });
  const sure = points.reduce((best, { percentile }) => (minimumCount(percentile) <= count ? Math.max(best, percentile) : best), 0);
  const at = (percentile: number) =>
    points.find((point) => point.percentile >= percentile - 1e-9)?.ms ?? points[points.length - 1]?.ms ?? null;
  return { variant, points, count, sure, last: points[points.length - 1]?.percentile ?? 0, at };
}

/** Where the axis ends (a `tailPosition`): a little further than enough answers stand behind; beyond that the lines would be long and say nothing. */
export function reachOf(curves: readonly Curve[]): number {
  const sure = Math.max(tailPosition(99), ...curves.map((curve) => tailPosition(curve.sure)));
  return Math.min(sure + 0.4, Math.max(1, ...curves.map((curve) => tailPosition(curve.last))));
}
