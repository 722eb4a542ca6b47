import { SETTINGS_LIST } from '../../shared/model/settings-list.ts';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/setup-form.ts';
import { Checkbox, RadioList } from '../ui/Choice.tsx';
import { FieldGroup } from '../ui/Field.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { useFieldWords } from './use-field-words.ts';

const OF_CLIENT = SETTINGS_LIST.filter(({ path, union }) => path.startsWith('client.') && !union).map(({ key }) => key as FieldName);
const KINDS = ['loopscope', 'autocannon', 'k6'] as const;
/** What other programs do in their own way, in the order of a run. */
const DIFFERENCES = {
  autocannon: ['connects', 'times', 'ends', 'errors'],
  k6: ['script', 'starts', 'times', 'ends', 'bytes'],
} as const;

/** What makes the requests, and its settings. `takesCommand`: it may be a command of the user. */
export function ClientSection({ errors, takesCommand = false }: PartProps & { readonly takesCommand?: boolean }) {
  const text = useText('setup.client');
  const { form, edit } = useFormScope();
  const own = takesCommand && form.loadCommand !== '' ? [] : OF_CLIENT;
  const names: readonly FieldName[] = takesCommand ? ['loadCommand', ...own] : own;
  const changes = useText('setup.target')('note', { count: countChanges(form, names) });
  const { client } = form;
  return (
    <FoldedSection title={text('title')} note={client === 'loopscope' ? changes : text(client)} names={names} errors={errors}>
      <div className={css.stack}>
        <FieldGroup label={text('label')}>
          <RadioList
            label={text('label')}
            value={client}
            onChange={(next) => edit({ client: next })}
            options={KINDS.map((kind) => ({ value: kind, label: text(kind), detail: text(`about.${kind}`) }))}
          />
        </FieldGroup>
        {client === 'autocannon' && <Differences of={DIFFERENCES.autocannon.map((name) => text(`differs.autocannon.${name}`))} />}
        {client === 'k6' && <Differences of={DIFFERENCES.k6.map((name) => text(`differs.k6.${name}`))} />}
        {names.map((name) =>
          name === 'keepAlive' && client === 'autocannon' ? (
            <AlwaysKept key={name} />
          ) : (
            <SettingField key={name} name={name} errors={errors} />
          ),
        )}
      </div>
    </FoldedSection>
  );
}

function Differences({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={css.list}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** autocannon cannot open a connection for each request. */
function AlwaysKept() {
  const text = useText('setup.client');
  const { label } = useFieldWords('keepAlive');
  return <Checkbox label={label} hint={text('alwaysKept')} checked disabled onChange={() => {}} />;
}
