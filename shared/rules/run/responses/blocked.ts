/** While no response came, the event loop was blocked (the threshold: silence.ts). */
import { blockedSince, findStopped, sayBlocked } from '../../../analysis/silence.ts';
import type { RunReport } from '../../../model/report.ts';
import type { Said } from '../../../words/said.ts';
import type { Rule } from '../../rule.ts';

interface Blocked {
  readonly kind: 'blocked';
  readonly says: Said;
}

export const blocked: Rule<RunReport, Blocked> = {
  id: 'blocked',
  about: 'silence',
  severity: 'info',
  line: 'why',
  codes: ['blocked'],
  find: (run) => {
    const stopped = findStopped(run);
    const found = stopped === null ? null : blockedSince(stopped, run);
    return found && { kind: 'blocked', says: sayBlocked(found) };
  },
  says: ({ says }) => says,
};
