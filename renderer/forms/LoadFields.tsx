import { LOAD_MODELS, loadModel } from '../../shared/model/load-models.ts';
import { isAlone } from '../../shared/model/setup/captures.ts';
import { useText } from '../i18n/i18n.tsx';
import { captureOf, type FieldName, type SetupForm } from '../state/forms/setup-form.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/Choice.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput } from '../ui/Input.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Select } from '../ui/Select.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { LOAD_PRESETS, type LoadPreset } from './load-presets.ts';
import { RequestFields } from './plan/RequestFields.tsx';
import { SettingField } from './SettingField.tsx';
import { useFieldWords } from './use-field-words.ts';

/** The settings that are changed most often. */
export function LoadFields({ errors }: PartProps) {
  return (
    <>
      <RequestFields errors={errors} />
      <SendFields errors={errors} />
    </>
  );
}

/** How requests are sent, whatever they are. */
export function SendFields({ errors }: PartProps) {
  const { form } = useFormScope();
  return (
    <>
      <ModelField />
      {fieldsOf(form).map((row) => (
        <Row key={row.join()} row={row} errors={errors} />
      ))}
      {!isOwnLoad(form) && <SettingField name="warmupS" errors={errors} />}
    </>
  );
}

/** How long it is and how it begins is that of the capture. */
const isOwnLoad = (form: SetupForm): boolean => isAlone(captureOf(form));

function fieldsOf(form: SetupForm): readonly (readonly FieldName[])[] {
  const rows: readonly (readonly FieldName[])[] = loadModel(form.loadModel).fields(form, form.loadCommand !== '');
  return isOwnLoad(form) ? rows.map((row) => row.filter((name) => name !== 'endBy')).filter((row) => row.length > 0) : rows;
}

function Row({ row, errors }: PartProps & { row: readonly FieldName[] }) {
  const fields = row.map((name) =>
    name === 'endBy' ? <EndField key={name} errors={errors} /> : <SettingField key={name} name={name} errors={errors} />,
  );
  return row.length === 1 ? fields : <div className={css.pair}>{fields}</div>;
}

function ModelField() {
  const text = useText('setup.load');
  const ofPreset = useText('setup.load.preset');
  const { form, edit } = useFormScope();
  const presets = (Object.keys(LOAD_PRESETS) as LoadPreset[]).map((name) => ({
    label: ofPreset(name),
    onSelect: () => edit(LOAD_PRESETS[name]),
  }));
  return (
    <Field label={text('label')}>
      {(control) => (
        <div className={css.withButton}>
          <Select
            {...control}
            className={css.node}
            value={form.loadModel}
            onChange={(loadModel) => edit({ loadModel })}
            options={LOAD_MODELS.map((model) => ({ value: model, label: text(`model.${model}`), detail: text(`about.${model}`) }))}
          />
          <Menu trigger={<Button>{text('presets')}</Button>} items={presets} />
        </div>
      )}
    </Field>
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
