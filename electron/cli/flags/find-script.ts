/** `run .`: the script of a folder with a package.json, by its `start`, or else by its `main`. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { countNodeArgs } from '../../../shared/model/setup/node-args.ts';
import { quoteForShell, splitWords } from '../../../shared/model/setup/shell-words.ts';
import { say } from '../../../shared/words/said.ts';

export interface FoundScript {
  readonly script: string;
  /** Those that `start` gives it. */
  readonly args: readonly string[];
  /** Those that `start` gives Node. */
  readonly nodeArgs: readonly string[];
  /** The folder it was found in, which npm would run it in; null: a script was given. */
  readonly folder: string | null;
}

/** More than one program, redirections, variables. */
const OF_SHELL = /[&|;<>$]/;

/** Anything but a folder is a script already, or is refused as one later. */
export function findScript(subject: string): Outcome<FoundScript> {
  const folder = resolve(subject);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return succeed({ script: subject, args: [], nodeArgs: [], folder: null });
  const path = join(folder, 'package.json');
  const described = readPackage(path);
  if (described === null) return fail('script-missing', say('command.noPackage', { path }), say('command.giveScript'));
  const { start, main } = described;
  const [program, ...words] = splitWords(start).words;
  const nodeArgs = words.slice(0, countNodeArgs(words));
  const [file, ...args] = words.slice(nodeArgs.length);
  // Other programs would change what is measured without a word.
  if (program === 'node' && file !== undefined && !words.some((word) => OF_SHELL.test(word)))
    return succeed({ script: join(folder, file), args, nodeArgs, folder });
  if (start === '' && main !== '') return succeed({ script: join(folder, main), args: [], nodeArgs: [], folder });
  if (start === '') return fail('script-missing', say('command.noStart', { path }), say('command.giveScript'));
  const flags = `--command "npm start"${folder === process.cwd() ? '' : ` --cwd ${quoteForShell(subject)}`}`;
  return fail('script-missing', say('command.otherStart', { path, start }), say('command.giveCommand', { flags }));
}

/** Null: there is none, or it is no JSON object. What is no text in it is as good as missing. */
function readPackage(path: string): { readonly start: string; readonly main: string } | null {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: { start?: unknown }; main?: unknown } | null;
    const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
    return read === null || typeof read !== 'object' ? null : { start: textOf(read.scripts?.start), main: textOf(read.main) };
  } catch {
    return null;
  }
}
