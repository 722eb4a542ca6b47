/** The columns of `compare.percentiles` as curves that can be drawn and asked. Pure. */
import { minimumCount } from '../../shared/load/distribution.ts';
import type { PercentileColumns } from '../../shared/protocol/comparison-contract.ts';

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
