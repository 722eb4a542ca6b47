import { useState } from 'react';
import { SETTINGS_LIST } from '../../shared/model/settings-list.ts';
import { splitWords } from '../../shared/model/shell-words.ts';
import { FilePicker } from '../frame/FilePicker.tsx';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/setup-form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { useFieldWords } from './use-field-words.ts';

/** The script and its Node have their own fields above. */
const NAMES = SETTINGS_LIST.filter(
  ({ key, memberships }) => memberships.some(({ members }) => members.includes('script')) && key !== 'script' && key !== 'node',
).map(({ key }) => key as FieldName);

export function ScriptSection({ errors }: PartProps) {
  const text = useText('setup.target');
  const { form } = useFormScope();
  const wrong = NAMES.some((name) => errors[name] !== undefined);
  return (
    <FoldedSection title={text('title')} note={text('note', { count: countChanges(form, NAMES) })} wrong={wrong}>
      <div className={css.stack}>
        {NAMES.map((name) => {
          if (name === 'args' || name === 'nodeArgs') return <ArgumentsField key={name} name={name} error={errors[name]} />;
          if (name === 'cwd') return <FolderField key={name} error={errors.cwd} />;
          return <SettingField key={name} name={name} errors={errors} />;
        })}
      </div>
    </FoldedSection>
  );
}

function ArgumentsField({ name, error }: { name: 'args' | 'nodeArgs'; error: string | undefined }) {
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
function Arguments({ line, empty }: { line: string; empty: string | undefined }) {
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

function FolderField({ error }: { error: string | undefined }) {
  const text = useText('setup.target');
  const picker = useText('common.picker');
  const { form, edit } = useFormScope();
  const words = useFieldWords('cwd');
  const { cwd, script } = form;
  const [picking, setPicking] = useState(false);
  return (
    <div data-field="cwd">
      <Field {...words} error={error}>
        {(control) => (
          <div className={css.withButton}>
            <TextInput {...control} mono value={cwd} onChange={(next) => edit({ cwd: next })} />
            <Button onClick={() => setPicking(true)}>{text('cwdChoose')}</Button>
          </div>
        )}
      </Field>
      <FilePicker
        open={picking}
        kind="folder"
        title={picker('folderTitle')}
        description={picker('openText')}
        startDir={cwd || /^(.+)[/\\][^/\\]+$/.exec(script)?.[1] || null}
        onClose={() => setPicking(false)}
        onPick={(path) => {
          setPicking(false);
          edit({ cwd: path });
        }}
      />
    </div>
  );
}
