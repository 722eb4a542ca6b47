/**
 * Secrets out of running text: a failure that quotes a URL, a process title, an argument. The text can be anybody's: every pattern takes time in
 * proportion to its length (test/unit/linear-patterns.test.ts).
 */
import { REDACTED } from '../model/setup/hidden.ts';
import { isSecretName } from './secret-names.ts';
import { withoutTokens } from './secret-shapes.ts';

const PRIVATE_KEY = /-----BEGIN [^-\n]{1,100}-----[\s\S]*?(?:-----END [^-\n]{1,100}-----|$)/g;
/** `//user:password@`, the password with whatever was not escaped in it. A port is no password. */
const PASSWORD_IN_URL = /\/\/[^\s/@:"'<>]{0,256}:(?!\d{1,5}(?:[/?#]|$))[^\s"'<>]{1,256}@/g;
const USER_IN_URL = /\/\/[^\s/@"'<>?#]{1,256}@/g;
const BEARER = /\b(bearer +)(?!\(not saved)[^\s"',;]+/gi;
/** Base64, and not the word that prose goes on with after "basic". */
const BASIC = /\b(basic +)(?![A-Za-z]?[a-z]+\b[^=\d])[A-Za-z0-9+/]{6,}={0,2}/gi;
const NAME = '[A-Za-z_][\\w.-]{0,64}';
/**
 * A quote, with the backslashes that JSON within JSON puts before it: five levels have 31. They are looked at from the first one only, as a long
 * row of them would otherwise be tried from each.
 */
export const QUOTE_OF_NAME = `(?:(?:(?<!\\\\)\\\\{1,31})?["'\`])`;
const NAMED = new RegExp(`(${QUOTE_OF_NAME}?)\\b(${NAME})\\1 {0,8}([=:]) {0,8}`, 'g');
const OPTION = new RegExp(`(?<![\\w-])(--?(${NAME}) +)(?!-|\\(not saved)("[^"]{0,4000}"|'[^']{0,4000}'|\\S+)`, 'g');

/** `pw=x`. Texts are asked about by the million: segments of an address, lines of a file. */
const SHORTEST = 4;

/** All patterns of this file have one of these in what they match: most segments of an address have none. */
const MARKS = /[ =:@]/;

/**
 * The text with every value that its name or its shape gives away replaced by `mark`. What was left out already stays as it is. `inCode`: after
 * a name there is an expression (`token = read()`), and a value only in quotes.
 */
export function redactText(text: string, mark = REDACTED, inCode = false): string {
  if (text.length < SHORTEST) return text;
  if (!MARKS.test(text)) return withoutTokens(text, mark);
  const shaped = text
    .replace(PRIVATE_KEY, mark)
    .replace(PASSWORD_IN_URL, `//${mark}@`)
    .replace(USER_IN_URL, `//${mark}@`)
    .replace(BEARER, `$1${mark}`)
    .replace(BASIC, `$1${mark}`);
  const named = withoutNamed(shaped, mark, inCode).replace(OPTION, (all, option: string, name: string) =>
    isSecretName(name) ? `${option}${mark}` : all,
  );
  return withoutTokens(named, mark);
}

/** Whether the shape of a value says that it is a secret, or has one in it. */
export function looksSecret(value: string): boolean {
  return redactText(value) !== value;
}

/** `name=value` up to the next blank, `&` or `;`; `"name": "value"`; `name: all the rest of the line`. */
function withoutNamed(text: string, mark: string, inCode: boolean): string {
  const kept: string[] = [];
  let from = 0;
  for (let match = startingAt(NAMED, 0, text); match; match = startingAt(NAMED, NAMED.lastIndex, text)) {
    const [whole, , name, separator] = match;
    const start = match.index + whole.length;
    if (!isSecretName(name!) || (whole.endsWith(':') && /^\d+(?![\w])/.test(text.slice(start, start + 20)))) continue;
    if (inCode && startingAt(QUOTE, start, text) === null) continue;
    const end = endOfValue(text, start, separator!);
    NAMED.lastIndex = end;
    const value = text.slice(start, end);
    if (value === '' || value.startsWith(mark) || value.startsWith('(not')) continue;
    kept.push(text.slice(from, start), mark);
    from = end;
  }
  return `${kept.join('')}${text.slice(from)}`;
}

function startingAt(pattern: RegExp, at: number, text: string): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const QUOTE = /\\*["'`]/y;
const BLANK = /[\s&;"'`<>]|$/g;

/** A quoted value has its quotes with it; one without an end goes to the end of the text. */
function endOfValue(text: string, start: number, separator: string): number {
  const quote = startingAt(QUOTE, start, text)?.[0];
  if (quote === undefined) return startingAt(separator === ':' ? /\n|$/g : BLANK, start, text)!.index;
  for (let end = text.indexOf(quote, start + quote.length); end >= 0; end = text.indexOf(quote, end + quote.length))
    if (text[end - 1] !== '\\') return end + quote.length;
  return text.length;
}
