import type { Microseconds, Milliseconds } from '../../base/units.ts';
import type { ThreadSource } from '../thread-times.ts';

/** How the CPU time of the threads of a profile is known. */
export interface KnownCpu {
  /** The kernel or Node measured it for each thread, or it is an estimate. Null: it is not known, and a sample counts for as long as it lasted. */
  readonly by: ThreadSource | 'estimate' | null;
  /** Of the threads together; 0 where it is not known. */
  readonly cpuMs: Milliseconds;
  /** The part of it that passed without a sample on CPU, and belongs to no function. */
  readonly unseenMs: Milliseconds;
  /** The part of that for which samples were taken and lost, because a thread ended before it handed them over. */
  readonly lostMs: Milliseconds;
  /** Asked interval of the samples; 0 where it is not known. */
  readonly intervalUs: Microseconds;
}

export const UNKNOWN_CPU: KnownCpu = { by: null, cpuMs: 0, unseenMs: 0, lostMs: 0, intervalUs: 0 };
