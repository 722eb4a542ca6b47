/** The `loopscope` command, as far as it is loaded at once; the rest is `command.ts`, in a file of its own. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { evaluateFile } from '../engine/machine/code-cache.ts';
import { VERSION } from '../engine/machine/environment.ts';
import type * as command from './command.ts';
import { outliveReaders, print } from './terminal.ts';

/** It needs nothing of the rest, whose loading takes longer than Node itself. */
function asksForVersion([, , first, ...others]: readonly string[]): boolean {
  return (first === '--version' || first === '-V') && others.length === 0 && isFolderThere();
}

/** What is said where it was deleted is the rest's to say. */
function isFolderThere(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    return false;
  }
}

/** As `scripts/build.mjs` wraps it: a file of CommonJS that is told its address as well. */
type Wrapped = (module: { exports: unknown }, require: NodeJS.Require, url: string) => void;

/** What was typed first is what is run. */
function loadRest(word = ''): typeof command {
  const module = { exports: {} as typeof command };
  const file = join(dirname(fileURLToPath(import.meta.url)), 'command.cjs');
  const { value, keep } = evaluateFile(file, /^[a-z]{1,20}$/.test(word) ? word : null);
  (value as Wrapped)(module, createRequire(file), pathToFileURL(file).href);
  process.once('exit', () => {
    if (module.exports.isCommand(word)) keep();
  });
  return module.exports;
}

outliveReaders();
if (asksForVersion(process.argv)) print(VERSION);
else await loadRest(process.argv[2]).main();
