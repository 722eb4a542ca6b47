import type { Command } from 'commander';
import { text } from '../../../shared/words/words.ts';

/** Ends a command that was called in a way it cannot do anything with. */
export function usageError(command: Command, message: string): never {
  return command.error(text('terminal.error', { message }));
}
