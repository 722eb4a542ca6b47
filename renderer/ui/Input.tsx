import { type ComponentPropsWithRef, useState } from 'react';
import { cx } from './cx.ts';
import css from './Input.module.css';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Monospaced, for paths, URLs, code. */
  mono?: boolean;
}

/** One line of text, without automatic correction or completion. */
export function TextInput({ mono, onChange, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={cx(css.input, mono && css.mono, className)}
    />
  );
}

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  mono?: boolean;
}

/** Several lines of text. */
export function TextArea({ mono, onChange, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={cx(css.input, css.area, mono && css.mono, className)}
    />
  );
}

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** NaN: the text is not a number. */
  value: number;
  onChange: (value: number) => void;
  unit?: string;
}

/** A number with its unit. Keeps the typed text, so that "1." can become "1.5"; reports NaN while it is not a number. */
export function NumberInput({ value, onChange, unit, className, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState(() => show(value));
  // A changed value replaces the text, unless the text already means the same number.
  const shown = Object.is(parseNumber(typed), value) ? typed : show(value);
  const change = (next: string) => {
    setTyped(next);
    onChange(parseNumber(next));
  };
  return (
    <span className={cx(css.withUnit, className)}>
      <TextInput inputMode="decimal" {...rest} value={shown} onChange={change} className={css.number} />
      {unit && <span className={css.unit}>{unit}</span>}
    </span>
  );
}

function show(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

function parseNumber(typed: string): number {
  const trimmed = typed.trim().replace(',', '.');
  return trimmed === '' ? Number.NaN : Number(trimmed);
}
