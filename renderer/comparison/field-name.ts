/** The values that variants differ in, as short as they can be without two looking alike. */
import { shortenPath } from '../../shared/base/shorten-path.ts';
import { text } from '../../shared/words/words.ts';

export function differenceValue(value: string | null, all: readonly (string | null)[]): string {
  return value === null ? text('compare.field.notSet') : shortenPath(value, all);
}
