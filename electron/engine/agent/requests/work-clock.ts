/**
 * CPU time of the thread that asks. `threadCpuUsage` alone lags by up to a tick of the kernel (4 ms: 0.8 ms of work was told as 0.3), and so does what
 * the kernel tells of the thread in /proc; `cpuUsage`, called before it by the same thread, brings the kernel's count up to date, after which it is
 * exact to a microsecond.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { clockUs } from '../hrtime.ts';
import { parseSchedstat } from '../threads/thread-reader.ts';

type Usage = { readonly user: Microseconds; readonly system: Microseconds };

/** Captured before the user's program runs. Nodes before 22.19 and 23.9 have no `threadCpuUsage`. */
const { cpuUsage, threadCpuUsage } = process as typeof process & { threadCpuUsage?: () => Usage };
const read = readSync;

const LEAST_AGE_US: Microseconds = 100;
/** Of the time of the thread. */
const MOST_COST = 0.01;
const TRIALS = 15;

const sumOf = ({ user, system }: Usage): Microseconds => user + system;

/** CPU time of the thread that asks; null: this Node does not know it. */
export function threadCpu(): Microseconds | null {
  if (threadCpuUsage === undefined) return null;
  cpuUsage.call(process);
  return sumOf(threadCpuUsage.call(process));
}

/**
 * For the thread that makes it, and cheap enough to be read in callbacks: where Node does not know the thread, Linux is asked over a descriptor that
 * stays open (2 µs in all).
 */
export class WorkClock {
  /** How old a reading may be when something long begins: reading it more often would cost too much. */
  readonly ageUs: Microseconds;
  private readonly bytes = Buffer.alloc(64);
  private file: number | null = null;

  constructor() {
    this.openFile();
    this.ageUs = Math.max(LEAST_AGE_US, this.costUs() / MOST_COST);
  }

  private openFile(): void {
    if (threadCpuUsage !== undefined) return;
    try {
      const file = openSync('/proc/thread-self/schedstat', 'r');
      this.file = file;
      if (this.readFile() === null) closeSync(file);
    } catch {
      // Not on Linux, or there are no descriptors left.
    }
  }

  /** Otherwise the clock is that of all threads of the process: an upper bound of what one of them has used. It may turn to that, but not back. */
  get isOfThread(): boolean {
    return threadCpuUsage !== undefined || this.file !== null;
  }

  /** What a reading costs here: 1 µs as a rule, and ten times as much where calls of the system are watched, as in some containers. */
  private costUs(): Microseconds {
    const took = Array.from({ length: TRIALS }, () => {
      const begun = clockUs();
      this.readUs();
      return clockUs() - begun;
    });
    return took.sort((a, b) => a - b)[TRIALS >> 1]!;
  }

  readUs(): Microseconds {
    const all = sumOf(cpuUsage.call(process));
    if (threadCpuUsage !== undefined) return sumOf(threadCpuUsage.call(process));
    return this.readFile() ?? all;
  }

  private readFile(): Microseconds | null {
    if (this.file === null) return null;
    try {
      const ranUs = parseSchedstat(this.bytes, read(this.file, this.bytes, 0, this.bytes.length, 0))?.ranUs ?? 0;
      if (ranUs > 0) return ranUs;
    } catch {
      // The program has closed what it did not open.
    }
    this.file = null;
    return null;
  }
}
