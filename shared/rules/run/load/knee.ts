/** Of a sweep of connections: from how many on throughput stays, and how many are served at a time (the thresholds of both: ../../knee.ts). */
import { findKnee, type Knee } from '../../../analysis/knee.ts';
import type { Ratio } from '../../../base/units.ts';
import { formatMs, formatRate } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

/** `hadTime`: the server had time left at every level, so that this is not what it lacks. */
type KneePart = Knee & { readonly kind: 'knee'; readonly hadTime: boolean };

/** Of a core, in a quarter of a second. */
const NEARLY_FULL: Ratio = 0.9;

export const knee: Rule<RunReport, KneePart> = {
  id: 'knee',
  about: 'levels',
  severity: 'info',
  line: 'headline',
  codes: ['knee'],
  find: (run) => {
    const found = run.bracket == null || run.generator.limited ? null : findKnee(run);
    if (found === null) return [];
    // A loop or a processor that was busy at any level may be what limits the highest ones: then how many are served at a time does not follow.
    const hadTime = run.server.every(({ elu, cpuPercent }) => Math.max(elu?.max ?? 1, (cpuPercent.max ?? 100) / 100) < NEARLY_FULL);
    return [{ kind: 'knee', hadTime, ...found, atATime: hadTime ? found.atATime : null }];
  },
  says: ({ connections, perSecond, atATime, aloneMs, hadTime }) =>
    text('run.answer.knee', {
      ...{ connections, rate: formatRate(perSecond) },
      ...{ count: atATime ?? 0, alone: formatMs(aloneMs ?? 0) },
      why: !hadTime ? 'busy' : atATime === null ? 'unknown' : 'limit',
    }),
};
