/**
 * Search in frames and functions: plain text, or in quotes the full name of a function, with or without the prefix that V8 adds
 * (`exports.renderToString`). Pure.
 */

export type FrameMatcher = (name: string, url: string) => boolean;

/** Null: no search. Case is ignored. `"log"` matches the function of that name, not files with it in their path. */
export function matcherOf(query: string): FrameMatcher | null {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const [, whole] = /^"([^"]+)"$/.exec(wanted) ?? [];
  if (whole === undefined) return (name, url) => `${name}\n${url}`.toLowerCase().includes(wanted);
  return (name) => `.${name}`.toLowerCase().endsWith(`.${whole}`);
}
