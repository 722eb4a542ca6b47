/** Commander's command, which says what is wrong with a call in the words of the catalogue. */
import { Command, type ErrorOptions } from 'commander';
import { text } from '../../../shared/words/words.ts';
import { listOr } from '../flags/option-values.ts';

export class WordedCommand extends Command {
  override createCommand(name?: string): WordedCommand {
    return new WordedCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const [sentence, word] = COMPLAINTS[options?.code ?? ''] ?? [];
    const found = sentence?.exec(message);
    // Otherwise it is a message of ours.
    return super.error(found ? text('terminal.error', { message: word!(found.slice(1), this) }) : message, options);
  }
}

/** What ab, wrk and oha call what a flag of ours does. */
const FLAGS_OF_OTHERS: Readonly<Record<string, string>> = { '-n': '-a', '--requests': '-a', '--concurrency': '-c', '-z': '-d' };

/** Undefined: this command has none for it. */
function flagOfOthers(name: string, command: Command): string | undefined {
  const flag = FLAGS_OF_OTHERS[name];
  return command.options.some(({ short }) => short === flag) ? flag : undefined;
}

type Complaint = readonly [sentence: RegExp, word: (found: readonly (string | undefined)[], command: Command) => string];

const SIMILAR = String.raw`(?:\n\(Did you mean (?:one of )?(.*)\?\))?`;

/** The complaints of commander by their codes. What one is about stands only in its sentence, between quotes. */
const COMPLAINTS: Readonly<Record<string, Complaint>> = {
  'commander.unknownOption': [
    new RegExp(`^error: unknown option '(.*?)'${SIMILAR}$`, 's'),
    ([name = '', told], command) => {
      const similar = told ?? flagOfOthers(name, command);
      if (similar !== undefined) return text('commandLine.refused.similarOption', { name, similar: listOr(similar.split(', ')) });
      const takesScript = command.registeredArguments.some(({ variadic }) => variadic);
      return text(`commandLine.refused.${takesScript ? 'noSuchOptionOfScript' : 'noSuchOption'}`, { name });
    },
  ],
  'commander.unknownCommand': [
    new RegExp(`^error: unknown command '(.*?)'${SIMILAR}$`, 's'),
    ([name = '', similar]) =>
      similar === undefined
        ? text('commandLine.refused.noSuchCommand', { name })
        : text('commandLine.refused.similarCommand', { name, similar: listOr(similar.split(', ')) }),
  ],
  'commander.missingArgument': [
    /^error: missing required argument '(.*)'$/,
    ([name = '']) => text('commandLine.refused.noArgument', { name: `<${name}>` }),
  ],
  'commander.excessArguments': [
    /^error: too many arguments/,
    (_, command) =>
      text('commandLine.refused.manyArguments', {
        command: command.name(),
        taken: command.registeredArguments.length,
        given: command.args.length,
      }),
  ],
  'commander.missingMandatoryOptionValue': [
    /^error: required option '(.*)' not specified$/,
    ([option = '']) => text('commandLine.refused.noOption', { option }),
  ],
  'commander.optionMissingArgument': [
    /^error: option '(.*)' argument missing$/,
    ([option = '']) => text('commandLine.refused.noValue', { option }),
  ],
  'commander.invalidArgument': [
    /^error: option '(.*?)' argument '(.*)' is invalid\. (.*)$/s,
    ([option = '', value = '', why = '']) => text('commandLine.refused.value', { option, value, why }),
  ],
};
