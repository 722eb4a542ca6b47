/** The `loopscope` command: a table of contents. Each command is a file; flags are a contract (docs/COMMAND-LINE.md). */
import { Command, CommanderError } from 'commander';
import { redactText } from '../../shared/privacy/redact-text.ts';
import { VERSION } from '../engine/machine/environment.ts';
import { setupCompareCommand } from './compare-command.ts';
import { setupDemoCommand } from './demo-command.ts';
import { EXIT } from './exit.ts';
import { setupExportCommand } from './export-command.ts';
import { setupLaterCommands } from './later.ts';
import { setupOpenCommand } from './open-command.ts';
import { setupRunCommand } from './run-command.ts';
import { setupServeCommand } from './serve-command.ts';
import { setupShowCommand } from './show-command.ts';
import { COMMANDER_OUTPUT } from './terminal.ts';

/** A wrong value is quoted in the error about it. */
const quiet = { outputError: (text: string, write: (text: string) => void) => write(redactText(text)) };

const program = new Command('loopscope')
  .description('Launches a Node.js server under profiling, puts HTTP load on it, and shows what happened on one clock.')
  // Before the commands, which take it over.
  .configureOutput(COMMANDER_OUTPUT)
  .version(VERSION, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print help')
  .showHelpAfterError('(loopscope --help lists what there is)')
  .exitOverride();

setupRunCommand(program);
setupCompareCommand(program);
setupShowCommand(program);
setupExportCommand(program);
setupDemoCommand(program);
setupServeCommand(program);
setupOpenCommand(program);
setupLaterCommands(program);
// `loopscope run --version` answers, too.
for (const command of program.commands)
  command.version(VERSION, '-V, --version', 'print the version').exitOverride().configureOutput(quiet);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
