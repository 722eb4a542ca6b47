/** What a person may copy into a report of a problem, with nothing in it that is theirs. Pure. */

export interface DiagnosticFacts {
  readonly versions: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly log: string;
}

/** All of it is shown before it is copied, in a box of the system that does not scroll. The end of the log says what happened. */
const LOG_CHARACTERS = 1_800;
const LOG_LINES = 20;

export function diagnosticsText({ versions, platform, log }: DiagnosticFacts, home: string): string {
  const lines = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const facts = [...lines, `platform ${platform}`, '', 'log:'].join('\n');
  // The whole log before it is cut: half of a secret does not look like one.
  return `${redact(facts, home)}\n${endOf(redact(log, home))}`;
}

/** Whole lines, as many as can be shown; of a line that is longer than that its end. */
function endOf(log: string): string {
  const lines = log.trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  if (lines.length <= LOG_CHARACTERS) return lines;
  const cut = lines.slice(-LOG_CHARACTERS);
  return cut.slice(cut.indexOf('\n') + 1);
}

/** Names whose value is taken out wherever it stands behind them. */
const SECRET = '(?:token|secret|passw|passphrase|pwd|api[-_]?key|private[-_]?key|access[-_]?key|auth|cookie|credential)';
const NAME = '[A-Za-z_][\\w.-]{0,64}';
/** What Node says of its own errors; a report without it would say nothing. */
const PLAIN_NAMES = ['code', 'errno', 'syscall', 'signal', 'name', 'type'];

const PRIVATE_KEY = /-----BEGIN [^-\n]+-----[\s\S]*?(?:-----END [^-\n]+-----|$)/g;
/** As in a path, in JSON (two backslashes) or in an address. A name with a space in it ends where the next folder begins. */
const HOME = /([/\\]+(?:home|Users)[/\\]+)(?:[^/\\\s"'`:]+(?: [^/\\\s"'`:]+){0,3}(?=[/\\])|[^/\\\s"'`]+)/gi;
const QUERY = /\?[^\s"'<>)]+/g;
const CREDENTIALS_IN_ADDRESS = /\/\/[^\s/@"'<>]{1,256}@/g;
const SCHEME = /\b(bearer|basic) +[^\s"']+/gi;
/** `TOKEN: 'abc'`, `"TOKEN":"abc"`, and the same in JSON within JSON. */
const QUOTED_PAIR = new RegExp(`(\\\\*["'\`]?)\\b(${NAME})(\\1 {0,8}: {0,8})(\\\\*)(["'\`])(?:(?!\\4\\5)[\\s\\S])*\\4\\5`, 'g');
/** `password: two words`: whatever is left of the line. */
const SECRET_PAIR = new RegExp(`\\b([\\w.-]{0,64}${SECRET}[\\w.-]{0,64}["'\`]? {0,8}[:=] {0,8})(?!…)[^\\s].*`, 'gi');
const SECRET_OPTION = new RegExp(`(--?[\\w-]{0,64}${SECRET}[\\w-]{0,64} +)\\S+`, 'gi');
/** A value of an environment variable has no end of its own: it goes on until the next variable or the end of the line. */
const VARIABLE = /\b([A-Za-z_]\w{0,64})=(?:"(?:[^"\\]|\\.)*"|'[^']*'|.*?(?= +[A-Za-z_]\w{0,64}=|$))/gm;
const MAIL = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}\.[^\s@<>"']{1,64}/g;
/** Nobody writes such a line: it is data, and what is in it cannot be told. */
const LONG_LINE = /^.{4000,}$/gm;
const LONG_WORD = /[\w-]{24,}/g;

/**
 * Takes out home folders, values of environment variables, query strings, mail addresses and whatever looks like a key. Rather
 * too much: a report can be asked about, a secret cannot be taken back.
 */
export function redact(text: string, home: string): string {
  return (
    withoutHome(text, home)
      .replace(LONG_LINE, (line) => `[a line of ${line.length} characters]`)
      .replace(PRIVATE_KEY, '…')
      .replace(HOME, '$1…')
      // Before the variables: a query is made of such pairs.
      .replace(QUERY, '?…')
      .replace(CREDENTIALS_IN_ADDRESS, '//…@')
      .replace(SCHEME, '$1 …')
      .replace(QUOTED_PAIR, (pair, before: string, name: string, colon: string) =>
        PLAIN_NAMES.includes(name) ? pair : `${before}${name}${colon}…`,
      )
      .replace(SECRET_PAIR, '$1…')
      .replace(SECRET_OPTION, '$1…')
      .replace(VARIABLE, '$1=…')
      .replace(MAIL, '…@…')
      .replace(LONG_WORD, (word) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? '…' : word))
  );
}

/** As it is, with the backslashes doubled as in JSON, and with forward slashes as in an address. */
function withoutHome(text: string, home: string): string {
  if (home.length <= 1) return text;
  const spellings = new Set([home, home.replace(/\\/g, '\\\\'), home.replace(/\\/g, '/')]);
  return [...spellings].reduce((rest, spelling) => rest.split(spelling).join('~'), text);
}
