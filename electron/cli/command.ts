/** The command but for its version, loaded by `loopscope.ts`. */
import { checkStartFolder } from './start-folder.ts';

let commands: object = {};

/** After `main` only. */
export function isCommand(word: string): boolean {
  return Object.hasOwn(commands, word);
}

/** What was typed is in `process.argv`; how it ended, in `process.exitCode`. */
export async function main(): Promise<void> {
  await checkStartFolder();
  commands = (await import('./program.ts')).COMMANDS;
  await (await import('./run-program.ts')).runProgram();
}
