/** What happens while a run goes on, and the raw rows it records. Request rows are relative to the start of the
 *  measured phase ("time 0"); all other times are on the engine's monotonic clock. */
import type { Bytes, Microseconds, Milliseconds, Percent, Ratio } from '../base/units.ts';
import type { Column, TableOf } from './table.ts';

export const RUN_STATES = [
  'launching',
  'waiting',
  'warming',
  'measuring',
  'awaiting',
  'stopping',
  'processing',
  'exact',
  'done',
  'failed',
] as const;
/** `waiting`: the script runs, no port is open yet. `awaiting`: the load has ended; responses that are late are waited for. `stopping`: load has ended; profile and target are being closed. */
export type RunState = (typeof RUN_STATES)[number];

export function isFinal(state: RunState): boolean {
  return state === 'done' || state === 'failed';
}

/** How the measured phase ended. `full`: with as many requests as a run keeps. */
export const RUN_ENDINGS = ['completed', 'stopped', 'full', 'target-exited', 'recovered', 'failed'] as const;
export type RunEnding = (typeof RUN_ENDINGS)[number];

/** Of the `ending` in a report, which is the state of a run that goes on. */
export function isEnding(word: string): word is RunEnding {
  return (RUN_ENDINGS as readonly string[]).includes(word);
}

/**
 * Requests of a run at most, as every one of them is kept: what is planned beyond is refused where that can be known, and otherwise the run ends
 * there. It is 2.3 GB on disk at the most (46 bytes a row, and 2 more where ports are recorded), takes 20 s to open by what 12 million took, and lasts 41 minutes at 20,000 a second.
 */
export const MOST_ROWS = 50_000_000;

/** In the column of connections: none, because the request was not sent. */
export const NO_CONNECTION = 0xffff;
/** What a figure is that there is none of: no connecting, no first byte. */
export const ABSENT = 0xffff_ffff;

/** A column of the rows of requests. */
interface RequestColumn extends Column {
  /** The first session format that knows it. */
  readonly since: number;
  /** The value that says: there was none. */
  readonly absent?: number;
  /** The default of a row: a value, or that of another column. A column whose every row has it is neither sent nor stored. */
  readonly byDefault?: number | 'start' | 'connection';
}

/**
 * The rows of finished requests, in order of completion: the one place that says which columns they have. Allocating, slicing,
 * joining, storing, sending and CSV follow from it (shared/load/request-rows.ts); a new column is a line here, and is filled in where
 * it is known (engine/load/request-log.ts).
 *
 * A row is completed (status 100..999) or failed (status 1..99: 1 + index into the run's `errorKinds`); DROPPED and UNANSWERED are neither. What
 * its times say:
 *
 *   intended ── lateness ── start ── from sending ── end          latency = end - intended
 *
 * In a closed load a request is intended when it is sent, so that both latencies are the same. Of an unanswered request the end is that of the wait,
 * so that its latency is its age.
 */
export const REQUEST_COLUMNS = [
  { name: 'start', type: 'Float64', unit: 'us', since: 1, meaning: 'actual send, since the start of the measured phase' },
  // A kept connection is opened before time 0: there connecting is no part of the latency.
  { name: 'connect', type: 'Uint32', unit: 'us', since: 1, absent: ABSENT, meaning: 'time to connect; absent: connection reused' },
  {
    name: 'firstByte',
    type: 'Uint32',
    unit: 'us',
    since: 1,
    absent: ABSENT,
    meaning: 'from start to the first byte of the response; absent: none came',
  },
  {
    name: 'latency',
    type: 'Uint32',
    unit: 'us',
    since: 1,
    meaning: 'from the intended start to the end of the response, or until it failed',
  },
  { name: 'status', type: 'Uint16', unit: '', since: 1, meaning: 'HTTP status; 1 to 99: 1 + index into errorKinds' },
  { name: 'bytes', type: 'Uint32', unit: 'bytes', since: 1, meaning: 'received, headers included' },
  { name: 'connection', type: 'Uint16', unit: '', since: 1, meaning: 'which connection of the plan, from 0' },
  {
    name: 'intended',
    type: 'Float64',
    unit: 'us',
    since: 3,
    byDefault: 'start',
    meaning: 'when it was to be sent, since the start of the measured phase',
  },
  { name: 'request', type: 'Uint16', unit: '', since: 3, byDefault: 0, meaning: 'which request of the plan, from 0' },
  { name: 'phase', type: 'Uint16', unit: '', since: 3, byDefault: 0, meaning: 'which phase of the plan, from 0' },
  // Simulated users have connections of their own, so there are never more of them than a machine has ports.
  { name: 'user', type: 'Uint16', unit: '', since: 3, byDefault: 'connection', meaning: 'which simulated user, from 0' },
  // autocannon, after an error on the connection.
  {
    name: 'stale',
    type: 'Uint16',
    unit: '',
    since: 3,
    byDefault: 0,
    meaning: '1: the client timed it from an earlier request; not part of the latency',
  },
  {
    name: 'unmet',
    type: 'Uint16',
    unit: '',
    since: 3,
    byDefault: 0,
    meaning:
      'what the plan expected and the response was not: 1 + index into UNMET; 65535: its status, from 300 on, is what the plan expects',
  },
  // Recorded where the server's side of each request is recorded too: it tells which of its requests this one is.
  { name: 'port', type: 'Uint16', unit: '', since: 3, byDefault: 0, meaning: 'local port of the connection; 0: not recorded' },
] as const satisfies readonly RequestColumn[];

