import { useText } from '../i18n/i18n.tsx';
import type { FieldName } from '../state/forms/setup-form.ts';

export interface FieldWords {
  readonly label: string;
  readonly hint: string | undefined;
}

/** Label of a setting in the form. A test checks that the catalogue has all of them. */
export function useFieldWords(name: FieldName): FieldWords {
  const text = useText('setup.field');
  const hint = `${name}.hint` as never;
  return { label: text(`${name}.label` as never), hint: text.has(hint) ? text(hint) : undefined };
}
