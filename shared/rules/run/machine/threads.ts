/** Much of the CPU time was used by threads other than the main one, which the event-loop figure is about (the thresholds: other-threads.ts). */
import type { CoreOfLoop } from '../../../analysis/core-of-loop.ts';
import { otherThreadsPercent } from '../../../analysis/other-threads.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { findLoop, tellCore } from './loop.ts';

interface Threads {
  readonly kind: 'threads';
  readonly percent: number;
  readonly loopPercent: number;
  readonly core?: CoreOfLoop;
}

export const threads: Rule<RunReport, Threads> = {
  id: 'threads',
  about: 'loops',
  severity: 'info',
  line: 'rest',
  codes: ['threads'],
  find: (run) => {
    const [found, percent] = [findLoop(run), otherThreadsPercent(run.server)];
    return found === null || percent === 0 ? [] : [{ kind: 'threads', percent, loopPercent: found.loopPercent, ...found.core }];
  },
  says: ({ percent, loopPercent, core }) =>
    text('run.answer.threads', { percent: formatPercent(percent), loop: formatPercent(loopPercent), ...tellCore(core) }),
};
