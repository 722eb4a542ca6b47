import { type Leader, processesOfRun } from '../processes.ts';

/** A process may fork during the scan; repeating the scan finds the rest. */
const ROUNDS = 5;

/**
 * Kills every process of the run (`processesOfRun`), except the caller's own. Returns how many were
 * killed. On Linux; elsewhere 0.
 */
export function killMarked(runId: string, leaders: readonly Leader[] = []): number {
  const killed = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const found = processesOfRun(runId, leaders);
    if (found.length === 0) break;
    for (const { pid } of found) if (kill(pid, 'SIGKILL')) killed.add(pid);
  }
  return killed.size;
}

/** False when the process is gone already or not ours to signal. */
export function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process of this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
