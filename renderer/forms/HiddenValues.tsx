import { useRef } from 'react';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { redactDocument } from '../../shared/privacy/redact-document.ts';
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
  const count = useCount(setups);
  if (count === 0) return null;
  return (
    <div className={css.hidden}>
      <Checkbox label={text('keep')} hint={keep ? text('keepHint') : text('count', { count })} checked={keep} onChange={onChange} />
    </div>
  );
}

/** Counted anew only where one of them is another: a long plan takes a while. */
function useCount(setups: readonly (Setup | null)[]): number {
  const counted = useRef<{ readonly setups: readonly (Setup | null)[]; readonly count: number } | null>(null);
  const before = counted.current;
  if (before?.setups.length === setups.length && setups.every((setup, at) => setup === before.setups[at])) return before.count;
  const given = setups.filter((setup) => setup !== null);
  counted.current = { setups, count: countHidden(given, redactDocument) };
  return counted.current.count;
}
