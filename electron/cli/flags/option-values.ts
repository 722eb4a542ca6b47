/** How the values of flags are read. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { wordParam } from '../../../shared/format/word-said.ts';
import { MOST_THREAD, WORKER_THREADS } from '../../../shared/model/profile/profile.ts';
import type { NameValue, Union } from '../../../shared/model/setup/setting.ts';
import { splitWords } from '../../../shared/model/setup/shell-words.ts';
import { FOLDABLE_KINDS, type FoldOptions } from '../../../shared/profile/tree/folds.ts';
import { parseFoldOptions } from '../../../shared/profile/tree/folds-codec.ts';
import { text } from '../../../shared/words/words.ts';

export function number(typed: string): number {
  const value = Number(typed);
  if (typed.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError(text('commandLine.refused.number'));
  return value;
}

/** Both ends are allowed. */
export function numberWithin({ low, high }: { readonly low: number; readonly high: number }, isWhole = false): (typed: string) => number {
  return (typed) => {
    const value = number(typed);
    if (value >= low && value <= high && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(text(isWhole ? 'commandLine.refused.wholeWithin' : 'commandLine.refused.within', { low, high }));
  };
}

/** `--thread`: as Node numbers them, or all but the main one. */
export function readThread(typed: string): number {
  if (typed === 'workers') return WORKER_THREADS;
  const value = Number(typed);
  if (/^\d+$/.test(typed) && value <= MOST_THREAD) return value;
  throw new InvalidArgumentError(text('commandLine.refused.thread'));
}

/** `--fold`: what is folded away of call trees. */
export function foldOption(): Option {
  return new Option('--fold <what>', text('commandLine.option.fold', { names: FOLDABLE_KINDS.join(', ') })).argParser(readFolds);
}

function readFolds(typed: string): FoldOptions {
  const folding = parseFoldOptions(typed);
  if (folding === null) throw new InvalidArgumentError(text('commandLine.refused.fold', { names: FOLDABLE_KINDS.join(', ') }));
  return folding;
}

export function collectPairs(typed: string, pairs: NameValue[]): NameValue[] {
  const at = typed.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(text('commandLine.refused.pair'));
  return [...pairs, { name: typed.slice(0, at), value: typed.slice(at + 1) }];
}

/** `name: value`, as curl has it, or `name=value`; a header's name holds neither mark. */
export function collectHeaders(typed: string, headers: NameValue[]): NameValue[] {
  const at = typed.search(/[:=]/);
  if (at < 1) throw new InvalidArgumentError(text('commandLine.refused.header'));
  const value = typed.slice(at + 1);
  return [...headers, { name: typed.slice(0, at), value: typed[at] === ':' ? value.trim() : value }];
}

/** `@file`: what is in the file; `@@` begins a text with an @. */
export function readContent(typed: string): string {
  if (!typed.startsWith('@')) return typed;
  if (typed.startsWith('@@')) return typed.slice(1);
  try {
    return readFileSync(typed.slice(1), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new InvalidArgumentError(text('said.file.unreadable', { path: typed.slice(1), code }));
  }
}

export function readWords(line: string): readonly string[] {
  const { words, openQuote } = splitWords(line);
  if (openQuote) throw new InvalidArgumentError(text('setup.problem.openQuote'));
  return words;
}

/** Reads the word that chooses a member of the union. */
export function readMember(union: Union): (word: string) => string {
  return (word) => {
    if (Object.hasOwn({ ...union.members, ...union.combined }, word)) return word;
    throw new InvalidArgumentError(text('commandLine.refused.word', { names: oneOf(union) }));
  };
}

/** "cpu or none": the members of a union, the default first, and their combinations. */
export function oneOf({ members, combined, default: chosen }: Union, without?: string): string {
  const words = [chosen, ...Object.keys({ ...members, ...combined }).filter((word) => word !== chosen)].filter((word) => word !== without);
  return listOr(words);
}

/** "a, b or c". */
export function listOr(words: readonly string[]): string {
  return String(wordParam({ list: words, by: 'or' }));
}

/** Has the option take one of these words only. */
export function takeOneOf(option: Option, words: readonly string[]): Option {
  return option.choices(words).argParser((typed) => {
    if (words.includes(typed)) return typed;
    throw new InvalidArgumentError(text('commandLine.refused.word', { names: listOr(words) }));
  });
}
