/** What the requests of a run allocate, what of memory is alive, and the garbage collections, of all processes of the server together. */
import type { Bytes, Microseconds, Milliseconds, Ratio } from '../base/units.ts';
import {
  COLLECTION_KINDS,
  type CollectionKind,
  type Collections,
  LEVELS,
  type Level,
  type LevelFigures,
  type LiveLevels,
  type Moment,
  outsideOf,
} from '../model/memory.ts';
import type { ServerSample } from '../model/run.ts';
import type { LiveReading } from './parts/live-memory.ts';
import type { ServerSeries } from './server-series.ts';

const US_PER_MS = 1_000;

/** The samples of a process in (from, to], on the engine's clock. */
export interface SamplesOfProcess {
  readonly pid: number;
  /** The last one before; null: it was not seen before. */
  readonly before: ServerSample | null;
  readonly inside: readonly InsideSample[];
}

interface InsideSample {
  readonly sample: ServerSample;
  /** What of the time that it speaks for is inside. */
  readonly part: number;
}

/**
 * `isWhole`: the window is all of the load. Then intervals at both ends count whole: the server is sampled just before and just after the load, and
 * what it allocates in between is for it. Between the load and the sample after it there may be another one, for which worker threads have not told.
 */
export function samplesWithin(series: ServerSeries, fromUs: Microseconds, toUs: Microseconds, isWhole: boolean): SamplesOfProcess[] {
  const found = new Map<number, { before: ServerSample | null; readonly inside: InsideSample[] }>();
  const previous = new Map<number, { readonly at: Microseconds; readonly toldAt: Microseconds }>();
  for (let row = 0; row < series.rows; row++) {
    const [pid, at] = [series.get('pid', row), series.get('at', row)];
    const toldAt = series.get('toldAt', row);
    const { at: since, toldAt: toldSince } = previous.get(pid) ?? { at, toldAt };
    previous.set(pid, { at, toldAt });
    const known = found.get(pid) ?? { before: null, inside: [] };
    found.set(pid, known);
    if (at <= fromUs) known.before = series.row(row);
    else if (since < toUs || (isWhole && toldSince < toUs)) {
      const share = at === since ? 1 : (Math.min(at, toUs) - Math.max(since, fromUs)) / (at - since);
      known.inside.push({ sample: series.row(row), part: isWhole ? 1 : share });
    }
  }
  return [...found].flatMap(([pid, { before, inside }]) => (inside.length === 0 ? [] : [{ pid, before, inside }]));
}

/** Null: not known; a thread did not come back to its event loop at an end of the window. */
export function allocatedBy({ before, inside }: SamplesOfProcess): Bytes | 'old-node' | 'behind' {
  const last = inside[inside.length - 1]!.sample;
  const bytes = inside.reduce((sum, { sample, part }) => sum + part * (sample.allocated ?? Number.NaN), 0);
  if (Number.isNaN(bytes)) return 'old-node';
  return (before?.behind ?? 0) > 0 || last.behind! > 0 ? 'behind' : bytes;
}

const COLUMNS = {
  minor: {
    count: ({ gcCount, fullCount, stepCount }) => gcCount - fullCount! - stepCount!,
    us: ({ gcTime, fullTime, stepTime }) => gcTime - fullTime! - stepTime!,
    longest: ({ minorPause }) => minorPause!,
  },
  full: { count: ({ fullCount }) => fullCount!, us: ({ fullTime }) => fullTime!, longest: ({ fullPause }) => fullPause! },
  step: { count: ({ stepCount }) => stepCount!, us: ({ stepTime }) => stepTime!, longest: ({ stepPause }) => stepPause! },
} as const satisfies Record<CollectionKind, Record<'count' | 'us' | 'longest', (sample: ServerSample) => number>>;

/** Null: no process tells of its collections. */
export function collectionsOf(all: readonly SamplesOfProcess[], durationMs: Milliseconds): Collections | null {
  const inside = all.flatMap((process) => process.inside).filter(({ sample }) => !Number.isNaN(sample.elu));
  if (inside.length === 0) return null;
  const sum = (of: (sample: ServerSample) => number): number => inside.reduce((total, { sample, part }) => total + part * of(sample), 0);
  const figures = (count: number, us: Microseconds) => {
    const pauseMs = us / US_PER_MS;
    return { count: Math.round(count), pauseMs, percent: durationMs > 0 ? (100 * pauseMs) / durationMs : 0 };
  };
  const isTold = inside.every(({ sample }) => Number.isFinite(sample.fullCount));
  const kinds = COLLECTION_KINDS.map((kind) => {
    const { count, us, longest } = COLUMNS[kind];
    return { kind, ...figures(sum(count), sum(us)), longestMs: Math.max(...inside.map(({ sample }) => longest(sample))) / US_PER_MS };
  });
  return {
    ...figures(
      sum(({ gcCount }) => gcCount),
      sum(({ gcTime }) => gcTime),
    ),
    kinds: isTold ? kinds.filter(({ count }) => count > 0) : null,
  };
}

