import type { Setup } from '../../shared/model/setup.ts';
import { countHidden } from '../../shared/privacy/redaction.ts';
import { useText } from '../i18n/i18n.tsx';
import { Checkbox } from '../ui/Choice.tsx';
import css from './HiddenValues.module.css';

/** Says that some typed values will not be stored, and lets the user store them; renders nothing if there are none. */
export function HiddenValues({
  setups,
  keep,
  onChange,
}: {
  setups: readonly (Setup | null)[];
  keep: boolean;
  onChange: (keep: boolean) => void;
}) {
  const text = useText('privacy.hidden');
  const count = countHidden(setups.filter((setup) => setup !== null));
  if (count === 0) return null;
  return (
    <div className={css.hidden}>
      <Checkbox label={text('keep')} hint={keep ? text('keepHint') : text('count', { count })} checked={keep} onChange={onChange} />
    </div>
  );
}
