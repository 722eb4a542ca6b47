/** Much of the profile is Loopscope's own time. */
import type { Percent } from '../../../base/units.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

/** With less, shares of the program's code are at most a ninth too small, and a run without it is hardly faster. */
const TOLD_FROM: Percent = 10;

export const ownTime = warning<RunReport>('own-time', ({ profile }) => {
  const percent = profile?.unit === 'microseconds' ? (profile.hot.loopscopePercent ?? 0) : 0;
  return percent < TOLD_FROM ? [] : [say('runWarning.ownTime', { percent: { figure: percent, as: 'whole percent' } })];
});
