/** A client that does not say which requests got no response, and a server that was seen to end none from some moment on (derive/sections/client.ts). */
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface ServedUntil {
  readonly kind: 'served-until';
  readonly silent: NonNullable<RunReport['silentAtServer']>;
}

const SAYS = { waiting: 'load.servedUntil', blocked: 'load.blockedUntil', still: 'load.stoodStill' } as const;

export const servedUntil: Rule<RunReport, ServedUntil> = {
  id: 'served-until',
  severity: 'bad',
  line: 'headline',
  codes: ['served-until'],
  find: ({ silentAtServer: silent }) => (silent === undefined ? null : { kind: 'served-until', silent }),
  says: ({ silent: { ms, because } }) => say(SAYS[because], { time: { figure: ms, as: 'elapsed' } }),
};
