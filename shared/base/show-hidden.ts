/**
 * Texts of other people's programs and files, made harmless to read: a name must neither turn the line around (bidirectional
 * controls), nor hide (zero width), nor act on a terminal (control characters). One function for screen, paper and terminal.
 */

/** Control, format (bidi, zero width, tags), half a surrogate pair, line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The same without line feed and tab, which lay out a text of several lines. */
const HIDDEN_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** Invisible characters as escapes: `\u202e`, `\u{e0041}`. Applying it twice changes nothing more. */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, escapeOf);
}

/** The same for a text of several lines: line feeds and tabs stay. */
export function showHiddenInLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HIDDEN_IN_LINES, escapeOf);
}

/** The same for JSON, which stays the same document: its strings have other escapes for the same characters. */
export function showHiddenInJson(json: string): string {
  return json.replace(HIDDEN_IN_LINES, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** An object of one level: its texts shown, the rest as it is. */
export function showTexts<T extends object>(facts: T): T {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, typeof value === 'string' ? showHidden(value) : value])) as T;
}
