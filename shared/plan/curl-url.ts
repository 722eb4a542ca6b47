/**
 * What curl makes of a URL before it sends it: brackets and braces in it are patterns, which stand for several URLs one after the other, and the dots of its
 * path lead up as in a file system. As in curl 7.88 (tool_urlglob.c, urlapi.c).
 */

/** `problem`: where curl refuses it, too. */
export type Globbed =
  | { readonly ok: true; readonly urls: readonly string[] }
  | { readonly ok: false; readonly problem: 'pattern' | 'too many'; readonly text: string };

/** In the order of curl: what stands last changes first. `most`: URLs at most. */
export function globUrl(url: string, most: number): Globbed {
  let urls = [''];
  for (let at = 0; at < url.length; ) {
    const part = partAt(url, at);
    if (part === null) return { ok: false, problem: 'pattern', text: url.slice(at) };
    if (urls.length * part.count > most) return { ok: false, problem: 'too many', text: url.slice(at, at + part.length) };
    const values = part.values();
    urls = values.length === 1 ? urls.map((one) => one + values[0]) : urls.flatMap((one) => values.map((value) => one + value));
    at += part.length;
  }
  return { ok: true, urls };
}

interface UrlPart {
  /** Characters of the pattern. */
  readonly length: number;
  /** Made only where there are not too many. */
  readonly count: number;
  values(): readonly string[];
}

const LITERAL = /[^[\]{}\\]+/y;
const ESCAPED = /\\([[\]{}])/y;
/** An address of IPv6, and brackets with nothing between them, stand for themselves. */
const NO_RANGE = /\[(?:[0-9a-f]*:[0-9a-f:.]*(?:%[\w.~%-]*)?)?\]/iy;
const SET = /\{((?:[^[\]{}\\]|\\[\s\S])+)\}/y;
const LETTERS = /\[([a-z])-([a-z])(?::(\d{1,9}))?\]/iy;
const NUMBERS = /\[(\d{1,15})-(\d{1,15})(?::(\d{1,15}))?\]/y;
const LETTERS_IN_ALPHABET = 26;

/** Null: a pattern that curl refuses. */
function partAt(url: string, at: number): UrlPart | null {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(url);
  };
  const same = (length: number, text: string): UrlPart => ({ length, count: 1, values: () => [text] });
  const literal = match(LITERAL) ?? match(NO_RANGE);
  if (literal !== null) return same(literal[0].length, literal[0]);
  const escaped = match(ESCAPED);
  if (escaped !== null) return same(2, escaped[1]!);
  if (url[at] === '\\') return same(1, '\\');
  const set = match(SET);
  if (set !== null) {
    const values = membersOf(set[1]!);
    return { length: set[0].length, count: values.length, values: () => values };
  }
  const letters = match(LETTERS);
  if (letters !== null) {
    const [first, last] = [letters[1]!.charCodeAt(0), letters[2]!.charCodeAt(0)];
    if (last - first >= LETTERS_IN_ALPHABET) return null;
    return rangeOf(letters, [first, last, Number(letters[3] ?? 1)], (code) => String.fromCharCode(code));
  }
  const numbers = match(NUMBERS);
  if (numbers === null) return null;
  // One that begins with 0 says how many digits all of them have.
  const digits = numbers[1]!.startsWith('0') ? numbers[1]!.length : 0;
  return rangeOf(numbers, [Number(numbers[1]), Number(numbers[2]), Number(numbers[3] ?? 1)], (value) =>
    String(value).padStart(digits, '0'),
  );
}

function rangeOf(
  match: RegExpExecArray,
  [first, last, step]: readonly [first: number, last: number, step: number],
  write: (value: number) => string,
): UrlPart | null {
  const isStep = step >= 1 && (first === last ? step === 1 : step <= last - first);
  if (first > last || !isStep) return null;
  const count = Math.floor((last - first) / step) + 1;
  return { length: match[0].length, count, values: () => Array.from({ length: count }, (_, nth) => write(first + nth * step)) };
}

/** Separated by commas, unless a backslash stands before one. */
function membersOf(text: string): string[] {
  const members = [''];
  for (const [one] of text.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (one === ',') members.push('');
    else members[members.length - 1] += one.length > 1 ? one.slice(1) : one;
  }
  return members;
}

/** `/a/../b` is `/b`; not within the query. */
export function withoutDots(url: string): string {
  const [, before, path, after] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^?#]*)([\s\S]*)$/i.exec(url) ?? [];
  if (path === undefined || path === '') return url;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [nth, segment] of segments.entries()) {
    const isUp = segment === '..';
    if (isUp) kept.pop();
    if (!isUp && segment !== '.') kept.push(segment);
    // What ends with one of them is a folder.
    else if (nth === segments.length - 1) kept.push('');
  }
  return `${before}/${kept.join('/')}${after}`;
}
