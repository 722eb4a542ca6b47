/** Not all of the load was sent: everything else is a figure of another load. Not of sweeps, whose highest levels are meant to be too much. */
import { findNotSent, type NotSent } from '../../../analysis/load-not-made.ts';
import { formatCount, formatShare } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type NotSentPart = NotSent & { readonly kind: 'not-sent' };

export const notSent: Rule<RunReport, NotSentPart> = {
  id: 'not-sent',
  about: 'load',
  severity: 'trust',
  line: 'headline',
  codes: ['not-sent'],
  find: (run) => {
    const found = run.bracket == null ? findNotSent(run) : null;
    return found && { kind: 'not-sent', ...found };
  },
  says: ({ dropped, of, most, orLate }) =>
    text('run.answer.notSent', {
      ...{ dropped: formatCount(dropped), of: formatCount(of), most: formatCount(most) },
      share: formatShare((100 * dropped) / of),
      orLate: orLate ? 'yes' : 'no',
    }),
};
