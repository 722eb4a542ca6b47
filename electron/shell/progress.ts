import type { RunningRun } from '../engine/host-protocol.ts';
import type { Desktop } from './desktop.ts';

/** What the task bar or dock shows: nothing, a share, or that something goes on of which the end is unknown. */
export function progressOf(running: readonly RunningRun[]): number {
  const [first] = running;
  if (first === undefined) return -1;
  // Above 1 means "unknown" to Electron.
  return first.done ?? 2;
}

export function setupProgress(desktop: Desktop): (running: readonly RunningRun[]) => void {
  return (running) => desktop.window?.setProgressBar(progressOf(running));
}
