import { DEFAULT_CLIENT } from '../../shared/model/clients/client.ts';
import { CLIENT_KINDS, type ClientKind, clientNamed } from '../../shared/model/clients.ts';
import { SETTINGS_LIST } from '../../shared/model/setup/settings-list.ts';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/forms/setup-form.ts';
import { Checkbox, RadioList } from '../ui/Choice.tsx';
import { FieldGroup } from '../ui/Field.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { useFieldWords } from './use-field-words.ts';

const OF_CLIENT = SETTINGS_LIST.filter(({ path, union }) => path.startsWith('client.') && !union).map(({ key }) => key as FieldName);

/** What makes the requests, and its settings. `takesCommand`: it may be a command of the user. */
export function ClientSection({ errors, takesCommand = false }: PartProps & { readonly takesCommand?: boolean }) {
  const text = useText('setup.client');
  const { form, edit } = useFormScope();
  const own = takesCommand && form.loadCommand !== '' ? [] : OF_CLIENT;
  const names: readonly FieldName[] = takesCommand ? ['loadCommand', ...own] : own;
  const changes = useText('setup.target')('note', { count: countChanges(form, names) });
  const { client } = form;
  return (
    <FoldedSection title={text('title')} note={client === DEFAULT_CLIENT ? changes : text(client)} names={names} errors={errors}>
      <div className={css.stack}>
        <FieldGroup label={text('label')}>
          <RadioList
            label={text('label')}
            value={client}
            onChange={(next) => edit({ client: next })}
            options={CLIENT_KINDS.map((kind) => ({ value: kind, label: text(kind), detail: text(`about.${kind}`) }))}
          />
        </FieldGroup>
        <Differences client={client} />
        {names.map((name) =>
          clientNamed(client).lacks?.[name] !== undefined ? (
            <Always key={name} name={name} />
          ) : (
            <SettingField key={name} name={name} errors={errors} />
          ),
        )}
      </div>
    </FoldedSection>
  );
}

/** What another program does in its own way. */
function Differences({ client }: { readonly client: ClientKind }) {
  const text = useText('setup.client.differs');
  const { differs = [] } = clientNamed(client);
  return (
    differs.length > 0 && (
      <ul className={css.list}>
        {differs.map((name) => (
          <li key={name}>{text(`${client}.${name}` as never)}</li>
        ))}
      </ul>
    )
  );
}

/** A switch that the client does not have: it is always on. */
function Always({ name }: { readonly name: FieldName }) {
  const text = useText('setup.client');
  const { label } = useFieldWords(name);
  return <Checkbox label={label} hint={text('alwaysKept')} checked disabled onChange={() => {}} />;
}
