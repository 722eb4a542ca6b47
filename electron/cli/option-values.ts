/** How the values of flags are read. */
import { InvalidArgumentError } from 'commander';
import type { NameValue } from '../../shared/model/setting.ts';
import { splitWords } from '../../shared/model/shell-words.ts';

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
