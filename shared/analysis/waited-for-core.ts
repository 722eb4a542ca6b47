/** Whether the threads of a profile had to wait for a core, because the machine was busy. */
import type { Milliseconds } from '../base/units.ts';
import type { RunReport } from '../model/report.ts';

/** Of the time in which threads could have run. */
const SAID_WAITING_SHARE = 0.2;
/** With less CPU time than this it is not worth a sentence. */
const SAID_WAITING_FROM_MS = 500;

/** How long, of all threads together; null: not known, or too little to be said. */
export function waitedForCoreMs({ profile }: Pick<RunReport, 'profile'>): Milliseconds | null {
  if (profile?.dividedBy !== 'kernel' || profile.threadCpuMs < SAID_WAITING_FROM_MS) return null;
  const waited = profile.threads.reduce((sum, { waitedForCoreMs: ms }) => sum + (ms ?? 0), 0);
  return waited >= SAID_WAITING_SHARE * (waited + profile.threadCpuMs) ? waited : null;
}
