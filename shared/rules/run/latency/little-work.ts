/** Of an idle server: how little of the latency was work. CPU time is work, whatever the machine did besides: this needs no busy loop and no calm machine. */
import { metricOf } from '../../../analysis/verdicts/metrics.ts';
import { hasErrors, requestsOfPlan } from '../../../analysis/work-or-waiting.ts';
import type { Milliseconds, Ratio } from '../../../base/units.ts';
import { formatMs } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** Of the mean latency so much at most: the CPU time of a request, that of all its processes and threads. `requests`: of the plan that it is an average over. */
interface LittleWork {
  readonly kind: 'little-work';
  readonly requests: number;
  readonly workMs: Milliseconds;
  readonly latencyMs: Milliseconds;
}

/** More than this is not little. */
const LITTLE_UP_TO: Ratio = 0.25;

export const littleWork: Rule<RunReport, LittleWork> = {
  id: 'little-work',
  about: 'waiting',
  severity: 'info',
  line: 'why',
  codes: ['little-work'],
  silences: ['waiting-unsaid'],
  find: (run, isSaid) => {
    const workMs = metricOf(run, 'cpuMsPerRequest');
    const mean = run.latencyMs?.mean ?? null;
    if (!isSaid('idle') || workMs === null || mean === null || hasErrors(run.requests)) return [];
    return workMs <= LITTLE_UP_TO * mean ? [{ kind: 'little-work', requests: requestsOfPlan(run), workMs, latencyMs: mean }] : [];
  },
  says: ({ requests, workMs, latencyMs }) =>
    text('run.answer.littleWork', { requests, work: formatMs(workMs), latency: formatMs(latencyMs) }),
};
