/** Processes of the server ended under load: what was measured is several servers, one after the other. */
import { sayRestarts } from '../../../analysis/restarts.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

export const restarted: Rule<RunReport, Said> = {
  id: 'restarted',
  severity: 'trust',
  find: sayRestarts,
  says: (said) => said,
  evidence: ({ restarts }) => [
    { name: 'ended', value: restarts?.ended ?? 0, unit: '' },
    { name: 'failed', value: restarts?.failed ?? 0, unit: '' },
  ],
};
