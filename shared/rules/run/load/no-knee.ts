/** Of a sweep of connections in which nothing limits: up to where, and what to try (the thresholds: ../../knee.ts). */

import { findNoKnee, type NoKnee } from '../../../analysis/knee.ts';
import { formatRate } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import { sweepOf } from '../../next-load.ts';
import type { Rule } from '../../rule.ts';

type NoKneePart = NoKnee & { readonly kind: 'no-knee' };

export const noKnee: Rule<RunReport, NoKneePart> = {
  id: 'no-knee',
  about: 'levels',
  severity: 'info',
  line: 'headline',
  codes: ['no-knee'],
  find: (run) => {
    const found = run.bracket == null || run.generator.limited ? null : findNoKnee(run);
    return found && { kind: 'no-knee', ...found };
  },
  says: ({ how, connections, perSecond }) => text('run.answer.noKnee', { how, connections, rate: formatRate(perSecond) }),
  advice: ({ levels }) => (levels.length === 0 ? null : say('advice.trySweep', { levels: levels.join(',') })),
  experiment: ({ levels }) => (levels.length === 0 ? null : { kind: 'run', changes: sweepOf(levels) }),
};
