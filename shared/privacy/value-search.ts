/**
 * Finds values in a text in one pass, so that neither what stands for a value nor what was left out before is searched again. Values and
 * texts can be those of a hostile file: however many values there are, and however alike, each place of a text costs a few steps.
 */
import { labelAt, REDACTED } from './hidden.ts';
import type { Range } from './replace-ranges.ts';

/** Shorter values are parts of too many words and numbers to be looked for in sentences. */
const SHORTEST = 4;
/** So much of the beginning of a value is as good as the value: what is compared in vain at one place stays short. */
const ENOUGH = 256;

export interface Found {
  readonly ranges: readonly Range[];
  /** Where the text ends in the middle of what may become a value; its length: nowhere. */
  readonly open: number;
}

export const NOTHING_FOUND = (text: string): Found => ({ ranges: [], open: text.length });

interface Value {
  readonly text: string;
  /** The longest other value that this one begins with, of those that have to be there to their end: it may stand where this one does not. */
  readonly shorter: Value | null;
}

export class ValueSearch {
  /** In the order of their characters, so that the values that are most like a text stand where it would. */
  private readonly values: readonly Value[];
  /** What the first characters of a value are, as numbers. */
  private readonly starts: ReadonlySet<number>;
  private readonly longest: number;

  constructor(given: Iterable<string>) {
    const texts = [...new Set(given)].filter(({ length }) => length >= SHORTEST).sort(byCharacters);
    this.values = chain(texts);
    this.starts = new Set(texts.map((text) => startAt(text, 0)));
    this.longest = texts.reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  /** The longest value at each place, from left to right. `goesOn`: more of the text will come. */
  find(text: string, goesOn: boolean): Found {
    const ranges: Range[] = [];
    for (let at = 0; at < text.length; ) {
      if (goesOn && this.isOpen(text, at)) return { ranges, open: at };
      const length = this.starts.has(startAt(text, at)) ? this.lengthAt(text, at) : 0;
      const label = length === 0 ? labelAt(text, at) : 0;
      if (length > 0) ranges.push({ from: at, to: at + length, by: REDACTED });
      at += Math.max(length, label, 1);
    }
    return { ranges, open: text.length };
  }

  /** Of the value that stands there; 0: none does. */
  private lengthAt(text: string, at: number): number {
    const rest = text.slice(at);
    const after = this.firstAfter(rest);
    const before = this.values[after - 1];
    const common = Math.max(commonLength(before?.text, rest), commonLength(this.values[after]?.text, rest));
    if (common >= ENOUGH) return common;
    let value = before ?? null;
    // Everything sorted between a beginning of the text and the text itself begins with it, so the chain has all of them.
    while (value !== null && !rest.startsWith(value.text)) value = value.shorter;
    return value?.text.length ?? 0;
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

/** Of sorted texts. */
function chain(texts: readonly string[]): Value[] {
  let last: Value | null = null;
  return texts.map((text) => {
    let shorter = last;
    while (shorter !== null && !text.startsWith(shorter.text)) shorter = shorter.shorter;
    const value = { text, shorter };
    last = text.length < ENOUGH ? value : shorter;
    return value;
  });
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
function startAt(text: string, at: number): number {
  let start = 0;
  for (let index = at; index < at + SHORTEST; index++) start = (Math.imul(start, 31) + text.charCodeAt(index)) | 0;
  return start;
}
