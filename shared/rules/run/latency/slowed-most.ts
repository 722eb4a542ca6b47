/** Of a sweep with a plan: which request slowed down most (the thresholds: breaks-first.ts). */
import { findSlowedMost, type SlowedMost } from '../../../analysis/breaks-first.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import { formatMs } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { formatVisitors } from '../../../phrases/charts.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type Slowed = SlowedMost & { readonly kind: 'slowed-most' };

export const slowedMost: Rule<RunReport, Slowed> = {
  id: 'slowed-most',
  about: 'levels',
  severity: 'info',
  line: 'why',
  codes: ['slowed-most'],
  find: (run) => {
    const slowed = findSlowedMost(run);
    return slowed && { kind: 'slowed-most', ...slowed };
  },
  says: ({ request, rate, medianMs, lowestRate, lowestMs }) =>
    text('run.answer.slowedMost', {
      request: showHidden(request),
      rate: formatVisitors(rate),
      median: formatMs(medianMs),
      lowestRate: formatVisitors(lowestRate),
      lowest: formatMs(lowestMs),
    }),
};
