import { computeReach, modelOf, type Planned } from '../../shared/analysis/verdicts/family.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './CanShow.module.css';

export interface PairsReachProps extends Pick<ComparisonSetup, 'pairs' | 'question'> {
  readonly variants: Planned;
}

/** Shown before the start if there are too many variants for the pairs to show a difference in every metric. */
export function PairsReach({ pairs, variants, question }: PairsReachProps) {
  const text = useText('compare.setup');
  const { reach, forOthers } = computeReach(pairs, variants.length, question, modelOf(variants));
  // If there are too few for any verdict, the field for their number says so.
  if (reach === 'nothing' || reach === 'all') return null;
  const figures = { pairs: String(pairs), variants: String(variants.length), needed: String(forOthers) };
  return (
    <p role="note" className={css.reach}>
      {text(reach === 'question' ? 'reachQuestion' : 'reachWithQuestion', figures)}
    </p>
  );
}