const OF_SAMPLE: Readonly<Record<Level, (sample: ServerSample) => Bytes>> = {
  heap: ({ heapUsed, workersHeap }) => heapUsed + workersHeap!,
  external: ({ external }) => external!,
  arrayBuffers: ({ arrayBuffers }) => arrayBuffers!,
  notHeap: ({ rss, heapTotal, external }) => rss - heapTotal! - external!,
  rss: ({ rss }) => rss,
};

const OF_LIVE: Readonly<Record<Level, (levels: LiveLevels) => Bytes | null>> = {
  heap: ({ heap }) => heap,
  external: ({ external }) => external,
  arrayBuffers: ({ arrayBuffers }) => arrayBuffers,
  notHeap: () => null,
  rss: ({ rss }) => rss,
};

/** Empty: nothing is known of the heaps. */
export function levelsOf(all: readonly SamplesOfProcess[], live: readonly LiveOfProcess[] | null): LevelFigures[] {
  if (!all.some(({ inside }) => inside.some(({ sample }) => Number.isFinite(sample.heapTotal)))) return [];
  return LEVELS.map((level) => {
    const at = (sampleOf: (process: SamplesOfProcess) => ServerSample): Bytes | null =>
      known(all.reduce((sum, process) => sum + OF_SAMPLE[level](sampleOf(process)), 0));
    const alive = (when: Moment): Bytes | null =>
      (live ?? []).reduce<Bytes | null>((sum, process) => {
        const bytes = OF_LIVE[level](process[when]);
        return sum === null || bytes === null ? null : sum + bytes;
      }, live && 0);
    return {
      level,
      first: at(({ before, inside }) => before ?? inside[0]!.sample),
      last: at(({ inside }) => inside[inside.length - 1]!.sample),
      liveFirst: alive('before'),
      liveLast: alive('after'),
    };
  });
}

function known(bytes: Bytes): Bytes | null {
  return Number.isNaN(bytes) ? null : bytes;
}

/** A process before and after the load. */
export interface LiveOfProcess {
  readonly pid: number;
  readonly before: LiveLevels;
  readonly after: LiveLevels;
}

/** `pids`: those with the agent. Of each both readings are needed. */
export function liveOf(readings: readonly LiveReading[], pids: readonly number[]): readonly LiveOfProcess[] | 'late' | 'restarted' {
  const of = (pid: number, when: Moment) => readings.find((one) => one.pid === pid && one.when === when);
  const all = pids.map((pid) => ({ pid, before: of(pid, 'before'), after: of(pid, 'after') }));
  if (all.some(({ before, after }) => before === undefined || after === undefined)) return 'restarted';
  const live = all.flatMap(({ pid, before, after }) =>
    before?.levels && after?.levels ? [{ pid, before: before.levels, after: after.levels }] : [],
  );
  return live.length === pids.length ? live : 'late';
}

/** Heaps, and what they hold outside of them. */
export function aliveIn(levels: Omit<LiveLevels, 'rss'>): Bytes {
  return levels.heap + outsideOf(levels);
}

/** Of the load, from its beginning (0) to its end (1): the last full collection in this part tells whether what was alive grew from then on. */
const MIDDLE = { from: 0.2, to: 0.8 };
/** Of how fast it grew on the whole. Of what grew only at first nothing is left then. */
const AS_FAST: Ratio = 0.5;

/** Whether most of the growth is of processes that grew until the end, of `from` to `to` on the engine's clock. */
export function growsOn(all: readonly SamplesOfProcess[], live: readonly LiveOfProcess[], from: Microseconds, to: Microseconds): boolean {
  const growth = ({ before, after }: LiveOfProcess): Bytes => aliveIn(after) - aliveIn(before);
  const sum = (some: readonly LiveOfProcess[]): Bytes => some.reduce((total, one) => total + growth(one), 0);
  const growing = live.filter((one) => {
    const inside = all.find(({ pid }) => pid === one.pid)?.inside ?? [];
    const timed = inside.map(({ sample }) => ({ sample, at: (sample.at - from) / (to - from) }));
    const last = timed.filter(({ sample, at }) => Number.isFinite(sample.liveHeap) && at >= MIDDLE.from && at <= MIDDLE.to).pop();
    if (last === undefined) return false;
    // What is outside was not read at the collection, but a moment later: what is new since then makes the rest of the growth smaller.
    const { liveHeap, workersHeap, external, arrayBuffers } = last.sample;
    const then = aliveIn({ heap: liveHeap! + workersHeap!, external: external!, arrayBuffers: arrayBuffers! });
    return aliveIn(one.after) - then >= AS_FAST * (1 - last.at) * growth(one);
  });
  return sum(growing) > 0 && sum(growing) >= sum(live) / 2;
}
