import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/forms/setup-form.ts';
import { FoldedSection } from './FoldedSection.tsx';
import { FolderField } from './FolderField.tsx';
import { type PartProps, useFormScope, useRefill } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { SubjectField } from './SubjectField.tsx';
import { TopologyField } from './TopologyField.tsx';

/** A command means nothing without its folder. */
export function CommandField({ errors }: PartProps) {
  const text = useText('setup.target');
  const refill = useRefill();
  return (
    <>
      <SubjectField name="command" kind="command" placeholder="npm run start" errors={errors} onUsed={(_, setup) => refill(setup)} />
      <FolderField errors={errors} hint={text('cwdOfCommand')} />
    </>
  );
}

const NAMES = ['env', 'topology', 'portTimeoutS'] as const satisfies readonly FieldName[];

export function CommandSection({ errors }: PartProps) {
  const text = useText('setup.target');
  const { form } = useFormScope();
  return (
    <FoldedSection title={text('titleOfCommand')} note={text('note', { count: countChanges(form, NAMES) })} names={NAMES} errors={errors}>
      <div className={css.stack}>
        {NAMES.map((name) =>
          name === 'topology' ? <TopologyField key={name} errors={errors} /> : <SettingField key={name} name={name} errors={errors} />,
        )}
      </div>
    </FoldedSection>
  );
}
