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

/** Texts with their values stay in the program, whose they are. */
const MOST_KNOWN = 1_000;
const known: Readonly<Record<Dialect, Map<string, string>>> = { postgres: new Map(), mysql: new Map() };

/** As `withoutValues`, for the few texts that a program asks again and again. */
export function statementOf(text: string, dialect: Dialect, isCut: boolean): string {
  if (isCut) return withoutValues(text, dialect, true);
  const before = known[dialect];
  const statement = before.get(text);
  if (statement !== undefined) return statement;
  const made = withoutValues(text, dialect);
  if (before.size >= MOST_KNOWN) before.clear();
  before.set(text, made);
  return made;
}

/** `isCut`: `text` is the beginning of the statement only. */
export function withoutValues(text: string, dialect: Dialect, isCut = false): string {
  const out = new Tokens();
  // Where a text ends depends on a setting of the server, if a backslash is before its quote.
  let doubtfulFrom = Number.NaN;
  let isWhole = !isCut;
  for (let at = 0; at < text.length; ) {
    const { next, token, isDoubtful, isOpen } = tokenAt(text, at, dialect);
    if (isDoubtful && Number.isNaN(doubtfulFrom)) doubtfulFrom = out.count;
    // A text that does not end shows that they were taken apart in the wrong places.
    if ((isDoubtful && dialect === 'postgres') || (isOpen && !isCut && doubtfulFrom >= 0)) {
      out.keep(doubtfulFrom);
      isWhole = false;
      break;
    }
    if (token === REST) {
      isWhole = false;
      break;
    }
    at = next;
    if (token !== '') out.add(token);
    doubtfulFrom = Math.min(doubtfulFrom, out.count);
  }
  const joined = joinTokens(isWhole ? out.all : out.ofBeginning());
  return isWhole && joined.length <= MOST_STATEMENT ? joined : `${joined.slice(0, MOST_STATEMENT - 1)}${CUT}`;
}

/** Lists of values are one value, and rows of them one row. */
class Tokens {
  readonly all: string[] = [];
  /** Where groups begin that are open. */
  private readonly groups: number[] = [];

  get count(): number {
    return this.all.length;
  }

  add(token: string): void {
    const { all } = this;
    if (CONSTANTS.has(token.toLowerCase()) && BEFORE_CONSTANT.has(all.at(-1) ?? '')) this.add(VALUE);
    else if (token === VALUE) this.addValue();
    else {
      if (token === '(') this.groups.push(all.length);
      all.push(token);
      if (token === ')') this.joinGroups(this.groups.pop() ?? 0);
    }
  }

  /** Only the first ones. */
  keep(count: number): void {
    this.all.splice(count);
    while ((this.groups.at(-1) ?? -1) >= count) this.groups.pop();
  }

  /** Of a statement whose end is not known: how far its last list came says nothing. */
  ofBeginning(): readonly string[] {
    const { all } = this;
    const [first] = this.groups;
    if (first !== undefined && all[first - 1] === ',' && all[first - 2] === ')') this.keep(first);
    while (all.at(-1) === ',') all.pop();
    return all;
  }

  private addValue(): void {
    const { all } = this;
    const [sign, before] = [all.at(-1), all.at(-2)];
    if ((sign === '-' || sign === '+') && BEFORE_SIGN.has((before ?? '').toLowerCase())) all.pop();
    // After `?, ` another value says nothing new.
    if (all.at(-1) === ',' && all.at(-2) === VALUE) all.pop();
    else all.push(VALUE);
  }

  /** Of `(?, now()), (?, now())`, one is left. `from`: where the last one begins. */
  private joinGroups(from: number): void {
    const { all } = this;
    const length = all.length - from;
    if (all[from - 1] !== ',' || all[from - 2] !== ')' || from < length + 1) return;
    for (let i = 0; i < length; i++) if (all[from + i] !== all[from - 1 - length + i]) return;
    all.splice(from - 1);
  }
}

/** They are values in a list or behind `=`; `is null` is none. */
const CONSTANTS = new Set(['null', 'true', 'false', 'default']);
const BEFORE_CONSTANT = new Set(['(', ',', '=']);
/** A sign behind them belongs to the number. */
const BEFORE_SIGN = new Set(
  ['', '(', ',', '=', '<', '>', '<=', '>=', '<>', '!=', '*', '/', '%', '||', '->', '->>'].concat(
    'select where and or not between in when then else limit offset return like by'.split(' '),
  ),
);

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

/** Behind other words a parenthesis holds what they are called with. */
const BEFORE_LIST = new Set(
  'in values and or not from where on as exists any all using select by over filter set with join then else when case limit returning union'.split(
    ' ',
  ),
);

