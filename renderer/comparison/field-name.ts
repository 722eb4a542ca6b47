import { useMemo } from 'react';
import { en } from '../i18n/en.ts';
import { useText } from '../i18n/i18n.tsx';

type Plain = Exclude<keyof typeof en.compare.field, 'env' | 'header' | 'notSet'>;

export interface FieldNames {
  readonly name: (field: string) => string;
  /** As short as it can be without two values looking alike. */
  readonly value: (value: string | null, all: readonly (string | null)[]) => string;
}

/** The settings that variants differ in, in words. */
export function useFieldName(): FieldNames {
  const text = useText('compare.field');
  return useMemo(
    () => ({
      name: (field) => {
        const [group, ...rest] = field.split('.');
        if (rest.length > 0 && (group === 'env' || group === 'header')) return text(group, { name: rest.join('.') });
        return field in en.compare.field ? text(field as Plain) : field;
      },
      value: (value, all) => (value === null ? text('notSet') : shorten(value, all)),
    }),
    [text],
  );
}

/** Paths without the folder they all lie in. */
export function shorten(value: string, all: readonly (string | null)[]): string {
  const paths = all.filter((one): one is string => one !== null);
  if (!paths.every((one) => one.includes('/')) || paths.length < 2) return value;
  const parts = paths.map((one) => one.split('/'));
  const shortest = Math.min(...parts.map(({ length }) => length));
  let common = 0;
  while (common < shortest - 1 && parts.every((one) => one[common] === parts[0]![common])) common += 1;
  return value.split('/').slice(common).join('/');
}
