import { CommanderError } from 'commander';
import { redactText } from '../../shared/privacy/redact-text.ts';
import { EXIT } from './exit.ts';
import { makeProgram } from './program.ts';

/** A wrong value is quoted in the error about it. */
const quiet = { outputError: (text: string, write: (text: string) => void) => write(redactText(text)) };

/** What was typed is in `process.argv`; how it ended, in `process.exitCode`. */
export async function runProgram(): Promise<void> {
  const program = await makeProgram(process.argv[2]);
  for (const command of program.commands) command.configureOutput(quiet);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}
