/** Requests that met a connection which the server had just closed, and were sent again. */
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const staleConnections = warning<RunReport>('stale-connections', ({ requests: { stale = 0 } }) =>
  stale === 0 ? [] : [say('runWarning.stale', { count: { figure: stale, as: 'count' } })],
);
