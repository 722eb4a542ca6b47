import { Select as Primitive } from 'radix-ui';
import { cx } from './cx.ts';
import type { ControlProps } from './Field.tsx';
import { CheckIcon, ChevronDown } from './icons.tsx';
import css from './Select.module.css';

export interface Option<V extends string> {
  value: V;
  label: string;
  /** Secondary text after the label. */
  detail?: string;
  /** Why the option cannot be chosen; shown below it. */
  problem?: string | null;
}

/** A select box; needs a Field or a `label`. */
export function Select<V extends string>(
  props: Partial<ControlProps> & {
    label?: string;
    value: V;
    onChange: (value: V) => void;
    options: readonly Option<V>[];
    className?: string;
    /** Labels are whole sentences: in the trigger they wrap, with the detail below. */
    sentences?: boolean;
  },
) {
  const { label, value, onChange, options, className, sentences = false, ...control } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Primitive.Trigger {...control} aria-label={label} className={cx(css.trigger, sentences && css.sentences, className)}>
        <span className={css.chosen}>
          <Primitive.Value>{chosen?.label ?? value}</Primitive.Value>
          {chosen?.detail && <span className={css.detail}>{chosen.detail}</span>}
        </span>
        <Primitive.Icon className={css.arrow}>
          <ChevronDown />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={css.list} position="popper" sideOffset={2} collisionPadding={8}>
          <Primitive.Viewport className={css.viewport}>
            {options.map((option) => (
              <Primitive.Item key={option.value} className={css.item} value={option.value} disabled={Boolean(option.problem)}>
                <span className={css.mark}>
                  <Primitive.ItemIndicator>
                    <CheckIcon />
                  </Primitive.ItemIndicator>
                </span>
                {/* The whole item names the option; the trigger shows its own text. */}
                <Primitive.ItemText>
                  <span>{option.label}</span>
                  {option.detail && <span className={css.detail}>{option.detail}</span>}
                  {option.problem && <span className={css.problem}>{option.problem}</span>}
                </Primitive.ItemText>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
