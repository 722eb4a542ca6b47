/**
 * What a number of pairs can find, when as many questions are asked at once as a comparison shows metrics.
 *
 * Holm's correction asks of the clearest of m metrics a p below 5 % / m, and the spread is told from the pairs themselves, so
 * normal quantiles (1.96 + 0.84) promise too much: of 10 pairs and 7 metrics, what they call found in four of five is found in
 * less than one of three.
 */
import { METRICS } from '../model/comparison.ts';
import type { Ratio } from '../model/units.ts';
import { MOST_ENUMERATED_PAIRS, SIGNIFICANCE_LEVEL } from './sign-flips.ts';
import { computeCriticalT } from './student-t.ts';

/** 80 % of normal values lie below: "found" is said of what is found in four of five comparisons. */
const POWER_QUANTILE = 0.8416;
/** What the sign-flip test loses to Student's where only its few smallest p are small enough. From simulations; tested. */
const STEP_LOSS = 0.15;

/** How many questions a comparison of so many variants asks at once: each metric of every variant against the first. */
export function countTests(variants: number): number {
  return METRICS.length * (variants - 1);
}

/** The fewest pairs with which the smallest possible p, after Holm over `tests` metrics, is below the level. */
export function fewestPairsFor(tests: number): number {
  let pairs = 1;
  while (countSteps(pairs, tests) === 0) pairs += 1;
  return pairs;
}

/**
 * A true difference (in natural logarithms) of this many standard deviations of one log ratio is found in four of five series of
 * so many pairs, were it the clearest of `tests` metrics. Infinity: in none.
 */
export function computeDetectionFactor(pairs: number, tests: number): number {
  const steps = countSteps(pairs, tests);
  if (steps === 0) return Number.POSITIVE_INFINITY;
  const level = Math.min(SIGNIFICANCE_LEVEL / tests, steps * stepOf(pairs));
  return (1 + STEP_LOSS / Math.sqrt(steps)) * (standardErrors(pairs, level) / Math.sqrt(pairs));
}

/** As far from the nearer equivalence limit a true difference must lie for its 95 % interval to stay within in four of five. */
export function computeRulingOutFactor(pairs: number): number {
  return pairs < 2 ? Number.POSITIVE_INFINITY : standardErrors(pairs, SIGNIFICANCE_LEVEL) / Math.sqrt(pairs);
}

/** Up to what is not found by chance, and on to what is found in four of five: a quantile of the noncentral t, well approximated. */
function standardErrors(pairs: number, level: Ratio): number {
  const critical = computeCriticalT(level, pairs - 1);
  return critical + POWER_QUANTILE * Math.sqrt(1 + critical ** 2 / (2 * (pairs - 1)));
}

/** With 2^k sign flips there are no p between multiples of 2 / 2^k. */
function stepOf(pairs: number): Ratio {
  return 2 / 2 ** Math.min(pairs, MOST_ENUMERATED_PAIRS);
}

/** How many possible values of p are below the corrected level. */
function countSteps(pairs: number, tests: number): number {
  return Math.ceil(SIGNIFICANCE_LEVEL / tests / stepOf(pairs)) - 1;
}
