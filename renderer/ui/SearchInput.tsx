import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from './Button.tsx';
import { TextInput } from './Input.tsx';
import { ChevronDown, ChevronUp } from './icons.tsx';
import css from './SearchInput.module.css';
import { focusSearched } from './searched.ts';

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How much was found, shown beside the field; null: nothing is searched for. */
  readonly found: string | null;
  /** What was found is drawn in the colour of matches. */
  readonly marksMatches?: boolean;
  /** Shows the next match (1) or the previous one (-1); absent: they are listed anyway. */
  readonly onStep?: ((by: 1 | -1) => void) | undefined;
  /** Receives the function that focuses the field, for the key `/`. */
  readonly inputRef?: React.RefObject<HTMLInputElement | null>;
}

/** A search field: Enter steps through what was found; Esc clears it, a second Esc leaves it, and neither triggers the screen's own Esc. */
export function SearchInput({ label, placeholder, value, onChange, found, marksMatches = false, onStep, inputRef }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const text = useText('common.ui');
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && onStep !== undefined && found !== null) {
      event.preventDefault();
      onStep(event.shiftKey ? -1 : 1);
    }
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (value !== '') onChange('');
    else if (!focusSearched()) event.currentTarget.blur();
  };
  return (
    <>
      <TextInput
        ref={inputRef ?? own}
        type="search"
        className={css.field}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      {onStep !== undefined && (
        <span className={css.steps}>
          <IconButton label={text('previousMatch')} disabled={found === null} onClick={() => onStep(-1)}>
            <ChevronUp />
          </IconButton>
          <IconButton label={text('nextMatch')} disabled={found === null} onClick={() => onStep(1)}>
            <ChevronDown />
          </IconButton>
        </span>
      )}
      <span className={css.found} role="status">
        {found !== null && (
          <>
            {marksMatches && <span className={css.mark} aria-hidden="true" />}
            {found}
          </>
        )}
      </span>
    </>
  );
}
