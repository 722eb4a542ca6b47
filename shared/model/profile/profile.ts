/**
 * The one profile model: merged call-tree nodes, and samples in time order. Importers and the live merge produce it;
 * trees, tables and exporters read it.
 *
 *   frames   what a function is            (name, url, line, column)
 *   nodes    a frame under a parent node   (node 0 is the root; a parent always comes before its children)
 *   samples  at time t the stack was node n; sample i covers [time[i], time[i+1]), the last one until endTime
 *
 * A sample of a CPU profile lasts time[i+1]-time[i], as in DevTools and speedscope. That is wall time; where it is known how long the thread
 * was on a core, `division` says how much of that each sample stands for. What does not measure time (bytes, ticks) says itself what each
 * sample weighs.
 */
import type { Microseconds } from '../../base/units.ts';
import type { FrameKind } from '../report.ts';
import { CPU_CAPTURE, type ProfileKind } from '../setup/captures.ts';
import type { KnownCpu } from './known-cpu.ts';
import type { WeightUnit } from './weight-unit.ts';

export interface Frame {
  readonly name: string;
  readonly url: string;
  /** Zero-based as V8 counts; -1 when there is no position. */
  readonly line: number;
  readonly column: number;
  readonly kind: FrameKind;
  /** Of a dependency whose file does not lie in its package, by what its source map or its bundler calls it: that package. */
  readonly package?: string;
}

/** Whose profile it is, and what it measures. There is at most one of a kind, inlined or not, for each thread. */
export interface ProfileSource {
  /** Process the samples are of; 0 for an imported file. */
  readonly pid: number;
  /** Thread of that process, as Node numbers them: 0 is the main one. */
  readonly thread: number;
  readonly kind: ProfileKind;
  /** As V8 runs the code. False: of a second pass, in which it inlines nothing (exact-pass.ts). */
  readonly inlined: boolean;
  readonly unit: WeightUnit;
  /** Asked sampling interval; 0 when unknown, or when samples are not taken by time. */
  readonly intervalUs: Microseconds;
}

/** As Node numbers the threads of a process. */
export const MAIN_THREAD = 0;
export const MOST_THREAD = 0xffff_ffff;
/** Where a thread is chosen: all but the main one. */
export const WORKER_THREADS = -1;

/** `chosen` null: all. */
export function isOfThread(thread: number, chosen: number | null): boolean {
  return chosen === null || (chosen === WORKER_THREADS ? thread !== MAIN_THREAD : thread === chosen);
}

/** What all profiles were before there were others. */
export const CPU_OF_MAIN_THREAD = {
  thread: MAIN_THREAD,
  kind: CPU_CAPTURE,
  inlined: true,
  unit: 'microseconds',
} as const satisfies Partial<ProfileSource>;

/** Names a profile among those of a recording. */
export function profileKey({ pid, thread, kind, inlined }: Pick<ProfileSource, 'pid' | 'thread' | 'kind' | 'inlined'>): string {
  return `${pid}:${thread}:${kind}:${inlined}`;
}

export interface Profile extends ProfileSource {
  readonly frames: readonly Frame[];
  /** Parent node of each node; node 0 (the root) has -1. */
  readonly parent: Int32Array;
  /** Frame of each node. */
  readonly frame: Int32Array;
  /** Node of each sample. */
  readonly sampleNode: Int32Array;
  /** µs since time 0, never decreasing. */
  readonly sampleTime: Float64Array;
  readonly startTime: Microseconds;
  readonly endTime: Microseconds;
  /** What each sample weighs; null: the time until the next one. */
  readonly weights: Float64Array | null;
  /** As how many samples each counts, where that is told apart from what it weighs. Absent: each is one, or what it weighs is their number. */
  readonly taken?: Float64Array;
  /** Its times are those at which functions began and ended, as they were recorded: none of them was sampled. */
  readonly isTraced?: true;
  /** The request of its process that each sample was taken in, as `ServedRequests` numbers them; 0: none, -1: not known. Absent: samples are not told apart by requests. */
  readonly requests?: Int32Array;
  /** On which lines its samples were taken, by slices. Absent: not known. */
  readonly lines?: LineTicks;
  /** How long its thread was on CPU and blocked, by sample. Absent: not known, and a sample lasts until the next one. */
  readonly division?: Division;
}

