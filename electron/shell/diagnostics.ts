/** What a person may copy into a report of a problem, with nothing in it that is theirs. Pure. */

export interface DiagnosticFacts {
  readonly versions: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly log: string;
}

/** The end of the log says what happened; more nobody would look through before copying it. */
const LOG_CHARACTERS = 6_000;

export function diagnosticsText({ versions, platform, log }: DiagnosticFacts, home: string): string {
  const lines = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return redact([...lines, `platform ${platform}`, '', 'log:', log.slice(-LOG_CHARACTERS)].join('\n'), home);
}

/**
 * Takes out home folders, values of environment variables, query strings, mail addresses and whatever looks like a key. Rather
 * too much: a report can be asked about, a secret cannot be taken back.
 */
export function redact(text: string, home: string): string {
  const withoutHome = home.length > 1 ? text.split(home).join('~') : text;
  return (
    withoutHome
      .replace(/([/\\](?:home|Users)[/\\])[^/\\\s"']+/gi, '$1…')
      // Before the variables: a query is made of such pairs.
      .replace(/\?[^\s"'<>)]+/g, '?…')
      .replace(/\b([A-Za-z_][A-Za-z0-9_]*)=("[^"]*"|'[^']*'|\S+)/g, '$1=…')
      .replace(/\b(bearer|basic)\s+\S+/gi, '$1 …')
      .replace(/[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g, '…@…')
      .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}\b/g, '…')
  );
}
