/**
 * CPU time of the thread that asks. `threadCpuUsage` alone lags by up to a tick of the kernel (4 ms: 0.8 ms of work was told as 0.3); `cpuUsage`,
 * called before it by the same thread, brings the kernel's count up to date, after which it is exact to a microsecond.
 */
import type { Microseconds } from '../../../shared/model/units.ts';

type Usage = { readonly user: Microseconds; readonly system: Microseconds };

/** Captured before the user's program runs. Nodes before 22.19 and 23.9 have no `threadCpuUsage`. */
const { cpuUsage, threadCpuUsage } = process as typeof process & { threadCpuUsage?: () => Usage };

/** Otherwise the clock is that of all threads of the process: an upper bound of what one of them has used. */
export const IS_CLOCK_OF_THREAD = threadCpuUsage !== undefined;

export function cpuUs(): Microseconds {
  const all: Usage = cpuUsage.call(process);
  const { user, system } = threadCpuUsage === undefined ? all : threadCpuUsage.call(process);
  return user + system;
}
