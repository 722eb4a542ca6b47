import { useRef } from 'react';
import { TextInput } from './Input.tsx';
import css from './SearchInput.module.css';

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How much was found, shown beside the field; null: nothing is searched for. */
  readonly found: string | null;
  /** What was found is drawn in the colour of matches. */
  readonly marksMatches?: boolean;
  /** Receives the function that focuses the field, for the key `/`. */
  readonly inputRef?: React.RefObject<HTMLInputElement | null>;
}

/** A search field: Esc clears it, a second Esc leaves it, and neither triggers the screen's own Esc. */
export function SearchInput({ label, placeholder, value, onChange, found, marksMatches = false, inputRef }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
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
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (value === '') event.currentTarget.blur();
          else onChange('');
        }}
      />
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
