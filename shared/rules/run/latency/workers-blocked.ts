/**
 * Of a server of which it cannot be said that it was idle: worker threads were blocked. Being idle takes all threads together, and each that is ready
 * counts while other programs have its core, so that it comes and goes with these; how long threads were blocked does not. Not said of what: threads
 * that work for a request one after the other may take all of its latency.
 */
import { findNotIdleWorkers, type NotIdleWorkers } from '../../../analysis/not-idle-workers.ts';
import { threadsOfProgram } from '../../../analysis/other-threads.ts';
import { busiestOf, IDLE_FROM, isWaitingKnown } from '../../../analysis/work-or-waiting.ts';
import type { Milliseconds, Percent } from '../../../base/units.ts';
import { formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { blockedOf } from '../../../phrases/blocked-workers.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** No thread was busy for more than `busiestPercent` of the time. */
interface WorkersBlocked {
  readonly kind: 'workers-blocked';
  readonly workers: NotIdleWorkers & { readonly blockedMs: Milliseconds };
  readonly busiestPercent: Percent;
}

export const workersBlocked: Rule<RunReport, WorkersBlocked> = {
  id: 'workers-blocked',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['workers-blocked'],
  find: (run) => {
    if (!isWaitingKnown(run)) return [];
    const { server, load } = run;
    const workers = findNotIdleWorkers(run);
    if (workers === null || workers.blockedMs === null || workers.blockedMs < IDLE_FROM * load.durationMs) return [];
    if (server.some((process) => threadsOfProgram(process) === null)) return [];
    const busiest = busiestOf(server, 'mean');
    if (busiest > 1 - IDLE_FROM) return [];
    return [{ kind: 'workers-blocked', workers: { ...workers, blockedMs: workers.blockedMs }, busiestPercent: busiest * 100 }];
  },
  says: ({ workers, busiestPercent }) =>
    text('run.answer.workersBlocked', { ...blockedOf(workers, workers.blockedMs), percent: formatPercent(busiestPercent, 0) }),
};
