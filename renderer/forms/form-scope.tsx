/** Which set-up the fields of a form edit: that of a run, or of one variant of a comparison. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Setup } from '../../shared/model/setup/setup.ts';
import type { SetupForm } from '../state/forms/setup-form.ts';
import type { FieldErrors } from './use-setup-check.ts';

export interface FormScope {
  readonly form: SetupForm;
  /** The current values, for work that ends after the render it began in. */
  readonly current: () => SetupForm;
  readonly edit: (change: Partial<SetupForm>) => void;
  /** Replaces everything by the set-up of an earlier run; `keep` comes first where something typed is lost by it. */
  readonly fill: (setup: Setup) => void;
  readonly clear: () => void;
  /** Before something typed is replaced: the whole form as it is can be brought back. */
  readonly keep: () => void;
}

/** Props of every part of the form. */
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

/** Fills in the set-up of an earlier run over what is typed, which can be brought back. */
export function useRefill(): (setup: Setup) => void {
  const { keep, fill } = useFormScope();
  return (setup) => {
    keep();
    fill(setup);
  };
}
