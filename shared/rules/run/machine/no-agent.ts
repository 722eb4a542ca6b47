/** The server ran without our agent, so that nothing is known of its event loop. */
import { lacksAgent } from '../../../analysis/lacks-agent.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { warning } from '../../rule.ts';

export const noAgent = warning<RunReport>('no-agent', ({ target }) => (lacksAgent(target) ? [say('runWarning.noAgent')] : []));
