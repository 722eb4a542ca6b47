/** Unexpected responses beside expected ones: servers send errors faster, or slower. */
import { tellStatuses } from '../../../analysis/failed-load.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';
import { sayShare } from '../../share.ts';

export const unexpectedStatuses = warning<RunReport>('unexpected-statuses', (run) => {
  const { failed, completed, unexpected } = run.requests;
  if (unexpected === 0) return [];
  const of = { share: sayShare(unexpected / (completed + failed), 'runWarning'), count: { figure: unexpected, as: 'count' } } as const;
  return [say('runWarning.unexpected', { ...of, statuses: tellStatuses(run) })];
});
