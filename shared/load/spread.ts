/** How a per-second figure was spread over the whole seconds of a run. */
import { THROUGHPUT_PERCENTILES } from '../model/distribution.ts';
import type { Spread } from '../model/report.ts';
import { percentileOfSorted, toPercentileMap } from './distribution.ts';

/**
 * Spread of what happened in each whole second. The mean is the total over the whole duration, which has a part of a second as well: a server that became
 * fast in it would else be said to be slow. With fewer than two whole seconds there is no spread to speak of, and the mean stands for every other figure.
 */
export function computeSpread(perSecond: ArrayLike<number>, total: number, durationS: number): Spread | null {
  if (total === 0) return null;
  const overall = durationS > 0 ? total / durationS : 0;
  if (perSecond.length < 2) return flatSpread(overall, perSecond.length);
  const sorted = Float64Array.from(perSecond).sort();
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length;
  const values = THROUGHPUT_PERCENTILES.map((p) => percentileOfSorted(sorted, p));
  return {
    mean: overall,
    stdev: Math.sqrt(variance),
    min: sorted[0]!,
    max: sorted[sorted.length - 1]!,
    percentiles: toPercentileMap(THROUGHPUT_PERCENTILES, values),
    seconds: sorted.length,
  };
}

function flatSpread(mean: number, seconds: number): Spread {
  const values = THROUGHPUT_PERCENTILES.map(() => mean);
  return { mean, stdev: 0, min: mean, max: mean, percentiles: toPercentileMap(THROUGHPUT_PERCENTILES, values), seconds };
}
