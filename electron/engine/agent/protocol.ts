/**
 * What the agent in the target and the engine say to each other: one JSON document a line, over a private local socket
 * whose path and token are in the target's environment.
 */
import type { Bytes, Microseconds } from '../../../shared/base/units.ts';
import type { CollectionKind } from '../../../shared/model/memory.ts';
import type { ResponseTimes } from './threads/main-state.ts';
import type { PolledThreads } from './threads/thread-poller.ts';
import type { TimingReport } from './user-timings.ts';

/** `path|token|runId`, in one variable so that a script that copies its environment keeps it whole. */
export const AGENT_VARIABLE = 'LOOPSCOPE_AGENT';
/** Marks every descendant for the sweep that stops them; its value is the run id. */
export const RUN_VARIABLE = 'LOOPSCOPE_RUN';

/** `spans`: when each request was in the server; `work`: also which request the main thread works for; `waits`: also what each waits for. */
export type ObservedOfRequests = 'spans' | 'work' | 'waits';
/** Set if requests are observed; its value is the level of detail, and what that may cost of the time of the main thread, in percent: `waits 10`. */
export const REQUESTS_VARIABLE = 'LOOPSCOPE_REQUESTS';
/** Set if calls to other servers are added up, whosever they are. */
export const PEERS_VARIABLE = 'LOOPSCOPE_PEERS';
/** Set if the times of the last arrival and of the last end of a response are recorded. */
export const RESPONSES_VARIABLE = 'LOOPSCOPE_RESPONSES';
/** Set if V8 must not inline functions. */
export const NO_INLINING_VARIABLE = 'LOOPSCOPE_NO_INLINING';

/** Of the main thread and worker threads together, without what the agent shares with them; collections are those of the main thread. */
export interface HeapStats {
  readonly total: Bytes;
  /** Used by worker threads; `heapUsed` is the main thread's. */
  readonly ofWorkers: Bytes;
  readonly external: Bytes;
  readonly arrayBuffers: Bytes;
  /** Null: this Node does not tell. */
  readonly collections: {
    /** Since the process started, as all but the pauses. */
    readonly allocated: Bytes;
    /** Threads of which it is not known what they allocated lately: they work, and do not come back to their event loop. */
    readonly behind: number;
    /** Until when all others have told what they allocated. */
    readonly toldAt: Microseconds;
    readonly fullCount: number;
    readonly fullUs: Microseconds;
    readonly stepCount: number;
    readonly stepUs: Microseconds;
    /** Heap used after the last full one; null: there was none. */
    readonly live: Bytes | null;
    /** The longest since the stats before. */
    readonly pauses: Readonly<Record<CollectionKind, Microseconds>>;
  } | null;
}

export type FromAgent =
  | {
      type: 'hello';
      token: string;
      pid: number;
      ppid: number;
      /** Identifies a process together with the pid; null if the system does not report it. */
      startTicks: number | null;
      role: 'main' | 'cluster worker' | 'child';
      title: string;
      node: string;
      clock: Microseconds;
    }
  | { type: 'listening'; protocol: 'http' | 'https' | 'unknown'; address: string | null; port: number | null; socketPath: string | null }
  /** A server of the script could not listen; how the script handles that is up to the script. */
  | { type: 'listen-failed'; code: string; port: number | null }
  | {
      type: 'stats';
      clock: Microseconds;
      cpuUs: Microseconds;
      rss: number;
      heapUsed: number;
      /** The part of `rss` that certainly belongs to the agent. */
      ownBytes: number;
      /** Since the process started; `cpuUs`, `gcCount` and `gcUs` too. The stall is the longest since the stats before. */
      eluActiveUs: Microseconds;
      eluIdleUs: Microseconds;
      loopStallUs: Microseconds;
      gcCount: number;
      gcUs: Microseconds;
      heap: HeapStats;
      /** CPU time of the main thread and of the agent's own; null where the system does not tell it thread by thread. */
      ownThreadsUs: Microseconds | null;
      /** Null: no request has come so far, or they are not watched. */
      responses: ResponseTimes | null;
      /** True: the engine asked for these stats; absent: they are periodic. */
      asked?: true | undefined;
    }
  /** CPU of the threads of the process since the message before: the main one, worker threads, and those that Node has besides. */
  | ({ type: 'threads' } & PolledThreads)
  /** Marks and measures of the program, and how many more it made. */
  | { type: 'timings'; timings: readonly TimingReport[]; lost: number; thread?: number | undefined }
  /** The half of a capture in this process has started. */
  | { type: 'capture-started'; capture: string }
  /** Its data; only the capture knows their shape. */
  | { type: 'capture-report'; capture: string; report: unknown }
  /** Its last message: it was stopped, or has failed. */
  | { type: 'capture-stopped'; capture: string }
  /** `why` in the words of V8 or the system. */
  | { type: 'capture-failed'; capture: string; why: string }
  /** A process that this one has started has ended. */
  | { type: 'child-exit'; pid: number; code: number | null; signal: string | null }
  /** `code` is null when the process ends itself by a signal. */
  | { type: 'exit'; code: number | null };

export type ToAgent =
  /** A recording will follow. Has no reply. */
  | { type: 'capture-prepare'; capture: string; options: unknown }
  | { type: 'capture-start'; capture: string; options: unknown }
  | { type: 'capture-stop'; capture: string }
  /** Stats of this moment, which say that they were asked for. */
  | { type: 'sample' }
  /** First step of the stop ladder where there are no signals. */
  | { type: 'quit' };
