/** The set-up being edited. Kept outside the screen, so that leaving the screen loses nothing. */
import { create } from 'zustand';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { EMPTY_FORM, formOf, type SetupForm } from './setup-form.ts';

const useDraftStore = create<{ form: SetupForm }>(() => ({ form: EMPTY_FORM }));

export function useDraft(): SetupForm {
  return useDraftStore((state) => state.form);
}

export function currentDraft(): SetupForm {
  return useDraftStore.getState().form;
}

export function editDraft(change: Partial<SetupForm>): void {
  useDraftStore.setState(({ form }) => ({ form: { ...form, ...change } }));
}

export function clearDraft(): void {
  useDraftStore.setState({ form: EMPTY_FORM });
}

/** Whether nothing was entered since it was empty. */
export function isDraftEmpty(): boolean {
  return useDraftStore.getState().form === EMPTY_FORM;
}

/** Starts from the set-up of an earlier run. */
export function draftFrom(setup: Setup): void {
  useDraftStore.setState({ form: formOf(setup) });
}
