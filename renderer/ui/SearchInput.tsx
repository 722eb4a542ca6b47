import { useRef } from 'react';
import { TextInput } from './Input.tsx';

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string | undefined;
  /** Receives the function that focuses the field, for the key `/`. */
  readonly inputRef?: React.RefObject<HTMLInputElement | null>;
}

/** A search field: Esc clears it, a second Esc leaves it, and neither triggers the screen's own Esc. */
export function SearchInput({ label, placeholder, value, onChange, className, inputRef }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      ref={inputRef ?? own}
      type="search"
      {...(className === undefined ? {} : { className })}
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
  );
}
