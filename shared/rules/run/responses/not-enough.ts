/** There are too few responses for any percentile. Whoever reads a stream has got none, and that is said. */
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { findWithin } from '../latency/within.ts';
import { findWithinBefore } from '../latency/within-before.ts';
import { findWithinBounds } from '../latency/within-bounds.ts';

interface NotEnough {
  readonly kind: 'not-enough';
  readonly count: number;
}

export const notEnough: Rule<RunReport, NotEnough> = {
  id: 'not-enough',
  about: 'latency',
  severity: 'info',
  line: 'headline',
  codes: ['not-enough'],
  // Not where a percentile is there and kept back because latency had two levels.
  find: (run) => {
    const isKnown = [findWithinBounds, findWithinBefore, findWithin].some((find) => find(run) !== null);
    return isKnown || run.openStreams != null ? [] : [{ kind: 'not-enough', count: run.latencyMs?.count ?? 0 }];
  },
  says: ({ count }) => text('run.answer.notEnough', { count }),
};
