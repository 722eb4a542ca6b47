import { computeReach, modelOf } from '../analysis/verdicts/family.ts';
import type { ComparisonSetup } from '../model/comparison/comparison.ts';
import { text } from '../words/words.ts';
import { phraseOf } from './headline.ts';

/** In which metrics such a comparison cannot show a difference, however large it is, and the pairs that would do; null: it can in all, or gives no verdict at all. */
export function reachOf({ pairs, variants, question }: Pick<ComparisonSetup, 'pairs' | 'variants' | 'question'>): string | null {
  const { reach, forOthers } = computeReach(pairs, variants.length, question, modelOf(variants));
  if (reach === 'nothing' || reach === 'all') return null;
  const figures = { pairs: String(pairs), variants: String(variants.length), metric: phraseOf(question), needed: String(forOthers) };
  return text(reach === 'question' ? 'report.reachQuestion' : 'report.reachWithQuestion', figures);
}
