/** When event loops were blocked, as stretches of time. Pure. */
import type { Microseconds, Milliseconds } from '../base/units.ts';
import type { ServerSeriesColumns } from '../model/series.ts';

export interface Stall {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** As of a long task in browsers: below it, nobody notices one. */
const LEAST_MS: Milliseconds = 50;
/** Samples are late by some milliseconds; two stalls cannot begin closer to each other than the least length of one. */
const SAME_START_US: Microseconds = LEAST_MS * 1_000;

/**
 * Of one process. A sample says how long the longest stall since the sample before was, or how old the current one is; it reaches back
 * from the sample, so several samples of one stall, which began at the same instant, become one stretch:
 *
 *     sample          |       |       |
 *     says            0       200     450 ms
 *     stall              [------------]
 *
 * What overlaps and began later is another stall, which followed at once. So no stretch is longer than what a sample says.
 */
export function computeStalls({ atMs, pid, stallMs }: ServerSeriesColumns, ofPid: number): readonly Stall[] {
  const stalls: { from: Microseconds; to: Microseconds }[] = [];
  for (let row = 0; row < atMs.length; row++) {
    const length = stallMs[row]!;
    if (pid[row] !== ofPid || !(length >= LEAST_MS)) continue;
    const to = Math.round(atMs[row]! * 1_000);
    const from = Math.round((atMs[row]! - length) * 1_000);
    const last = stalls[stalls.length - 1];
    if (last === undefined || from >= last.to) stalls.push({ from, to });
    else if (Math.abs(from - last.from) < SAME_START_US) last.to = to;
    else stalls.push({ from: last.to, to });
  }
  return stalls;
}

/** A sample comes four times a second. */
const LATE_US: Microseconds = 250_000;

/** Whether so long a stretch on the stack spans several turns of the loop, as none of its stalls is as long. `stalls`: all of its loop. */
export function spansTurns({ from, to }: Stall, stalls: readonly Stall[]): boolean {
  const near = stalls.filter((stall) => stall.from < to + LATE_US && stall.to > from);
  const longest = near.reduce((most, stall) => Math.max(most, stall.to - stall.from), LEAST_MS * 1_000);
  // Both lengths are exact to some milliseconds.
  return to - from > longest * 1.2;
}

/** The longest one of all processes that was reported until `endMs`, however short; null: none was. */
export function findLongestStall({ atMs, stallMs }: ServerSeriesColumns, endMs: Milliseconds): Stall | null {
  let longest = -1;
  for (let row = 0; row < atMs.length; row++) {
    const isMeasured = atMs[row]! >= 0 && atMs[row]! <= endMs && stallMs[row]! > 0;
    if (isMeasured && (longest < 0 || stallMs[row]! > stallMs[longest]!)) longest = row;
  }
  if (longest < 0) return null;
  return { from: Math.round((atMs[longest]! - stallMs[longest]!) * 1_000), to: Math.round(atMs[longest]! * 1_000) };
}
