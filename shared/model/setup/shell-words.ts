/** Words of a command line: taken apart as people type them, joined and quoted as they can be copied. */

/**
 * One line of arguments into words, as a shell would: blanks separate, quotes keep together.
 *
 *   --name "Ana Maria" 'a b'c x\ y   ->   --name | Ana Maria | a bc | x y
 *
 * A backslash only means something before a blank, a quote or a backslash, so that Windows paths can be typed as they are.
 */
export interface ShellWords {
  readonly words: readonly string[];
  /** A quote was opened and not closed. */
  readonly openQuote: boolean;
}

const PIECE = /\$'((?:\\.|[^'\\])*)'|\\([\s"'\\])|'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*\\?)"|(\s+)|(["'])|([^\s"'\\]+|\\)/gy;

export function splitWords(line: string): ShellWords {
  const words: string[] = [];
  let word: string | null = null;
  let openQuote = false;
  for (const [, ansi, escaped, single, double, blank, quote, plain] of line.matchAll(PIECE)) {
    if (blank !== undefined) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    if (quote !== undefined) openQuote = true;
    word =
      (word ?? '') + (ansi?.replace(ANSI_ESCAPE, unescapeAnsi) ?? escaped ?? single ?? double?.replace(/\\(["\\])/g, '$1') ?? plain ?? '');
  }
  if (word !== null) words.push(word);
  return { words, openQuote };
}

/** The line that `splitWords` takes apart into these words. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (word !== '' && !/[\s"'\\]/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`)).join(' ');
}

/** One word as a POSIX shell reads it, and as `splitWords` does. On one line: a text of several lines is quoted as bash and zsh have it, $'a\nb'. */
export function quoteForShell(word: string): string {
  if (CONTROL.test(word)) return `$'${word.replace(/['\\]|\p{Cc}/gu, escapeAnsi)}'`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}

const CONTROL = /\p{Cc}/u;
const ANSI_ESCAPE = /\\(?:u([\da-f]{4})|(.))/g;
const ANSI_LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function escapeAnsi(one: string): string {
  const letter = Object.keys(ANSI_LETTERS).find((name) => ANSI_LETTERS[name] === one);
  if (letter !== undefined) return `\\${letter}`;
  return one === "'" || one === '\\' ? `\\${one}` : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function unescapeAnsi(_: string, code: string | undefined, letter: string): string {
  return code === undefined ? (ANSI_LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
}
