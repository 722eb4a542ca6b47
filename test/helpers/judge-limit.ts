/** A limit on the latency of one run, judged as `--fail-if` does: by the bounds of the figure and by the silences of the run. */
import { isAboveBySilence } from '../../shared/analysis/silence.ts';
import type { Milliseconds } from '../../shared/base/units.ts';
import { boundsOf } from '../../shared/load/bounds.ts';
import type { RunReport } from '../../shared/model/report.ts';

export type Held = 'held' | 'not held' | 'cannot tell';

/** `figure`: `p` and a percentile, `mean` or `max`. */
export function judgeLimit(run: RunReport, figure: string, limitMs: Milliseconds): Held {
  if (isAboveBySilence(run, figure, limitMs)) return 'not held';
  const bounds = run.latencyMs && boundsOf(run.latencyMs, figure.replace(/^p/, ''));
  if (bounds === null) return 'cannot tell';
  return bounds.high <= limitMs ? 'held' : bounds.low > limitMs ? 'not held' : 'cannot tell';
}
