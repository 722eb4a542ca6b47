/** Whether the activity that a profile shows was in part waiting for a core. */
import type { RunReport } from '../model/report.ts';

/**
 * Samples are weighted with the time between them, whether the thread had a core or waited for one. CPU time counts all threads, so it
 * should be more than the activity of the one that is sampled; a fifth less is no error of measurement.
 */
const SAID_WAITING_SHARE = 0.2;
/** Less activity than this is not worth a sentence. */
const SAID_WAITING_FROM_MS = 500;

export function hasWaitedForCore({ profile }: Pick<RunReport, 'profile'>): boolean {
  if (!profile || profile.cpuMs === null || profile.activeMs < SAID_WAITING_FROM_MS) return false;
  return profile.cpuMs < profile.activeMs * (1 - SAID_WAITING_SHARE);
}