type KnownColumn = (typeof REQUEST_COLUMNS)[number];
export type RequestColumnName = KnownColumn['name'];
/** Rows of finished requests, one typed array for each column of REQUEST_COLUMNS, all of the same length. */
export type RequestBatch = TableOf<typeof REQUEST_COLUMNS>;
/** The same rows without the columns whose every row has the default. */
export type PackedBatch = TableOf<readonly Exclude<KnownColumn, { readonly byDefault: unknown }>[]> &
  Partial<TableOf<readonly Extract<KnownColumn, { readonly byDefault: unknown }>[]>>;

/** Error kinds of failed rows, by name; a row's status is 1 + index, so new ones go to the end. At most 99 kinds. */
export const ERROR_KINDS = [
  'TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'CLOSED', // the peer closed the connection before the whole response came
  'BAD_ANSWER', // what was received is not HTTP
  'EPIPE',
  'ETIMEDOUT',
  'EMFILE',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'TLS',
  'OTHER',
  'HTTP2', // the server speaks HTTP/2 only
  'ABANDONED', // an earlier request on the same connection failed, and the connection was given up
  'HTTPS', // the server speaks TLS, and the request was not encrypted
  'DROPPED', // never sent: as many were in flight as may be. A row without times, which is neither sent nor failed
  'STALE', // the server closed the connection, which had been idle, as the request was sent
  // A whole response with a good status that is not what its plan expects, in the order of UNMET
  'UNMET_STATUS',
  'UNMET_TEXT',
  'UNMET_PATTERN',
  'UNMET_JSON',
  'UNMET_TIME',
  'UNMET_CAPTURE',
  'UNMET_SIZE',
  // No response, though it was waited for when the load had ended. It has neither completed nor failed
  'UNANSWERED',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];
/** Status of the row of a request that was not sent. */
export const DROPPED = 1 + ERROR_KINDS.indexOf('DROPPED');
/** Status of the row of a request that was in flight when the load ended, was waited for, and got no response. */
export const UNANSWERED = 1 + ERROR_KINDS.indexOf('UNANSWERED');
export const TIMEOUT = 1 + ERROR_KINDS.indexOf('TIMEOUT');
export const FIRST_HTTP_STATUS = 100;

/** Of a row without a response whose latency is how long it was waited for: it would have taken at least so long. */
export function isCensored(status: number): boolean {
  return status === TIMEOUT || status === UNANSWERED;
}

/** In the column `unmet`: a redirect, or a status from 400 on, that the plan names as what it expects. */
export const AS_EXPECTED = 0xffff;
/** The statuses that are remarked upon unless the plan names them begin here. */
export const FIRST_WORTH_NAMING = 300;

/** Status of the row of a response that did not meet an expectation: an unexpected status says enough by itself. */
export function statusWithUnmet(status: number, unmet: number): number {
  return unmet === 0 || unmet === AS_EXPECTED || !isExpectedStatus(status) ? status : ERROR_KINDS.indexOf('UNMET_STATUS') + unmet;
}

/** Of a row: the response is the one that was wanted. */
export function isAsExpected(status: number, unmet: number | undefined): boolean {
  return isExpectedStatus(status) || unmet === AS_EXPECTED;
}

/** Statuses of the expected responses, unless a plan says otherwise; only these responses are part of the latency. */
export function isExpectedStatus(status: number): boolean {
  return status >= 200 && status <= 399;
}

/** The same of a code as a tool writes it: `404`, or of a whole class, `4xx`. */
export function isExpectedCode(code: string): boolean {
  return isExpectedStatus(Number(code.replace(/^(\d)xx$/, '$100')));
}

