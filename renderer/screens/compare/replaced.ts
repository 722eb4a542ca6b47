/** What replaces or removes a part of the comparison being edited: what was typed can be brought back. */
import type { FormScope } from '../../forms/form-scope.tsx';
import { compareDraft } from '../../state/forms/compare-draft.ts';
import type { CompareForm } from '../../state/forms/compare-form.ts';
import { EMPTY_FORM, formOf, type SetupForm } from '../../state/forms/setup-form.ts';

/** `put`: what an earlier run was set up with, or nothing, takes the place of what is edited. */
export function replacedBy(put: (form: SetupForm) => void): Pick<FormScope, 'fill' | 'clear' | 'keep'> {
  const clear = () => {
    compareDraft.keepCopy();
    put(EMPTY_FORM);
  };
  return { fill: (setup) => put(formOf(setup)), clear, keep: compareDraft.keepCopy };
}

export function removeWith(change: (form: CompareForm) => CompareForm): void {
  compareDraft.keepCopy();
  compareDraft.change(change);
}
