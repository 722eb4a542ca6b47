/**
 * What a JSON text holds, counted before anything is built from it. A text of 30 MB becomes a gigabyte when it is nothing but
 * `{},{},...`, and no limit on memory ends that cleanly: V8 does not listen to anybody while it parses.
 */
import type { Bytes } from '../base/units.ts';

export interface JsonSurvey {
  /** Character where the nesting passes the limit, and where the counting ended; null: it does not. */
  readonly tooDeepAt: number | null;
  /** What JSON.parse makes of it in memory, estimated from above. Less than the real one where the counting ended early. */
  readonly builtBytes: Bytes;
  /** Members of each list that is a member of the outermost object, by its key. */
  readonly listLengths: ReadonlyMap<string, number>;
}

/**
 * Upper estimates for V8 on 64 bits, from heap statistics after JSON.parse: `{}` takes 56 bytes and `[]` 16, a number that is no small
 * integer 24 with its slot, a short text 24 and its characters (two bytes each at worst).
 */
const CONTAINER: Bytes = 64;
const VALUE: Bytes = 24;
const TEXT: Bytes = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Counts what a text would become. Damaged JSON gives some count, too; parsing it reports the damage. */
export function surveyJson(text: string, maxDepth: number): JsonSurvey {
  const listLengths = new Map<string, number>();
  let [depth, containers, values, texts, characters] = [0, 0, 0, 0, 0];
  // The member of the outermost object that is being read, and whether its list has a member yet.
  let key = '';
  let isKey = false;
  let list: { readonly key: string; commas: number } | null = null;
  let isListEmpty = false;
  let tooDeepAt: number | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Most of a profile is digits, and they count for nothing.
    if (code <= 0x20 || (code >= 0x30 && code <= 0x39 && !isListEmpty)) continue;
    if (isListEmpty && code !== 0x5d) isListEmpty = false;
    switch (code) {
      case QUOTE: {
        const end = endOfString(text, at);
        texts++;
        characters += end - at;
        if (depth === 1 && isKey) key = text.slice(at + 1, Math.min(end, at + 100));
        at = end;
        break;
      }
      case COLON:
        if (depth === 1) isKey = false;
        break;
      case COMMA:
        values++;
        if (depth === 1) isKey = true;
        else if (depth === 2 && list !== null) list.commas++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        containers++;
        if (++depth > maxDepth) tooDeepAt = at;
        if (depth === 1) isKey = true;
        if (depth === 2 && code === 0x5b) {
          list = { key, commas: 0 };
          isListEmpty = true;
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
        if (depth === 1 && list !== null) {
          // JSON.parse keeps the last one of a name; the longest is what it builds.
          const length = isListEmpty ? 0 : list.commas + 1;
          isListEmpty = false;
          listLengths.set(list.key, Math.max(length, listLengths.get(list.key) ?? 0));
          list = null;
        }
    }
    if (tooDeepAt !== null) break;
  }
  if (list !== null) listLengths.set(list.key, list.commas + 1);
  const builtBytes = CONTAINER * containers + VALUE * (values + containers) + TEXT * texts + 2 * characters;
  return { tooDeepAt, builtBytes, listLengths };
}

/** Place of the quote that closes the string opened at `start`; the end of the text when none does. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++; // the next character is escaped
  }
  return text.length;
}
