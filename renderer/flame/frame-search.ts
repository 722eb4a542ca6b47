/**
 * What a search looks for in frames and functions: plain text, or in quotes the whole name of a function, with or without what V8 puts
 * before it (`exports.renderToString`). Pure.
 */

export type FrameMatcher = (name: string, url: string) => boolean;

/** Null: nothing is searched. Case is ignored. `"log"` is the function of that name, and no file that has it in its path. */
export function matcherOf(query: string): FrameMatcher | null {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const [, whole] = /^"([^"]+)"$/.exec(wanted) ?? [];
  if (whole === undefined) return (name, url) => `${name}\n${url}`.toLowerCase().includes(wanted);
  return (name) => `.${name}`.toLowerCase().endsWith(`.${whole}`);
}
