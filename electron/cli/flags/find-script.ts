/** `run .`: the script of a folder with a package.json, by its `start`, or else by its `main`. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
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
    return scriptIn(described, { what: 'start', file, args, nodeArgs }, folder);
  if (start === '' && main !== '') return scriptIn(described, { what: 'main', file: main, args: [], nodeArgs: [] }, folder);
  if (start === '') return fail('script-missing', say('command.noStart', { path }), say('command.giveScript'));
  const flags = `--command "npm start"${folder === process.cwd() ? '' : ` --cwd ${quoteForShell(subject)}`}`;
  return fail('script-missing', say('command.otherStart', { path, start }), say('command.giveCommand', { flags }));
}

type Started = Pick<FoundScript, 'args' | 'nodeArgs'> & { readonly what: 'start' | 'main'; readonly file: string };

function scriptIn({ build }: Described, { what, file, args, nodeArgs }: Started, folder: string): Outcome<FoundScript> {
  const script = resolveAsNode(resolve(folder, file));
  if (script !== null) return succeed({ script, args, nodeArgs, folder });
  const says = say('command.startMissing', { what, file, path: join(folder, 'package.json') });
  if (build === '') return fail('script-missing', says, say('target.checkPath'));
  const command = `npm run build${folder === process.cwd() ? '' : ` --prefix ${quoteForShell(folder)}`}`;
  return fail('script-missing', says, say('command.runBuild', { command }));
}

/** `node dist/main` runs dist/main.js. Null: it would run nothing. */
function resolveAsNode(path: string): string | null {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
  try {
    return createRequire(path).resolve(path);
  } catch {
    return null;
  }
}

interface Described {
  readonly start: string;
  readonly build: string;
  readonly main: string;
}

/** Null: there is none, or it is no JSON object. What is no text in it is as good as missing. */
function readPackage(path: string): Described | null {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: { start?: unknown; build?: unknown }; main?: unknown } | null;
    const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
    if (read === null || typeof read !== 'object') return null;
    return { start: textOf(read.scripts?.start), build: textOf(read.scripts?.build), main: textOf(read.main) };
  } catch {
    return null;
  }
}
