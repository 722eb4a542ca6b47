/** What is known of the time of a thread, sample by sample and in all (divide-samples.ts). */
import type { KnownCpu } from '../../model/known-cpu.ts';
import type { Microseconds } from '../../model/units.ts';

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
