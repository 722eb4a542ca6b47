/**
 * What the product says about a failure, as data: the key of a message of the catalogue, and what fills it in. It is worded where it is
 * read (`word-said.ts`), in the language of whoever reads it; stored and sent it has none.
 */
import type { ICUArgs } from 'use-intl/core';
import type { Messages } from './catalogue.ts';

type Catalogue = Messages['said'];

/** `file.missing`: area and name. */
export type SaidKey = { [Area in keyof Catalogue & string]: `${Area}.${keyof Catalogue[Area] & string}` }[keyof Catalogue & string];

/** A figure whose unit is written by whoever words it; times are in ms, shares in percent. */
export interface Figure {
  /** Null: not known, or not a number. */
  readonly figure: number | null;
  readonly as: 'count' | 'time' | 'rough time' | 'elapsed' | 'percent' | 'whole percent' | 'bytes';
}

/** Several of a kind, as "a, b, c", "a, b and c" or "a, b or c". */
export interface Enumeration {
  readonly list: readonly Param[];
  readonly by: 'comma' | 'and' | 'or';
}

/** Names and other words of the user, the system or a file are texts; a number is written as it is; a message may be a part of another one. */
export type Param = string | number | Figure | Enumeration | Said;

/** A message of the catalogue. The key is a text: a file may be of a version that knows more of them. */
export interface Message {
  readonly key: string;
  readonly params: Readonly<Record<string, Param>>;
}

/** A sentence that was stored in words, by a version before format 3 of session files. */
export interface Verbatim {
  readonly verbatim: string;
}

export type Said = Message | Verbatim;

type TextOf<Key extends SaidKey> = Key extends `${infer Area extends keyof Catalogue & string}.${infer Name}`
  ? Catalogue[Area][Name & keyof Catalogue[Area]] & string
  : never;
type ArgsOf<Key extends SaidKey> = ICUArgs<TextOf<Key>, { ICUArgument: Param; ICUNumberArgument: number; ICUDateArgument: never }>;
/** Without the names of settings, which depend on where it is read (setting-names.ts). */
type ParamsOf<Key extends SaidKey> = { [Name in keyof ArgsOf<Key> as Name extends `setting_${string}` ? never : Name]: ArgsOf<Key>[Name] };

/** `say('file.missing', { path })`. Keys and parameters are checked. */
export function say<Key extends SaidKey>(key: Key, ...[params]: object extends ParamsOf<Key> ? [] : [ParamsOf<Key>]): Said {
  return { key, params: (params ?? {}) as Message['params'] };
}

/** Two sentences, the second of which completes the first; without a first one, the second alone. */
export function sayBoth(first: Said | null, second: Said): Said {
  return first === null ? second : say('list.sentences', { first, second });
}

/** The first of two sentences, which says what both are about. */
export function firstOf(said: Said): Said {
  if (isVerbatim(said) || said.key !== 'list.sentences') return said;
  const { first } = said.params;
  return typeof first === 'object' && ('key' in first || 'verbatim' in first) ? firstOf(first) : said;
}

/** What a message is about. Null: it was stored in words. */
export function keyOf(said: Said): string | null {
  const first = firstOf(said);
  return isVerbatim(first) ? null : first.key;
}

/** Whether a message is one of these, with advice behind it or without. */
export function isOneOf(said: Said, keys: readonly SaidKey[]): boolean {
  return (keys as readonly (string | null)[]).includes(keyOf(said));
}

export function isVerbatim(said: Said): said is Verbatim {
  return 'verbatim' in said;
}

/** The same message with `change` made to each text in it that is not of the catalogue. */
export function mapTexts(said: Said, change: (text: string) => string): Said {
  if (isVerbatim(said)) return { verbatim: change(said.verbatim) };
  return {
    key: said.key,
    params: Object.fromEntries(Object.entries(said.params).map(([name, param]) => [name, mapParam(param, change)])),
  };
}

function mapParam(param: Param, change: (text: string) => string): Param {
  if (typeof param === 'string') return change(param);
  if (typeof param === 'number' || 'figure' in param) return param;
  return 'list' in param ? { ...param, list: param.list.map((one) => mapParam(one, change)) } : mapTexts(param, change);
}
