/** Too few responses for the percentile that people look at first. */

import { findStopped } from '../../../analysis/silence.ts';
import { minimumCount } from '../../../base/statistics/minimum-count.ts';
import { isWeak } from '../../../load/distribution.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { longerLoad } from '../../next-load.ts';
import { warning } from '../../rule.ts';

const JUDGED = 99;

export const fewResponses = warning<RunReport>('few-responses', (run) => {
  const { latencyMs } = run;
  if (latencyMs === null) return [];
  const count = latencyMs.count + (latencyMs.censored ?? 0);
  const needed = minimumCount(JUDGED);
  if (!isWeak(JUDGED, count)) return [];
  const changes = count === 0 || findStopped(run) !== null ? null : longerLoad(run, needed / count);
  const says = say('runWarning.few', { count, percentile: JUDGED, needed });
  return [{ says, experiment: changes && { kind: 'run', changes } }];
});
