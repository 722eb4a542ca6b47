/** The values that variants differ in, as short as they can be without two looking alike. */
import { text } from '../../shared/words/words.ts';

export function differenceValue(value: string | null, all: readonly (string | null)[]): string {
  return value === null ? text('compare.field.notSet') : shorten(value, all);
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
