import { LOCALE } from '../words/catalogue.ts';

let order: Intl.Collator | undefined;

/** Names as a reader expects them in a list: `v9` before `v10`. */
export function compareNames(a: string, b: string): number {
  // Loading the order of a language takes longer than most commands need for all else that they load.
  order ??= new Intl.Collator(LOCALE, { numeric: true });
  return order.compare(a, b);
}
