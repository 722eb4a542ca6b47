import type { RunningRun } from '../engine/server/host-protocol.ts';
import type { Desktop } from './desktop.ts';

/** What the task bar or dock shows: nothing, a share, or an activity of unknown length. */
export function progressOf(running: readonly RunningRun[]): number {
  const [first] = running;
  if (first === undefined) return -1;
  // Electron treats values above 1 as indeterminate.
  return first.done ?? 2;
}

export function setupProgress(desktop: Desktop): (running: readonly RunningRun[]) => void {
  return (running) => desktop.window?.setProgressBar(progressOf(running));
}
