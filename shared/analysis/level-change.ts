/**
 * Whether latency changed its level once in a run, as of a server that is slow for its first seconds: then the figures of the whole run are of neither.
 *
 *   latency │ ▒▒▒▒▒▒▒            two levels, each for 250 ms and a tenth of the run or longer, threefold apart
 *           │
 *           │         ▒▒▒▒▒▒▒▒   what is in between, or goes to and fro, is none
 *           └────────┴───────► when the request was due
 *
 * It describes what was seen: whether the server would do so again is not known. So a false one is a change that a server has which always behaves
 * alike, in bursts that are short beside the run or one by one; in simulations of these (test/unit/shared/analysis/level-change.test.ts) it was said in fewer
 * than one of 200 runs.
 */
import type { Milliseconds, Ratio } from '../base/units.ts';
import type { LevelChange } from '../model/report.ts';
import type { DensityColumns } from '../model/series.ts';

/** Less of a run is a moment of it. */
const LEAST_PART: Ratio = 0.1;
/** Shorter is what any program takes to be compiled under its first requests. */
const LEAST_MS: Milliseconds = 250;
/** Of medians: less is what responses of an ordinary server differ by. */
const APART = 3;
/** Of the requests of each part: on the side of its median that is further from the other one. */
const OWN_SIDE: Ratio = 0.9;
/** Of their time in flight: a few slow ones make little of a count, and much of what connections wait for. */
const OWN_SIDE_OF_TIME: Ratio = 0.75;
/** Of the medians of both halves of a part. With more it is a slope: a queue that grows. */
const LEVEL_WITHIN = 1.6;
/** Where the mean of the whole is that of one part within this, it stands for that part; unless the slower one lasts so long that it is noticed. */
const STANDS_FOR = 1.25;
const NOTICED: Milliseconds = 1_000;
/** With a connection or two few requests fill a time in which each is slow. */
const FEWEST = 3;

interface Levels {
  readonly counts: Float64Array;
  readonly total: number;
}

/** `density`: by when requests were due. Null: there is one level, or several. */
export function findLevelChange({ meta: { cellMs, rows }, counts, edgesMs }: DensityColumns, durationMs: Milliseconds): LevelChange | null {
  const columns = rows === 0 ? 0 : counts.length / rows;
  const middle = Array.from({ length: rows }, (_, row) => Math.sqrt(edgesMs[row]! * edgesMs[row + 1]!));
  // What came until each column, by row.
  const until = Array.from({ length: columns + 1 }, () => new Float64Array(rows));
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) until[column + 1]![row] = until[column]![row]! + counts[column * rows + row]!;
  const between = (from: number, to: number): Levels => {
    const own = until[to]!.map((count, row) => count - until[from]![row]!);
    return { counts: own, total: own.reduce((sum, count) => sum + count, 0) };
  };
  const isLevel = (from: number, to: number): boolean => {
    const half = Math.round((from + to) / 2);
    const halves = [between(from, half), between(half, to)];
    if (halves.some(({ total }) => total < FEWEST)) return true;
    const [one, other] = halves.map((part) => medianOf(part, middle)) as [number, number];
    return Math.max(one, other) <= LEVEL_WITHIN * Math.min(one, other);
  };
  let found: (LevelChange & { readonly off: number }) | null = null;
  const leastMs = Math.max(LEAST_PART * durationMs, LEAST_MS);
  for (let at = Math.ceil(leastMs / cellMs); at * cellMs <= durationMs - leastMs && at < columns; at++) {
    // What changed begins with a request.
    if (between(at, at + 1).total === 0) continue;
    const [before, after] = [between(0, at), between(at, columns)];
    if (before.total < FEWEST || after.total < FEWEST) continue;
    const [first, then] = [medianOf(before, middle), medianOf(after, middle)];
    if (Math.max(first, then) < APART * Math.min(first, then)) continue;
    const isNoticed = (first > then ? at * cellMs : durationMs - at * cellMs) >= NOTICED;
    const off = wrongSide(before, after, middle, first < then);
    if (off === null || (found !== null && off >= found.off) || !(isNoticed || isMixture(before, after, middle))) continue;
    if (!isLevel(0, at) || !isLevel(at, columns)) continue;
    found = { atMs: at * cellMs, beforeMs: first, afterMs: then, before: before.total, after: after.total, off };
  }
  if (found === null) return null;
  const { off: _, ...change } = found;
  return change;
}

/** Shares of both parts on the side of the other; null: too much to be two levels. */
function wrongSide(before: Levels, after: Levels, middle: readonly number[], isSlowing: boolean): number | null {
  const limit = Math.sqrt(medianOf(before, middle) * medianOf(after, middle));
  const shares = [
    [before, !isSlowing],
    [after, isSlowing],
  ] as const;
  const off = shares.map(([{ counts, total }, isSlow]) => {
    const isOff = (row: number): boolean => middle[row]! > limit !== isSlow;
    const wrong = counts.reduce((sum, count, row) => sum + (isOff(row) ? count : 0), 0) / total;
    const time = counts.reduce((sum, count, row) => sum + count * middle[row]!, 0);
    const wrongTime = counts.reduce((sum, count, row) => sum + (isOff(row) ? count * middle[row]! : 0), 0) / time;
    return { wrong, wrongTime };
  });
  if (off.some(({ wrong, wrongTime }) => wrong > 1 - OWN_SIDE || wrongTime > 1 - OWN_SIDE_OF_TIME)) return null;
  return off.reduce((sum, { wrong, wrongTime }) => sum + wrong + wrongTime, 0);
}

function isMixture(before: Levels, after: Levels, middle: readonly number[]): boolean {
  const sums = [before, after].map(({ counts }) => counts.reduce((sum, count, row) => sum + count * middle[row]!, 0)) as [number, number];
  const whole = (sums[0] + sums[1]) / (before.total + after.total);
  return [sums[0] / before.total, sums[1] / after.total].every((own) => Math.max(own, whole) > STANDS_FOR * Math.min(own, whole));
}

function medianOf({ counts, total }: Levels, middle: readonly number[]): Milliseconds {
  let below = 0;
  const row = counts.findIndex((count) => {
    below += count;
    return 2 * below >= total;
  });
  return middle[row] ?? 0;
}
