/** Columns that grow while a run goes on, as the page draws them. */
import type { Microseconds, Milliseconds } from '../base/units.ts';
import type { WeightUnit } from './profile/weight-unit.ts';
import type { ErrorKind, OutputStream, RequestBatch, TargetProcess } from './run.ts';

/** One row per whole or running second of the measured phase. Buckets count requests by completion. */
export interface LoadSeriesColumns {
  /** `kinds`: how requests failed, the columns of `byKind`. */
  readonly meta: { readonly bucketMs: Milliseconds; readonly fromBucket: number; readonly kinds: readonly ErrorKind[] };
  readonly completed: Uint32Array;
  readonly failed: Uint32Array;
  readonly unexpected: Uint32Array;
  /** Not sent, in the second in which they were to be. */
  readonly dropped: Uint32Array;
  /** The failed ones of each kind, second after second: row x number of kinds + kind. */
  readonly byKind: Uint32Array;
  readonly inFlight: Uint32Array;
  readonly bytes: Float64Array;
  /** Milliseconds; NaN when the bucket has no expected response. */
  readonly p50: Float64Array;
  readonly p90: Float64Array;
  readonly p99: Float64Array;
  readonly max: Float64Array;
  /** The same from when the request was really sent, and how late that was; NaN when nothing has been late so far. */
  readonly serviceP50: Float64Array;
  readonly serviceP99: Float64Array;
  readonly latenessP99: Float64Array;
}

/** When users came, one row for each second and phase in which any did. A row changes until the last request of its users has ended. */
export interface LaunchColumns {
  /** `ofVisitor`: how many requests each of them makes who never fails. */
  readonly meta: { readonly users: number; readonly ofVisitor: number };
  readonly second: Uint32Array;
  /** Of the schedule, or the level of a sweep. */
  readonly phase: Uint16Array;
  /** Those who were not dropped. */
  readonly count: Uint32Array;
  /** When the first of them was to come, dropped or not. */
  readonly firstMs: Float64Array;
}

/** How many expected responses came when and took how long: cells of time x latency, those of a column after each other from the fastest. */
export interface DensityColumns {
  /** `rows`: of each column. */
  readonly meta: { readonly cellMs: Milliseconds; readonly rows: number };
  readonly counts: Uint32Array;
  /** Where the rows begin, and where the last one ends. */
  readonly edgesMs: Float64Array;
}

/** One row per sample and process, in order of time. */
export interface ServerSeriesColumns {
  readonly meta: { readonly processes: readonly TargetProcess[]; readonly fromRow: number };
  readonly atMs: Float64Array;
  readonly pid: Uint32Array;
  readonly cpuPercent: Float32Array;
  readonly rss: Float64Array;
  readonly heapUsed: Float64Array;
  readonly elu: Float32Array;
  readonly stallMs: Float64Array;
  readonly gcMs: Float64Array;
}

/** What else ran on the machine, one row for each sample; CPU in percent of one core, NaN: not known. Empty: recorded before this was sampled. */
export interface MachineSeriesColumns {
  readonly meta: { readonly fromRow: number };
  readonly atMs: Float64Array;
  /** How long nothing ran, or by how much the clock was set, since the row before. */
  readonly gapMs: Float64Array;
  readonly foreignPercent: Float32Array;
  readonly stealPercent: Float32Array;
  readonly generatorPercent: Float32Array;
  readonly latenessMs: Float64Array;
}

/** Marks and measures of the script. `name`: into names; `at`, `length`: seconds since time 0; below 0: a mark. */
export interface TimingColumns {
  /** `threads`: of each name, "Thread 3: resize.js"; empty: the main one. */
  readonly meta: { readonly names: readonly string[]; readonly threads: readonly string[]; readonly lost: number };
  readonly name: Uint32Array;
  readonly at: Float64Array;
  readonly length: Float64Array;
}

/**
 * How many calls of requests to other servers were under way at a time: means of each bucket, bucket after bucket (bucket x number of peers + peer). NaN:
 * not recorded, because there were too many.
 */
export interface WaitSeriesColumns {
  readonly meta: {
    readonly bucketMs: Milliseconds;
    /** Calls that were not recorded. */
    readonly lost: number;
    /** The most time first. `to` null: all others together. `limit`: how many at once are allowed, in all processes together; null: not known. */
    readonly peers: readonly { readonly to: string | null; readonly limit: number | null }[];
  };
  readonly progress: Float64Array;
  /** As far as it is known how long calls were in line. */
  readonly line: Float64Array;
}

/**
 * How long a function was on the stack in each bucket, and itself ran; `sampled`: how long samples were taken, of all threads together. Of a profile
 * that is counted: how much was counted in it, and in all functions, when it is known when that was; without buckets it is not.
 */
export interface FunctionSeriesColumns {
  readonly meta: {
    readonly bucketUs: Microseconds;
    /** The last bucket ends here. */
    readonly endUs: Microseconds;
    /** Of the columns. */
    readonly unit: WeightUnit;
    /** Each sample lasts until the next one. Otherwise it is of one moment. */
    readonly isTimed: boolean;
    /** That have it on their stack. */
    readonly samples: number;
  };
  readonly total: Float64Array;
  readonly self: Float64Array;
  readonly sampled: Float64Array;
}

/** Some requests of a run in an order: the columns of their rows. */
export interface RequestRows extends RequestBatch {
  readonly meta: {
    /** Of all requests: those that are wanted. While not all have been read, of these. */
    readonly matched: number;
    /** How much has been read, 0..1; below 1 the rest follows when it is asked again. */
    readonly done: number;
  };
  /** Which of all requests it is, in order of completion, from 0. */
  readonly nth: Uint32Array;
  /** CPU time of the function that was asked about, µs; NaN: not known of this request. Absent: none was asked about, or it is not known of any. */
  readonly inFunction?: Float64Array;
}

/** What the script wrote. */
export interface OutputChunk {
  readonly stream: OutputStream;
  readonly text: string;
  readonly atMs: Milliseconds;
}
