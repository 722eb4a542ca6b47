/** Latency against percentile, one curve for each variant, for an axis on which each further nine takes the same room. */
import { TABLE_PERCENTILES } from '../../../../shared/charts/scales.ts';
import { boundsAtRanks } from '../../../../shared/load/bounds.ts';
import { ExactDistribution, nearestRank } from '../../../../shared/load/distribution.ts';
import type { PercentileColumns } from '../../../../shared/model/comparison/comparison-info.ts';
import type { Comparison } from '../../sessions/comparison.ts';

const POINTS_PER_DECADE = 60;
/** Percentiles are exact to thousandths. */
const MOST_NINES = 5;
const US_PER_MS = 1_000;

/**
 * 0, ... 90, ... 99, ... as far as `count` values reach, and 100. Ascending. Includes the percentiles listed in tables, which the
 * spacing alone would miss: its next point above 50 is 51.8.
 */
export function spacePercentiles(count: number): number[] {
  const decades = Math.min(MOST_NINES, Math.log10(Math.max(10, count)));
  const steps = Math.ceil(decades * POINTS_PER_DECADE);
  const spaced = Array.from({ length: steps + 1 }, (_, step) => 100 * (1 - 10 ** (-step / POINTS_PER_DECADE)));
  const rounded = spaced.map((p) => Math.round(p * 1_000) / 1_000);
  return [...new Set([...rounded, ...TABLE_PERCENTILES, 100])].sort((a, b) => a - b);
}

export function percentileCurvesOf(comparison: Comparison): PercentileColumns {
  const variants = [...comparison.setup.variants.keys()];
  return computePercentileCurves(
    variants.map((variant) => comparison.latencyOf(variant)),
    variants.map((variant) => comparison.censoredOf(variant)),
  );
}

/**
 * Of each variant the latencies of its responses, and what requests without a response were waited for (`censored`). NaN where a percentile depends
 * on how long those would have taken.
 */
export function computePercentileCurves(
  latencies: readonly ExactDistribution[],
  censored: readonly ExactDistribution[] = latencies.map(() => new ExactDistribution()),
): PercentileColumns {
  const counts = latencies.map(({ count }, variant) => count + censored[variant]!.count);
  const percentiles = spacePercentiles(Math.max(...counts));
  const curves = latencies.map((completed, variant) => {
    const values = measuredAt(percentiles, completed, censored[variant]!);
    return [`ms${variant}`, Float64Array.from(values)] as const;
  });
  return {
    meta: { variants: latencies.length, counts },
    percentile: Float64Array.from(percentiles),
    ...(Object.fromEntries(curves) as Record<`ms${number}`, Float64Array>),
  };
}

function measuredAt(percentiles: readonly number[], completed: ExactDistribution, censored: ExactDistribution): number[] {
  if (completed.count === 0) return percentiles.map(() => Number.NaN);
  const count = completed.count + censored.count;
  const ranks = percentiles.map((percentile) => nearestRank(percentile, count));
  return boundsAtRanks(completed, censored, ranks).map(({ low, high }) => (low === high ? low / US_PER_MS : Number.NaN));
}