export function errorKindOf(status: number): ErrorKind | null {
  return status >= FIRST_HTTP_STATUS ? null : (ERROR_KINDS[status - 1] ?? 'OTHER');
}

/** Counts the load process keeps itself; rows say the rest. sent = rows but those that were dropped + in flight. */
export interface LoadCounts {
  readonly sent: number;
  /** Without unanswered requests, which have a row. */
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
  /** Of a group: whose process it is. */
  readonly member?: string | undefined;
  /** On the engine's clock. Absent: recorded before it was. */
  readonly startedAt?: Microseconds | undefined;
  /** When it was first seen to listen at the port that the load goes to (of a group: at that of its member). Absent: it was not. */
  readonly servesFrom?: Microseconds | undefined;
  /** Before it was to be stopped. Absent: it was not seen to end. */
  readonly ended?: ProcessEnd | undefined;
}

export interface ProcessEnd {
  readonly at: Microseconds;
  /** Null: how is not known. */
  readonly exit: ExitInfo | null;
}

/** A worker thread of a process of the target that has a profile. */
export interface TargetThread {
  readonly pid: number;
  /** As Node numbers them. */
  readonly thread: number;
  /** The name its program gave it, or the name of its file; empty for code without either. */
  readonly title: string;
  /** As the system numbers it; absent: not known. */
  readonly tid?: number | null | undefined;
}

/** One sample of one process of the target. */
export interface ServerSample {
  /** On the engine's monotonic clock; readers subtract the origin. */
  readonly at: Microseconds;
  readonly pid: number;
  /** Of one core, over the time since the previous sample; worker threads included. */
  readonly cpuPercent: Percent;
  readonly rss: Bytes;
  readonly heapUsed: Bytes;
  /** Of `rss`, what is surely Loopscope's: the memory of its thread in the process. NaN or absent: not known. */
  readonly ownBytes?: Bytes;
  /** Event-loop utilization of the main thread since the previous sample; NaN when the process has no agent. */
  readonly elu: Ratio;
  /** Longest stall of the event loop since the previous sample, µs above the sampler's own resolution; NaN without agent.
   *  While the loop is blocked: the age of the stall. */
  readonly loopStall: Microseconds;
  readonly gcCount: number;
  /** Time spent in GC since the previous sample, µs. */
  readonly gcTime: Microseconds;
  /**
   * What was allocated in the heaps of the main thread and of worker threads since the previous sample; memory of Buffers is not in it. NaN or absent,
   * as in all that follows to `stepPause`: not known.
   */
  readonly allocated?: Bytes;
  /** Threads of which it is not known what they allocated lately. */
  readonly behind?: number;
  /** Until when `allocated` is known: a worker thread tells at intervals, so that a sample may leave out what it has just allocated. On the engine's clock. */
  readonly toldAt?: Microseconds;
  /** Levels, of the main thread and worker threads together but for `heapUsed`; without what the agent shares with them. */
  readonly heapTotal?: Bytes;
  readonly workersHeap?: Bytes;
  readonly external?: Bytes;
  readonly arrayBuffers?: Bytes;
  /** Used by the main thread after its last full collection; NaN: there was none since the previous sample. */
  readonly liveHeap?: Bytes;
  /** Full collections, and steps of marking for one, since the previous sample; the others of `gcCount` are minor ones. */
  readonly fullCount?: number;
  readonly fullTime?: Microseconds;
  readonly stepCount?: number;
  readonly stepTime?: Microseconds;
  /** The longest of each kind since the previous sample; 0: none. */
  readonly minorPause?: Microseconds;
  readonly fullPause?: Microseconds;
  readonly stepPause?: Microseconds;
  /** Of one core, by other threads than the main one and our own, since the previous sample; NaN or absent: not known. */
  readonly otherThreadsPercent?: Percent;
  /** As the system counts them; NaN or absent: it does not say. */
  readonly threads?: number;
  readonly openFiles?: number;
  readonly openFilesLimit?: number;
  /** Of all threads, since the previous sample: they waited for something, or had to leave the processor to others. */
  readonly voluntarySwitches?: number;
  readonly involuntarySwitches?: number;
  /** When the last request came, and the last response ended (0: none has); NaN or absent: none has come, or not known. On the engine's clock. */
  readonly lastRequest?: Microseconds;
  readonly lastResponse?: Microseconds;
  /** The longest that a response took so far. */
  readonly longestResponse?: Microseconds;
}

