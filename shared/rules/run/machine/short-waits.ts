/**
 * Threads that work and wait in calls by turns, on a machine without a core for them: of waits of a millisecond, which samples one millisecond apart
 * hardly see, shares of functions were off by up to 8 points (test/acceptance/divided-samples.test.ts, `fine`, beside two busy programs), on a quiet
 * machine by up to 9. There it is not said, since how long waits are is not known, and of longer ones shares are within 5 points.
 */
import { waitedForCoreMs } from '../../../analysis/waited-for-core.ts';
import type { Ratio } from '../../../base/units.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** Of the measured time. Less of either moves no share by much. */
const LEAST_BLOCKED: Ratio = 0.1;
const LEAST_WORK: Ratio = 0.05;

export const shortWaits = warning<RunReport>('short-waits', (run) => {
  if (waitedForCoreMs(run) === null) return [];
  const { durationMs } = run.load;
  const threads = run.profile!.threads.filter(
    ({ cpuMs, blockedMs }) => (blockedMs ?? 0) >= LEAST_BLOCKED * durationMs && (cpuMs ?? 0) >= LEAST_WORK * durationMs,
  );
  const blocked = threads.reduce((sum, { blockedMs }) => sum + (blockedMs ?? 0), 0);
  return threads.length === 0 ? [] : [say('runWarning.shortWaits', { count: threads.length, blocked: { figure: blocked, as: 'elapsed' } })];
});
