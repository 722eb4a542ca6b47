/** `loopscope leak server.js`: does it keep more memory with each request? */
import type { Command } from 'commander';
import type { LeakWord } from '../../../shared/model/leak.ts';
import { hasLoad, type Report } from '../../../shared/model/report.ts';
import { text } from '../../../shared/words/words.ts';
import { EXIT } from '../exit.ts';
import { addForceFlag } from '../flags/force-option.ts';
import { addSetupFlags, type SetupOptions } from '../flags/setup-options.ts';
import { formatFailure } from '../print/print-failure.ts';
import { formatOutcome, printOutcome, readSetup, runOnce } from './run-command.ts';

interface LeakOptions extends SetupOptions {
  output?: string;
  force?: boolean;
  json?: boolean;
}

const CODES: Readonly<Record<LeakWord, number>> = { 'no leak': EXIT.ok, leak: EXIT.met, 'cannot tell': EXIT.unjudged };

export function setupLeakCommand(program: Command): void {
  const command: Command = program
    .command('leak')
    .description(text('commandLine.command.leak'))
    .usage('[options] [script] [-- args]')
    .argument('[script]', text('commandLine.argument.script'))
    .argument('[args...]', text('commandLine.argument.args'))
    .option('-o, --output <file>', text('commandLine.option.output'))
    .option('--json', text('commandLine.option.json'));
  addSetupFlags(addForceFlag(command), ['--capture']).action(async (_script: unknown, _args: unknown, options: LeakOptions) => {
    const setup = await readSetup(command, { 'capture.kind': 'leak' });
    if (!setup.ok) return command.error(formatFailure(setup.failure));
    const { report, exitCode } = await runOnce(setup.value, options);
    printOutcome(report, formatOutcome(report), options);
    process.exitCode = exitCode === EXIT.ok ? codeOf(report) : exitCode;
  });
}

function codeOf({ runs: [run] }: Report): number {
  const word = run !== undefined && hasLoad(run) ? run.leak?.verdict?.word : undefined;
  return word === undefined ? EXIT.failed : CODES[word];
}
