/** How the values of flags are read. */
import { InvalidArgumentError } from 'commander';
import type { NameValue, Union } from '../../shared/model/setting.ts';
import { splitWords } from '../../shared/model/shell-words.ts';
import { LATER_MEMBERS } from './later.ts';

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('A number is needed.');
  return value;
}

export function collectPairs(text: string, pairs: NameValue[]): NameValue[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  return [...pairs, { name: text.slice(0, at), value: text.slice(at + 1) }];
}

export function readWords(line: string): readonly string[] {
  const { words, openQuote } = splitWords(line);
  if (openQuote) throw new InvalidArgumentError('A quote is not closed.');
  return words;
}

/** Reads the word that chooses a member of the union. */
export function readMember(union: Union, path: string): (word: string) => string {
  return (word) => {
    if (Object.hasOwn(union.members, word)) return word;
    const later = LATER_MEMBERS[path];
    throw new InvalidArgumentError(later?.words.includes(word) ? later.tell(word, oneOf(union)) : `It must be ${oneOf(union)}.`);
  };
}

/** "cpu or none": the members of a union, the default first. */
export function oneOf({ members, default: chosen }: Union, without?: string): string {
  const words = [chosen, ...Object.keys(members).filter((word) => word !== chosen)].filter((word) => word !== without);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}
