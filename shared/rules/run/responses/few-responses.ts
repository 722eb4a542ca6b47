/** Too few responses for the percentile that people look at first. */
import { isWeak, minimumCount } from '../../../load/distribution.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

const JUDGED = 99;

export const fewResponses = warning<RunReport>('few-responses', ({ latencyMs }) => {
  if (latencyMs === null) return [];
  const count = latencyMs.count + (latencyMs.censored ?? 0);
  return isWeak(JUDGED, count) ? [say('runWarning.few', { count, percentile: JUDGED, needed: minimumCount(JUDGED) })] : [];
});
