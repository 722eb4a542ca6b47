import { basename, relative } from 'node:path';
import { quoteForShell } from '../../../shared/model/setup/shell-words.ts';

/** A command line that works where this one was typed: `loopscope` when it is installed, else the file that was run. */
export function invocation(...args: string[]): string {
  const program = process.argv[1] ?? 'loopscope';
  const words = /\.[cm]?[jt]s$/.test(program) ? ['node', shorter(relative(process.cwd(), program), program)] : [basename(program)];
  return [...words, ...args].map(quoteForShell).join(' ');
}

function shorter(a: string, b: string): string {
  return a.length < b.length ? a : b;
}
