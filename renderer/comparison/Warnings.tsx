import { showHidden } from '../../shared/format/show-hidden.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { otherWarnings } from '../../shared/words/load-difference.ts';
import { useText } from '../i18n/i18n.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './Warnings.module.css';

/** What makes the figures doubtful; different load is told by the headline. */
export function Warnings({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.headline');
  const others = otherWarnings(info.warnings);
  if (others.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{text('warnings')}</p>
      <ul className={css.list}>
        {others.map((warning) => (
          <li key={warning}>{showHidden(warning)}</li>
        ))}
      </ul>
    </Notice>
  );
}
