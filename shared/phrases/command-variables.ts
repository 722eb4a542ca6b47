import { variablesIn } from '../model/setup/shell-variables.ts';
import { text } from '../words/words.ts';

/** What has to be done before a command is run; null: nothing. */
export function variablesText(command: string): string | null {
  const names = variablesIn(command);
  return names.length === 0 ? null : text('privacy.variables', { count: names.length, names: names.join(', ') });
}
