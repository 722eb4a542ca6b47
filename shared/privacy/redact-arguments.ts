/** A script's arguments without their secrets: names of options stay. */
import { joinWords, splitWords } from '../model/setup/shell-words.ts';
import { looksSecret } from './redact-text.ts';
import type { Hide } from './redact-url.ts';
import { isSecretName } from './secret-names.ts';

/** `--password=x`, `-Dpassword=x`, `TOKEN=x`; a value may have any characters. */
const ASSIGNMENT = /^([^=\s]{1,200}=)([\s\S]*)$/;
const OPTION = /^--?[A-Za-z]/;
const ACCOUNT = /^[^\s:/]+:[^\s/]/;

/** What is behind an option of a secret name, behind `=` of one, or looks like a secret, is left out. */
export function redactArguments(args: readonly string[], hide: Hide): string[] {
  return args.map((arg, at) => {
    if (at > 0 && isValueOfSecret(args[at - 1]!, arg)) return hide(arg);
    const [, name = '', value = ''] = ASSIGNMENT.exec(arg) ?? [];
    if (name !== '' && (isSecretName(name) || looksSecret(value) || looksSecret(arg))) return `${name}${hide(value)}`;
    return looksSecret(arg) ? hide(arg) : arg;
  });
}

/** The program itself stays; `all`: nothing else does. What has no secret stays as it was typed. */
export function redactCommand(command: string, hide: Hide, all = false): string {
  const { words } = splitWords(command);
  const [program = '', ...args] = words;
  const kept = [program, ...(all ? args.map(hide) : redactArguments(args, hide))];
  return kept.every((word, at) => word === words[at]) ? command : joinWords(kept);
}

function isValueOfSecret(option: string, arg: string): boolean {
  if (!OPTION.test(option) || option.includes('=') || arg.startsWith('--')) return false;
  // A port or a password: tools use it for both.
  if (option === '-p') return !/^\d{1,5}$/.test(arg) && !arg.startsWith('-');
  if (option === '-u' || option === '--user') return ACCOUNT.test(arg);
  return isSecretName(option);
}
