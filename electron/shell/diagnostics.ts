/** Text that can be copied into a problem report, without personal data. Pure. */
import { redactLog } from '../../shared/privacy/redact-log.ts';
import { words } from './words.ts';

export interface DiagnosticFacts {
  readonly versions: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly log: string;
}

/** The whole text is shown before it is copied, in a system dialog that does not scroll. What happened is at the end of the log. */
const LOG_CHARACTERS = 1_800;
const LOG_LINES = 20;

export function diagnosticsText({ versions, platform, log }: DiagnosticFacts, home: string): string {
  const lines = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const facts = [...lines, `${words.diagnostics.platform} ${platform}`, '', words.diagnostics.log].join('\n');
  // Redact the whole log before cutting it: half of a secret would not be recognized.
  return `${redactLog(facts, home)}\n${endOf(redactLog(log, home))}`;
}

/** As many whole lines as can be shown; of a line that is too long, its end. */
function endOf(log: string): string {
  const lines = log.trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  if (lines.length <= LOG_CHARACTERS) return lines;
  const cut = lines.slice(-LOG_CHARACTERS);
  return cut.slice(cut.indexOf('\n') + 1);
}
