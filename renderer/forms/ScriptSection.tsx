import { SETTINGS_LIST } from '../../shared/model/setup/settings-list.ts';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/forms/setup-form.ts';
import { ArgumentsField } from './ArgumentsField.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { FolderField } from './FolderField.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { TopologyField } from './TopologyField.tsx';

/** The script and its Node have their own fields above. */
const NAMES = SETTINGS_LIST.filter(
  ({ key, memberships }) => memberships.some(({ members }) => members.includes('script')) && key !== 'script' && key !== 'node',
).map(({ key }) => key as FieldName);

export function ScriptSection({ errors }: PartProps) {
  const text = useText('setup.target');
  const { form } = useFormScope();
  return (
    <FoldedSection title={text('title')} note={text('note', { count: countChanges(form, NAMES) })} names={NAMES} errors={errors}>
      <div className={css.stack}>
        {NAMES.map((name) => {
          if (name === 'args' || name === 'nodeArgs') return <ArgumentsField key={name} name={name} error={errors[name]} />;
          if (name === 'cwd') return <FolderField key={name} errors={errors} />;
          if (name === 'topology') return <TopologyField key={name} errors={errors} />;
          return <SettingField key={name} name={name} errors={errors} />;
        })}
      </div>
    </FoldedSection>
  );
}
