import { computeReach } from '../../shared/analysis/family.ts';
import { useText } from '../i18n/i18n.tsx';
import css from './CanShow.module.css';

/** Said before the start, where so many variants are compared that the pairs cannot show a difference in every metric. */
export function PairsReach({ pairs, variants }: { pairs: number; variants: number }) {
  const text = useText('compare.setup');
  const { reach, forOthers } = computeReach(pairs, variants);
  // That so few give no verdict at all is said where their number is chosen.
  if (reach === 'nothing' || reach === 'all') return null;
  const figures = { pairs: String(pairs), variants: String(variants), needed: String(forOthers) };
  return (
    <p role="note" className={css.reach}>
      {text(reach === 'question' ? 'reachQuestion' : 'reachWithQuestion', figures)}
    </p>
  );
}
