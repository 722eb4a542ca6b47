import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { quoteForShell } from '../../../shared/model/setup/shell-words.ts';

/** A command line that works where this one was typed: `loopscope` when it is installed, by npx if that has started it, else the file that was run. */
export function invocation(...args: string[]): string {
  return [...wordsFor(process.argv[1] ?? 'loopscope', process.cwd()), ...args].map(quoteForShell).join(' ');
}

/** `program`: as Node was given it, which is a link in a folder of commands, unless it is a file of code. */
export function wordsFor(program: string, cwd: string): readonly string[] {
  if (/\.[cm]?[jt]s$/.test(program)) return ['node', shorter(relative(cwd, program), program)];
  const [commands, packages] = [dirname(program), dirname(dirname(program))];
  if (basename(commands) !== '.bin' || basename(packages) !== 'node_modules') return [basename(program)];
  // No shell finds what is here.
  const [name, project] = [basename(program), dirname(packages)];
  if (!relative(project, cwd).startsWith('..')) return ['npx', name];
  const fetched = fetchedByNpx(project);
  if (fetched.length === 0) return [program];
  const [only] = fetched;
  if (fetched.length === 1 && (only === name || only!.startsWith(`${name}@`))) return ['npx', only!];
  return ['npx', ...fetched.flatMap((one) => ['-p', one]), name];
}

/** npx keeps what it was asked for in a folder of its own, and writes that down there. Empty: the folder is not of npx. */
function fetchedByNpx(folder: string): readonly string[] {
  try {
    const { _npx } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { _npx?: { packages?: unknown } };
    const packages = _npx?.packages;
    return Array.isArray(packages) ? packages.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function shorter(a: string, b: string): string {
  return a.length < b.length ? a : b;
}
