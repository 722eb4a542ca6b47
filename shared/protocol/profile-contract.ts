/** The part of the contract that is about where the time went in one run. */

import type { SourcePlace } from '../model/editors.ts';
import { GROUPINGS } from '../model/groupings.ts';
import type { KnownCpu } from '../model/known-cpu.ts';
import type { FrameKind, GroupRow, LineFigures } from '../model/report.ts';
import * as z from '../model/schema.ts';
import { TIME_BASES, type TimeBase } from '../model/time-base.ts';
import type { Microseconds, Percent } from '../model/units.ts';
import { PROFILE_KINDS } from '../profile/model/profile.ts';
import type { WeightUnit } from '../profile/model/weight-unit.ts';
import { TICK_CATEGORIES, type TickCategory } from '../profile/ticks/ticks.ts';
import type { Columns } from './columns.ts';
import { foldsSchema, functionName, reshapeSchema } from './folds-schema.ts';
import { frameKinds, gives, id, type Requests, requestFilter, windowSchema } from './request.ts';
import type { FunctionSeriesColumns } from './series.ts';
import type { SlowRequests } from './slow-requests.ts';

/** What every question about a profile names. `hide`: kinds whose frames are folded into their callers. */
const profileQuery = z.strictObject({
  sessionId: id,
  window: windowSchema,
  hide: frameKinds,
  folds: foldsSchema,
  kind: z.enum(PROFILE_KINDS),
  /** null: all; `thread` also WORKER_THREADS. */
  pid: z.number().int().nullable(),
  thread: z.number().int().nullable(),
  base: z.enum(TIME_BASES),
  /** Only samples that were taken in these requests; null or absent: all. */
  requests: requestFilter.nullable().optional(),
});
export type ProfileQuery = z.infer<typeof profileQuery>;

export const profileRequests = {
  /** `shape`: read from the leaves up, or from one function outwards. */
  'profile.flame': {
    needs: 'read',
    params: profileQuery.extend({ maxNodes: z.number().int().min(100).max(100_000), shape: reshapeSchema }),
    reply: gives<Columns<FlameColumns>>,
  },
  /**
   * Calls in the order of time, for a picture of [fromUs, toUs) that is `pixels` wide: narrower ones are joined. `search`: the calls
   * that match are given once more, and counted. Of at most `lanes` threads.
   */
  'profile.chart': {
    needs: 'read',
    params: profileQuery.pick({ sessionId: true, hide: true, folds: true, kind: true, pid: true, thread: true }).extend({
      fromUs: z.number(),
      toUs: z.number(),
      pixels: z.number().int().min(1).max(20_000),
      search: z.string().max(1_000),
      lanes: z.number().int().min(1).max(64),
    }),
    reply: gives<Columns<FlameChartColumns>>,
  },
  'profile.functions': { needs: 'read', params: profileQuery, reply: gives<TimeTable<FunctionRow>> },
  /** When a function ran. `line` as in a fold. */
  'profile.moments': {
    needs: 'read',
    params: profileQuery.pick({ sessionId: true, kind: true, pid: true, thread: true }).extend({ of: z.strictObject(functionName) }),
    reply: gives<Columns<FunctionSeriesColumns>>,
  },
  /** Time by file or by package. */
  'profile.groups': { needs: 'read', params: profileQuery.extend({ by: z.enum(GROUPINGS) }), reply: gives<TimeTable<GroupRow>> },
  /**
   * Why the slowest requests are slow, those of `requests.slowest` against the middle half; with the `most` functions that differ most.
   * Null: samples are not told apart by requests.
   */
  'profile.slow': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      window: windowSchema,
      requests: requestFilter,
      most: z.number().int().min(1).max(1_000),
    }),
    reply: gives<SlowRequests | null>,
  },
  /** Callers (`direction: callers`) or callees of one function, one level below `path` (function indices, outermost first). */
  'profile.related': {
    needs: 'read',
    params: profileQuery.extend({
      direction: z.enum(['callers', 'callees']),
      path: z.array(z.number().int().min(0)).min(1).max(500),
    }),
    reply: gives<{ rows: FunctionRow[] }>,
  },
  /** Time by file, and the lines of `file`; null: of none. Replies null if the profile does not know its lines. */
  'profile.lines': {
    needs: 'read',
    params: profileQuery.omit({ hide: true, folds: true }).extend({ file: z.string().max(20_000).nullable() }),
    reply: gives<(LineFigures & { readonly unit: WeightUnit }) | null>,
  },
  /** The text of a file with time in it, as it was run. */
  'profile.text': { needs: 'act', params: z.strictObject({ sessionId: id, url: z.string().max(20_000) }), reply: gives<SourceText> },
  /** The file of a function on this machine. `line` as in a fold. */
  'profile.source': { needs: 'act', params: z.strictObject({ sessionId: id, ...functionName }), reply: gives<FoundSource> },
  /** The tree of classic ticks as 0x draws it; null: the run has none. Without the frames of the categories in `hide`; `merged`: whatever their tier. */
  'ticks.flame': {
    needs: 'read',
    params: z.strictObject({
      sessionId: id,
      hide: z.array(z.enum(TICK_CATEGORIES)).max(TICK_CATEGORIES.length),
      merged: z.boolean(),
      maxNodes: z.number().int().min(100).max(100_000),
    }),
    reply: gives<Columns<TickFlameColumns> | null>,
  },
} as const satisfies Requests;

