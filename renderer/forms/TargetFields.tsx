import type { ComponentType } from 'react';
import type { SetupForm } from '../state/setup-form.ts';
import { type PartProps, useFormScope } from './form-scope.tsx';
import { NodeField } from './NodeField.tsx';
import { ScriptField } from './ScriptField.tsx';
import { ScriptSection } from './ScriptSection.tsx';

/** First of all, below the load, or among what is folded. */
type Place = 'first' | 'below' | 'folded';

/** What each kind of target has in the form. */
const FIELDS: { readonly [K in SetupForm['target']]: Readonly<Partial<Record<Place, ComponentType<PartProps>>>> } = {
  script: { first: ScriptField, below: NodeField, folded: ScriptSection },
};

export function TargetFields({ place, errors }: PartProps & { place: Place }) {
  const { form } = useFormScope();
  const Part = FIELDS[form.target][place];
  return Part === undefined ? null : <Part errors={errors} />;
}
