/** Requests without a response, by variant (the thresholds: shares.ts). */
import { say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';
import { tellShares } from './shares.ts';

export const failedRequests = comparisonWarning('failed-requests', (compared) => {
  const shares = tellShares(
    compared,
    ({ failed, unanswered }) => failed + (unanswered ?? 0),
    ({ completed, failed, unanswered }) => completed + failed + (unanswered ?? 0),
  );
  return shares === null ? [] : [say('comparisonWarning.failed', { shares })];
});
