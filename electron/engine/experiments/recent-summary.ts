/** What the list of recent sessions says of each, so that runs of one script can be told apart. */
import { unexpectedOf } from '../../../shared/analysis/failed-load.ts';
import { REDIRECTS } from '../../../shared/analysis/statuses.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { RecentSummary } from '../../../shared/protocol/contract.ts';
import { requestOf } from '../../../shared/session/request-of.ts';

type Counts = Readonly<Record<string, number>>;

export function summarizePlan({
  setup,
  createdAt,
}: {
  readonly setup: Setup;
  readonly createdAt: string;
}): Pick<RecentSummary, 'request' | 'load' | 'client' | 'recordedAt'> {
  return { request: requestOf(setup), load: setup.load, client: setup.client, recordedAt: createdAt };
}

export function summarizeOutcomes(status: Counts, errors: Counts): Pick<RecentSummary, 'redirected' | 'onlyStatus'> {
  const redirected = REDIRECTS.reduce((sum, code) => sum + (status[code] ?? 0), 0);
  const [only, ...others] = Object.keys(unexpectedOf({ status }));
  const isOnly = only !== undefined && others.length === 0 && Object.keys(errors).length === 0;
  return { redirected, ...(isOnly ? { onlyStatus: only } : {}) };
}
