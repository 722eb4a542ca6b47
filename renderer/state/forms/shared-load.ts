/** Which part of a set-up is the load that all variants of a comparison have in common. Pure. */
import { formPart } from './form-part.ts';
import type { SetupForm } from './setup-form.ts';

/** Allowing another machine stands beside the URL that names it. What is requested is no part of the load: it may be what is compared. */
const LOAD = formPart((path) => /^(?:load\.(?!allowHost$)|client\.|loadCommand$)/.test(path));

export const loadOfForm = LOAD.of;
export const withoutLoad = LOAD.without;

export function hasOneLoad(forms: readonly SetupForm[]): boolean {
  return new Set(forms.map((form) => JSON.stringify(Object.entries(loadOfForm(form)).sort()))).size <= 1;
}
