/** Whether a process runs, and since when. */
import type { Microseconds } from '../../../shared/base/units.ts';
import { readProcess } from '../agent/processes.ts';
import { isAlive } from '../agent/requests/sweep.ts';
import { clockUs } from '../machine/clock.ts';
import { TICK_US } from '../machine/cpu-times.ts';

/** A zombie (ended, not yet reaped by its parent) does not run. */
export function isRunning(pid: number): boolean {
  return process.platform === 'linux' ? readProcess(pid) !== null : isAlive(pid);
}

/**
 * When it was started, on the engine's clock; where the system does not tell it, now. The kernel counts from a moment of its own, which is found from
 * when this process began (some 20 ms before Node's own clock of it).
 */
export function startOf(pid: number): Microseconds {
  const now = clockUs();
  const [row, own] = [readProcess(pid), readProcess('self')];
  if (row === null || own === null) return now;
  const ownStart = now - process.uptime() * 1e6;
  return Math.min(now, ownStart + (row.startTicks - own.startTicks) * TICK_US);
}
