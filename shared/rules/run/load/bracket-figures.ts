/** What decided which level was held. Of connections that were all held there is nothing more to say. */
import type { LevelBracket, RunReport } from '../../../model/report.ts';
import { tellDecision } from '../../../phrases/levels.ts';
import type { Rule } from '../../rule.ts';

interface Decision {
  readonly kind: 'bracket-figures';
  readonly bracket: LevelBracket;
}

export const bracketFigures: Rule<RunReport, Decision> = {
  id: 'bracket-figures',
  about: 'levels',
  severity: 'info',
  line: 'why',
  codes: ['bracket-figures'],
  find: ({ bracket }) => {
    const decided = bracket?.figures?.broke ?? bracket?.figures?.held ?? null;
    const isSaid = decided !== null && (decided.wrong > 0 || decided.visits !== undefined);
    return bracket != null && isSaid ? [{ kind: 'bracket-figures', bracket }] : [];
  },
  says: ({ bracket }) => tellDecision(bracket) ?? '',
};
