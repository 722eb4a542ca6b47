/** Which of several kinds of values a file has for each stack is shown. */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';

/** A sentence names no more. */
const MOST_NAMED = 20;

/** A word of the file as part of a sentence. */
export function tellWord(word: string): string {
  return showHidden(shorten(word, MAX_NAME_LENGTH));
}

/** The place among `names` of the one that is asked for, in capitals or not. `told`: what each is called in a sentence. */
export function findValue(file: string, asked: string, names: readonly string[], told: readonly string[] = names): number {
  const exact = names.indexOf(asked);
  const found = exact >= 0 ? exact : names.findIndex((one) => one.toLowerCase() === asked.toLowerCase());
  if (found >= 0) return found;
  return refuse(
    'not-found',
    say('foreign.noSuchValue', { name: file, value: tellWord(asked) }),
    say('foreign.valuesAre', { values: { list: told.slice(0, MOST_NAMED).map(tellWord), by: 'and' } }),
  );
}
