/** Processes of the server ended under load, and no request failed for it. */
import { isFelt, sayRestarts } from '../../../analysis/restarts.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface Restarted {
  readonly kind: 'restarted-unfelt';
  readonly says: Said;
}

export const restartedUnfelt: Rule<RunReport, Restarted> = {
  id: 'restarted-unfelt',
  about: 'restarts',
  severity: 'info',
  line: 'rest',
  codes: ['restarted-unfelt'],
  find: (run) => {
    const says = isFelt(run) ? null : sayRestarts(run);
    return says && { kind: 'restarted-unfelt', says };
  },
  says: ({ says }) => says,
};
