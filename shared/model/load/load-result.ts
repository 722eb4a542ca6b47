/** What another load tool says of a load that it has made. Null: its file does not say; no figure is computed from others. */
import type { Bytes, Milliseconds, PerSecond } from '../../base/units.ts';

/** Under the names that the tools have in this program. */
export const LOAD_TOOLS = ['autocannon', 'artillery', 'k6', 'ab', 'wrk', 'wrk2'] as const;
export type LoadTool = (typeof LOAD_TOOLS)[number];

/** What is timed; `latency`: to the end of the response, from the actual send; of wrk2, from when the request was due. */
export const TIMED = ['latency', 'firstByte', 'connect', 'session'] as const;
export type Timed = (typeof TIMED)[number];

/** As text ("97.5"). */
type Percentiles = Readonly<Record<string, number>>;

export interface ForeignTimes {
  readonly count: number | null;
  /** Where the file does not say how many: as many as other counts of it leave no doubt of; absent: they do not say. */
  readonly countAtLeast?: number;
  readonly min: Milliseconds | null;
  readonly mean: Milliseconds | null;
  readonly stdev: Milliseconds | null;
  readonly max: Milliseconds | null;
  readonly percentiles: Percentiles;
  /** As of our own, by as many values as there are at least; none where nothing is known of their number. */
  readonly weak: readonly string[];
}

/** Requests in a second. */
export interface ForeignRate {
  readonly mean: PerSecond;
  readonly stdev: PerSecond | null;
  readonly min: PerSecond | null;
  readonly max: PerSecond | null;
  readonly percentiles: Percentiles;
}

/** What the tool itself counts in a part of its run. */
export interface ForeignPeriod {
  /** Since the first of them. */
  readonly fromMs: Milliseconds;
  readonly completed: number;
  /** Null: it does not tell them from others. */
  readonly failed: number | null;
  /** Of the time that the result is about; null: nothing was timed in it. */
  readonly times: { readonly p50: Milliseconds | null; readonly p99: Milliseconds | null; readonly max: Milliseconds | null } | null;
}

/** A limit that the script of k6 set, and whether it was met. */
export interface ForeignThreshold {
  readonly metric: string;
  /** As it stands in the script: `p(95)<500`. */
  readonly limit: string;
  readonly isMet: boolean;
}

/** Whatever else the tool counts, under its own name. */
export interface ForeignFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

export interface LoadResult {
  readonly tool: LoadTool;
  readonly version: string | null;
  readonly url: string | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly connections: number | null;
  readonly durationMs: Milliseconds | null;
  readonly requests: {
    readonly sent: number | null;
    /** Whole responses, of any status. */
    readonly completed: number | null;
    readonly failed: number | null;
    readonly timedOut: number | null;
    /** Responses with another status than 200 to 399. */
    readonly unexpected: number | null;
    /** Never sent. */
    readonly dropped: number | null;
  };
  readonly status: Readonly<Record<string, number>>;
  /** By the names of the tool. */
  readonly errors: Readonly<Record<string, number>>;
  readonly bytes: Bytes | null;
  readonly rate: ForeignRate | null;
  readonly times: { readonly [T in Timed]: ForeignTimes | null };
  readonly periods: readonly ForeignPeriod[];
  readonly figures: readonly ForeignFigure[];
  /** Absent: the tool has none, or the script set none. */
  readonly thresholds?: readonly ForeignThreshold[];
}

/** Where it lies on the time axis of a recording of the server that it was joined to. */
export interface Placement {
  /** The beginning of the load, or of its first period; below 0: before the recording. */
  readonly startMs: Milliseconds;
  /** By how much the clock of the load generator is behind that of the recording, as what both counted says; null: they do not say. */
  readonly clock: { readonly behindMs: Milliseconds; readonly withinMs: Milliseconds; readonly by: 'cpu' | 'requests' } | null;
}

/** Of a file: what it names, and how much of it is kept. */
export const MOST_NAMED = 500;
/** A day of seconds. */
export const MOST_PERIODS = 86_400;
/** Of statuses, errors and other figures. */
export const LONGEST_NAME = 200;

/** How long each of them is; null: fewer than two do not say. */
export function periodLength(periods: readonly ForeignPeriod[]): Milliseconds | null {
  const steps = periods.slice(1).map(({ fromMs }, before) => fromMs - periods[before]!.fromMs);
  // In some there may have been nothing to tell.
  const shortest = steps.reduce((least, step) => (step > 0 ? Math.min(least, step) : least), Number.POSITIVE_INFINITY);
  return Number.isFinite(shortest) ? shortest : null;
}

const NO_REQUESTS: LoadResult['requests'] = { sent: null, completed: null, failed: null, timedOut: null, unexpected: null, dropped: null };
const NO_TIMES: LoadResult['times'] = { latency: null, firstByte: null, connect: null, session: null };

/** What a file says, beside which everything else is not known. */
export type Known = Partial<Omit<LoadResult, 'requests' | 'times'>> & {
  readonly tool: LoadTool;
  readonly requests?: Partial<LoadResult['requests']>;
  readonly times?: Partial<LoadResult['times']>;
};

export function loadResult({ requests, times, ...known }: Known): LoadResult {
  return {
    version: null,
    url: null,
    startedAt: null,
    connections: null,
    durationMs: null,
    status: {},
    errors: {},
    bytes: null,
    rate: null,
    periods: [],
    figures: [],
    ...known,
    requests: { ...NO_REQUESTS, ...requests },
    times: { ...NO_TIMES, ...times },
  };
}
