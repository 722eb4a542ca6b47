/** Responses with an unexpected status, by variant (the thresholds: shares.ts), and whether latency and throughput include them. */
import { unexpectedStatuses } from '../../analysis/statuses.ts';
import { isByTool } from '../../analysis/verdicts/by-tool.ts';
import { responsesCompared } from '../../analysis/verdicts/metrics.ts';
import { type Enumeration, say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';
import { tellShares, wholeRunsOf } from './shares.ts';

export const oddStatuses = comparisonWarning('odd-statuses', (compared) => {
  const shares = tellShares(
    compared,
    ({ unexpected }) => unexpected,
    ({ completed }) => completed,
  );
  if (shares === null) return [];
  const reports = wholeRunsOf(compared).map(({ report }) => report);
  // The tools tell only how many; whether their times and throughput include them is theirs.
  if (reports.some(isByTool)) return [say('comparisonWarning.unexpectedByTool', { shares })];
  const statuses: Enumeration = { list: unexpectedStatuses(reports), by: 'comma' };
  return responsesCompared(compared.passes) === 'unexpected'
    ? [say('comparisonWarning.unexpectedCompared', { statuses, shares })]
    : [say('comparisonWarning.unexpected', { statuses, shares })];
});
