/** Reads values from untrusted JSON; a value of the wrong type is refused with its place. */
import { say } from '../words/said.ts';
import { isObject, type Json } from './read-json.ts';
import { describe, refuse } from './refuse.ts';

/** Larger times (285 years of microseconds) could not be added up exactly. */
export const MAX_TIME = Number.MAX_SAFE_INTEGER;

/** `profiles[0].samples`; made only when it is needed, where there are many. */
export type Place = string | (() => string);

const textOf = (place: Place): string => (typeof place === 'string' ? place : place());

export class JsonReader {
  /** `name`: of the file, for the sentences. */
  constructor(readonly name: string) {}

  object(value: unknown, place: Place): Json {
    if (isObject(value)) return value;
    return refuse('damaged', say('foreign.notAnObject', this.at(place, value)));
  }

  list(value: unknown, place: Place): readonly unknown[] {
    if (Array.isArray(value)) return value;
    return refuse('damaged', say('foreign.notAList', this.at(place, value)));
  }

  text(value: unknown, place: Place): string {
    if (typeof value === 'string') return value;
    return refuse('damaged', say('foreign.notAText', this.at(place, value)));
  }

  amount(value: unknown, place: Place, least = 0): number {
    if (typeof value === 'number' && value >= least && value <= MAX_TIME) return value;
    return refuse('damaged', say('foreign.notAnAmount', this.at(place, value)));
  }

  count(value: unknown, place: Place): number {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    return refuse('damaged', say('foreign.notACount', this.at(place, value)));
  }

  at(place: Place, value: unknown) {
    return { name: this.name, path: textOf(place), value: describe(value) };
  }
}
