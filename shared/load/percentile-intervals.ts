/**
 * How well the responses of one run fix each of its percentiles: a 95 % confidence interval that assumes no shape of the distribution.
 *
 *   values in order     1 ... l ......... rank of p ......... u ... n
 *                             |<-- 95 % interval of p -->|
 *
 * How many of n independent values lie below the true percentile p is binomial (n, p). So the true one is between the values of rank l and u, the
 * quantiles of that distribution, in at least 95 of 100 samples. Requests are not quite independent: one stall delays many. The interval is then
 * too narrow, and it never says anything about another run.
 */
import type { Bounds, PercentileIntervals } from '../model/distribution.ts';
import { LATENCY_PERCENTILES } from '../model/distribution.ts';
import { boundsAtRanks } from './bounds.ts';
import { type ExactDistribution, isWeak } from './distribution.ts';

/** Chance that the interval misses on one side. */
const ONE_SIDE = 0.025;
/** Of the largest chance; what is below adds nothing that a double could hold. */
const NEGLIGIBLE = 1e-20;

export interface IntervalRanks {
  /** One-based, as ranks are. */
  readonly lower: number;
  readonly upper: number;
}

/** The ranks of the interval of percentile `p` (0 to 100) among `n` values; null: n is too small for one (`minimumCount`). */
export function intervalRanks(p: number, n: number): IntervalRanks | null {
  if (isWeak(p, n)) return null;
  const { first, chances } = binomialChances(n, p / 100);
  const quantile = (share: number): number => {
    let sum = 0;
    const at = chances.findIndex((chance) => {
      sum += chance;
      return sum >= share;
    });
    return first + at;
  };
  return { lower: quantile(ONE_SIDE), upper: quantile(1 - ONE_SIDE) + 1 };
}

/** The chances of each number of hits around the likeliest one: from neighbour to neighbour, because n! is far out of range. */
function binomialChances(n: number, share: number): { readonly first: number; readonly chances: readonly number[] } {
  const odds = share / (1 - share);
  const likeliest = Math.min(n, Math.floor((n + 1) * share));
  const below: number[] = [];
  for (let k = likeliest, chance = 1; k > 0; k--) {
    chance *= k / ((n - k + 1) * odds);
    if (chance < NEGLIGIBLE) break;
    below.push(chance);
  }
  const above: number[] = [];
  for (let k = likeliest, chance = 1; k < n; k++) {
    chance *= ((n - k) / (k + 1)) * odds;
    if (chance < NEGLIGIBLE) break;
    above.push(chance);
  }
  const relative = [...below.reverse(), 1, ...above];
  const whole = relative.reduce((sum, chance) => sum + chance, 0);
  return { first: likeliest - below.length, chances: relative.map((chance) => chance / whole) };
}

/**
 * Of each listed percentile, in what `unitsPerMs` makes milliseconds; null: nothing was answered. `censored`: times that are at least so much; an
 * interval that reaches them has no end.
 */
export function toIntervals(answered: ExactDistribution, censored: ExactDistribution, unitsPerMs: number): PercentileIntervals | null {
  if (answered.count === 0) return null;
  const known = LATENCY_PERCENTILES.flatMap((p) => {
    const ranks = intervalRanks(p, answered.count + censored.count);
    return ranks === null ? [] : [{ p, ...ranks }];
  });
  // Ranks grow with their percentiles.
  const at = (ranks: readonly number[]): Bounds[] =>
    censored.count === 0 ? answered.atRanks(ranks).map((us) => ({ low: us, high: us })) : boundsAtRanks(answered, censored, ranks);
  const lower = at(known.map((one) => one.lower));
  const upper = at(known.map((one) => one.upper));
  const endOf = ({ high }: Bounds): number | null => (Number.isFinite(high) ? high / unitsPerMs : null);
  const intervals = new Map(known.map(({ p }, nth) => [p, [lower[nth]!.low / unitsPerMs, endOf(upper[nth]!)] as const]));
  return Object.fromEntries(LATENCY_PERCENTILES.map((p) => [String(p), intervals.get(p as (typeof known)[number]['p']) ?? null]));
}
