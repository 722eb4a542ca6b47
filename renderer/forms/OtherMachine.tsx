import { useText } from '../i18n/i18n.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useFieldWords } from './use-field-words.ts';

/** To avoid sending load to another machine by mistake, its name has to be typed twice. */
export function OtherMachine({ host, error }: { host: string; error: string | undefined }) {
  const text = useText('setup.allowHost');
  const { form, edit } = useFormScope();
  const { label } = useFieldWords('allowHost');
  const { allowHost } = form;
  return (
    <div data-field="allowHost">
      <Notice tone="warn">
        <p>{text.rich('text', { host, b: (words) => <b>{words}</b> })}</p>
        <Field className={css.below} label={label} error={error}>
          {(control) => <TextInput {...control} mono value={allowHost} placeholder={host} onChange={(next) => edit({ allowHost: next })} />}
        </Field>
      </Notice>
    </div>
  );
}
