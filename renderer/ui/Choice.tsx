import { Checkbox as CheckboxPrimitive, RadioGroup, Toggle as TogglePrimitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import css from './Choice.module.css';
import { cx } from './cx.ts';
import { CheckIcon } from './icons.tsx';

/** A checkbox. */
export function Checkbox(props: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={css.checkLine}>
      <CheckboxPrimitive.Root
        id={id}
        className={css.box}
        checked={props.checked}
        disabled={props.disabled}
        onCheckedChange={(checked) => props.onChange(checked === true)}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
      >
        <CheckboxPrimitive.Indicator className={css.tick}>
          <CheckIcon />
        </CheckboxPrimitive.Indicator>
      </CheckboxPrimitive.Root>
      <div>
        <label htmlFor={id}>{props.label}</label>
        {props.hint && (
          <div id={`${id}-hint`} className={css.hint}>
            {props.hint}
          </div>
        )}
      </div>
    </div>
  );
}

/** A toggle button: takes effect at once. */
export function Toggle(props: {
  pressed: boolean;
  onChange: (pressed: boolean) => void;
  children: ReactNode;
  label?: string;
  className?: string;
}) {
  return (
    <TogglePrimitive.Root
      className={cx(css.toggle, props.className)}
      pressed={props.pressed}
      onPressedChange={props.onChange}
      aria-label={props.label}
    >
      {props.children}
    </TogglePrimitive.Root>
  );
}

/** One of a few options, all visible. Arrow keys choose. */
export function Segmented<V extends string>(props: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; disabled?: boolean }[];
  className?: string;
}) {
  return (
    <RadioGroup.Root
      className={cx(css.segments, props.className)}
      orientation="horizontal"
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => props.onChange(value as V)}
    >
      {props.options.map(({ value, label, disabled }) => (
        <RadioGroup.Item key={value} className={css.segment} value={value} disabled={disabled}>
          {label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

interface RadioOption<V> {
  value: V;
  label: ReactNode;
  detail?: ReactNode;
}

/** One of a few sentences, one per line. Arrow keys choose. */
export function RadioList<V extends string>(props: {
  label: string;
  /** Null: none is chosen yet. */
  value: V | null;
  onChange: (value: V) => void;
  /** Or groups of them, one below the other. */
  options: readonly RadioOption<V>[] | readonly { title: string; options: readonly RadioOption<V>[] }[];
}) {
  const id = useId();
  const line = ({ value, label, detail }: RadioOption<V>) => (
    <div key={value} className={css.radioLine}>
      <RadioGroup.Item id={`${id}-${value}`} className={css.radio} value={value}>
        <RadioGroup.Indicator className={css.dot} />
      </RadioGroup.Item>
      <div>
        <label htmlFor={`${id}-${value}`}>{label}</label>
        {detail && <div className={css.hint}>{detail}</div>}
      </div>
    </div>
  );
  return (
    <RadioGroup.Root
      className={css.radios}
      orientation="vertical"
      aria-label={props.label}
      value={props.value ?? ''}
      onValueChange={(value) => props.onChange(value as V)}
    >
      {props.options.map((one, index) => {
        if (!('options' in one)) return line(one);
        const { title, options } = one;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box
          <div key={title} role="group" aria-labelledby={`${id}-part-${index}`} className={css.radioPart}>
            <h3 id={`${id}-part-${index}`}>{title}</h3>
            {options.map(line)}
          </div>
        );
      })}
    </RadioGroup.Root>
  );
}
