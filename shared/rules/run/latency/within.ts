/** The headline: the most informative percentile that there are enough responses for. */
import { findStopped } from '../../../analysis/silence.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { Distribution } from '../../../model/distribution.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `of`: of requests, some of which got no response. `others`: responses with an unexpected status are not among them; `failed`: nor are requests that failed. */
interface Within {
  readonly kind: 'within';
  readonly percent: number;
  readonly ms: number;
  readonly of?: 'requests';
  readonly others?: true;
  readonly failed?: true;
}

/** From the most informative percentile to the one that needs the fewest responses. */
export const HEADLINE_PERCENTILES = [99, 95, 90, 50];

/** The highest percentile based on enough responses; null when there is none. */
export function headlinePercentile(latency: Pick<Distribution, 'percentiles' | 'weak'>): { percent: number; ms: number } | null {
  for (const percent of HEADLINE_PERCENTILES) {
    const ms = latency.percentiles[String(percent)];
    if (ms != null && !latency.weak.includes(String(percent))) return { percent, ms };
  }
  return null;
}

/** Where responses stopped coming, percentiles are of the time before (within-before.ts). */
export function findWithin(run: RunReport): Within | null {
  const { latencyMs, requests } = run;
  const measured = latencyMs === null || findStopped(run) !== null ? null : headlinePercentile(latencyMs);
  if (measured === null) return null;
  // Those that timed out count as waiting, in the latency.
  const failed = requests.failed > (requests.timedOut ?? 0) ? { failed: true as const } : {};
  const of = latencyMs?.censored === undefined ? {} : { of: 'requests' as const, ...failed };
  return { kind: 'within', ...measured, ...of, ...(requests.unexpected > 0 ? { others: true as const } : {}) };
}

export const within: Rule<RunReport, Within> = {
  id: 'within',
  about: 'latency',
  severity: 'info',
  line: 'headline',
  codes: ['within'],
  find: findWithin,
  says: ({ percent, ms, of, others, failed }) =>
    text(of === 'requests' ? 'run.answer.withinRequests' : 'run.answer.within', {
      percent: formatPercent(percent, 0),
      time: formatMs(ms),
      others: others ? 'yes' : failed ? 'failed' : 'no',
    }),
};