/** Of a sample, what is known where the client does not say which requests got no response. */
export const RESPONSE_TIMES = ['lastRequest', 'lastResponse', 'longestResponse'] as const;

/** Of a sample, what V8 tells of its heaps. */
export const HEAP_FIGURES = [
  'allocated',
  'behind',
  'toldAt',
  'heapTotal',
  'workersHeap',
  'external',
  'arrayBuffers',
  'liveHeap',
  'fullCount',
  'fullTime',
  'stepCount',
  'stepTime',
  'minorPause',
  'fullPause',
  'stepPause',
] as const;
export type HeapSample = Required<Pick<ServerSample, (typeof HEAP_FIGURES)[number]>>;

/** Of a sample, what only the system knows; on Linux. */
export const SYSTEM_FIGURES = ['threads', 'openFiles', 'openFilesLimit', 'voluntarySwitches', 'involuntarySwitches'] as const;
export type SystemFigures = Required<Pick<ServerSample, (typeof SYSTEM_FIGURES)[number]>>;

/** `client...`: of the load command, if one makes the load; `clientFile`: what it wrote to the file it was given. */
export const OUTPUT_STREAMS = ['stdout', 'stderr', 'client', 'clientError', 'clientFile'] as const;
export type OutputStream = (typeof OUTPUT_STREAMS)[number];
/** What a target has. */
export type TargetStream = Extract<OutputStream, 'stdout' | 'stderr'>;

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface GeneratorHealth {
  /** CPU of all load processes, of one core. */
  readonly cpuPercent: Percent | null;
  /** The same of the busiest of them; left out: there is one. */
  readonly busiestPercent?: Percent | undefined;
  /** How long the main threads of the load processes were ready to run and had no core, of one core; 0 where the system does not say. Absent in older files. */
  readonly waitedForCorePercent?: Percent | undefined;
  /** How long the event loop of a load process did not turn for more than 0.1 s at a time, of the one that did for longest; left out: always less. */
  readonly stoodStillMs?: { readonly total: Milliseconds; readonly longest: Milliseconds } | undefined;
  /** How much later than intended requests are sent; null: the load has no schedule, as the closed one. */
  readonly latenessMs: { readonly p50: Milliseconds; readonly p99: Milliseconds } | null;
  /** Connections so far that were opened for a request that was sent later than the limit; left out: the load has no schedule. */
  readonly openedLate?: number | undefined;
  /** The core that each load process was kept on; left out: they went where the system put them. */
  readonly pinnedTo?: readonly number[] | undefined;
  /**
   * True: the load generator may have been the bottleneck: a process used over 80 % of a core (of a load with a schedule: or waited for one), for 3 s in
   * a row its lateness was above the limit, or half of all requests were later than the limit.
   */
  readonly limited: boolean;
}
export const GENERATOR_LIMIT_PERCENT = 80;
/** Of the 99 % percentile. Timers are good for 1 to 3 ms; what is later waited for the process. */
export const LATENESS_LIMIT_MS: Milliseconds = 10;
/** So many connections for late requests are a burst of ours; a few are what any pause of a scheduler costs. */
export const LATE_CONNECTIONS = 10;
/** So many seconds in a row: one may be that of another program, or of a collection of garbage. */
export const LIMITED_SECONDS = 3;

/**
 * One sample of the machine during a run: what else was running on it, and the state of the load process. CPU in percent of one
 * core since the previous sample, as for the target's processes; NaN: not reported by the system, or nothing was received.
 */
export interface MachineSample {
  /** On the engine's monotonic clock. */
  readonly at: Microseconds;
  /** How long nothing ran, or by how much the clock was set, since the previous sample; negative: it was set back. Below a tenth of a second it is jitter. */
  readonly clockGap: Microseconds;
  /** CPU of processes that belong neither to the target nor to Loopscope. */
  readonly foreignPercent: Percent;
  /** CPU that this machine, being a virtual one, wanted and its host gave to others. */
  readonly stealPercent: Percent;
  /** CPU of the load process, over the last second. */
  readonly generatorPercent: Percent;
  /** How late requests were sent, 99 % percentile; NaN for closed load, which has no schedule. */
  readonly generatorLateness: Microseconds;
}

/**
 * A longer gap marks a run and takes its round out of a comparison. Clocks are sampled each second; a daemon that keeps the time moves
 * them by 0.5 ms a second at most, and on a busy machine a sample is some tens of milliseconds late. What takes 2 s is a suspended
 * machine, a stopped process (Ctrl-Z), or a clock that was set.
 */
export const CLOCK_GAP_LIMIT_US: Microseconds = 2_000_000;
