/**
 * Percentiles of times of which some are known only to be at least so much: a request that timed out, or that had no response when the run was
 * over, would have taken longer than it was waited for. Leaving such times out makes a server look faster the more it fails (the other half of
 * coordinated omission); so each percentile is told with what is known of it.
 *
 *   N = answered + censored, k = ceil(q N)
 *   low  = k-th of all values, the censored ones as what they are at least
 *   high = k-th of the answered alone; none if these are fewer: every censored one may have been later than all of them
 *
 * Equal: measured. Whatever the censored values would have been, the nearest-rank percentile of all N lies between the two: raising a value never
 * lowers the k-th, and taking values away never lowers it either. Nothing is assumed of when requests hang, which Kaplan and Meier's estimate does.
 */
import type { Milliseconds } from '../base/units.ts';
import type { BoundedFigure, Bounds, Distribution } from '../model/distribution.ts';
import { LATENCY_PERCENTILES } from '../model/distribution.ts';
import { ExactDistribution, isWeak, nearestRank, toDistribution } from './distribution.ts';

/** Bounds of several ranks among all values, in ascending order; from 1 to the count of both. */
export function boundsAtRanks(answered: ExactDistribution, censored: ExactDistribution, ascending: readonly number[]): Bounds[] {
  const all = new ExactDistribution();
  all.addAll(answered);
  all.addAll(censored);
  const lows = all.atRanks(ascending);
  const highs = answered.atRanks(ascending.filter((rank) => rank <= answered.count));
  return lows.map((low, at) => ({ low, high: highs[at] ?? Number.POSITIVE_INFINITY }));
}

/** The figures of a report, in milliseconds; null when nothing was answered. */
export function toBoundedDistribution(answered: ExactDistribution, censored: ExactDistribution, unitsPerMs = 1_000): Distribution | null {
  const known = toDistribution(answered, unitsPerMs);
  if (known === null || censored.count === 0) return known;
  const count = answered.count + censored.count;
  const percentiles = boundsAtRanks(
    answered,
    censored,
    LATENCY_PERCENTILES.map((p) => nearestRank(p, count)),
  ).map(({ low, high }) => ({ low: low / unitsPerMs, high: high / unitsPerMs }));
  const named = LATENCY_PERCENTILES.map((p, at) => [String(p), percentiles[at]!] as const);
  const open = named.filter(([, { low, high }]) => low !== high);
  const mean = (answered.mean * answered.count + censored.mean * censored.count) / count / unitsPerMs;
  const max = Math.max(answered.max, censored.max) / unitsPerMs;
  return {
    count: answered.count,
    censored: censored.count,
    ...{ min: known.min, mean: null, stdev: null, max: null },
    percentiles: Object.fromEntries(named.map(([p, { low, high }]) => [p, low === high ? low : null])),
    atLeast: { ...Object.fromEntries(open.map(([p, { low }]) => [p, low])), mean, max },
    atMost: Object.fromEntries(open.filter(([, { high }]) => Number.isFinite(high)).map(([p, { high }]) => [p, high])),
    weak: LATENCY_PERCENTILES.filter((p) => isWeak(p, count)).map(String),
    answered: known,
  };
}

/** Where a figure of a distribution lies: a percentile as text, `mean` or `max`. Null: it has none. */
export function boundsOf(
  of: Pick<Distribution, 'percentiles' | 'atLeast' | 'atMost'> & Partial<Pick<Distribution, BoundedFigure>>,
  figure: string,
): Bounds | null {
  const measured = figure === 'mean' || figure === 'max' ? of[figure] : of.percentiles[figure];
  if (measured !== null && measured !== undefined) return { low: measured, high: measured };
  const low = of.atLeast?.[figure];
  return low === undefined ? null : { low, high: of.atMost?.[figure] ?? Number.POSITIVE_INFINITY };
}

/** What a percentile or another figure is at least; 0 if there is nothing to tell it from. */
export function atLeastMs(of: Distribution | null, figure: string): Milliseconds {
  return (of && boundsOf(of, figure)?.low) ?? 0;
}
