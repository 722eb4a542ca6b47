/** Of so many requests without a whole response the beginning came. */
import { countHalf } from '../../../analysis/silence.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Half {
  readonly kind: 'half-responses';
  readonly count: number;
}

export const halfResponses: Rule<RunReport, Half> = {
  id: 'half-responses',
  about: 'silence',
  severity: 'info',
  line: 'why',
  codes: ['half-responses'],
  find: (run) => {
    const count = countHalf(run);
    return count === 0 ? [] : [{ kind: 'half-responses', count }];
  },
  says: ({ count }) => text('run.answer.halfResponses', { count }),
  advice: () => say('advice.lookForEnds'),
};
