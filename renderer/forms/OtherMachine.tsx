import { useText } from '../i18n/i18n.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useFormScope } from './form-scope.tsx';
import css from './forms.module.css';

interface OtherMachineProps {
  readonly host: string;
  /** What was typed. */
  readonly value: string;
  readonly error: string | undefined;
  onChange(typed: string): void;
}

/** To avoid sending load to another machine by mistake, its name has to be typed twice. */
export function OtherMachine({ host, value, error, onChange }: OtherMachineProps) {
  const text = useText('setup');
  return (
    <div data-field="allowHost">
      <Notice tone="warn">
        <p>{text.rich('allowHost.text', { host, b: (words) => <b>{words}</b> })}</p>
        <Field className={css.below} label={text('field.allowHost.label')} error={error}>
          {(control) => <TextInput {...control} mono value={value} placeholder={host} onChange={onChange} />}
        </Field>
      </Notice>
    </div>
  );
}

export function OtherMachineOfForm({ host, error }: Pick<OtherMachineProps, 'host' | 'error'>) {
  const { form, edit } = useFormScope();
  return <OtherMachine host={host} value={form.allowHost} error={error} onChange={(next) => edit({ allowHost: next })} />;
}
