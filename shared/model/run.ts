/** What happens while a run goes on, and the raw rows it records. Request rows are relative to the start of the
 *  measured phase ("time 0"); all other times are on the engine's monotonic clock. */
import type { Bytes, Microseconds, Milliseconds, Percent, Ratio } from './units.ts';

export const RUN_STATES = ['launching', 'waiting', 'warming', 'measuring', 'stopping', 'done', 'failed'] as const;
/** `waiting`: the script runs, no port is open yet. `stopping`: load has ended; profile and target are being closed. */
export type RunState = (typeof RUN_STATES)[number];

export function isFinal(state: RunState): boolean {
  return state === 'done' || state === 'failed';
}

/** How the measured phase ended. */
export type RunEnding = 'completed' | 'stopped' | 'target-exited' | 'recovered' | 'failed';

/**
 * Rows of finished requests, one typed array per column, all of the same length, in order of completion.
 * A row is completed (status 100..999) or failed (status 1..99: 1 + index into the run's `errorKinds`).
 */
export interface RequestBatch {
  /** Actual send, µs since time 0. */
  readonly start: Float64Array;
  /** Time to connect, µs; ABSENT when the connection was reused. Kept connections are opened before time 0: there it is no part of the latency. */
  readonly connect: Uint32Array;
  /** From start to first byte of the answer, µs; ABSENT when none came. */
  readonly firstByte: Uint32Array;
  /** From start to end: the latency (of a failed request: until it failed), µs. */
  readonly latency: Uint32Array;
  readonly status: Uint16Array;
  /** Bytes received for this request, headers included. */
  readonly bytes: Uint32Array;
  /** Which connection of the plan, 0-based. */
  readonly connection: Uint16Array;
}
export const ABSENT = 0xffff_ffff;

/** Error kinds of failed rows, by name; a row's status is 1 + index. At most 99 kinds; the last one is `OTHER`. */
export const ERROR_KINDS = [
  'TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'CLOSED', // the peer closed the connection before the whole answer came
  'BAD_ANSWER', // what came is not HTTP
  'EPIPE',
  'ETIMEDOUT',
  'EMFILE',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'TLS',
  'OTHER',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];
export const FIRST_HTTP_STATUS = 100;

export function errorKindOf(status: number): ErrorKind | null {
  return status >= FIRST_HTTP_STATUS ? null : (ERROR_KINDS[status - 1] ?? 'OTHER');
}

/** Counts the load process keeps itself; rows say the rest. sent = rows + unfinished. */
export interface LoadCounts {
  readonly sent: number;
  readonly inFlight: number;
}

export type ProcessRole = 'main' | 'cluster worker' | 'child';

export interface TargetProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly role: ProcessRole;
  /** What the process runs, for people: the script's file name. */
  readonly title: string;
  readonly node: string;
}

/** One look at one process of the target. */
export interface ServerSample {
  /** On the engine's monotonic clock; readers subtract the origin. */
  readonly at: Microseconds;
  readonly pid: number;
  /** Of one core, over the time since the sample before; worker threads included. */
  readonly cpuPercent: Percent;
  readonly rss: Bytes;
  readonly heapUsed: Bytes;
  /** Event-loop utilization of the main thread since the sample before; NaN when the process has no agent. */
  readonly elu: Ratio;
  /** Longest stall of the event loop since the sample before, µs above the sampler's own resolution; NaN without agent.
   *  While the loop is blocked: the age of the stall. */
  readonly loopStall: Microseconds;
  readonly gcCount: number;
  /** Time spent in GC since the sample before, µs. */
  readonly gcTime: Microseconds;
}

export type OutputStream = 'stdout' | 'stderr';

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface GeneratorHealth {
  /** CPU of the load process, of one core. */
  readonly cpuPercent: Percent | null;
  /** Closed load has no intended start, so no lateness: null. */
  readonly latenessMs: { readonly p50: Milliseconds; readonly p99: Milliseconds } | null;
  /** True: the generator, not the server, was the limit (over 80 % of a core). */
  readonly limited: boolean;
}
export const GENERATOR_LIMIT_PERCENT = 80;
