/** Values of the last runs that no file has: the engine keeps them in memory, so that a form filled in from a session need not ask again. */
import { create } from 'zustand';
import { hasHidden, hasRedacted } from '../../shared/model/setup/hidden.ts';
import type { NameValue } from '../../shared/model/setup/setting.ts';
import { SETTINGS_LIST } from '../../shared/model/setup/settings-list.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { type FieldName, formOf, type SetupForm, toSetup } from './forms/setup-form.ts';

export interface KeptValue {
  readonly field: FieldName;
  /** Of a header or a variable; null: it is the whole field. */
  readonly name: string | null;
  readonly value: string;
}

const useStore = create<{ kept: readonly KeptValue[] }>(() => ({ kept: [] }));

/** The set-up to ask for; null: no value is missing in the form. */
export function setupWithHidden(form: SetupForm): Setup | null {
  const setup = toSetup(form);
  return hasRedacted(setup) ? setup : null;
}

/** What changes in the form; null: nothing, as the engine does not know the values. */
export function takeKept(form: SetupForm, given: Setup): Partial<SetupForm> | null {
  const filled = formOf(given);
  const kept = SETTINGS_LIST.flatMap(({ key }) => {
    const field = key as FieldName;
    const [before, after] = [valuesIn(form, field), valuesIn(filled, field)];
    return after.filter(({ value }, at) => hasHidden(before[at]?.value ?? '') && !hasHidden(value));
  });
  if (kept.length === 0) return null;
  useStore.setState((known) => ({ kept: [...kept, ...known.kept].slice(0, MOST_KEPT) }));
  return Object.fromEntries(kept.map(({ field }) => [field, filled[field]]));
}

const MOST_KEPT = 200;

/** Those that stand in the form as they were kept. */
export function useKeptIn(form: SetupForm): readonly KeptValue[] {
  const { kept } = useStore();
  return kept.filter((one) => valuesIn(form, one.field).some(({ name, value }) => name === one.name && value === one.value));
}

function valuesIn(form: SetupForm, field: FieldName): readonly KeptValue[] {
  const value: unknown = form[field];
  if (typeof value === 'string') return [{ field, name: null, value }];
  return Array.isArray(value) ? (value as NameValue[]).map((pair) => ({ field, ...pair })) : [];
}
