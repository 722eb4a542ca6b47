/** Whether a run is included in the verdict. */

import { isByTool, requestsOf } from '../../../../shared/analysis/verdicts/by-tool.ts';
import { type Exclusion, STOPPED_PASS } from '../../../../shared/model/comparison/exclusion.ts';
import type { Failure } from '../../../../shared/model/failure.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { type Said, say, sayBoth } from '../../../../shared/words/said.ts';
import type { RunResult } from '../run/run-controller.ts';

/**
 * A run in which more requests failed than this measured something else: latency covers the responses, and those that did
 * not arrive are missing from it. Below this, a few resets at the end of a connection's life do not move a median.
 */
export const MOST_FAILED_SHARE = 0.05;

/** Failures that say nothing about the server under load, once something has been measured. */
const OURS: readonly Failure['code'][] = ['load-process-died', 'internal'];

/**
 * Whether a run may be replaced: only if it was not excluded because of its results. A server that breaks down under load
 * is a result, and retrying until it does not would hide that.
 */
export function mayBeReplaced({ ending, failure }: RunResult, hasMeasured: boolean): boolean {
  if (ending === 'stopped' || failure === null) return false;
  return !hasMeasured || OURS.includes(failure.code);
}

/** Why a cell of a grid has no whole run, whatever its figures are; null: it has one. */
export function findCellProblem({ ending, failure }: RunResult): Exclusion | null {
  if (ending === 'stopped') return STOPPED_PASS;
  if (ending === 'full') return say('exclusion.full');
  return failure === null ? null : sayFailure(failure);
}

/** What happened and what to do: a grid shows it nowhere else. */
export function sayFailure({ says, hint }: Failure): Said {
  return hint === null ? says : sayBoth(says, hint);
}

/** Why the run is excluded, as a message; null: it is included, unless it differs from the others (`shared/analysis/statuses.ts`). */
export function findExclusion({ ending, failure }: RunResult, report: Pick<RunReport, 'requests' | 'byCommand'>): Exclusion | null {
  if (ending === 'stopped') return STOPPED_PASS;
  if (ending === 'full') return say('exclusion.full');
  if (failure !== null) return failure.says;
  // The output of its load command could not be read, or lacks it; the figures of the server exist all the same.
  if (isByTool(report) && (report.byCommand?.requests.completed ?? null) === null) return null;
  const requests = requestsOf(report);
  if (requests.completed === 0) return say('exclusion.noResponse');
  const share = requests.failed / (requests.completed + requests.failed);
  if (share > MOST_FAILED_SHARE) return say('exclusion.failed', { percent: (share * 100).toFixed(1) });
  return null;
}
