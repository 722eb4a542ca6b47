/** Requests without a response, beside those that went well. Any one of them: which latencies it would have had is not known. */
import { tellErrors } from '../../../analysis/failed-load.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';
import { sayShare } from '../../share.ts';

export const requestsFailed = warning<RunReport>('requests-failed', (run) => {
  const { failed, timedOut, completed } = run.requests;
  if (failed === 0) return [];
  const of = { share: sayShare(failed / (completed + failed), 'runWarning'), count: { figure: failed, as: 'count' } } as const;
  return [say(`runWarning.${timedOut > 0 ? 'requestsTimedOut' : 'requestsFailed'}`, { ...of, errors: tellErrors(run) })];
});
