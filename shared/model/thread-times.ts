/**
 * CPU of the threads of a process, over time. Each thread of the process has a series of intervals, each beginning where the one before it ends:
 *
 *   series 1, main     |--ran 41 ms, waited 3 ms--|--ran 50 ms--|--------- neither ---------|--ran 12 ms--|
 *                      start                      end           end                         end           end
 *
 * They are about 50 ms long where the kernel tells them (`/proc/PID/task/TID/schedstat`), 250 ms where Node does; neighbours in which the thread
 * neither ran nor waited are one, and those of long runs are joined. Series 0 is the process as a whole, with threads that have ended.
 */
import type { Microseconds } from '../base/units.ts';
import type { TableOf } from './table.ts';

/**
 * Of a thread: `main`; `worker`: one that the program has started (worker_threads); `v8`: Node's own helpers (garbage collection, compilation, delayed
 * tasks, signals); `libuv`: its pool (files, DNS, crypto, zlib); `profiler`: V8's sampler; `loopscope`: the agent's; `other`: of addons; `not told apart`: not known.
 * Of rows of a table also `ended workers`.
 */
export const THREAD_KINDS = ['main', 'worker', 'ended workers', 'v8', 'libuv', 'other', 'profiler', 'loopscope', 'not told apart'] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/** Where the times are from. `node`: of some threads only, and without the time they waited for a core. */
export const THREAD_SOURCES = ['kernel', 'node'] as const;
export type ThreadSource = (typeof THREAD_SOURCES)[number];

/** The process as a whole. */
export const WHOLE_PROCESS = 0;

/** A thread of a process of the target. */
export interface ProcessThread {
  /** Of its series; numbered from 1 in the order in which they were found. */
  readonly series: number;
  readonly kind: ThreadKind;
  /** As the system numbers them; null: not known. */
  readonly tid: number | null;
  /** Clock ticks since boot: with `tid`, which is given again, it names a thread for ever. Null: not known. */
  readonly startTicks: number | null;
  /** As Node numbers its own; 0: the main one. Null: not one of JavaScript, or not known. */
  readonly thread: number | null;
  /** The name its program gave it, or that of its file; empty: neither is known. */
  readonly title: string;
  /** When its series begins, on the engine's clock. */
  readonly start: Microseconds;
  /** Whether it has ended. */
  readonly ended: boolean;
}

export const THREAD_COLUMNS = [
  { name: 'end', type: 'Float64', unit: 'us', meaning: "end of the interval on the engine's clock; subtract the manifest's origin" },
  { name: 'ran', type: 'Float64', unit: 'us', meaning: 'on a core; of series 0 that of all threads' },
  { name: 'waited', type: 'Float64', unit: 'us', meaning: 'ready to run, without a core' },
  { name: 'series', type: 'Uint32', unit: '', meaning: 'thread, as the manifest numbers those of a process; 0: the process as a whole' },
  { name: 'pid', type: 'Uint32', unit: '', meaning: 'process' },
  { name: 'stopped', type: 'Uint16', unit: '', meaning: '1: the process was stopped (SIGSTOP)' },
] as const;

/** As they are stored. */
export type ThreadTable = TableOf<typeof THREAD_COLUMNS>;

/** The intervals of some threads of one process; of each thread in the order of time. */
export type ThreadRows = { readonly [C in Exclude<keyof ThreadTable, 'pid'>]: ArrayLike<number> };

/** Of one series. The first begins at `start`. */
export interface ThreadIntervals {
  readonly start: Microseconds;
  readonly end: Float64Array;
  readonly ran: Float64Array;
  readonly waited: Float64Array;
  readonly stopped: Uint16Array;
}

/** What is known of the threads of a process. */
export interface ThreadTimes {
  readonly by: ThreadSource;
  readonly whole: ThreadIntervals;
  readonly threads: readonly { readonly thread: ProcessThread; readonly intervals: ThreadIntervals }[];
}

/** How many series of a process are recorded; the CPU time of further threads is in that of the process only. */
export const MOST_SERIES = 1_000;
export const MOST_THREAD_TITLE = 200;

/** Of the time from `from` to `to`, in which intervals at its edges count by their part. */
export interface TimeOfThread {
  readonly ranUs: Microseconds;
  readonly waitedUs: Microseconds;
  readonly stoppedUs: Microseconds;
  /** Of it, so much is covered by intervals. */
  readonly seenUs: Microseconds;
}

export function timeBetween({ start, end, ran, waited, stopped }: ThreadIntervals, from: Microseconds, to: Microseconds): TimeOfThread {
  let [ranUs, waitedUs, stoppedUs, seenUs] = [0, 0, 0, 0];
  let begin = start;
  for (let row = 0; row < end.length && begin < to; row++) {
    const until = end[row]!;
    const inside = Math.min(until, to) - Math.max(begin, from);
    if (inside > 0) {
      const part = inside / (until - begin);
      ranUs += ran[row]! * part;
      waitedUs += waited[row]! * part;
      if (stopped[row] === 1) stoppedUs += inside;
      seenUs += inside;
    }
    begin = until;
  }
  return { ranUs, waitedUs, stoppedUs, seenUs };
}
