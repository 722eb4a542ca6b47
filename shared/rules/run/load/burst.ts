/** What waits while the load process stands still is sent all at once: that the server is slow then is our doing. */
import type { RunReport } from '../../../model/report.ts';
import { LATE_CONNECTIONS, LATENESS_LIMIT_MS } from '../../../model/run.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const burst = warning<RunReport>('burst', ({ generator: { openedLate = 0 } }) =>
  openedLate < LATE_CONNECTIONS ? [] : [say('runWarning.burst', { count: { figure: openedLate, as: 'count' }, limit: LATENESS_LIMIT_MS })],
);
