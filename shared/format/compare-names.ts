import { LOCALE } from '../words/catalogue.ts';

const order = new Intl.Collator(LOCALE, { numeric: true });

/** Names as a reader expects them in a list: `v9` before `v10`. */
export function compareNames(a: string, b: string): number {
  return order.compare(a, b);
}
