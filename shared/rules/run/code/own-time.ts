/** Much of the profile is Loopscope's own time. */
import type { Percent } from '../../../base/units.ts';
import type { RunReport } from '../../../model/report.ts';
import { whyNotTold } from '../../../profile/time/known-cpu.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** With less, shares of the program's code are at most a ninth too small. */
const TOLD_FROM: Percent = 10;

export const ownTime = warning<RunReport>('own-time', ({ profile }) => {
  // A server that hardly works has little but our heartbeat in its profile.
  if (profile?.unit !== 'microseconds' || whyNotTold(profile.hot.samples, profile.hot.cpu) !== null) return [];
  const percent = profile.hot.loopscopePercent ?? 0;
  return percent < TOLD_FROM ? [] : [say('runWarning.ownTime', { percent: { figure: percent, as: 'whole percent' } })];
});
