/**
 * A statement of SQL without its values: what a program runs again and again is one statement, and what it looks for is nobody's business.
 *
 *   select * from items where id = 7 and name in ('a', 'b')   ->   select * from items where id = ? and name in (?)
 *
 * One pass over the text, whatever is in it.
 */

/** MySQL takes "..." for a text, `#` for a comment and a backslash for an escape; PostgreSQL has $tag$ ... $tag$ and E'...'. */
export type Dialect = 'postgres' | 'mysql';

/** Limit of a statement as it is shown. */
export const MOST_STATEMENT = 300;
const CUT = '…';
const VALUE = '?';

/** `isCut`: `text` is the beginning of the statement only. */
export function withoutValues(text: string, dialect: Dialect, isCut = false): string {
  const out: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [next, token] = tokenAt(text, at, dialect);
    at = next;
    if (token === '') continue;
    if (token === VALUE && joinsList(out)) continue;
    out.push(token);
    if (token === ')') joinGroups(out);
  }
  const joined = joinTokens(out);
  const isLong = joined.length > MOST_STATEMENT;
  return isCut || isLong ? `${joined.slice(0, MOST_STATEMENT - 1)}${CUT}` : joined;
}

/** After `?, ` another value says nothing new: the list is `?` alone. */
function joinsList(out: string[]): boolean {
  if (out.at(-1) !== ',' || out.at(-2) !== VALUE) return false;
  out.pop();
  return true;
}

/** Of `(?), (?)`, the rows of an insert, one is left. */
function joinGroups(out: string[]): void {
  const ROW = ['(', VALUE, ')', ',', '(', VALUE, ')'];
  if (ROW.every((token, i) => out[out.length - ROW.length + i] === token)) out.splice(-4);
}

/** Single spaces between words, and none where one writes none. */
function joinTokens(tokens: readonly string[]): string {
  let joined = '';
  let last = '';
  for (const token of tokens) {
    const isTight = joined === '' || token === ',' || token === ')' || token === ';' || token === '.' || last === '(' || last === '.';
    const isCall = token === '(' && /[\w$"`\]]$/.test(last) && !BEFORE_LIST.has(last.toLowerCase());
    joined += isTight || isCall || last === '::' || token === '::' ? token : ` ${token}`;
    last = token;
  }
  return joined;
}

const BEFORE_LIST = new Set(['in', 'values', 'and', 'or', 'not', 'from', 'where', 'on', 'as', 'exists', 'any', 'all', 'using', 'select']);

/** Where the next token begins, and this one; empty: it is space or a comment. */
function tokenAt(text: string, at: number, dialect: Dialect): [next: number, token: string] {
  const char = text[at]!;
  const two = text.slice(at, at + 2);
  if (isSpace(char)) return [at + 1, ''];
  if (two === '--' || (dialect === 'mysql' && char === '#')) return [endOr(text.indexOf('\n', at), text), ''];
  if (two === '/*') return [afterComment(text, at, dialect), ''];
  if (char === "'") return [afterQuoted(text, at, "'", dialect === 'mysql'), VALUE];
  if (char === '"') return dialect === 'mysql' ? [afterQuoted(text, at, '"', true), VALUE] : named(text, at, '"');
  if (char === '`') return named(text, at, '`');
  if (char === '$' && dialect === 'postgres') return afterDollar(text, at);
  if (char === VALUE) return [at + 1, VALUE];
  if (isDigit(char) || (char === '.' && isDigit(text[at + 1] ?? ''))) return [afterNumber(text, at), VALUE];
  if (isLetter(char)) return word(text, at, dialect);
  if (two === '::' || two === '<=' || two === '>=' || two === '<>' || two === '!=' || two === '||' || two === '->') return [at + 2, two];
  return [at + 1, char];
}

function word(text: string, at: number, dialect: Dialect): [number, string] {
  let end = at + 1;
  while (end < text.length && (isLetter(text[end]!) || isDigit(text[end]!) || text[end] === '$')) end += 1;
  const found = text.slice(at, end);
  // E'...', B'...', X'...', N'...', U&'...', _utf8'...': a value.
  const quote = text[end] === '&' && text[end + 1] === "'" ? end + 1 : end;
  if (text[quote] === "'" && (found.length === 1 || found.startsWith('_')))
    return [afterQuoted(text, quote, "'", dialect === 'mysql' || found === 'E' || found === 'e'), VALUE];
  return [end, found];
}

/** A quoted name, as it is. */
function named(text: string, at: number, quote: string): [number, string] {
  const end = afterQuoted(text, at, quote, false);
  return [end, text.slice(at, end)];
}

/** `$1` is a value that is sent apart; `$tag$ ... $tag$` is one in the text. */
function afterDollar(text: string, at: number): [number, string] {
  let end = at + 1;
  while (end < text.length && (isLetter(text[end]!) || isDigit(text[end]!))) end += 1;
  if (text[end] !== '$') return [Math.max(end, at + 1), VALUE];
  const tag = text.slice(at, end + 1);
  const close = text.indexOf(tag, end + 1);
  return [close < 0 ? text.length : close + tag.length, VALUE];
}

/** A doubled quote is one in the text. What does not end goes to the end. */
function afterQuoted(text: string, at: number, quote: string, hasEscapes: boolean): number {
  for (let i = at + 1; i < text.length; i++) {
    if (hasEscapes && text[i] === '\\') i += 1;
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1;
      i += 1;
    }
  }
  return text.length;
}

/** PostgreSQL's may contain others. */
function afterComment(text: string, at: number, dialect: Dialect): number {
  let depth = 1;
  for (let i = at + 2; i < text.length - 1; i++) {
    const two = text.slice(i, i + 2);
    if (two === '*/') depth -= 1;
    else if (two === '/*' && dialect === 'postgres') depth += 1;
    else continue;
    if (depth === 0) return i + 2;
    i += 1;
  }
  return text.length;
}

function afterNumber(text: string, at: number): number {
  let end = at + 1;
  for (; end < text.length; end++) {
    const char = text[end]!;
    const isSign = (char === '+' || char === '-') && /[eE]/.test(text[end - 1]!) && !/^0x/i.test(text.slice(at, at + 2));
    if (!isDigit(char) && !isLetter(char) && char !== '.' && !isSign) break;
  }
  return end;
}

const endOr = (found: number, text: string): number => (found < 0 ? text.length : found + 1);
const isSpace = (char: string): boolean =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f' || char === '\v';
const isDigit = (char: string): boolean => char >= '0' && char <= '9';
const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u007f';
