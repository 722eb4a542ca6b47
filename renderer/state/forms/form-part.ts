/** A part of a form, by where its settings stand in a set-up. Pure. */
import { SETTINGS_LIST, UNIONS } from '../../../shared/model/setup/settings-list.ts';
import type { SetupForm } from './setup-form.ts';

type Change = Partial<SetupForm>;

export interface FormPart {
  /** What of a change belongs to it. */
  readonly of: (change: Change) => Change;
  readonly without: (change: Change) => Change;
}

/** `isMeant`: whether the setting at this path belongs to it. */
export function formPart(isMeant: (path: string) => boolean): FormPart {
  const keys: ReadonlySet<string> = new Set([
    ...UNIONS.filter(({ path }) => isMeant(path)).map(({ union }) => union.key),
    ...SETTINGS_LIST.filter(({ path }) => isMeant(path)).map(({ key }) => key),
  ]);
  const pick = (change: Change, belongs: boolean): Change =>
    Object.fromEntries(Object.entries(change).filter(([name]) => keys.has(name) === belongs));
  return { of: (change) => pick(change, true), without: (change) => pick(change, false) };
}
