import type { ChildProcess } from 'node:child_process';
import { descendantsOf, listProcesses } from '../agent/processes.ts';

let hasWindow = false;
const helpers = new Set<number>();

/** Declares that this engine belongs to the desktop window, whose processes then count as ours: drawing is not a disturbance by another program. */
export function countWindowAsOurs(): void {
  hasWindow = true;
}

/** Takes a process that this engine has started as ours, until it ends. */
export function countAsOurs(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  helpers.add(pid);
  child.once('exit', () => helpers.delete(pid));
}

/** Ids of the processes that help this engine now; they come and go while a run goes on. */
export function helperProcesses(): readonly number[] {
  return [...helpers];
}

/**
 * Ids of Loopscope's own processes beside those of a run: this engine, and the window above it as it is now. The browser that shows
 * what `serve` serves is not known, and is counted as another program: it takes the same CPU from what is measured.
 */
export function ownProcesses(): number[] {
  if (!hasWindow || process.platform !== 'linux') return [process.pid];
  const rows = listProcesses();
  const below = descendantsOf(new Set([process.ppid]), rows).map(({ pid }) => pid);
  return [process.ppid, process.pid, ...below.filter((pid) => pid !== process.pid)];
}
