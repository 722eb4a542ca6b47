import { useRef } from 'react';
import type { Setup, Target } from '../../shared/model/setup/setup.ts';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import { UsedBefore } from './UsedBefore.tsx';
import { useFieldWords } from './use-field-words.ts';

interface SubjectFieldProps extends PartProps {
  readonly name: 'command' | 'server';
  readonly kind: Target['kind'];
  readonly placeholder: string;
  readonly onBlur?: () => void;
  /** What was measured before is chosen again. */
  readonly onUsed: (subject: string, setup: Setup) => void;
}

/** What is measured, typed or chosen again. */
export function SubjectField({ name, kind, placeholder, errors, onBlur, onUsed }: SubjectFieldProps) {
  const words = useFieldWords(name);
  const { form, edit } = useFormScope();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div data-field={name}>
      <Field {...words} error={errors[name]}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            mono
            value={form[name]}
            placeholder={placeholder}
            onChange={(next) => edit({ [name]: next })}
            onBlur={onBlur}
          />
        )}
      </Field>
      {form[name] === '' && (
        <UsedBefore
          kind={kind}
          onChoose={(subject, setup) => {
            onUsed(subject, setup);
            // The button that had the focus disappears.
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
