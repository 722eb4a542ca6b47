/** How many pairs of runs would decide a comparison. */
import { median, sampleStandardDeviation } from '../../base/statistics/statistics.ts';
import type { Ratio } from '../../base/units.ts';
import { computeDetectionFactor, computeRulingOutFactor } from './power.ts';

/** Beyond this it is better to make the machine quieter than to run longer. */
export const MOST_USEFUL_PAIRS = 200;

/**
 * About how many pairs in total would give a verdict in four of five series if the difference is as estimated: either it exists and will be
 * found at this share of the level, or it lies within the equivalence limit and its interval will. `limit` is in the same logarithms.
 * Null: more than MOST_USEFUL_PAIRS.
 */
export function estimatePairsNeeded(logRatios: readonly number[], limit: number, share: Ratio): number | null {
  const spread = sampleStandardDeviation([...logRatios]);
  const size = Math.abs(median([...logRatios]));
  const wouldTell = (pairs: number): boolean =>
    computeDetectionFactor(pairs, share) * spread <= size || computeRulingOutFactor(pairs) * spread <= limit - size;
  return findFirst(2, MOST_USEFUL_PAIRS, wouldTell);
}

/** The smallest whole number from `low` to `high` that holds, as do all above it; null: none does. */
function findFirst(low: number, high: number, holds: (n: number) => boolean): number | null {
  if (!holds(high)) return null;
  let [below, at] = [low - 1, high];
  while (at - below > 1) {
    const middle = (below + at) >> 1;
    if (holds(middle)) at = middle;
    else below = middle;
  }
  return at;
}
