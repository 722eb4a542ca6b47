import type { PairsSetting, Setting } from '../../shared/model/setup/setting.ts';
import { settingOf } from '../state/forms/check-form.ts';
import type { FieldName, SetupForm } from '../state/forms/setup-form.ts';
import { Checkbox } from '../ui/Choice.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput, TextArea, TextInput } from '../ui/Input.tsx';
import { Select } from '../ui/Select.tsx';
import { type KeyValue, KeyValueTable } from '../ui/table/KeyValueTable.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import { type FieldWords, useFieldWords } from './use-field-words.ts';
import { useRowProblem } from './use-row-problem.ts';

/** A field for a setting of the table, according to its kind. */
export function SettingField({ name, errors }: PartProps & { name: FieldName }) {
  const { form, edit } = useFormScope();
  const words = useFieldWords(name);
  const setting = settingOf(name);
  if (setting === undefined) throw new Error(`There is no setting ${name}.`);
  const change = (value: unknown) => edit({ [name]: value } as Partial<SetupForm>);
  return (
    <div data-field={name}>
      <Control setting={setting} words={words} error={errors[name]} value={form[name]} onChange={change} />
    </div>
  );
}

interface ControlProps<S> {
  readonly setting: S;
  readonly words: FieldWords;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Control({ setting, ...rest }: ControlProps<Setting>) {
  const { words, error, value, onChange } = rest;
  if (setting.is === 'switch') return <Checkbox {...words} checked={value as boolean} onChange={onChange} />;
  if (setting.is === 'pairs') return <PairsControl setting={setting} {...rest} />;
  return (
    <Field {...words} error={error}>
      {(control) => {
        switch (setting.is) {
          case 'number':
            return <NumberInput {...control} unit={setting.unit ?? undefined} value={value as number} onChange={onChange} />;
          case 'choice':
            return (
              <Select
                {...control}
                value={value as string}
                onChange={onChange}
                options={setting.of.map((one) => ({ value: one, label: one }))}
              />
            );
          default:
            return setting.is === 'text' && setting.holds === 'content' ? (
              <TextArea {...control} mono value={value as string} onChange={onChange} />
            ) : (
              <TextInput {...control} mono value={value as string} onChange={onChange} />
            );
        }
      }}
    </Field>
  );
}

const NAME_PLACEHOLDERS = { variables: 'NODE_ENV', headers: 'content-type' } as const;

function PairsControl({ setting: { holds }, words, error, value, onChange }: ControlProps<PairsSetting>) {
  const problemOf = useRowProblem(holds);
  return (
    <FieldGroup {...words} error={error}>
      <KeyValueTable
        label={words.label}
        rows={value as readonly KeyValue[]}
        onChange={onChange}
        namePlaceholder={NAME_PLACEHOLDERS[holds]}
        problemOf={problemOf}
      />
    </FieldGroup>
  );
}
