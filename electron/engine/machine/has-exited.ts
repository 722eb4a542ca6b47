import type { ChildProcess } from 'node:child_process';

/** Whether a child is gone, as far as Node has heard. */
export function hasExited({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>): boolean {
  return exitCode !== null || signalCode !== null;
}
