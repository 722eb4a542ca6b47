/** A client that does not say which requests got no response, and a server that was seen to end none from some moment on (derive/sections/client.ts). */
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface ServedUntil {
  readonly kind: 'served-until';
  readonly says: Said;
}

export const servedUntil: Rule<RunReport, ServedUntil> = {
  id: 'served-until',
  severity: 'bad',
  line: 'headline',
  codes: ['served-until'],
  find: ({ warnings }) =>
    warnings.flatMap((says) => ('key' in says && says.key === 'load.servedUntil' ? [{ kind: 'served-until' as const, says }] : [])),
  says: ({ says }) => says,
};
