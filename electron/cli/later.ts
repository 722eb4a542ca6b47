/**
 * What the command line will have and has not yet is refused by name, so that nobody takes silence for a result.
 * An entry goes when its feature comes.
 */
import type { Command } from 'commander';
import type { Messages } from '../../shared/words/catalogue.ts';
import { text } from '../../shared/words/words.ts';
import { usageError } from './usage-error.ts';

type Why = keyof Messages['commandLine']['later'];
/** What a flag that chooses cannot choose yet, by the path of its setting. */
export const LATER_MEMBERS: Readonly<Record<string, { readonly words: readonly string[]; readonly refusal: 'captureLater' }>> = {
  'capture.kind': { words: ['heap'], refusal: 'captureLater' },
};

const LATER_COMMANDS = ['probe'] as const satisfies readonly Why[];

export function setupLaterCommands(program: Command): void {
  for (const name of LATER_COMMANDS) {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .argument('[anything...]')
      .action(() => usageError(program, text('commandLine.refused.commandLater', { name, why: text(`commandLine.later.${name}`) })));
  }
}
