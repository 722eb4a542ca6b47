/** How many pairs of runs would tell. */
import { computeDetectionFactor, computeRulingOutFactor } from './power.ts';
import { median, sampleStandardDeviation } from './statistics.ts';

/** Nobody runs more; beyond, the answer is to make the machine quieter, not to run longer. */
export const MOST_USEFUL_PAIRS = 200;

/**
 * About how many pairs in all would tell in four of five series, were the difference what it looks like: either it is there and will be
 * found among `tests` metrics, or it lies within the equivalence limit and its interval will. `limit` is in the same logarithms.
 * Null: more than MOST_USEFUL_PAIRS.
 */
export function estimatePairsNeeded(logRatios: readonly number[], limit: number, tests: number): number | null {
  const spread = sampleStandardDeviation([...logRatios]);
  const size = Math.abs(median([...logRatios]));
  const wouldTell = (pairs: number): boolean =>
    computeDetectionFactor(pairs, tests) * spread <= size || computeRulingOutFactor(pairs) * spread <= limit - size;
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
