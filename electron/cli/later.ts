/**
 * What the command line will have and has not yet is refused by name, so that nobody takes silence for a result.
 * An entry goes when its feature comes.
 */
import type { Command } from 'commander';
import { LOAD_MODELS } from '../../shared/model/load-models.ts';
import type { Messages } from '../../shared/words/catalogue.ts';
import { wordParam } from '../../shared/words/word-said.ts';
import { text } from '../../shared/words/words.ts';
import { usageError } from './usage-error.ts';

type Why = keyof Messages['commandLine']['later'];
const OTHER_LOADS = 'otherLoads';

const LATER_FLAGS: readonly [flags: string, why: Why][] = [['--load-command <command>', OTHER_LOADS]];

/** What a flag that chooses cannot choose yet, by the path of its setting. */
export const LATER_MEMBERS: Readonly<Record<string, { readonly words: readonly string[]; readonly refusal: 'captureLater' }>> = {
  'capture.kind': { words: ['heap'], refusal: 'captureLater' },
};

/** The load models that there are, with their flags. */
function modelsText(): string {
  return String(wordParam({ list: LOAD_MODELS.map((model) => text(`load.${model}.flags`)), by: 'and' }));
}

const LATER_COMMANDS = ['probe'] as const satisfies readonly Why[];

export function addLaterFlags(command: Command, own: readonly string[]): void {
  for (const [flags, why] of LATER_FLAGS) {
    const name = flags.split(' ')[0]!;
    if (own.includes(name)) continue;
    const refusal = text('commandLine.refused.flagLater', { flag: name, why: text(`commandLine.later.${why}`, { models: modelsText() }) });
    command.addOption(command.createOption(flags).hideHelp()).on(`option:${name.slice(2)}`, () => usageError(command, refusal));
  }
}

export function setupLaterCommands(program: Command): void {
  for (const name of LATER_COMMANDS) {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .argument('[anything...]')
      .action(() => usageError(program, text('commandLine.refused.commandLater', { name, why: text(`commandLine.later.${name}`) })));
  }
}
