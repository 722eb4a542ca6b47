/** Who sent the load could not keep up (the thresholds: load-not-made.ts). Levels of a sweep are judged one by one, and the highest are meant to be too much. */
import { type Behind, findBehind } from '../../../analysis/load-not-made.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { whoIsLate } from '../../../phrases/late-requests.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type BehindPart = Behind & { readonly kind: 'generator-behind' };

export const generatorBehind: Rule<RunReport, BehindPart> = {
  id: 'generator-behind',
  about: 'load',
  severity: 'trust',
  line: 'headline',
  codes: ['generator-behind'],
  // No time is the server's then.
  silences: ['rate', 'level-change', 'latency', 'generator-limit', 'waiting'],
  find: (run) => {
    const behind = run.bracket == null ? findBehind(run) : null;
    return behind && { kind: 'generator-behind', ...behind };
  },
  says: (part) => {
    switch (part.why) {
      case 'late':
        return text('run.answer.behindLate', { who: whoIsLate(part.sent), late: formatMs(part.lateMs) });
      case 'busy':
        return text('run.answer.behindBusy', { percent: formatPercent(part.percent, 0), waited: formatPercent(part.waitedPercent, 0) });
      case 'stood':
        return text('run.answer.behindStood', { time: formatMs(part.stoodMs) });
    }
  },
};
