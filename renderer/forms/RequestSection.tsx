import { type Membership, SETTINGS_LIST } from '../../shared/model/setup/settings-list.ts';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/forms/setup-form.ts';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';

/**
 * The less common settings of requests and of every load: those of one load model are with it (LoadFields). Allowing another machine is beside the
 * URL that names it.
 */
const NAMES = SETTINGS_LIST.filter(
  ({ path, key, setting, union, memberships }) =>
    /^(?:requests|load)\./.test(path) && !setting.often && !union && key !== 'allowHost' && memberships.every(isOfEvery),
).map(({ key }) => key as FieldName);

function isOfEvery({ union, members }: Membership): boolean {
  return members.length === Object.keys(union.members).length;
}

const OF_REQUEST: ReadonlySet<FieldName> = new Set(['method', 'headers', 'body']);

/** `part`: those of the request alone, or of the load alone, where these stand in different places. */
export function RequestSection({ errors, part }: PartProps & { readonly part?: 'request' | 'load' }) {
  const text = useText('setup.request');
  const { form } = useFormScope();
  const hasPlan = form.plan !== '';
  // What a plan says of each request is not asked for once more.
  const names = NAMES.filter((name) => (OF_REQUEST.has(name) ? !hasPlan && part !== 'load' : part !== 'request'));
  const note = useText('setup.target')('note', { count: countChanges(form, names) });
  if (names.length === 0) return null;
  return (
    <FoldedSection
      title={text(part === 'load' ? 'titleOfLoad' : hasPlan ? 'titleWithPlan' : 'title')}
      note={note}
      names={names}
      errors={errors}
    >
      <div className={css.stack}>
        {names.map((name) => (
          <SettingField key={name} name={name} errors={errors} />
        ))}
      </div>
    </FoldedSection>
  );
}
