/** What a search looks for in frames and functions: plain text, or in quotes the whole name of a function. Pure. */

export type FrameMatcher = (name: string, url: string) => boolean;

/** Null: nothing is searched. Case is ignored. `"log"` is the function of that name, and no file that has it in its path. */
export function matcherOf(query: string): FrameMatcher | null {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const [, whole] = /^"([^"]+)"$/.exec(wanted) ?? [];
  return whole === undefined ? (name, url) => `${name}\n${url}`.toLowerCase().includes(wanted) : (name) => name.toLowerCase() === whole;
}
