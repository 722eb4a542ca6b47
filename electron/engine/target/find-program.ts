/**
 * The program that a command names, found as a shell would find it.
 *
 * On Windows npm, npx, yarn, pnpm and whatever npm has installed are batch files, which only cmd can run. Each of them starts a script with
 * Node, and names it: that script is started instead.
 */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import type { Environment } from './environment.ts';

export interface FoundProgram {
  readonly file: string;
  readonly args: readonly string[];
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Null: there is no such file that could be run. */
  readonly read?: (path: string) => string | null;
}

export function findProgram([name = '', ...args]: readonly string[], place: Surroundings): Outcome<FoundProgram> {
  const file = findFile(name, place);
  if (file === null) {
    const says = isPath(name, place) ? say('target.noProgramFile', { program: name }) : say('target.noProgram', { program: name });
    return fail('spawn-failed', says, name === 'gunicorn' ? say('target.getGunicorn') : say('target.checkProgram'));
  }
  if (place.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return succeed({ file, args });
  const script = scriptOfShim(file, (place.read ?? readFile)(file) ?? '');
  const node = script === null ? null : findFile('node', place);
  return script === null || node === null
    ? fail('spawn-failed', say('target.batchFile', { program: file }), say('target.startCmd'))
    : succeed({ file: node, args: [script, ...args] });
}

function isPath(name: string, { platform }: Surroundings): boolean {
  return platform === 'win32' ? /[\\/]/.test(name) : name.includes('/');
}

function findFile(name: string, place: Surroundings): string | null {
  const { cwd, env, platform } = place;
  const path = platform === 'win32' ? win32 : posix;
  const exists = place.read === undefined ? isRunnable : (file: string) => place.read!(file) !== null;
  // Relative folders of PATH are of the command's folder, not of ours.
  const folders = isPath(name, place) ? [''] : (variableOf(env, 'path') ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const endings = platform === 'win32' && !/\.(?:exe|com|cmd|bat)$/i.test(name) ? ['.exe', '.com', '.cmd', '.bat'] : [''];
  for (const folder of folders) {
    const found = endings.map((ending) => path.resolve(cwd, folder, name + ending)).find(exists);
    if (found !== undefined) return found;
  }
  return null;
}

/** Names of variables are case-insensitive on Windows, but not in a copy of the environment. */
function variableOf(env: Environment, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toLowerCase() === name)?.[1];
}

function isRunnable(file: string): boolean {
  try {
    if (process.platform !== 'win32') accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function readFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The last script beside it that it runs: `"%~dp0\\node_modules\\npm\\bin\\npm-cli.js"`. Null: it is not such a batch file. */
function scriptOfShim(file: string, text: string): string | null {
  const named = [...text.matchAll(/%(?:~dp0|dp0%)\\?([^"%\r\n]+?\.[cm]?js)"/gi)].map(([, script]) => script!);
  const own = named.filter((script) => !/npm-prefix\.js$/i.test(script)).pop();
  return own === undefined ? null : win32.join(win32.dirname(file), own);
}
