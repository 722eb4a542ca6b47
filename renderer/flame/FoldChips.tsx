import { foldValues } from '../../shared/phrases/fold-words.ts';
import type { Fold } from '../../shared/profile/tree/folds.ts';
import { useText } from '../i18n/i18n.tsx';
import { Toggle } from '../ui/Choice.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import css from './FoldChips.module.css';
import type { Folds } from './use-folds.ts';

/** What is folded away; a click unfolds it. */
export function FoldChips({ folds }: { folds: Folds }) {
  const text = useText('run.folds');
  if (folds.list.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={text('label')}>
      {folds.list.map((fold) => {
        const values = foldValues(fold);
        return (
          <li key={keyOf(fold)}>
            <button type="button" title={text('unfold', values)} onClick={() => folds.remove(fold)}>
              <span className={css.name}>{text('chip', values)}</span>
              <CloseIcon />
              <span className="visually-hidden">{text('remove')}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** "My code and what it calls" on and off. */
export function MineToggle({ folds }: { folds: Folds }) {
  const text = useText('run.folds');
  const isOn = folds.list.some(({ how }) => how === 'mine');
  return (
    <Toggle pressed={isOn} onChange={(on) => (on ? folds.add(MINE) : folds.remove(MINE))} label={`${text('mine')}. ${text('mineHint')}`}>
      {text('mine')}
    </Toggle>
  );
}

export const MINE: Fold = { how: 'mine' };

function keyOf(fold: Fold): string {
  return fold.how === 'mine' ? fold.how : `${fold.how} ${fold.function} ${fold.url} ${fold.line}`;
}
