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

/** What a plan says of each request is not asked for once more. */
const NAMES_WITH_PLAN = NAMES.filter((name) => name !== 'method' && name !== 'headers' && name !== 'body');

export function RequestSection({ errors }: PartProps) {
  const text = useText('setup.request');
  const { form } = useFormScope();
  const names = form.plan === '' ? NAMES : NAMES_WITH_PLAN;
  const note = useText('setup.target')('note', { count: countChanges(form, names) });
  return (
    <FoldedSection title={text(form.plan === '' ? 'title' : 'titleWithPlan')} note={note} names={names} errors={errors}>
      <div className={css.stack}>
        {names.map((name) => (
          <SettingField key={name} name={name} errors={errors} />
        ))}
      </div>
    </FoldedSection>
  );
}
