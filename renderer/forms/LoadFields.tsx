import { ownSettings } from '../../shared/model/load-models.ts';
import { useText } from '../i18n/i18n.tsx';
import { findField } from '../state/check-form.ts';
import { foreignHost } from '../state/setup-form.ts';
import { Segmented } from '../ui/Choice.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput, TextInput } from '../ui/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { useFieldWords } from './use-field-words.ts';

/** The settings that are changed most often. */
export function LoadFields({ errors }: PartProps) {
  const { form } = useFormScope();
  const host = foreignHost(form.url.trim());
  const [first, ...others] = ownSettings(form.loadModel).map((path) => findField(path)!);
  return (
    <>
      <SettingField name="url" errors={errors} />
      {host !== null && <OtherMachine host={host} error={errors.allowHost} />}
      <div className={css.pair}>
        {first && <SettingField name={first} errors={errors} />}
        <EndField errors={errors} />
      </div>
      {others.map((name) => (
        <SettingField key={name} name={name} errors={errors} />
      ))}
      <SettingField name="warmupS" errors={errors} />
    </>
  );
}

function EndField({ errors }: PartProps) {
  const text = useText('setup.end');
  const { form, edit } = useFormScope();
  const { endBy, durationS, requests } = form;
  const byTime = endBy === 'duration';
  const field = byTime ? 'durationS' : 'requests';
  const { label } = useFieldWords(field);
  return (
    <div data-field={field}>
      <FieldGroup label={text('label')} error={errors[field]}>
        <div className={css.end}>
          <Segmented
            label={text('label')}
            value={endBy}
            onChange={(next) => edit({ endBy: next })}
            options={[
              { value: 'duration', label: text('duration') },
              { value: 'amount', label: text('amount') },
            ]}
          />
          <NumberInput
            key={endBy}
            aria-label={label}
            aria-invalid={errors[field] ? true : undefined}
            unit={byTime ? 's' : text('requests')}
            value={byTime ? durationS : requests}
            onChange={(next) => edit(byTime ? { durationS: next } : { requests: next })}
          />
        </div>
      </FieldGroup>
    </div>
  );
}

/** To avoid sending load to another machine by mistake, its name has to be typed twice. */
function OtherMachine({ host, error }: { host: string; error: string | undefined }) {
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
