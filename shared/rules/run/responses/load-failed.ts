/** No response had an expected status: no figure says how fast the server is, so only why, and what to do, is said. */
import { findLoadFailure } from '../../../analysis/failed-load.ts';
import { tellFailure } from '../../../format/word-said.ts';
import type { Failure } from '../../../model/failure.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Rule } from '../../rule.ts';

interface LoadFailed {
  readonly kind: 'load-failed';
  readonly failure: Failure;
}

export const loadFailed: Rule<RunReport, LoadFailed> = {
  id: 'load-failed',
  severity: 'bad',
  line: 'headline',
  codes: ['load-failed'],
  // Everything that is of responses, or of those that went wrong beside others.
  silences: [
    ...['requests-failed', 'unexpected-statuses', 'outcome', 'streams', 'rate', 'level-change', 'levels', 'latency'],
    ...['generator-limit', 'waiting', 'code', 'restarted-unfelt', 'completed'],
  ],
  find: (run) => {
    const failure = findLoadFailure(run);
    return failure && { kind: 'load-failed', failure };
  },
  says: ({ failure }) => tellFailure(failure),
};
