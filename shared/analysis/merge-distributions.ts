/** Percentiles of several runs or windows together. */
import { ExactDistribution } from '../load/distribution.ts';

/**
 * All values in one distribution. Percentiles must come from this, never from averages of percentiles: of 100 answers in 1 ms and
 * one in 1000 ms the 99th percentile is 1 ms, while the average of two windows' percentiles would say 500.
 */
export function mergeDistributions(distributions: Iterable<ExactDistribution>): ExactDistribution {
  const merged = new ExactDistribution();
  for (const distribution of distributions) {
    for (const [us, count] of distribution.entries()) for (let i = 0; i < count; i++) merged.record(us);
  }
  return merged;
}
