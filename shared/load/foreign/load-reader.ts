/** What the readers of load results share: checked values, names that can be shown, and what comes of them. */
import { shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Imported, ImportFormat } from '../../foreign/importer.ts';
import { JsonReader } from '../../foreign/json-reader.ts';
import { type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import type { PercentileMap } from '../../model/distribution.ts';
import { type ForeignTimes, LONGEST_NAME, type LoadResult, MOST_NAMED } from '../../model/load/load-result.ts';
import { type Said, say } from '../../words/said.ts';
import { isWeak } from '../distribution.ts';

/** A report nests far less. */
const MAX_NESTING = 64;

export class LoadReader extends JsonReader {
  /** The whole text. */
  document(text: string): Json {
    return this.object(parseJson(text, this.name, MAX_NESTING), this.name);
  }

  /** Null: the file does not have it. */
  maybeAmount(value: unknown, place: string): number | null {
    return value === undefined || value === null ? null : this.amount(value, place);
  }

  maybeCount(value: unknown, place: string): number | null {
    return value === undefined || value === null ? null : this.count(value, place);
  }

  /** Numbers by name, such as counters. */
  counts(value: Json, place: string): Record<string, number> {
    const entries = Object.entries(value);
    this.checkNumber(entries.length);
    return named(entries.map(([key, count]) => [key, this.count(count, `${place}.${key}`)]));
  }

  checkNumber(count: number): void {
    if (count > MOST_NAMED) refuse('too-large', say('foreign.tooManyFigures', { name: this.name, count, limit: MOST_NAMED }));
  }

  /** A number in a text: what the expression finds first. Null: the text does not have it. */
  find(text: string, pattern: RegExp): number | null {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? null : this.numberOf(found, found);
  }

  numberOf(text: string, place: string): number {
    const value = Number(text);
    if (text.trim() !== '' && value >= 0 && value <= Number.MAX_SAFE_INTEGER) return value;
    return refuse('damaged', say('foreign.notAnAmount', { name: this.name, path: showHidden(shorten(place, 25)), value: describe(text) }));
  }

  refuseMissing(what: string): never {
    return refuse('damaged', say('foreign.withoutLine', { name: this.name, what }), RECORD_AGAIN);
  }
}

/** Names come from servers and scripts. */
export function named(entries: readonly (readonly [string, number])[]): Record<string, number> {
  return Object.fromEntries(entries.map(([name, value]) => [shownName(name), value]));
}

export function shownName(name: string): string {
  return shorten(showHidden(name), LONGEST_NAME);
}

/** As long as an address is shown. */
const LONGEST_URL = 2_000;

export function shownUrl(url: unknown): string | null {
  return typeof url === 'string' && url !== '' ? shorten(showHidden(url), LONGEST_URL) : null;
}

const NO_FIGURES = { count: null, min: null, mean: null, stdev: null, max: null };

/** How many values a file has timed, where it says so only of what else it counts. Null: not even that. */
export interface Values {
  readonly atLeast: number | null;
  readonly atMost: number | null;
}

const NOT_SAID: Values = { atLeast: null, atMost: null };

/** Null: nothing was timed. `values`: for times without a count. */
export function timesOf(
  known: Partial<Omit<ForeignTimes, 'weak' | 'countAtLeast'>>,
  { atLeast, atMost }: Values = NOT_SAID,
): ForeignTimes | null {
  const { percentiles = {}, ...figures } = known;
  const all = { ...NO_FIGURES, ...figures };
  const hasFigure = Object.values(all).some((value) => value !== null && value !== undefined) || Object.keys(percentiles).length > 0;
  if (!hasFigure || all.count === 0) return null;
  const least = all.count === null && atLeast !== null ? { countAtLeast: atLeast } : {};
  const { count, ...others } = all;
  // In the order in which a session keeps them.
  return { count, ...least, ...others, percentiles, weak: weakOf(percentiles, all.count ?? atLeast ?? atMost) };
}

function weakOf(percentiles: PercentileMap, count: number | null): string[] {
  return count === null ? [] : Object.keys(percentiles).filter((percentile) => isWeak(Number(percentile), count));
}

/** `notes`: how the tool measures, before what else has to be known. Kinds of errors stand in the order in which a session keeps them. */
export function importedLoad(format: ImportFormat, load: LoadResult, notes: readonly Said[]): Imported {
  const errors = Object.fromEntries(Object.entries(load.errors).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { format, profiles: [], titles: [], hasPlaces: true, ticks: null, notes, load: { ...load, errors } };
}
