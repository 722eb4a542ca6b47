/**
 * Finds values in a text in one pass, so that neither what stands for a value nor what was left out before is searched again. Values and
 * texts can be those of a hostile file: however many values there are, and however alike, each place of a text costs a few steps.
 */
import { labelAt } from '../model/setup/hidden.ts';
import type { Range } from './replace-ranges.ts';

/** So many characters of each value are looked up at once, if the shortest one has them. */
const START = 4;
/** So much of the beginning of a value is as good as the value: what is compared in vain at one place stays short. */
const ENOUGH = 256;

export interface Found {
  readonly ranges: readonly Range[];
  /** Where the text ends in the middle of what may become a value; its length: nowhere. */
  readonly open: number;
}

export const NOTHING_FOUND = (text: string): Found => ({ ranges: [], open: text.length });

/** What is looked for. */
export interface Searched {
  readonly text: string;
  /** What stands there instead. */
  readonly by: string;
  /** `alone`: not within a word or a number; `base64`: all of the word around it is replaced. Left out: anywhere. */
  readonly within?: 'alone' | 'base64';
  /** Whether it counts there; left out: it does. */
  readonly fits?: (text: string, from: number, to: number) => boolean;
}

interface Value extends Searched {
  /** The longest other value that this one begins with, of those that have to be there to their end: it may stand where this one does not. */
  readonly shorter: Value | null;
}

export class ValueSearch {
  /** In the order of their characters, so that the values that are most like a text stand where it would. */
  private readonly values: readonly Value[];
  /** What the first characters of a value are, as numbers. */
  private readonly starts: ReadonlySet<number>;
  private readonly start: number;
  private readonly longest: number;

  constructor(given: Iterable<Searched>) {
    const byText = new Map<string, Searched>();
    for (const one of given) if (one.text !== '' && !byText.has(one.text)) byText.set(one.text, one);
    const texts = [...byText.keys()].sort(byCharacters);
    this.values = chain(texts.map((text) => byText.get(text)!));
    this.start = texts.reduce((shortest, { length }) => Math.min(shortest, length), START);
    this.starts = new Set(texts.map((text) => startAt(text, 0, this.start)));
    this.longest = texts.reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  /** The longest value at each place, from left to right. `goesOn`: more of the text will come. */
  find(text: string, goesOn: boolean): Found {
    const ranges: Range[] = [];
    if (this.longest === 0) return { ranges, open: text.length };
    for (let at = 0; at < text.length; ) {
      if (goesOn && this.isOpen(text, at)) return { ranges, open: at };
      const range = this.starts.has(startAt(text, at, this.start)) ? this.rangeAt(text, at, ranges.at(-1)?.to ?? 0) : null;
      if (range === null) at += Math.max(labelAt(text, at), 1);
      else {
        ranges.push(range);
        at = range.to;
      }
    }
    return { ranges, open: text.length };
  }

  /** Of the value that stands there; null: none does. `after`: where the one before it ends. */
  private rangeAt(text: string, at: number, after: number): Range | null {
    const found = this.valueAt(text, at);
    if (found === null) return null;
    let [from, to] = [at, at + found.length];
    if (found.value.within === 'base64') {
      while (from > after && isOfBase64(text, from - 1)) from--;
      while (to < text.length && isOfBase64(text, to)) to++;
    }
    return { from, to, by: found.value.by };
  }

  private valueAt(text: string, at: number): { readonly value: Searched; readonly length: number } | null {
    const rest = text.slice(at);
    const after = this.firstAfter(rest);
    const before = this.values[after - 1];
    for (const near of [before, this.values[after]]) {
      const length = commonLength(near?.text, rest);
      if (near !== undefined && length >= ENOUGH) return { value: near, length };
    }
    let value = before ?? null;
    // Everything sorted between a beginning of the text and the text itself begins with it, so the chain has all of them.
    while (value !== null && !(rest.startsWith(value.text) && fits(value, text, at))) value = value.shorter;
    return value && { value, length: value.text.length };
  }

  /** Whether the rest of the text is the beginning of a value and not all of it. */
  private isOpen(text: string, at: number): boolean {
    if (text.length - at >= this.longest) return false;
    const rest = text.slice(at);
    return this.values[this.firstAfter(rest)]?.text.startsWith(rest) ?? false;
  }

  /** Index of the first value that is sorted after the text. */
  private firstAfter(text: string): number {
    let [low, high] = [0, this.values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.values[middle]!.text <= text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Sorted. */
function chain(all: readonly Searched[]): Value[] {
  let last: Value | null = null;
  return all.map((one) => {
    let shorter = last;
    while (shorter !== null && !one.text.startsWith(shorter.text)) shorter = shorter.shorter;
    const value = { ...one, shorter };
    last = one.text.length < ENOUGH ? value : shorter;
    return value;
  });
}

function fits({ text: { length }, within, fits }: Searched, text: string, at: number): boolean {
  if (within === 'alone' && (isOfWord(text, at + length) || endsWord(text, at))) return false;
  return fits === undefined || fits(text, at, at + length);
}

function isOfWord(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(at));
}

/** What comes before a value in JSON (`\n`) or in a URL (`%3D`) is written with letters and is no word. */
const ESCAPE = /(?:%[\da-f]{2}|\\(?:[bfnrt]|u[\da-f]{4}|x[\da-f]{2}))$/i;

function endsWord(text: string, at: number): boolean {
  return at > 0 && isOfWord(text, at - 1) && !ESCAPE.test(text.slice(Math.max(0, at - 6), at));
}

function isOfBase64(text: string, at: number): boolean {
  return /[A-Za-z0-9+/=_-]/.test(text.charAt(at));
}

function byCharacters(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function commonLength(a: string | undefined, b: string): number {
  let length = 0;
  while (a !== undefined && length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/** The first characters of a value as one number. At the end of the text NaN counts as 0. */
function startAt(text: string, at: number, length: number): number {
  let start = 0;
  for (let index = at; index < at + length; index++) start = (Math.imul(start, 31) + text.charCodeAt(index)) | 0;
  return start;
}