/** Whether its samples have times; counted stacks have none. */
export function hasTimes({ startTime, endTime }: Profile): boolean {
  return endTime > startTime;
}

/** Original position of a generated one, found through a source map. Zero-based like Frame. */
export interface SourcePosition {
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** Original name of the function; null: keep the generated one. */
  readonly name: string | null;
  /** Of code of a dependency in a file of the user's own, as bundlers put it there: the package that it is of, or empty where that is not known. */
  readonly package?: string;
}

/** Key: frameKey(url, line, column) of the generated position. */
export type SourcePositions = Readonly<Record<string, SourcePosition>>;

/** Where a generated line was written; what a source map says of lines. Key: lineKey(url, line). */
export type LinePositions = Readonly<Record<string, LinePlace>>;

/** `line`: one-based. */
export function lineKey(url: string, line: number): string {
  return `${url}:${line}`;
}

export function frameKey(url: string, line: number, column: number): string {
  return `${url}:${line}:${column}`;
}

/** A line of a file. */
export interface LinePlace {
  readonly url: string;
  /** One-based, as V8 counts here and editors everywhere. */
  readonly line: number;
  /** False: what ran has several lines of the source in one, and this is the first of them. */
  readonly isExact: boolean;
}

export interface LineTicks {
  /** When the first sample of each slice was taken, on the clock of the profile's samples; a slice reaches to the next one. */
  readonly start: Float64Array;
  /** Of each slice its first entry; they go on to those of the next one. */
  readonly first: Int32Array;
  readonly node: Int32Array;
  /** In `places`. */
  readonly place: Int32Array;
  readonly ticks: Int32Array;
  readonly places: readonly LinePlace[];
  /** Of each entry what its samples are of (wait-lines.ts). Absent: no line is known to wait. */
  readonly waits?: Uint8Array;
}

/** Where the CPU time of threads is from. */
export type DividedBy = NonNullable<KnownCpu['by']>;

/** The same intervals with what became of their time: `ran` + `waited` + `stopped` + `blocked` + `idle` = `sampled`. */
export interface DividedIntervals {
  readonly start: Microseconds;
  readonly end: Float64Array;
  /** Of each interval, so much was sampled: all but what lies between two recordings. */
  readonly sampled: Float64Array;
  readonly ran: Float64Array;
  readonly waited: Float64Array;
  readonly stopped: Float64Array;
  readonly blocked: Float64Array;
  readonly idle: Float64Array;
  /** Of `ran`: where no sample was on CPU. */
  readonly unseen: Float64Array;
}

export interface Division {
  readonly by: DividedBy;
  /** Whether it is known how long the thread waited for a core; otherwise that is in `blocked` and `idle`. */
  readonly knowsWaits: boolean;
  /** By sample: time on CPU, and blocked in a call. */
  readonly cpu: Float64Array;
  readonly blocked: Float64Array;
  /** By sample: how much of one sample on CPU it counts as. */
  readonly counted: Float64Array;
  readonly intervals: DividedIntervals;
  /** The thread went on until then, and its samples since the end of the profile are lost: it ended before it handed them over. Absent: none are. */
  readonly lostUntil?: Microseconds;
}

/** What became of the time of a thread. `waitedUs`: for a core; null: not known, and in `blockedUs` and `idleUs`. */
export interface ThreadParts {
  /** All but what lies between recordings. */
  readonly sampledUs: Microseconds;
  readonly cpuUs: Microseconds;
  /** Of `cpuUs`, so much passed without a sample on CPU. */
  readonly unseenUs: Microseconds;
  readonly blockedUs: Microseconds;
  readonly waitedUs: Microseconds | null;
  readonly idleUs: Microseconds;
  readonly stoppedUs: Microseconds;
}
