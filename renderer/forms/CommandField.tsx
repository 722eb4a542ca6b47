import { useRef } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/setup-form.ts';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { FolderField } from './FolderField.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { UsedBefore } from './UsedBefore.tsx';
import { useFieldWords } from './use-field-words.ts';

/** A command means nothing without its folder. */
export function CommandField({ errors }: PartProps) {
  const text = useText('setup.target');
  const words = useFieldWords('command');
  const { form, edit, fill } = useFormScope();
  const input = useRef<HTMLInputElement>(null);
  const { command } = form;
  return (
    <>
      <div data-field="command">
        <Field {...words} error={errors.command}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              mono
              value={command}
              placeholder="npm run start"
              onChange={(next) => edit({ command: next })}
            />
          )}
        </Field>
        {command === '' && (
          <UsedBefore
            kind="command"
            onChoose={(_, setup) => {
              fill(setup);
              // The button that had the focus disappears.
              input.current?.focus();
            }}
          />
        )}
      </div>
      <FolderField errors={errors} hint={text('cwdOfCommand')} />
    </>
  );
}

const NAMES = ['env', 'portTimeoutS'] as const satisfies readonly FieldName[];

export function CommandSection({ errors }: PartProps) {
  const text = useText('setup.target');
  const { form } = useFormScope();
  const wrong = NAMES.some((name) => errors[name] !== undefined);
  return (
    <FoldedSection title={text('titleOfCommand')} note={text('note', { count: countChanges(form, NAMES) })} wrong={wrong}>
      <div className={css.stack}>
        {NAMES.map((name) => (
          <SettingField key={name} name={name} errors={errors} />
        ))}
      </div>
    </FoldedSection>
  );
}
