/** Requests that were waited for when the load had ended, and got no whole response: the latencies are of the others. */
import { sayUnanswered } from '../../../analysis/silence.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

export const unanswered: Rule<RunReport, Said> = {
  id: 'unanswered',
  severity: 'trust',
  warns: true,
  find: sayUnanswered,
  says: (said) => said,
  evidence: ({ requests }) => [
    { name: 'unanswered', value: requests.unanswered ?? 0, unit: '' },
    { name: 'oldestMs', value: requests.oldestMs ?? 0, unit: 'ms' },
  ],
};
