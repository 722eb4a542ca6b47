/** The server ran without our agent, so that nothing is known of its event loop. */
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const noAgent = warning<RunReport>('no-agent', ({ target }) => (lacksAgent(target) ? [say('runWarning.noAgent')] : []));

/** Only a script that became a server ran without one: another may never have run at all. */
export function lacksAgent({ agent, script, node }: RunReport['target']): boolean {
  return !agent && script !== '' && node !== '';
}
