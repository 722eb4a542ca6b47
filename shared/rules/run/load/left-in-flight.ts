/** Requests that were given up at the end are in no figure of latency (the threshold: load-not-made.ts). */
import { findLeft } from '../../../analysis/load-not-made.ts';
import { formatCount } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Left {
  readonly kind: 'left-in-flight';
  readonly count: number;
  readonly of: number;
}

export const leftInFlight: Rule<RunReport, Left> = {
  id: 'left-in-flight',
  about: 'load',
  severity: 'trust',
  line: 'headline',
  codes: ['left-in-flight'],
  find: (run) => {
    const left = findLeft(run);
    return left && { kind: 'left-in-flight', ...left };
  },
  says: ({ count, of }) => text('run.answer.leftInFlight', { count: formatCount(count), of: formatCount(of) }),
};