interface Token {
  readonly next: number;
  /** Empty: it is space or a comment. REST: what follows is not read. */
  readonly token: string;
  /** Its text ends somewhere else if the server takes a backslash for what it is not by default. */
  readonly isDoubtful?: boolean;
  /** It goes to the end without one. */
  readonly isOpen?: boolean;
}

const REST = '\0';
const OPERATORS = ['->>', '#>>', '::', '<=', '>=', '<>', '!=', '||', '->', '#>', '@>', '<@', ':='];

function tokenAt(text: string, at: number, dialect: Dialect): Token {
  const char = text[at]!;
  const two = text.slice(at, at + 2);
  if (isSpace(char)) return { next: at + 1, token: '' };
  if (isLineComment(text, at, dialect)) return { next: afterLine(text, at, dialect), token: '' };
  // The server may read what is in it.
  if (dialect === 'mysql' && (text.startsWith('/*!', at) || text.startsWith('/*M!', at))) return { next: text.length, token: REST };
  if (two === '/*') return { next: afterComment(text, at, dialect), token: '' };
  if (char === "'") return value(text, at, dialect === 'mysql');
  if (char === '"') return dialect === 'mysql' ? value(text, at, true) : named(text, at);
  if (char === '`') return named(text, at);
  if (char === '$' && dialect === 'postgres') return { next: afterDollar(text, at), token: VALUE };
  if (char === VALUE) return { next: at + 1, token: VALUE };
  if (isDigit(char) || (char === '.' && isDigit(text[at + 1] ?? ''))) return { next: afterNumber(text, at), token: VALUE };
  if (isLetter(char)) return word(text, at, dialect);
  const operator = OPERATORS.find((one) => text.startsWith(one, at)) ?? char;
  return { next: at + operator.length, token: operator === REST ? '' : operator };
}

function word(text: string, at: number, dialect: Dialect): Token {
  let end = at + 1;
  while (end < text.length && (isLetter(text[end]!) || isDigit(text[end]!) || text[end] === '$')) end += 1;
  const found = text.slice(at, end);
  // E'...', B'...', X'...', N'...', U&'...', _utf8'...': a value.
  const quote = text[end] === '&' && text[end + 1] === "'" ? end + 1 : end;
  if (text[quote] === "'" && (found.length === 1 || found.startsWith('_')))
    return value(text, quote, dialect === 'mysql' || found === 'E' || found === 'e', found === 'E' || found === 'e');
  return { next: end, token: found };
}

/** `isSure`: whatever the settings of the server are. */
function value(text: string, at: number, hasEscapes: boolean, isSure = false): Token {
  const { next, hasEscaped, isOpen } = afterQuoted(text, at, hasEscapes);
  return { next, token: VALUE, isDoubtful: hasEscaped && !isSure, isOpen };
}

/** A quoted name, as it is; one that does not end is none. */
function named(text: string, at: number): Token {
  const { next, isOpen } = afterQuoted(text, at, false);
  return { next, token: isOpen ? VALUE : text.slice(at, next) };
}

/** `$1` is a value that is sent apart; `$tag$ ... $tag$` is one in the text. */
function afterDollar(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && (isLetter(text[end]!) || isDigit(text[end]!))) end += 1;
  if (text[end] !== '$' || isDigit(text[at + 1]!)) return Math.max(end, at + 1);
  const tag = text.slice(at, end + 1);
  const close = text.indexOf(tag, end + 1);
  return close < 0 ? text.length : close + tag.length;
}

/** A doubled quote is one in the text. What does not end goes to the end. `hasEscaped`: a quote with a backslash before it. */
function afterQuoted(text: string, at: number, hasEscapes: boolean): { next: number; hasEscaped: boolean; isOpen: boolean } {
  const quote = text[at]!;
  let hasEscaped = false;
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\' && text[i + 1] === quote) {
      hasEscaped = true;
      if (hasEscapes) i += 1;
    } else if (text[i] === '\\' && text[i + 1] === '\\') i += 1;
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return { next: i + 1, hasEscaped, isOpen: false };
      i += 1;
    }
  }
  return { next: text.length, hasEscaped, isOpen: true };
}

/** MySQL wants a space after `--`: `5--1` is a difference. */
function isLineComment(text: string, at: number, dialect: Dialect): boolean {
  if (dialect === 'mysql' && text[at] === '#') return true;
  if (!text.startsWith('--', at)) return false;
  return dialect === 'postgres' || (text[at + 2] ?? ' ') <= ' ';
}

function afterLine(text: string, at: number, dialect: Dialect): number {
  for (let i = at; i < text.length; i++) if (text[i] === '\n' || (text[i] === '\r' && dialect === 'postgres')) return i + 1;
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

const isSpace = (char: string): boolean =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f' || char === '\v';
const isDigit = (char: string): boolean => char >= '0' && char <= '9';
const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u007f';
