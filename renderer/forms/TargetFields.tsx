import type { ComponentType } from 'react';
import { useText } from '../i18n/i18n.tsx';
import type { SetupForm } from '../state/forms/setup-form.ts';
import { Segmented } from '../ui/Choice.tsx';
import { FieldGroup } from '../ui/Field.tsx';
import { CommandField, CommandSection } from './CommandField.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import { GroupField, GroupSection } from './GroupField.tsx';
import { NodeField } from './NodeField.tsx';
import { PidField } from './PidField.tsx';
import { ScriptField } from './ScriptField.tsx';
import { ScriptSection } from './ScriptSection.tsx';
import { ServerField } from './ServerField.tsx';

/** First of all, below the load, or among what is folded. */
type Place = 'first' | 'below' | 'folded';

/** What each kind of target has in the form. */
const FIELDS: { readonly [K in SetupForm['target']]: Readonly<Partial<Record<Place, ComponentType<PartProps>>>> } = {
  script: { first: ScriptField, below: NodeField, folded: ScriptSection },
  command: { first: CommandField, folded: CommandSection },
  group: { first: GroupField, folded: GroupSection },
  url: { first: ServerField },
  pid: { first: PidField },
};
const KINDS = Object.keys(FIELDS) as SetupForm['target'][];

export function TargetFields({ place, errors }: PartProps & { place: Place }) {
  const { form } = useFormScope();
  const Part = FIELDS[form.target][place];
  return (
    <>
      {place === 'first' && <KindField />}
      {Part !== undefined && <Part errors={errors} />}
    </>
  );
}

function KindField() {
  const text = useText('setup.target');
  const { form, edit } = useFormScope();
  return (
    <FieldGroup label={text('kindLabel')}>
      <Segmented
        label={text('kindLabel')}
        value={form.target}
        onChange={(target) => edit({ target })}
        options={KINDS.map((value) => ({ value, label: text(`kind.${value}`) }))}
      />
    </FieldGroup>
  );
}
