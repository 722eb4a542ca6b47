/** Commands that people copy: where a value was not saved, a variable of the shell stands for it. */
import { HIDDEN_PARTS, hasHidden, REDACTED } from './hidden.ts';
import { quoteForShell } from './shell-words.ts';

/** A name right before the value: `x-key=`, `password: "`, `--token `. */
const NAME_BEFORE = /([A-Za-z][\w-]{0,60})["']?(?:=|:|\s)\s*["']?$/;
/** Every shell has them already, with another meaning. */
const TAKEN =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|HOST|HOSTNAME|SHELL|PWD|OLDPWD|TERM|LANG|IFS|MAIL|EDITOR|RANDOM|SECONDS|LINES|COLUMNS|UID|PPID|ENV)$/;

/**
 * One line for a POSIX shell. Equal values are one variable, which is called after the first place that has it:
 *
 *   --header | authorization=(not saved 1)   ->   --header "authorization=$AUTHORIZATION"
 */
export function joinForShell(words: readonly string[]): string {
  const names = new Map<string, string>();
  const nameOf = (label: string, before: string): string => {
    const known = label === REDACTED ? undefined : names.get(label);
    if (known !== undefined) return known;
    const taken = [...names.values()];
    const name = variableName(before);
    const free = [name, ...taken.map((_, index) => `${name}_${index + 2}`)].find((one) => !taken.includes(one))!;
    // What has no number stands for another value each time.
    names.set(label === REDACTED ? `${label} ${names.size}` : label, free);
    return free;
  };
  return words
    .map((word, at) => (hasHidden(word) ? quoteWithVariables(word, `${words[at - 1] ?? ''} `, nameOf) : quoteForShell(word)))
    .join(' ');
}

/** The variables that have to be set before a command of `joinForShell` is run: what is in single quotes, or escaped, is none. */
export function variablesIn(command: string): string[] {
  const names = Array.from(command.matchAll(/\$'(?:\\.|[^'\\])*'|'[^']*'|\\.|\$\{?([A-Z_][A-Z0-9_]*)\}?/gs), ([, name]) => name);
  return [...new Set(names.filter((name) => name !== undefined))];
}

function variableName(before: string): string {
  const name = (NAME_BEFORE.exec(before)?.[1] ?? 'value').toUpperCase().replace(/-+/g, '_').replace(/_$/, '');
  return TAKEN.test(name) ? `${name}_VALUE` : name;
}

function quoteWithVariables(word: string, before: string, nameOf: (label: string, before: string) => string): string {
  let read = '';
  const parts = word.split(HIDDEN_PARTS).map((part, index) => {
    const isLabel = index % 2 === 1;
    const made = isLabel ? { name: nameOf(part, before + read) } : part;
    read += part;
    return made;
  });
  // In double quotes an exclamation mark would call up an earlier command of an interactive shell.
  const isPlain = parts.every((part) => typeof part !== 'string' || !/['!]|\p{Cc}/u.test(part));
  const quoted = parts.map((part, index) => {
    if (typeof part === 'string') return isPlain ? part.replace(/[\\"$`]/g, '\\$&') : part && quoteForShell(part);
    const next = parts[index + 1];
    const variable = typeof next === 'string' && /^\w/.test(next) ? `\${${part.name}}` : `$${part.name}`;
    return isPlain ? variable : `"${variable}"`;
  });
  return isPlain ? `"${quoted.join('')}"` : quoted.join('');
}
