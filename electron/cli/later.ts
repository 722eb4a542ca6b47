/**
 * What the command line will have and has not yet is refused by name, so that nobody takes silence for a result.
 * An entry goes when its feature comes.
 */
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';

const CLOSED_ONLY = 'This version measures closed load only: -c with -d or -a.';
const NODE_ONLY = 'This version launches Node.js scripts only.';

const LATER_FLAGS: readonly [flags: string, why: string][] = [
  ['--users <n>', CLOSED_ONLY],
  ['--requests <n>', CLOSED_ONLY],
  ['--arrivals <plan>', CLOSED_ONLY],
  ['--poisson', CLOSED_ONLY],
  ['--seed <n>', CLOSED_ONLY],
  ['--sweep <range>', CLOSED_ONLY],
  ['--plan <file>', CLOSED_ONLY],
  ['--load-command <command>', CLOSED_ONLY],
  ['--command <command>', NODE_ONLY],
  ['--pid <pid>', NODE_ONLY],
];

/** What a flag that chooses cannot choose yet, by the path of its setting. */
export const LATER_MEMBERS: Readonly<
  Record<string, { readonly words: readonly string[]; readonly tell: (word: string, known: string) => string }>
> = {
  'capture.kind': {
    words: ['ticks', 'heap'],
    tell: (word, known) => `--capture ${word} is not there yet. This version captures ${known}.`,
  },
};

const LATER_COMMANDS: readonly [name: string, why: string][] = [
  ['probe', 'Probing an unknown service is not in this version.'],
  ['import', 'Importing is not in this version; `loopscope show` opens a .cpuprofile directly.'],
];

export function addLaterFlags(command: Command, own: readonly string[]): void {
  for (const [flags, why] of LATER_FLAGS) {
    const name = flags.split(' ')[0]!;
    if (own.includes(name)) continue;
    const option = command.createOption(flags).hideHelp();
    if (flags.includes('<'))
      option.argParser(() => {
        throw new InvalidArgumentError(`${name} is not there yet. ${why}`);
      });
    else command.on(`option:${name.slice(2)}`, () => command.error(`error: ${name} is not there yet. ${why}`));
    command.addOption(option);
  }
}

export function setupLaterCommands(program: Command): void {
  for (const [name, why] of LATER_COMMANDS) {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .argument('[anything...]')
      .action(() => program.error(`error: \`loopscope ${name}\` is not there yet. ${why}`));
  }
}
