/** Requests without a response, by variant (the thresholds: shares.ts). */
import { say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';
import { tellShares } from './shares.ts';

export const failedRequests = comparisonWarning('failed-requests', (compared) => {
  const shares = tellShares(
    compared,
    ({ failed }) => failed,
    ({ completed, failed }) => (completed === null || failed === null ? null : completed + failed),
  );
  return shares === null ? [] : [say('comparisonWarning.failed', { shares })];
});
