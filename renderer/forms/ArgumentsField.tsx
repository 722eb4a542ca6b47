import { splitWords } from '../../shared/model/setup/shell-words.ts';
import { useText } from '../i18n/i18n.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useFieldWords } from './use-field-words.ts';

export function ArgumentsField({ name, error }: { name: 'args' | 'nodeArgs'; error: string | undefined }) {
  const { form, edit } = useFormScope();
  const { label, hint } = useFieldWords(name);
  return (
    <div data-field={name}>
      <Field label={label} hint={<Arguments line={form[name]} empty={hint} />} error={error}>
        {(control) => <TextInput {...control} mono value={form[name]} onChange={(line) => edit({ [name]: line })} />}
      </Field>
    </div>
  );
}

/** Shows how the line is split, so that quoting is clear. */
export function Arguments({ line, empty }: { line: string; empty: string | undefined }) {
  const text = useText('setup.target');
  const { words } = splitWords(line);
  if (words.length === 0) return <>{empty}</>;
  return (
    <>
      {text('argsParsed', { count: words.length })}{' '}
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place
        <code key={index} className={css.word}>
          {word}
        </code>
      ))}
    </>
  );
}
