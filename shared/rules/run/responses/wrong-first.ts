/** Of a sweep with a plan: the lowest level at which requests went wrong, and which (the argument: breaks-first.ts). */
import { type FirstWrong, findFirstWrong } from '../../../analysis/breaks-first.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import { formatShare } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { formatVisitors } from '../../../phrases/charts.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type WrongFirst = FirstWrong & { readonly kind: 'wrong-first' };

export const wrongFirst: Rule<RunReport, WrongFirst> = {
  id: 'wrong-first',
  about: 'levels',
  severity: 'info',
  line: 'why',
  codes: ['wrong-first'],
  find: (run) => {
    const wrong = findFirstWrong(run);
    return wrong && { kind: 'wrong-first', ...wrong };
  },
  says: ({ of, level, request, percent }) =>
    text('run.answer.wrongFirst', { of, level: formatVisitors(level), request: showHidden(request), percent: formatShare(percent) }),
};
