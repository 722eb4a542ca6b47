/**
 * What a number of pairs can find of one metric among several that are tested at once.
 *
 * The correction asks of a metric that has a share of the level a p below that share of 5 % (`family.ts`), and how much the pairs
 * differ is derived from the pairs themselves, so normal quantiles (1.96 + 0.84) promise too much: of 10 pairs and a share of a
 * seventh, what they call found in four of five is found in less than one of three.
 */
import { MOST_ENUMERATED_PAIRS, SIGNIFICANCE_LEVEL } from '../../base/statistics/sign-flips.ts';
import { computeCriticalT } from '../../base/statistics/student-t.ts';
import type { Ratio } from '../../base/units.ts';

/** 80 % of normal values lie below: "found" is said of what is found in four of five comparisons. */
const POWER_QUANTILE = 0.8416;
/** What the sign-flip test loses to Student's where only its few smallest p are small enough. From simulations; tested. */
const STEP_LOSS = 0.15;

/** The fewest pairs with which the smallest possible p is below this share of the level. */
export function fewestPairsFor(share: Ratio): number {
  let pairs = 1;
  while (countSteps(pairs, share) === 0) pairs += 1;
  return pairs;
}

/**
 * A true difference (in natural logarithms) of this many standard deviations of one log ratio is found in four of five series of
 * so many pairs, were it tested at this share of the level. Infinity: in none.
 */
export function computeDetectionFactor(pairs: number, share: Ratio): number {
  const steps = countSteps(pairs, share);
  if (steps === 0) return Number.POSITIVE_INFINITY;
  const level = Math.min(SIGNIFICANCE_LEVEL * share, steps * smallestP(pairs));
  return (1 + STEP_LOSS / Math.sqrt(steps)) * (standardErrors(pairs, level) / Math.sqrt(pairs));
}

/** As far from the nearer equivalence limit a true difference must lie for its 95 % interval to stay within in four of five. */
export function computeRulingOutFactor(pairs: number): number {
  return pairs < 2 ? Number.POSITIVE_INFINITY : standardErrors(pairs, SIGNIFICANCE_LEVEL) / Math.sqrt(pairs);
}

/** Up to what is not found by chance, and on to what is found in four of five: a quantile of the noncentral t, well approximated. */
function standardErrors(pairs: number, level: Ratio): number {
  const key = `${pairs} ${level}`;
  const known = knownErrors.get(key);
  if (known !== undefined) return known;
  const critical = computeCriticalT(level, pairs - 1);
  const errors = critical + POWER_QUANTILE * Math.sqrt(1 + critical ** 2 / (2 * (pairs - 1)));
  knownErrors.set(key, errors);
  return errors;
}

/** Asked again for every metric of every comparison, and found by bisection. Levels are shares of 5 %: there are few. */
const knownErrors = new Map<string, number>();

/** Of so many pairs: with 2^k sign flips the smallest p is 2 / 2^k, and there are none between its multiples. */
export function smallestP(pairs: number): Ratio {
  return 2 / 2 ** Math.min(pairs, MOST_ENUMERATED_PAIRS);
}

/** How many possible values of p are below this share of the level. */
function countSteps(pairs: number, share: Ratio): number {
  return Math.ceil((SIGNIFICANCE_LEVEL * share) / smallestP(pairs)) - 1;
}
