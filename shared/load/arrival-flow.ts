/** Arrivals at a rate and the ends of their visits, over the time of a schedule. */
import type { Microseconds, Seconds } from '../base/units.ts';

const BINS_PER_S = 10;
const BIN_US: Microseconds = 1e6 / BINS_PER_S;

/** A queue that grew until the end of a phase. */
export interface Backlog {
  /** Since time 0: the last time at which about as few visits were unfinished as ever in the first half of the phase; and the end of the phase. */
  readonly from: Seconds;
  readonly to: Seconds;
  /** From then to the end of the phase: arrivals, and visits that ended with a response. */
  readonly arrived: number;
  readonly answered: number;
  /** Visits that were unfinished, or had been dropped, at the end. */
  readonly left: number;
  /** The longest stretch of that time in which no visit ended. */
  readonly stood: Seconds;
}

/** Counts for each tenth of a second: their size depends on the length of the schedule only. */
export class ArrivalFlow {
  readonly #arrivals: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #answered: Uint32Array;

  constructor(seconds: Seconds) {
    const bins = Math.ceil(seconds * BINS_PER_S);
    this.#arrivals = new Uint32Array(bins);
    this.#ends = new Uint32Array(bins);
    this.#answered = new Uint32Array(bins);
  }

  arrived(at: Microseconds): void {
    count(this.#arrivals, at);
  }

  /** A visit has ended, with a response or without. One that was dropped never ends. */
  ended(at: Microseconds, isAnswered: boolean): void {
    count(this.#ends, at);
    if (isAnswered) count(this.#answered, at);
  }

  backlogOf(from: Seconds, to: Seconds): Backlog {
    const [first, end] = [Math.ceil(from * BINS_PER_S), Math.floor(to * BINS_PER_S)];
    const unfinished = this.#unfinished(end).subarray(first);
    const lowest = unfinished
      .subarray(0, Math.ceil(unfinished.length / 2))
      .reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    // By chance a count varies by its square root.
    const few = lowest + Math.sqrt(lowest);
    let since = end - 1;
    while (since > first && unfinished[since - first]! > few) since -= 1;
    return {
      from: since / BINS_PER_S,
      to,
      arrived: sum(this.#arrivals.subarray(since, end)),
      answered: sum(this.#answered.subarray(since, end)),
      left: unfinished.at(-1) ?? 0,
      stood: longestRun(this.#ends.subarray(since, end)) / BINS_PER_S,
    };
  }

  /** How many visits were unfinished at the start of each tenth of a second, and at the end of the last of `bins`. */
  #unfinished(bins: number): Float64Array {
    const all = new Float64Array(bins + 1);
    for (let bin = 0; bin < bins; bin++) all[bin + 1] = all[bin]! + this.#arrivals[bin]! - this.#ends[bin]!;
    return all;
  }
}

function count(bins: Uint32Array, at: Microseconds): void {
  const bin = Math.floor(at / BIN_US);
  if (bin < bins.length) bins[bin]! += 1;
}

function sum(bins: Uint32Array): number {
  return bins.reduce((total, one) => total + one, 0);
}

/** Of bins that are 0. */
function longestRun(bins: Uint32Array): number {
  let [longest, run] = [0, 0];
  for (const one of bins) {
    run = one === 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
