/** Figures of the processes of a server and of their threads, as reports have them. */
import type { Bytes, Milliseconds, Percent, Ratio } from '../base/units.ts';
import type { ExitInfo, ProcessRole } from './run.ts';
import type { ThreadKind, ThreadSource } from './thread-times.ts';

/** A row of the CPU time of a process by thread: a thread, or all of a kind. */
export interface ThreadFigures {
  readonly kind: ThreadKind;
  /** As Node numbers its threads: 0 is the main one. Null: several, or none of JavaScript. */
  readonly thread: number | null;
  /** As the system numbers them; null: several, or not known. */
  readonly tid: number | null;
  /** The name its program gave it, or its file; empty: none, or it is the main one. */
  readonly title: string;
  /** How many it is of. */
  readonly threads: number;
  readonly cpuMs: Milliseconds;
  /** Ready to run, without a core; null: not known. */
  readonly waitedForCoreMs: Milliseconds | null;
  /** By SIGSTOP or a debugger; null: not known. */
  readonly stoppedMs: Milliseconds | null;
  /** Of its profile. Null: it has none, or these are several threads. */
  readonly samples: number | null;
  /** In calls that wait, as its samples say. Null: as above. */
  readonly blockedMs: Milliseconds | null;
  readonly idleMs: Milliseconds | null;
  /** So much of its time passed without samples, so that its parts do not add up to it. Absent: hardly any, or it has no profile. */
  readonly unsampledMs?: Milliseconds;
  /** And so much passed before its end, of which the samples are lost. Absent: as above. */
  readonly lostMs?: Milliseconds;
}

/** The CPU time of a process by thread. The rows add up to `processMs`, but for errors of measuring (`agrees`). */
export interface CpuByThread {
  readonly by: ThreadSource;
  readonly durationMs: Milliseconds;
  readonly processMs: Milliseconds;
  /** The main thread, worker threads, the busiest first, and those of other kinds together. */
  readonly rows: readonly ThreadFigures[];
  /** Of the process, and of none of the threads that were seen: in the row `ended workers` or `not told apart`. Negative: they used more. */
  readonly unseenMs: Milliseconds;
  /** The threads that were seen have all of the time of the process, within 1 %, or the rest is of threads that ended. */
  readonly agrees: boolean;
}

/** How long a process lived, since time 0. */
export interface ProcessLife {
  /** Negative: before the load. Null: not known. */
  readonly startedMs: Milliseconds | null;
  /** Null: it was not seen to end before it was stopped. */
  readonly endedMs: Milliseconds | null;
  /** Null: it has not ended, or how is not known. */
  readonly exit: ExitInfo | null;
}

export interface ServerFigures extends Partial<ProcessLife> {
  readonly pid: number;
  readonly role: ProcessRole;
  /** Of a group: whose process it is. */
  readonly member?: string | undefined;
  /** It was seen to listen at the port that the load goes to (of a group: at that of its member). Absent: it was not, or recorded before that was. */
  readonly serves?: true;
  /**
   * Between which samples the figures are taken: how many intervals, and how long together. A load that is over before the next sample has one,
   * from just before it to just after it: of one interval there are means, and no `max` of CPU and `elu` (null).
   */
  readonly sampled: { readonly intervals: number; readonly ms: Milliseconds };
  readonly cpuPercent: { readonly mean: Percent; readonly max: Percent | null };
  /** With what Loopscope takes in the process. */
  readonly rssBytes: { readonly mean: Bytes; readonly max: Bytes };
  /** Of it, what is surely Loopscope's: the memory of its thread. The whole cost (12 to 40 MB were seen) cannot be told from the program's. Null or absent: not known, or none. */
  readonly ownBytes?: { readonly mean: Bytes; readonly max: Bytes } | null;
  /** Null when the process ran without agent. */
  readonly elu: { readonly mean: Ratio; readonly max: Ratio | null } | null;
  readonly loopDelayMs: { readonly max: Milliseconds } | null;
  readonly gc: { readonly count: number; readonly totalMs: Milliseconds } | null;
  /** For how long its samples speak, of the measured phase or the window; absent: not known. */
  readonly seenMs?: Milliseconds;
  /** CPU of worker threads, libuv's pool and V8's helpers, of one core; null or absent: not known. */
  readonly otherThreadsPercent?: Percent | null;
  /** Null or absent: not known. */
  readonly cpuByThread?: CpuByThread | null;
  /** Of `cpuPercent`: by Loopscope's own thread and the profiler. Null or absent: not known. */
  readonly ownCpuPercent?: Percent | null;
  /** As the system counts them; null or absent: it does not say. */
  readonly system?: {
    readonly threads: { readonly max: number };
    /** `limit`: how many the process may open; null: not known. */
    readonly openFiles: { readonly max: number; readonly limit: number | null };
    /** Context switches of all threads, each second: they waited for something, or had to leave the processor to others. */
    readonly switchesPerSecond: { readonly voluntary: number; readonly involuntary: number };
  } | null;
}
