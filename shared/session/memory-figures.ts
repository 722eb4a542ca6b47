/** What the requests of a run allocate, what of memory is alive, and the garbage collections, of all processes of the server together. */
import type { Bytes, Microseconds, Milliseconds } from '../base/units.ts';
import {
  COLLECTION_KINDS,
  type CollectionKind,
  type Collections,
  LEVELS,
  type Level,
  type LevelFigures,
  type LiveLevels,
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
 * what it allocates in between is for it.
 */
export function samplesWithin(series: ServerSeries, fromUs: Microseconds, toUs: Microseconds, isWhole: boolean): SamplesOfProcess[] {
  const found = new Map<number, { before: ServerSample | null; readonly inside: InsideSample[] }>();
  const previous = new Map<number, Microseconds>();
  for (let row = 0; row < series.rows; row++) {
    const [pid, at] = [series.get('pid', row), series.get('at', row)];
    const since = previous.get(pid) ?? at;
    previous.set(pid, at);
    const known = found.get(pid) ?? { before: null, inside: [] };
    found.set(pid, known);
    if (at <= fromUs) known.before = series.row(row);
    else if (since < toUs) {
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
export function levelsOf(all: readonly SamplesOfProcess[], live: LiveOfRun | null): LevelFigures[] {
  if (!all.some(({ inside }) => inside.some(({ sample }) => Number.isFinite(sample.heapTotal)))) return [];
  return LEVELS.map((level) => {
    const at = (sampleOf: (process: SamplesOfProcess) => ServerSample): Bytes | null =>
      known(all.reduce((sum, process) => sum + OF_SAMPLE[level](sampleOf(process)), 0));
    const alive = (readings: readonly LiveLevels[]): Bytes | null =>
      readings.reduce<Bytes | null>((sum, levels) => {
        const bytes = OF_LIVE[level](levels);
        return sum === null || bytes === null ? null : sum + bytes;
      }, 0);
    return {
      level,
      first: at(({ before, inside }) => before ?? inside[0]!.sample),
      last: at(({ inside }) => inside[inside.length - 1]!.sample),
      liveFirst: live && alive(live.before),
      liveLast: live && alive(live.after),
    };
  });
}

function known(bytes: Bytes): Bytes | null {
  return Number.isNaN(bytes) ? null : bytes;
}

/** Of the same processes before and after. */
export interface LiveOfRun {
  readonly before: readonly LiveLevels[];
  readonly after: readonly LiveLevels[];
}

/** `pids`: those with the agent. Of each both readings are needed. */
export function liveOf(readings: readonly LiveReading[], pids: readonly number[]): LiveOfRun | 'late' | 'restarted' {
  const of = (when: LiveReading['when']) => pids.map((pid) => readings.find((one) => one.pid === pid && one.when === when));
  const [before, after] = [of('before'), of('after')];
  if ([...before, ...after].includes(undefined)) return 'restarted';
  const levels = (all: typeof before): LiveLevels[] => all.flatMap((one) => one?.levels ?? []);
  const live = { before: levels(before), after: levels(after) };
  return live.before.length === pids.length && live.after.length === pids.length ? live : 'late';
}

/** Heaps, and what they hold outside of them: threads share what is in `arrayBuffers` only, and what V8 does not know as a buffer is in `external` only. */
export function aliveIn(readings: readonly LiveLevels[]): Bytes {
  return readings.reduce((sum, { heap, external, arrayBuffers }) => sum + heap + Math.max(external, arrayBuffers), 0);
}
