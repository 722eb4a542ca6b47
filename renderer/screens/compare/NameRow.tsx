import { MOST_TITLE } from '../../../shared/model/comparison/comparison-schema.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import css from './CompareSetup.module.css';

interface NameRowProps {
  readonly hint: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (typed: string) => void;
  readonly remove: string;
  readonly onRemove: (() => void) | null;
}

/** What a variant, a topology or a case is called, and the way to have one less. */
export function NameRow({ hint, value, placeholder, onChange, remove, onRemove }: NameRowProps) {
  const text = useText('compare.setup');
  return (
    <div className={css.nameRow}>
      <Field label={text('name')} hint={hint} className={css.name}>
        {(control) => <TextInput {...control} value={value} placeholder={placeholder} maxLength={MOST_TITLE} onChange={onChange} />}
      </Field>
      {onRemove !== null && (
        <Button variant="quiet" onClick={onRemove}>
          {remove}
        </Button>
      )}
    </div>
  );
}
