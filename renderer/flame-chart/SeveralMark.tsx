import { useText } from '../i18n/i18n.tsx';
import css from './SeveralMark.module.css';

/** What the hatched rectangles are, for a legend. */
export function SeveralMark() {
  const text = useText('run.flameChart');
  return (
    <span className={css.several}>
      <span className={css.hatch} aria-hidden="true" />
      {text('several')}
    </span>
  );
}
