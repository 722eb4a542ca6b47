/**
 * Responses paused and came again. A closed load sends nothing meanwhile, so few requests are slow, however long it lasts, and a percentile by rank
 * looks as if nothing had been. The thresholds: ../../../analysis/silence.ts.
 */
import { findPauses, type Pauses } from '../../../analysis/silence.ts';
import { formatElapsed, formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { momentOf } from '../../../phrases/moment.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';
import { findWithin } from '../latency/within.ts';

/** `durationMs`: the measured time. */
interface Paused extends Pauses {
  readonly kind: 'pauses';
  readonly durationMs: number;
}

export const pauses: Rule<RunReport, Paused> = {
  id: 'pauses',
  severity: 'bad',
  line: 'headline',
  codes: ['pauses'],
  find: (run) => {
    const said = findWithin(run);
    const found = said === null ? null : findPauses(run, said);
    return found && { kind: 'pauses', ...found, durationMs: run.load.durationMs };
  },
  says: ({ count, ms, longest, untilEnd, durationMs }) => {
    const end = untilEnd ? 'yes' : 'no';
    return count === 1
      ? text('run.answer.paused', { time: formatElapsed(ms), from: momentOf(longest.fromMs), count: longest.inFlight, end })
      : text('run.answer.pausedOften', {
          percent: formatPercent((100 * ms) / durationMs, 0),
          count,
          longest: formatElapsed(longest.ms),
          end,
        });
  },
};
