/** The commands, and what commander itself says in their help, in the words of the catalogue. Its complaints: worded-command.ts. */
import type { Command, Option } from 'commander';
import { text } from '../../shared/words/words.ts';
import { VERSION } from '../engine/machine/environment.ts';
import { setupCompareCommand } from './commands/compare-command.ts';
import { setupDemoCommand } from './commands/demo-command.ts';
import { setupExportCommand } from './commands/export-command.ts';
import { setupImportCommand } from './commands/import-command.ts';
import { setupLeakCommand } from './commands/leak-command.ts';
import { setupOpenCommand } from './commands/open-command.ts';
import { setupPlanCommand } from './commands/plan-command.ts';
import { setupProbeCommand } from './commands/probe-command.ts';
import { setupRecentCommand } from './commands/recent-command.ts';
import { setupRunCommand } from './commands/run-command.ts';
import { setupServeCommand } from './commands/serve-command.ts';
import { setupShowCommand } from './commands/show-command.ts';
import { WordedCommand } from './commands/worded-command.ts';
import { COMMANDER_OUTPUT } from './terminal.ts';

export function makeProgram(): Command {
  const program = new WordedCommand('loopscope')
    .description(text('commandLine.about'))
    // Before the commands, which take it over.
    .configureOutput(COMMANDER_OUTPUT)
    .configureHelp({
      // The commands have long usages; at 80 columns commander would not wrap what stands beside them.
      minWidthToWrap: 20,
      styleTitle: (title) => TITLES[title] ?? title,
      styleUsage: wordUsage,
      styleSubcommandTerm: wordUsage,
      optionDescription: describeOption,
    })
    .version(VERSION, '-V, --version', text('commandLine.version'))
    .helpOption('-h, --help', text('commandLine.help'))
    .helpCommand('help [command]', text('commandLine.helpOf'))
    .exitOverride();
  setupRunCommand(program);
  setupCompareCommand(program);
  setupLeakCommand(program);
  setupRecentCommand(program);
  setupShowCommand(program);
  setupExportCommand(program);
  setupImportCommand(program);
  setupPlanCommand(program);
  setupProbeCommand(program);
  setupDemoCommand(program);
  setupServeCommand(program);
  setupOpenCommand(program);
  // `loopscope run --version` works, too.
  for (const command of program.commands) command.version(VERSION, '-V, --version', text('commandLine.version')).exitOverride();
  for (const command of [program, ...program.commands])
    command.showHelpAfterError(text('commandLine.seeHelp', { command: [command.parent?.name() ?? [], command.name()].flat().join(' ') }));
  return program;
}

/** Commander's own headings. */
const TITLES: Readonly<Record<string, string>> = {
  'Usage:': text('commandLine.group.usage'),
  'Arguments:': text('commandLine.group.arguments'),
  'Options:': text('commandLine.group.options'),
  'Commands:': text('commandLine.group.commands'),
};

function wordUsage(usage: string): string {
  return usage.replace('[options]', text('commandLine.anyOptions')).replace('[command]', text('commandLine.anyCommand'));
}

/** As commander does it: with what can be chosen, and with the default of a flag that takes a value. */
function describeOption({ description: help, argChoices, defaultValue, defaultValueDescription, required, optional }: Option): string {
  const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const hasDefault = defaultValue !== undefined && (required || optional);
  const value = hasDefault ? (defaultValueDescription ?? JSON.stringify(defaultValue)) : undefined;
  if (choices === undefined) return value === undefined ? help : text('commandLine.option.withDefault', { help, value });
  if (value === undefined) return text('commandLine.option.withChoices', { help, choices });
  return text('commandLine.option.withBoth', { help, choices, value });
}