/** Rows of a profile by time. */
export interface TimeTable<R> {
  rows: R[];
  /** What percentages are of. */
  base: number;
  /** Of the weights of the rows and of `base`. */
  unit: WeightUnit;
  /** Samples in the base. */
  samples: number;
  timeBase: TimeBase;
  cpu: KnownCpu;
  /** Each is one, so shares of them have intervals. */
  isSampled: boolean;
}

/** Why there is no text of a file: `notOwn`: the session was not recorded here. */
export type WhyNoText = 'notOwn' | 'noFile' | 'gone' | 'outside' | 'changed' | 'notRecorded';

/** `path`: for the editor; null: there is none that could be opened. `instead`: the text is what the session keeps, and why it is not that of the disk. */
export type SourceText = { readonly path: string | null } & (
  | { readonly text: string; readonly instead: WhyNoText | null }
  | { readonly why: WhyNoText }
);

/** A place that an editor can open, or why there is none: the session was not recorded here, its file is not there, or not in the script's folder. */
export type FoundSource = SourcePlace | { readonly why: 'notOwn' | 'noFile' | 'gone' | 'outside' | 'oddName' };

/** A call tree, parents before children; node 0 is the root. */
export interface FlameColumns {
  readonly meta: {
    readonly names: readonly string[];
    readonly urls: readonly string[];
    /** What percentages are of. */
    readonly base: number;
    /** Of `base`, `self` and `total`. */
    readonly unit: WeightUnit;
    readonly samples: number;
    readonly timeBase: TimeBase;
    readonly cpu: KnownCpu;
    /** Nodes left out because they were too small to draw; their weight is in their parents. */
    readonly folded: number;
  };
  readonly parent: Int32Array;
  /** Into names. */
  readonly name: Uint32Array;
  /** Into urls. */
  readonly url: Uint32Array;
  /** One-based; 0 without position. */
  readonly line: Uint32Array;
  /** 0 own, 1 dependency, 2 core, 3 native. */
  readonly kind: Uint8Array;
  /** In the function itself, and in what is folded into it. */
  readonly self: Float64Array;
  /** Of `self`: in what is folded into it. */
  readonly folded: Float64Array;
  readonly total: Float64Array;
}

/** `self`: ticks that found a frame on top of the stack, or one that it called and that is hidden; `total`: anywhere on it. */
export interface TickFlameColumns extends FlameColumns {
  readonly meta: FlameColumns['meta'] & {
    /** Ticks on top of the stack by category, hidden ones included. */
    readonly categories: Readonly<Record<TickCategory, number>>;
  };
  /** One-based; 0 without position. */
  readonly column: Uint32Array;
  /** Into TICK_CATEGORIES. */
  readonly category: Uint8Array;
  /** Into TICK_TIERS. */
  readonly tier: Uint8Array;
}

/** The profile of one thread in the order of time. */
export interface ChartLane {
  readonly pid: number;
  readonly thread: number;
  /** Rows that any picture of it can have. */
  readonly rows: number;
  readonly samples: number;
  /** The usual time between two samples. */
  readonly usualUs: Microseconds;
  readonly startUs: Microseconds;
  readonly endUs: Microseconds;
}

/** Rectangles of a flame chart; within a lane, shape and row in the order of time. Times in µs since time 0. */
export interface FlameChartColumns {
  readonly meta: {
    readonly names: readonly string[];
    readonly urls: readonly string[];
    readonly lanes: readonly ChartLane[];
    /** Threads that are not shown. */
    readonly moreLanes: number;
    readonly fromUs: Microseconds;
    readonly toUs: Microseconds;
    /** Narrower calls are joined. */
    readonly leastUs: Microseconds;
    /** In all of the profiles: matching calls, and the time with at least one of them on the stack. Null: nothing was searched for. */
    readonly found: { readonly calls: number; readonly us: Microseconds } | null;
  };
  /** Into lanes. */
  readonly lane: Uint16Array;
  /** 0 is the outermost frame. */
  readonly row: Uint16Array;
  /** 0 calls, 1 calls that match the search, 2 no samples were taken, 3 garbage collection. */
  readonly what: Uint8Array;
  /** Of whole calls, also where they begin before or end after the window. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** 1: one call; more: joined ones; 0: none (no samples). */
  readonly count: Uint32Array;
  /** One call: its self time. Joined ones: the sum of their durations. */
  readonly time: Float64Array;
  /** Into names and urls; of one call. */
  readonly name: Uint32Array;
  readonly url: Uint32Array;
  /** One-based; 0 without position. */
  readonly line: Uint32Array;
  /** 0 own, 1 dependency, 2 core, 3 native; of joined calls the one with most of the time. */
  readonly kind: Uint8Array;
}

export interface FunctionRow {
  readonly function: string;
  readonly url: string;
  /** One-based, as editors count; 0 when there is no position. */
  readonly line: number;
  readonly column: number;
  readonly kind: FrameKind;
  /** In the unit of the profile, which the answer names. */
  readonly self: number;
  readonly selfPercent: Percent;
  /** Of `self`: in what is folded into the function. */
  readonly folded: number;
  readonly total: number;
  readonly totalPercent: Percent;
  readonly samples: number;
  /** Names the function in `profile.related`. */
  readonly index: number;
  /** Whether there is a level below. */
  readonly hasMore: boolean;
}
