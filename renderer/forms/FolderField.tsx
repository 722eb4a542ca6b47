import { useState } from 'react';
import { FilePicker } from '../frame/FilePicker.tsx';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useFieldWords } from './use-field-words.ts';

/** `hint`: in place of that of the setting. */
export function FolderField({ errors, hint }: PartProps & { hint?: string }) {
  const text = useText('setup.target');
  const picker = useText('common.picker');
  const { form, edit } = useFormScope();
  const words = useFieldWords('cwd');
  const { cwd, script } = form;
  const [picking, setPicking] = useState(false);
  return (
    <div data-field="cwd">
      <Field {...words} {...(hint === undefined ? {} : { hint })} error={errors.cwd}>
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
        description={picker('chooseText')}
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
