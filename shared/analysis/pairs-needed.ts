/** How many pairs of runs would tell. */
import { median, sampleStandardDeviation } from './statistics.ts';

/** 1.96 + 0.84: a true difference this many standard errors from 0 is found at 5 % in 80 % of experiments. */
export const POWER_FACTOR = 2.8;
/** Half width of a 95 % interval in standard errors. */
const INTERVAL_FACTOR = 1.96;
/** Nobody runs more; beyond, the answer is to make the machine quieter, not to run longer. */
export const MOST_USEFUL_PAIRS = 200;

/**
 * About how many pairs in all would tell, were the difference what it looks like: either it is there and will be found, or it lies
 * within the equivalence limit and its interval will. `limit` is in the same logarithms. Null: more than MOST_USEFUL_PAIRS.
 */
export function estimatePairsNeeded(logRatios: readonly number[], limit: number): number | null {
  const spread = sampleStandardDeviation([...logRatios]);
  const size = Math.abs(median([...logRatios]));
  const toFind = size > 0 ? ((POWER_FACTOR * spread) / size) ** 2 : Number.POSITIVE_INFINITY;
  const toRuleOut = size < limit ? ((INTERVAL_FACTOR * spread) / (limit - size)) ** 2 : Number.POSITIVE_INFINITY;
  const needed = Math.ceil(Math.min(toFind, toRuleOut));
  return needed <= MOST_USEFUL_PAIRS ? needed : null;
}
