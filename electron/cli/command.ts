/** The command but for its version, loaded by `loopscope.ts`. */
import { existsSync } from 'node:fs';
import { checkStartFolder } from './start-folder.ts';

/** They read a file as soon as they have started. */
const READING: readonly (string | undefined)[] = ['show', 'export'];

let commands: object = {};

/** After `main` only. */
export function isCommand(word: string): boolean {
  return Object.hasOwn(commands, word);
}

/** What was typed is in `process.argv`; how it ended, in `process.exitCode`. */
export async function main(): Promise<void> {
  await checkStartFolder();
  const [, , typed, ...words] = process.argv;
  // The process that reads starts while the rest is loaded.
  const early = READING.includes(typed) && words.some(existsSync) ? await import('./early-files.ts') : null;
  early?.prepareEarly();
  commands = (await import('./program.ts')).COMMANDS;
  await (await import('./run-program.ts')).runProgram().finally(() => early?.endEarly());
}
