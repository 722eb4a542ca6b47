/** The outline of a JSON text, without parsing it. Damaged JSON has some outline, too; parsing it reports the damage. */
import { endOfString } from './json-survey.ts';

const SPACE = /[\t\n\r ]/y;
/** Deeper no format begins. */
const MOST_BRACKETS = 4;
/** Keys of more than this are no format's. */
const LONGEST_KEY = 100;

/** The brackets a JSON text begins with, `{` or `[[{`, past empty lists in a list; empty: it begins with something else. */
export function openingBrackets(text: string): string {
  let brackets = '';
  let isPastList = false;
  for (let at = 0; at < text.length && brackets.length < MOST_BRACKETS; at++) {
    SPACE.lastIndex = at;
    if (SPACE.test(text)) continue;
    const character = text[at]!;
    if (character === ',' && isPastList) isPastList = false;
    else if (character === ']' && brackets.length > 1 && !isPastList) {
      brackets = brackets.slice(0, -1);
      isPastList = true;
    } else if (character === '{' || character === '[') brackets += character;
    else break;
    if (character === '{') break;
  }
  return brackets;
}

/** Keys of the outermost object in the order they come; where lists are around it, of the first object in them. */
export function* outermostKeys(text: string): Generator<string> {
  let depth = 0;
  /** Depth of the object; 0: not reached. */
  let own = 0;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (isKey && depth === own) yield text.slice(at + 1, Math.min(end, at + LONGEST_KEY));
        isKey = false;
        at = end;
        break;
      }
      case '{':
        depth++;
        if (own === 0) own = depth;
        isKey = depth === own;
        break;
      case '[':
        depth++;
        break;
      case ',':
        if (depth === own) isKey = true;
        break;
      case '}':
      case ']':
        depth--;
        if (own > 0 && depth < own) return;
    }
  }
}

/** Place behind the object or list that begins at `start`; the end of the text when nothing closes it. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
        if (--depth === 0) return at + 1;
    }
  }
  return text.length;
}
