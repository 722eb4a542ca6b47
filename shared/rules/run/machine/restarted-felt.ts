/** Processes of the server ended under load, and requests failed meanwhile. */
import { isFelt, sayRestarts } from '../../../analysis/restarts.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface Restarted {
  readonly kind: 'restarted';
  readonly says: Said;
}

export const restartedFelt: Rule<RunReport, Restarted> = {
  id: 'restarted-felt',
  about: 'restarts',
  severity: 'trust',
  line: 'headline',
  codes: ['restarted'],
  silences: ['pauses'],
  find: (run) => {
    const says = isFelt(run) ? sayRestarts(run) : null;
    return says && { kind: 'restarted', says };
  },
  says: ({ says }) => says,
};
