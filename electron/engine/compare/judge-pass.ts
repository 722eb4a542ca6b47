/** Whether a run may take part in a verdict. */
import { STOPPED_PASS } from '../../../shared/model/comparison.ts';
import type { RunReport } from '../../../shared/model/report.ts';
import type { RunResult } from '../run/run-controller.ts';

/**
 * A run in which more requests failed than this measured something else: latency is that of the answers, and those that did
 * not come are missing from it. Below, a few resets at the end of a connection's life do not move a median.
 */
export const MOST_FAILED_SHARE = 0.05;

/** Why the run takes no part, as a sentence; null: it does. */
export function findExclusion({ ending, failure }: RunResult, { requests }: Pick<RunReport, 'requests'>): string | null {
  if (ending === 'stopped') return STOPPED_PASS;
  if (failure !== null) return failure.message;
  if (requests.completed === 0) return 'No request was answered.';
  const share = requests.failed / (requests.completed + requests.failed);
  if (share > MOST_FAILED_SHARE) return `${(share * 100).toFixed(1)} % of its requests failed.`;
  return null;
}
