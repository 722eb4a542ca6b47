/** Whether a rate would be held is not known: requests were sent so late, 1 % of them by that much. */
import type { Milliseconds, PerSecond } from '../../../base/units.ts';
import { formatMs } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { formatVisitors } from '../../../phrases/charts.ts';
import { whoIsLate } from '../../../phrases/late-requests.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface SentLate {
  readonly kind: 'rate-sent-late';
  readonly rate: PerSecond;
  readonly lateMs: Milliseconds;
  readonly sent: number;
}

export const rateSentLate: Rule<RunReport, SentLate> = {
  id: 'rate-sent-late',
  about: 'rate',
  severity: 'info',
  line: 'headline',
  codes: ['rate-sent-late'],
  find: ({ phases, window }) => {
    const late = window === null ? phases.find(({ sentLate }) => sentLate) : undefined;
    return late === undefined
      ? []
      : [{ kind: 'rate-sent-late', rate: late.rate[0], lateMs: late.latenessMs?.p99 ?? 0, sent: late.requests.sent }];
  },
  says: ({ rate, lateMs, sent }) =>
    text('run.answer.rateSentLate', { who: whoIsLate(sent), rate: formatVisitors(rate), late: formatMs(lateMs) }),
};
