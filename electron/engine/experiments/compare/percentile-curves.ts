/** Latency against percentile, one curve for each variant, for an axis on which each further nine takes the same room. */
import { TABLE_PERCENTILES } from '../../../../shared/charts/scales.ts';
import type { ExactDistribution } from '../../../../shared/load/distribution.ts';
import type { PercentileColumns } from '../../../../shared/protocol/comparison-contract.ts';

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

export function computePercentileCurves(latencies: readonly ExactDistribution[]): PercentileColumns {
  const counts = latencies.map(({ count }) => count);
  const percentiles = spacePercentiles(Math.max(...counts));
  const curves = latencies.map((latency, variant) => {
    const values = Float64Array.from(latency.percentiles(percentiles), (us) => us / US_PER_MS);
    return [`ms${variant}`, values] as const;
  });
  return {
    meta: { variants: latencies.length, counts },
    percentile: Float64Array.from(percentiles),
    ...(Object.fromEntries(curves) as Record<`ms${number}`, Float64Array>),
  };
}
