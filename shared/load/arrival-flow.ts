/** Whoever came at a rate, and whoever was through, over the time of a schedule. */
import type { Microseconds, Seconds } from '../model/units.ts';

const BINS_PER_S = 10;
const BIN_US: Microseconds = 1e6 / BINS_PER_S;

/** How more and more were left over until the end of a phase. */
export interface Backlog {
  /** Since time 0: never later were so few amidst as then; the end of the phase. */
  readonly from: Seconds;
  readonly to: Seconds;
  /** From then to the end of the phase: who came, and who was through with a response. */
  readonly arrived: number;
  readonly answered: number;
  /** Who was amidst, or had been dropped, at the end. */
  readonly left: number;
  /** For how much of that time nobody was through at a stretch. */
  readonly stood: Seconds;
}

/** Counts for each tenth of a second, so that they take as much room as the schedule is long. */
export class ArrivalFlow {
  readonly #came: Uint32Array;
  readonly #through: Uint32Array;
  readonly #answered: Uint32Array;

  constructor(seconds: Seconds) {
    const bins = Math.ceil(seconds * BINS_PER_S);
    this.#came = new Uint32Array(bins);
    this.#through = new Uint32Array(bins);
    this.#answered = new Uint32Array(bins);
  }

  came(at: Microseconds): void {
    count(this.#came, at);
  }

  /** Whatever he got; one who was dropped never is. */
  through(at: Microseconds, isAnswered: boolean): void {
    count(this.#through, at);
    if (isAnswered) count(this.#answered, at);
  }

  backlogOf(from: Seconds, to: Seconds): Backlog {
    const [first, end] = [Math.ceil(from * BINS_PER_S), Math.floor(to * BINS_PER_S)];
    const amidst = this.#amidst(end).subarray(first);
    const lowest = amidst.subarray(0, Math.ceil(amidst.length / 2)).reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    // Those who are amidst vary by the square root of their number.
    const few = lowest + Math.sqrt(lowest);
    let since = end - 1;
    while (since > first && amidst[since - first]! > few) since -= 1;
    return {
      from: since / BINS_PER_S,
      to,
      arrived: sum(this.#came.subarray(since, end)),
      answered: sum(this.#answered.subarray(since, end)),
      left: amidst.at(-1) ?? 0,
      stood: longestRun(this.#through.subarray(since, end)) / BINS_PER_S,
    };
  }

  /** At the start of each tenth of a second and at the end of the last of `bins`. */
  #amidst(bins: number): Float64Array {
    const all = new Float64Array(bins + 1);
    for (let bin = 0; bin < bins; bin++) all[bin + 1] = all[bin]! + this.#came[bin]! - this.#through[bin]!;
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
