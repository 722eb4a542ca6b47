/** What a person copies into a report of a problem, with nothing in it that is theirs: erring on the side of removing too much. */
import { QUOTE_OF_NAME, redactText } from './redact-text.ts';

const MARK = '…';
const NAME = '[A-Za-z_][\\w.-]{0,64}';
/** What Node says of its own errors; a report without it would say nothing. */
const PLAIN_NAMES = ['code', 'errno', 'syscall', 'signal', 'name', 'type'];

/** As in a path, in JSON (two backslashes) or in an address. A name with a space in it ends where the next folder begins. */
const HOME = /((?<![/\\])[/\\]+(?:home|Users)[/\\]+)(?:[^/\\\s"'`:]+(?: [^/\\\s"'`:]+){0,3}(?=[/\\])|[^/\\\s"'`]+)/gi;
const QUERY = /\?[^\s"'<>)]+/g;
/** `TOKEN: 'abc'`, `"TOKEN":"abc"`, and the same in JSON within JSON. */
const QUOTED_PAIR = new RegExp(`(${QUOTE_OF_NAME}?)\\b(${NAME})(\\1 {0,8}: {0,8})(\\\\{0,31})(["'\`])(?:(?!\\4\\5)[\\s\\S])*\\4\\5`, 'g');
/** A value of an environment variable has no end of its own: it goes on until the next variable or the end of the line. */
const VARIABLE = /\b([A-Za-z_]\w{0,64})=(?:"(?:[^"\\]|\\.)*"|'[^']*'|.*?(?= {1,8}[A-Za-z_]\w{0,64}=|$))/gm;
const MAIL = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}\.[^\s@<>"']{1,64}/g;
/** No program logs such a line as text: it is data, and its content cannot be judged. */
const LONG_LINE = /^.{4000,}$/gm;
const LONG_WORD = /[\w-]{24,}/g;

/**
 * Takes out, beside what `redactText` does, home folders, values of all environment variables, query strings and mail addresses: a
 * report can be asked about, a secret cannot be taken back. `home`: the user's folder, which becomes `~`.
 */
export function redactLog(text: string, home: string): string {
  const shaped = withoutHome(text, home)
    .replace(LONG_LINE, (line) => `[a line of ${line.length} characters]`)
    .replace(HOME, `$1${MARK}`)
    // Before the variables: a query is made of such pairs.
    .replace(QUERY, `?${MARK}`)
    .replace(QUOTED_PAIR, (pair, before: string, name: string, colon: string) =>
      PLAIN_NAMES.includes(name) ? pair : `${before}${name}${colon}${MARK}`,
    );
  return redactText(shaped, MARK)
    .replace(VARIABLE, `$1=${MARK}`)
    .replace(MAIL, `${MARK}@${MARK}`)
    .replace(LONG_WORD, (word) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? MARK : word));
}

/** As it is, with the backslashes doubled as in JSON, and with forward slashes as in an address. */
function withoutHome(text: string, home: string): string {
  if (home.length <= 1) return text;
  const spellings = new Set([home, home.replace(/\\/g, '\\\\'), home.replace(/\\/g, '/')]);
  return [...spellings].reduce((rest, spelling) => rest.split(spelling).join('~'), text);
}
