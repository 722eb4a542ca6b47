/** What one request asked of other servers, on the time scale of its story: calls that overlap lie in lanes below each other. Pure. */
import { groupBy } from '../base/group-by.ts';
import type { Stretch } from '../base/stretches.ts';
import type { Microseconds } from '../base/units.ts';
import type { CallMeanwhile } from '../model/request-story.ts';

/** Equal calls, in the order in which they were written. */
export type CallRun = readonly [CallMeanwhile, ...CallMeanwhile[]];

/** So many equal ones in sequence are told as one: fewer can be read as they are. */
const LEAST_RUN = 5;
/** Among so many lanes a place is looked for; calls that find none stand alone. */
const MOST_LANES = 100;

/** What is drawn at one place: a run, or several that would be too narrow to tell apart. */
export interface LaneItem extends Stretch {
  /** From 0, the uppermost. */
  readonly lane: number;
  /** When the next one of its lane begins; the end of them all if none does. */
  readonly next: Microseconds;
  readonly runs: readonly [CallRun, ...CallRun[]];
  /** In order. A pixel shows what took more of its time. */
  readonly parts: readonly (Stretch & { readonly isLine: boolean })[];
}

export interface CallLanes {
  readonly items: readonly LaneItem[];
  readonly lanes: number;
  /** Calls for which there is no lane. */
  readonly left: number;
}

/** Pixels: less is too narrow to be pointed at. */
const NARROW = 3;

/** In line, as far as that is known, and in progress. */
function beginOf({ from, lineUs }: CallMeanwhile): Microseconds {
  return from - (lineUs ?? 0);
}

function endOf({ from, us }: CallMeanwhile): Microseconds {
  return from + us;
}

/** Each call in the first lane that is free when it begins: so there are no more lanes than calls at one time. */
function pack(calls: readonly CallMeanwhile[], most: number): { lanes: CallMeanwhile[][]; left: CallMeanwhile[] } {
  const lanes: CallMeanwhile[][] = [];
  const left: CallMeanwhile[] = [];
  for (const call of [...calls].sort((a, b) => beginOf(a) - beginOf(b))) {
    const free = lanes.find((lane) => endOf(lane.at(-1)!) <= beginOf(call));
    if (free !== undefined) free.push(call);
    else if (lanes.length < most) lanes.push([call]);
    else left.push(call);
  }
  return { lanes, left };
}

const keyOf = ({ kind, to, name, status }: CallMeanwhile): string => JSON.stringify([kind, to, name, status]);

/** `lane`: calls that follow each other. */
function toRuns(lane: readonly CallMeanwhile[]): CallRun[] {
  const equal: [CallMeanwhile, ...CallMeanwhile[]][] = [];
  for (const call of lane) {
    const last = equal.at(-1);
    if (last !== undefined && keyOf(last[0]) === keyOf(call)) last.push(call);
    else equal.push([call]);
  }
  return equal.flatMap((run): CallRun[] => (run.length < LEAST_RUN ? run.map((call) => [call]) : [run]));
}

/** All of them, in the order in which they began. */
export function callRuns(calls: readonly CallMeanwhile[]): CallRun[] {
  const { lanes, left } = pack(calls, MOST_LANES);
  return [...lanes.flatMap(toRuns), ...left.map((call): CallRun => [call])].sort(([a], [b]) => a.from - b.from);
}

/** Equal ones together, whenever they were made; those that took longest in all first. */
export function equalCalls(calls: readonly CallMeanwhile[]): CallRun[] {
  const timeOf = (run: CallRun): Microseconds => run.reduce((sum, call) => sum + call.us + (call.lineUs ?? 0), 0);
  return [...groupBy(calls, keyOf).values()].sort((a, b) => timeOf(b) - timeOf(a));
}

export interface LanesRoom {
  readonly lanes: number;
  readonly pixels: number;
  /** What they stand for: what goes on longer is cut off there. */
  readonly us: Microseconds;
}

export function drawLanes(calls: readonly CallMeanwhile[], { lanes: most, pixels, us }: LanesRoom): CallLanes {
  const { lanes } = pack(
    calls.filter((call) => beginOf(call) < us),
    most,
  );
  const pixel = us / pixels;
  const drawn = lanes.reduce((sum, lane) => sum + lane.length, 0);
  return {
    items: lanes.flatMap((lane, nth) =>
      joinNarrow(toRuns(lane), pixel)
        .map((runs) => toItem(runs, pixel, us))
        .map((item, at, all) => ({ ...item, lane: nth, next: all[at + 1]?.from ?? us })),
    ),
    lanes: lanes.length,
    left: calls.length - drawn,
  };
}

/** Narrow ones that follow each other closely are one: so there are no more than the pixels have room for. */
function joinNarrow(runs: readonly CallRun[], pixel: Microseconds): [CallRun, ...CallRun[]][] {
  const isNarrow = (run: CallRun): boolean => endOf(run.at(-1)!) - beginOf(run[0]) < NARROW * pixel;
  const joined: [CallRun, ...CallRun[]][] = [];
  for (const run of runs) {
    const group = joined.at(-1);
    const before = group?.at(-1);
    const isClose = before !== undefined && beginOf(run[0]) - endOf(before.at(-1)!) < NARROW * pixel;
    if (isClose && isNarrow(before) && isNarrow(run)) group!.push(run);
    else joined.push([run]);
  }
  return joined;
}

function toItem(runs: readonly [CallRun, ...CallRun[]], pixel: Microseconds, until: Microseconds): Omit<LaneItem, 'lane' | 'next'> {
  const calls = runs.flat();
  const [from, to] = [beginOf(calls[0]!), Math.min(until, endOf(calls.at(-1)!))];
  const first = Math.floor(from / pixel);
  const columns = Array.from({ length: Math.max(1, Math.ceil(to / pixel) - first) }, () => ({ line: 0, progress: 0 }));
  for (const call of calls) {
    const placeOf = (at: Microseconds): number => Math.min(at, until) / pixel - first;
    addTo(columns, 'line', placeOf(beginOf(call)), placeOf(call.from));
    addTo(columns, 'progress', placeOf(call.from), placeOf(endOf(call)));
  }
  const parts: { from: Microseconds; to: Microseconds; isLine: boolean }[] = [];
  columns.forEach(({ line, progress }, column) => {
    if (line + progress === 0) return;
    const [isLine, begins] = [line > progress, Math.max(from, (first + column) * pixel)];
    const ends = Math.max(begins, Math.min(to, (first + column + 1) * pixel));
    const last = parts.at(-1);
    if (last !== undefined && last.isLine === isLine && last.to === begins) last.to = ends;
    else parts.push({ from: begins, to: ends, isLine });
  });
  return { runs, from, to, parts };
}

/** How much of each column [from, to) takes; at least a little of one, so that nothing is left out. */
function addTo<Kind extends string>(columns: readonly Record<Kind, number>[], kind: Kind, from: number, to: number): void {
  if (kind === 'line' && to <= from) return;
  for (let column = Math.floor(from); column < Math.max(Math.ceil(to), Math.floor(from) + 1); column++) {
    const of = columns[Math.min(column, columns.length - 1)]!;
    of[kind] += Math.max(Number.EPSILON, Math.min(to, column + 1) - Math.max(from, column));
  }
}
