/** The commands, and what commander itself says in their help, in the words of the catalogue. Its complaints: worded-command.ts. */
import type { Command, Option } from 'commander';
import { text } from '../../shared/words/words.ts';
import { VERSION } from '../engine/machine/environment.ts';
import { WordedCommand } from './commands/worded-command.ts';
import { COMMANDER_OUTPUT } from './terminal.ts';

/** In the order in which help lists them. Each is a file that is loaded when it is typed. */
export const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  run: async () => (await import('./commands/run-command.ts')).setupRunCommand,
  compare: async () => (await import('./commands/compare-command.ts')).setupCompareCommand,
  leak: async () => (await import('./commands/leak-command.ts')).setupLeakCommand,
  recent: async () => (await import('./commands/recent-command.ts')).setupRecentCommand,
  show: async () => (await import('./commands/show-command.ts')).setupShowCommand,
  export: async () => (await import('./commands/export-command.ts')).setupExportCommand,
  import: async () => (await import('./commands/import-command.ts')).setupImportCommand,
  plan: async () => (await import('./commands/plan-command.ts')).setupPlanCommand,
  probe: async () => (await import('./commands/probe-command.ts')).setupProbeCommand,
  demo: async () => (await import('./commands/demo-command.ts')).setupDemoCommand,
  serve: async () => (await import('./commands/serve-command.ts')).setupServeCommand,
  open: async () => (await import('./commands/open-command.ts')).setupOpenCommand,
};

/** `typed`: the first word of what was typed. If it is a command, the program has only that one. */
export async function makeProgram(typed?: string): Promise<Command> {
  const named = typed !== undefined && Object.hasOwn(COMMANDS, typed) ? [COMMANDS[typed]!] : Object.values(COMMANDS);
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
  for (const setup of await Promise.all(named.map((load) => load()))) setup(program);
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
