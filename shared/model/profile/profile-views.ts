/** Profiles as pages and reports draw them: columns of trees and charts, rows of tables. */
import type { Microseconds, Percent } from '../../base/units.ts';
import type { FrameKind } from '../report.ts';
import type { KnownCpu } from './known-cpu.ts';
import type { TickCategory } from './ticks.ts';
import type { TimeBase } from './time-base.ts';
import type { WeightUnit } from './weight-unit.ts';

/** Width of a picture in the order of time, with what is beside the part that is shown. */
export const MOST_PIXELS = 20_000;

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
  /** In the unit of the profile, which the reply names. */
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

/** Two profiles on one merged tree; weights are per completed request of each side, in `unit`. Parents before children. */
export interface DiffFlameColumns {
  readonly meta: {
    readonly names: readonly string[];
    readonly urls: readonly string[];
    readonly unit: WeightUnit;
    /** How the CPU time of the less sure side is known. */
    readonly by: KnownCpu['by'];
    readonly perRequestA: number;
    readonly perRequestB: number;
    readonly requestsA: number;
    readonly requestsB: number;
    readonly samplesA: number;
    readonly samplesB: number;
    readonly folded: number;
    readonly joined: readonly JoinedNatives[];
  };
  readonly parent: Int32Array;
  readonly name: Uint32Array;
  readonly url: Uint32Array;
  readonly line: Uint32Array;
  readonly kind: Uint8Array;
  /** In the function itself, without what is folded into it. */
  readonly selfA: Float64Array;
  readonly foldedA: Float64Array;
  readonly totalA: Float64Array;
  readonly selfB: Float64Array;
  readonly foldedB: Float64Array;
  readonly totalB: Float64Array;
  /** 1: the difference of the totals is below what the samples can tell. */
  readonly noise: Uint8Array;
}

/** A function that has the native calls in it in both variants, because V8 told them apart in one of them only. */
export interface JoinedNatives {
  readonly function: string;
  readonly url: string;
  readonly line: number;
  readonly natives: readonly string[];
}

/** Weights are per completed request, in the unit of the two profiles. */
export interface DiffFunctionRow {
  readonly function: string;
  /** Where it is in A, or in B if A has no samples of it. */
  readonly url: string;
  readonly line: number;
  /** Where it is in B. Absent: at the same place. */
  readonly placeB?: { readonly url: string; readonly line: number };
  readonly kind: FrameKind;
  /** Native calls that count as its own time in both variants. Absent: none. */
  readonly natives?: readonly string[];
  /** In the function itself, without what is folded into it. */
  readonly selfA: number;
  readonly selfB: number;
  readonly foldedA: number;
  readonly foldedB: number;
  readonly totalA: number;
  readonly totalB: number;
  /** 100 (b/a - 1) of self time; null when A has none. */
  readonly differencePercent: Percent | null;
  /** Of self time. */
  readonly noise: boolean;
  readonly foldedNoise: boolean;
}
