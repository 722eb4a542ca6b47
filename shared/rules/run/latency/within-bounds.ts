/** The percentile that a headline would have falls among requests without a response. */
import { findStopped } from '../../../analysis/silence.ts';
import { boundsOf } from '../../../load/bounds.ts';
import type { Bounds } from '../../../model/distribution.ts';
import type { RunReport } from '../../../model/report.ts';
import { tellBounds } from '../../../phrases/bounds.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { HEADLINE_PERCENTILES } from './within.ts';

interface WithinBounds {
  readonly kind: 'within-bounds';
  readonly percent: number;
  readonly bounds: Bounds;
}

export function findWithinBounds(run: RunReport): WithinBounds | null {
  const { latencyMs } = run;
  if (latencyMs === null || findStopped(run) !== null) return null;
  const highest = HEADLINE_PERCENTILES.find((percent) => !latencyMs.weak.includes(String(percent)));
  const bounds = highest === undefined ? null : boundsOf(latencyMs, String(highest));
  return highest === undefined || bounds === null || bounds.low === bounds.high
    ? null
    : { kind: 'within-bounds', percent: highest, bounds };
}

export const withinBounds: Rule<RunReport, WithinBounds> = {
  id: 'within-bounds',
  about: 'latency',
  severity: 'bad',
  line: 'headline',
  codes: ['within-bounds'],
  find: findWithinBounds,
  says: ({ percent, bounds }) => text('run.answer.withinBounds', { percent: String(percent), bounds: tellBounds(bounds) }),
};
