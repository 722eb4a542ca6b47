/**
 * Search in frames and functions, by what they are called and their file: plain text, or in quotes the full name of a function, with or
 * without the prefix that V8 adds (`exports.renderToString`). Pure.
 */
import { calledName } from '../../format/place.ts';

/** `line` is one-based. */
export type FrameMatcher = (name: string, url: string, line: number) => boolean;

/** Null: no search. Case is ignored. `"log"` matches the function of that name, not files with it in their path. */
export function matcherOf(query: string): FrameMatcher | null {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const [, whole] = /^"([^"]+)"$/.exec(wanted) ?? [];
  if (whole === undefined) return (name, url, line) => `${name}\n${calledName(name, url, line)}\n${url}`.toLowerCase().includes(wanted);
  return (name, url, line) => [name, calledName(name, url, line)].some((one) => `.${one}`.toLowerCase().endsWith(`.${whole}`));
}
