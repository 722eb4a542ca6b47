/** Whose set-up the fields of a form write: the run being set up, or one variant of a comparison. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Setup } from '../../shared/model/setup.ts';
import type { SetupForm } from '../state/setup-form.ts';
import type { FieldErrors } from './use-setup-check.ts';

export interface FormScope {
  readonly form: SetupForm;
  /** What is written now, for work that ends later than the render it began in. */
  readonly current: () => SetupForm;
  readonly edit: (change: Partial<SetupForm>) => void;
  /** Everything as in an earlier run. */
  readonly fill: (setup: Setup) => void;
  readonly clear: () => void;
}

/** What every part of the form is given. */
export interface PartProps {
  readonly errors: FieldErrors;
}

const Scope = createContext<FormScope | null>(null);

export function FormScopeProvider({ scope, children }: { scope: FormScope; children: ReactNode }) {
  return <Scope.Provider value={scope}>{children}</Scope.Provider>;
}

export function useFormScope(): FormScope {
  const scope = useContext(Scope);
  if (scope === null) throw new Error('A field of the set-up form stands outside a FormScopeProvider.');
  return scope;
}
