/**
 * With many variants, so many metrics are tested at once that the planned pairs could only show a difference in the question.
 * If they could show others under a condition, that was stated before the start, and the affected rows say so themselves.
 */
import { computeReach, modelOf } from '../../analysis/verdicts/family.ts';
import { reachOf } from '../../phrases/reach.ts';
import { comparisonWarning } from './compared.ts';

export const fewPairs = comparisonWarning('few-pairs', ({ setup, header }) => {
  const sentence = reachOf(setup);
  const { pairs, variants, question } = setup;
  if (sentence === null) return [];
  const { reach, forOthers } = computeReach(pairs, variants.length, question, modelOf(variants));
  if (reach !== 'question') return [];
  const experiment = header.made === 'series' ? ({ kind: 'compare', changes: {}, pairs: forOthers } as const) : null;
  return [{ says: { verbatim: sentence }, experiment }];
});
