/**
 * By how much the clock of a load generator differs from that of a recording, from what was counted on both sides: requests there, requests or CPU time of the
 * server here. What was told is moved along the recording, and lies where it correlates best with what was seen; before and after it nothing was requested.
 *
 *   told      ▅▅██▅▅                 by its clock
 *   told  →     ▅▅██▅▅               moved
 *   seen  ▁▁▁▁▁▁▅▅█▇▅▄▁▁▁▁▁
 */
import type { Milliseconds } from '../base/units.ts';
import { MOST_PERIODS } from '../model/load/load-result.ts';

/** So much, evenly between two moments, or at one. */
export interface Amount {
  readonly fromMs: Milliseconds;
  readonly toMs: Milliseconds;
  readonly amount: number;
}

export interface ClockOffset {
  /** Above 0: it was later than its clock says. */
  readonly ms: Milliseconds;
  /** Either way. */
  readonly withinMs: Milliseconds;
}

interface TwoSides {
  /** Since its own beginning. */
  readonly told: readonly Amount[];
  /** In what steps it is told. */
  readonly periodMs: Milliseconds;
  /** Since the beginning of the recording. */
  readonly seen: Iterable<Amount>;
  readonly lengthMs: Milliseconds;
  /** Where the clocks place the beginning of what was told. */
  readonly placedMs: Milliseconds;
}

const STEP_MS = 100;
/** Clocks that nobody sets run apart by seconds a day. What differs by more is an hour or a day, which has to be set right, not estimated. */
const LARGEST_MS = 120_000;
/** Of fewer anything fits somewhere. */
const FEWEST_PERIODS = 8;
/** At least half of what the server did goes with the requests (0.7² ≈ ½). */
const LEAST_CORRELATION = 0.7;
/** In standard errors of Fisher's z: the best of a few hundred places that do not fit comes to about 3. */
const LEAST_Z = 5;
/** Twice the difference in log-likelihood up to which a place is as good as the best: for a probability of 95 % it would be 3.84 if what is left were
 * independent from period to period, which it is not. */
const AS_GOOD = 10;
/** A load that repeats itself fits in several places. */
const WIDEST_MS = 10_000;

/** Null: nothing fits, too much does, or either side is too even to tell. */
export function estimateClockOffset({ told, periodMs, seen, lengthMs, placedMs }: TwoSides): ClockOffset | null {
  const toldMs = told.reduce((end, { toMs }) => Math.max(end, toMs), 0);
  const longestMs = MOST_PERIODS * 1_000;
  if (periodMs < STEP_MS || periodMs % STEP_MS !== 0 || Math.max(toldMs, lengthMs) > longestMs) return null;
  const rates = fill(told, periodMs, Math.ceil(toldMs / periodMs));
  const sums = cumulate(fill(seen, STEP_MS, Math.floor(lengthMs / STEP_MS)));
  const placed = Math.round(placedMs / STEP_MS);
  const most = LARGEST_MS / STEP_MS;
  const fits = Array.from({ length: 2 * most + 1 }, (_, at) => correlate(rates, periodMs / STEP_MS, sums, placed + at - most));
  const best = fits.reduce((found, { r }, at) => (r > fits[found]!.r ? at : found), 0);
  const { r, periods } = fits[best]!;
  if (periods < FEWEST_PERIODS || r < LEAST_CORRELATION || Math.atanh(Math.min(r, 1 - 1e-9)) * Math.sqrt(periods - 3) < LEAST_Z)
    return null;
  const isAsGood = (of: Fit): boolean => of.r > 0 && periods * Math.log(unexplained(of.r) / unexplained(r)) < AS_GOOD;
  const good = fits.flatMap((fit, at) => (isAsGood(fit) ? [at] : []));
  const [first, last] = [good[0]!, good.at(-1)!];
  // What is told by the second does not say when in the second.
  const withinMs = Math.max(periodMs / 2, (best - first) * STEP_MS, (last - best) * STEP_MS);
  if (first === 0 || last === fits.length - 1 || withinMs > WIDEST_MS) return null;
  return { ms: (placed + best - most) * STEP_MS - placedMs, withinMs };
}

/** What share of the variance is left; rounding may leave none, or less. */
function unexplained(r: number): number {
  return Math.max(1 - r ** 2, 1e-9);
}

interface Fit {
  readonly r: number;
  readonly periods: number;
}

/** Pearson's correlation over the whole periods of the recording, the first of which are told to begin `start` steps into it. */
function correlate(rates: Float64Array, period: number, sums: Float64Array, start: number): Fit {
  let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  const first = Math.ceil(-start / period);
  for (let at = start + first * period, index = first; at + period < sums.length; at += period, index++) {
    const told = rates[index] ?? 0;
    const seen = sums[at + period]! - sums[at]!;
    n += 1;
    x += told;
    y += seen;
    xx += told * told;
    yy += seen * seen;
    xy += told * seen;
  }
  const [spreadX, spreadY] = [n * xx - x * x, n * yy - y * y];
  // Even, but for what is lost in rounding.
  if (spreadX <= 1e-9 * n * xx || spreadY <= 1e-9 * n * yy) return { r: 0, periods: n };
  return { r: (n * xy - x * y) / Math.sqrt(spreadX * spreadY), periods: n };
}

/** How much there is in each of so many cells. */
function fill(amounts: Iterable<Amount>, cellMs: Milliseconds, count: number): Float64Array {
  const cells = new Float64Array(count);
  for (const { fromMs, toMs, amount } of amounts) {
    const [first, last] = [Math.floor(fromMs / cellMs), Math.floor(toMs / cellMs)];
    for (let cell = Math.max(0, first); cell <= Math.min(last, count - 1); cell++) {
      const share = toMs === fromMs ? 1 : (Math.min(toMs, (cell + 1) * cellMs) - Math.max(fromMs, cell * cellMs)) / (toMs - fromMs);
      cells[cell]! += amount * share;
    }
  }
  return cells;
}

function cumulate(cells: Float64Array): Float64Array {
  const sums = new Float64Array(cells.length + 1);
  cells.forEach((amount, cell) => {
    sums[cell + 1] = sums[cell]! + amount;
  });
  return sums;
}
