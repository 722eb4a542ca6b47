/**
 * Garbage collection took a good part of the time in which the loop was busy, where that was most of the time (the threshold, which sentences about
 * profiles have as well: ../../../analysis/which-code.ts). Of one process that worked.
 */
import { COLLECTING_FROM } from '../../../analysis/which-code.ts';
import { IDLE_FROM, isWaitingKnown, workingOf } from '../../../analysis/work-or-waiting.ts';
import type { Percent } from '../../../base/units.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Collecting {
  readonly kind: 'collecting';
  readonly percent: Percent;
}

export const garbageCollection: Rule<RunReport, Collecting> = {
  id: 'collecting',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['collecting'],
  find: (run) => {
    const [only, ...others] = isWaitingKnown(run) ? workingOf(run.server) : [];
    if (only === undefined || others.length > 0 || only.gc === null || only.elu === null || only.elu.mean < IDLE_FROM) return [];
    const percent = (100 * only.gc.totalMs) / (only.elu.mean * run.load.durationMs);
    return percent >= COLLECTING_FROM ? [{ kind: 'collecting', percent }] : [];
  },
  says: ({ percent }) => text('run.answer.collecting', { percent: formatPercent(percent, 0) }),
};
