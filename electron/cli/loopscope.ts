/** The `loopscope` command. Each of its commands is a file; flags are a contract (docs/COMMAND-LINE.md). */
import { CommanderError } from 'commander';
import { redactText } from '../../shared/privacy/redact-text.ts';
import { EXIT } from './exit.ts';
import { makeProgram } from './program.ts';
import { outliveReaders } from './terminal.ts';

/** A wrong value is quoted in the error about it. */
const quiet = { outputError: (text: string, write: (text: string) => void) => write(redactText(text)) };

outliveReaders();
const program = makeProgram();
for (const command of program.commands) command.configureOutput(quiet);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
