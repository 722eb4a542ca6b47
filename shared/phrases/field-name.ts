/** The settings that variants differ in, in words. */
import { shortenPath } from '../base/shorten-path.ts';
import { shortName } from '../format/place.ts';
import type { Difference } from '../model/comparison/comparison.ts';
import { type Messages, messages } from '../words/catalogue.ts';
import { text } from '../words/words.ts';

type Plain = Exclude<keyof Messages['compare']['field'], 'env' | 'header' | 'notSet' | 'hiddenDiffers' | 'hiddenUnknown'>;
const HIDDEN = { differs: 'compare.field.hiddenDiffers', unknown: 'compare.field.hiddenUnknown' } as const;

export function fieldName(field: string): string {
  const [group, ...rest] = field.split('.');
  if (rest.length > 0 && (group === 'env' || group === 'header')) return text(`compare.field.${group}`, { name: rest.join('.') });
  return Object.keys(messages.compare.field).includes(field) ? text(`compare.field.${field as Plain}`) : field;
}

/** With what can be said of values that are not stored. */
export function differenceName({ field, hidden }: Difference): string {
  return hidden === undefined ? fieldName(field) : text(HIDDEN[hidden], { name: fieldName(field) });
}

/** A value that variants differ in, as short as it can be without two looking alike. */
export function differenceValue(value: string | null, all: readonly (string | null)[]): string {
  return value === null ? text('compare.field.notSet') : shortName(shortenPath(value, all));
}
