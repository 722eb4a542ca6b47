/** Percentiles of the responses before they stopped. */
import { findStopped } from '../../../analysis/silence.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import { answeredOf } from '../../../model/distribution.ts';
import type { RunReport } from '../../../model/report.ts';
import { momentOf } from '../../../phrases/moment.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { headlinePercentile } from './within.ts';

/** `others`: responses with an unexpected status are not among them. */
interface WithinBefore {
  readonly kind: 'within-before';
  readonly percent: number;
  readonly ms: number;
  readonly untilMs: number;
  readonly others?: true;
}

export function findWithinBefore(run: RunReport): WithinBefore | null {
  const stopped = findStopped(run);
  const before = run.latencyMs === null || stopped === null ? null : headlinePercentile(answeredOf(run.latencyMs));
  if (before === null || stopped === null) return null;
  return { kind: 'within-before', ...before, untilMs: stopped.fromMs, ...(run.requests.unexpected > 0 ? { others: true as const } : {}) };
}

export const withinBefore: Rule<RunReport, WithinBefore> = {
  id: 'within-before',
  about: 'latency',
  severity: 'info',
  line: 'headline',
  codes: ['within-before'],
  find: findWithinBefore,
  says: ({ percent, ms, untilMs, others }) =>
    text('run.answer.withinBefore', {
      percent: formatPercent(percent, 0),
      time: formatMs(ms),
      others: others ? 'yes' : 'no',
      until: momentOf(untilMs),
    }),
};
