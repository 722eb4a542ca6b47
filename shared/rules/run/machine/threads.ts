/** Much of the CPU time was used by threads other than the main one, which the event-loop figure is about (the thresholds: other-threads.ts). */
import { otherThreadsPercent } from '../../../analysis/other-threads.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { findLoop, type LoopDetails, tellLoop } from './loop.ts';

interface Threads extends LoopDetails {
  readonly kind: 'threads';
  readonly percent: number;
  readonly loopPercent: number;
}

export const threads: Rule<RunReport, Threads> = {
  id: 'threads',
  about: 'loops',
  severity: 'info',
  line: 'rest',
  codes: ['threads'],
  find: (run) => {
    const [found, percent] = [findLoop(run), otherThreadsPercent(run.server)];
    return found === null || percent === 0 ? [] : [{ kind: 'threads', percent, loopPercent: found.loopPercent, ...found.details }];
  },
  says: ({ percent, loopPercent, ...details }) =>
    text('run.answer.threads', { percent: formatPercent(percent), loop: formatPercent(loopPercent), ...tellLoop(details) }),
};
