/** Of a sweep, in place of percentiles of all of its levels together: the highest that was held, and the first that was not (judge-level.ts). */
import type { LevelBracket, RunReport } from '../../../model/report.ts';
import { tellHeld } from '../../../phrases/levels.ts';
import type { Rule } from '../../rule.ts';

interface Bracket {
  readonly kind: 'bracket';
  readonly bracket: LevelBracket;
}

export const bracket: Rule<RunReport, Bracket> = {
  id: 'bracket',
  about: 'levels',
  severity: 'info',
  line: 'headline',
  codes: ['bracket'],
  // An average over levels is of none of them.
  silences: ['latency', 'little-work'],
  find: (run) => (run.bracket == null ? [] : [{ kind: 'bracket', bracket: run.bracket }]),
  says: (part) => tellHeld(part.bracket),
};
