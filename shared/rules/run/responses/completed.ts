/** How many completed, and how many a second; where some had an unexpected status, those that had not. */
import { completedInTime } from '../../../analysis/load-not-made.ts';
import { findStopped } from '../../../analysis/silence.ts';
import { formatCount, formatRate } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `perSecond`: of those with an expected status. */
type Completed =
  /** `inTime`: of arrivals, those that the rate counts, if many came later. `dropped`: not all were sent. */
  | {
      readonly kind: 'completed';
      readonly completed: number;
      readonly sent: number;
      readonly perSecond: number | null;
      readonly inTime?: number;
      readonly dropped?: true;
    }
  | { readonly kind: 'expected'; readonly expected: number; readonly sent: number; readonly perSecond: number | null };

export const completed: Rule<RunReport, Completed> = {
  id: 'completed',
  about: 'completed',
  severity: 'info',
  line: 'rest',
  codes: ['completed', 'expected'],
  find: (run) => {
    const { sent, completed: all, unexpected, dropped } = run.requests;
    if (all === 0) return [];
    // A rate over a time in which responses came and one in which none did is of neither.
    const perSecond = findStopped(run) !== null ? null : (run.throughput?.mean ?? null);
    if (unexpected > 0) return [{ kind: 'expected', expected: all - unexpected, sent, perSecond }];
    const inTime = completedInTime(run);
    const later = { ...(inTime === null ? {} : { inTime }), ...(dropped === 0 ? {} : { dropped: true as const }) };
    return [{ kind: 'completed', completed: all, sent, perSecond, ...later }];
  },
  says: (part) => {
    const { perSecond } = part;
    if (part.kind === 'expected') {
      const counts = { expected: formatCount(part.expected), sent: formatCount(part.sent) };
      return perSecond === null
        ? text('run.answer.expected', counts)
        : text('run.answer.expectedRate', { ...counts, rate: formatRate(perSecond) });
    }
    const counts = { completed: formatCount(part.completed), sent: formatCount(part.sent), all: part.dropped ? 'no' : 'yes' };
    if (perSecond === null) return text('run.answer.completed', counts);
    const rated = { ...counts, rate: formatRate(perSecond) };
    return part.inTime === undefined
      ? text('run.answer.completedRate', rated)
      : text('run.answer.completedLater', { ...rated, inTime: formatCount(part.inTime) });
  },
};
