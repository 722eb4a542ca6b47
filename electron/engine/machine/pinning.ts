/** Keeping a process on one core: Linux, with `taskset` of util-linux. Elsewhere, and where that is missing, it goes where the system puts it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Milliseconds } from '../../../shared/base/units.ts';

/** Number of a core, as the system counts them. */
export type Core = number;

/** Cores left to the server, this engine and the rest of the machine: with fewer they would share cores in spite of pinning. */
const LEFT_FREE = 3;
const PATIENCE: Milliseconds = 2_000;

/** The cores that this process may use, ascending, as the system or a container allows; empty: it does not say. */
export function allowedCores(pid: number | 'self' = 'self'): readonly Core[] {
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return list === undefined ? [] : parseCores(list);
  } catch {
    return [];
  }
}

/** `0-2,7` */
export function parseCores(list: string): readonly Core[] {
  return list.split(',').flatMap((part) => {
    const [from, to = from] = part.split('-').map(Number);
    return Array.from({ length: to! - from! + 1 }, (_, nth) => from! + nth);
  });
}

/** One core for each of so many processes; empty: there are too few. The last ones, because interrupts mostly go to the first. */
export function chooseCores(processes: number, allowed = allowedCores(), leftFree = LEFT_FREE): readonly Core[] {
  return allowed.length < processes + leftFree ? [] : allowed.slice(-processes);
}

/** Pins all threads of a process; false: it could not be done. */
export async function pinTo(core: Core, pid: number): Promise<boolean> {
  try {
    await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { timeout: PATIENCE });
    // It ends well for a process that is gone, too.
    return allowedCores(pid).join() === String(core);
  } catch {
    return false;
  }
}
