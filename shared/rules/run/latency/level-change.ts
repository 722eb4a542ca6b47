/** Latency had two levels, one after the other (the thresholds: ../../level-change.ts): an average, or percentile, of the whole run is of neither. */
import { formatMs } from '../../../format/figures.ts';
import type { LevelChange, RunReport } from '../../../model/report.ts';
import { momentOf } from '../../../phrases/moment.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type Changed = Pick<LevelChange, 'atMs' | 'beforeMs' | 'afterMs'> & { readonly kind: 'level-change' };

export const levelChange: Rule<RunReport, Changed> = {
  id: 'level-change',
  about: 'level-change',
  severity: 'info',
  line: 'headline',
  codes: ['level-change'],
  silences: ['within', 'waiting', 'pauses'],
  find: ({ levelChange: change }) =>
    change == null ? [] : [{ kind: 'level-change', atMs: change.atMs, beforeMs: change.beforeMs, afterMs: change.afterMs }],
  says: ({ atMs, beforeMs, afterMs }) =>
    text('run.answer.levelChange', {
      at: momentOf(atMs),
      before: formatMs(Number(beforeMs.toPrecision(2))),
      after: formatMs(Number(afterMs.toPrecision(2))),
    }),
};
