/** The set-up being edited. */
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { keepDraft } from './kept-draft.ts';
import { EMPTY_FORM, formOf, type SetupForm } from './setup-form.ts';

export const setupDraft = keepDraft<SetupForm>(EMPTY_FORM);

export function editDraft(change: Partial<SetupForm>): void {
  setupDraft.change((form) => ({ ...form, ...change }));
}

/** Starts from the set-up of an earlier run. */
export function draftFrom(setup: Setup): void {
  setupDraft.begin(formOf(setup));
}
