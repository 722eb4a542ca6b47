/** A language made up for tests, English between brackets: whatever stands outside brackets has not come from the catalogue. */
import type { Plugin } from 'vite';

type Catalogue = string | { readonly [key: string]: Catalogue };

/** Contains all it needs: the page is built with its text. */
export function bracket(tree: Catalogue): Catalogue {
  return typeof tree === 'string' ? `⟦${tree}⟧` : Object.fromEntries(Object.entries(tree).map(([key, inner]) => [key, bracket(inner)]));
}

/** The tag of the language: platforms that do not know it format as in English. */
export const MADE_UP_LOCALE = 'en-x-made-up';

/** Builds the page with the catalogue in the made-up language. */
export const madeUpCatalogue: Plugin = {
  name: 'made-up-catalogue',
  enforce: 'pre',
  transform: (_, id) => {
    if (!id.endsWith('/shared/words/catalogue.ts')) return null;
    return [
      "import { messages as english } from './en/language.ts';",
      `export const LOCALE = '${MADE_UP_LOCALE}';`,
      bracket.toString(),
      'export const messages = bracket(english);',
    ].join('\n');
  },
};

/** What is left when all that comes from the catalogue is taken away, the innermost first. */
export function outside(text: string): string {
  const without = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return without === text ? text.trim() : outside(without);
}

/** Units are not translated; nor are the variants' letters, and what a figure is called in a formula (n, p). */
const UNITS = new Set(['µs', 'ms', 'min', 'kB', 'MB', 'GB', 'pp']);

/** Words that are neither of the catalogue nor of the data. */
export function foreignTo(data: unknown, ...texts: readonly string[]): string[] {
  const known = new Set(stringsIn(data).flatMap(wordsIn));
  return texts.flatMap((text) => wordsIn(outside(text))).filter((word) => word.length > 1 && !UNITS.has(word) && !known.has(word));
}

const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

function stringsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(stringsIn) : [];
}
