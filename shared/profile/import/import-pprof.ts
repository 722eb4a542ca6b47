/**
 * Opens pprof, the format of Go, Pyroscope, Parca and Datadog (`message Profile` of google/pprof's profile.proto), usually compressed with gzip.
 * A stack is a list of locations, innermost first; a location is a list of functions, of which all but the last were inlined. A sample has one
 * value for each sample type.
 */
import { type Profile as Pprof, Profile as PprofReader } from 'pprof-format';
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Imported } from '../../foreign/importer.ts';
import { MAX_TIME } from '../../foreign/json-reader.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { say } from '../../words/said.ts';
import { ProfileBuilder } from './profile-builder.ts';

/** What its units are here, and how many of ours one is. Whatever else is counted is counted as samples. */
const UNITS: ReadonlyMap<string, { readonly unit: WeightUnit; readonly factor: number }> = new Map([
  ['nanoseconds', { unit: 'microseconds', factor: 1e-3 }],
  ['microseconds', { unit: 'microseconds', factor: 1 }],
  ['milliseconds', { unit: 'microseconds', factor: 1e3 }],
  ['seconds', { unit: 'microseconds', factor: 1e6 }],
  ['bytes', { unit: 'bytes', factor: 1 }],
]);
const COUNTED = { unit: 'samples', factor: 1 } as const;

/** Fields of the message: number -> wire type (0: varint, 2: with a length). A list of numbers may be either. */
const FIELDS: Readonly<Record<number, readonly number[]>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 11].map((field) => [field, [2]])),
  ...Object.fromEntries([7, 8, 9, 10, 12, 14, 15].map((field) => [field, [0]])),
  13: [0, 2],
};
const SAMPLE_TYPE = 1;
const STRING_TABLE = 6;

/** Whether the bytes are such a message from the first to the last: the format has no mark of its own. */
export function isPprof(bytes: Uint8Array): boolean {
  const seen = new Set<number>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return -1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return -1;
  };
  while (at < bytes.length) {
    const tag = bytes[at++]!;
    if (!FIELDS[tag >> 3]?.includes(tag & 7)) return false;
    seen.add(tag >> 3);
    const value = varint();
    if (value < 0) return false;
    if ((tag & 7) === 2) at += value;
  }
  return at === bytes.length && seen.has(SAMPLE_TYPE) && seen.has(STRING_TABLE);
}

/** Refuses what is broken: to be called within `orRefused`. `bytes`: unpacked, and `isPprof`. */
export function readPprof(bytes: Uint8Array, name: string, _value: string | null): Imported {
  return new Reading(decode(bytes, name), name).read();
}

function decode(bytes: Uint8Array, name: string): Pprof {
  try {
    return PprofReader.decode(bytes);
  } catch (error) {
    return refuse('damaged', say('foreign.notPprof', { name, error: showHidden(shorten((error as Error).message, 200)) }), RECORD_AGAIN);
  }
}

type Location = Pprof['location'][number];
type Numeric = Location['id'];

function agree(seen: Map<number, number>, id: number, value: number): void {
  const other = seen.get(id);
  seen.set(id, other === undefined || other === value ? value : 0);
}

class Reading {
  private readonly builder: ProfileBuilder;
  private readonly locations = new Map<number, Location>();
  private readonly functions = new Map<number, Pprof['function'][number]>();
  private readonly frames = new Map<number, readonly number[]>();
  /** The line, and the column, that every location of a function names; 0: they name several. */
  private readonly lines = new Map<number, number>();
  private readonly columns = new Map<number, number>();
  private readonly hasPlaces: boolean;

  constructor(
    private readonly file: Pprof,
    private readonly name: string,
  ) {
    file.location.forEach((location, i) => void this.locations.set(this.count(location.id, `location[${i}].id`), location));
    file.function.forEach((one, i) => void this.functions.set(this.count(one.id, `function[${i}].id`), one));
    for (const { line: lines } of file.location) {
      for (const { functionId, line, column } of lines) {
        const id = Number(functionId);
        agree(this.lines, id, Number(line));
        agree(this.columns, id, Number(column));
      }
    }
    this.hasPlaces = file.function.some(({ filename }) => Number(filename) !== 0);
    this.builder = new ProfileBuilder(name, this.hasPlaces);
  }

  read(): Imported {
    const types = this.file.sampleType.map(({ type, unit }, i) => ({
      type: this.text(type, `sample_type[${i}].type`),
      unit: this.text(unit, `sample_type[${i}].unit`),
    }));
    const wanted = this.text(this.file.defaultSampleType, 'default_sample_type');
    const named = types.findIndex(({ type }) => type === wanted);
    // As `go tool pprof` chooses.
    const shown = named < 0 ? types.length - 1 : named;
    const { unit, factor } = UNITS.get(types[shown]!.unit) ?? COUNTED;
    let sum = 0;
    this.file.sample.forEach(({ locationId, value }, i) => {
      const place = `sample[${i}].value[${shown}]`;
      const amount = this.amount(value[shown], place) * factor;
      sum += amount;
      if (sum > MAX_TIME) refuse('damaged', say('foreign.sumOfWeights', { name: this.name, path: place }));
      if (amount > 0) this.builder.sample(this.node(locationId, `sample[${i}]`), amount);
    });
    const tell = ({ type, unit: of }: (typeof types)[number]): string => showHidden(shorten(`${type} (${of})`, MAX_NAME_LENGTH));
    return {
      format: 'pprof',
      profiles: [this.builder.build({ thread: 0, unit, isCounted: true }, 0)],
      titles: [''],
      hasPlaces: this.hasPlaces,
      ticks: null,
      notes: [
        ...(types.length > 1 ? [say('foreign.typesOfPprof', { shown: tell(types[shown]!), count: types.length })] : []),
        say('foreign.noTimes'),
      ],
    };
  }

  private node(stack: readonly Numeric[], path: string): number {
    let node = 0;
    for (let i = stack.length - 1; i >= 0; i--) {
      for (const frame of this.framesOf(stack[i]!, () => `${path}.location_id[${i}]`)) node = this.builder.child(node, frame);
    }
    return node;
  }

  /** Outermost first. */
  private framesOf(id: Numeric, place: () => string): readonly number[] {
    const number = Number(id);
    const known = this.frames.get(number);
    if (known !== undefined) return known;
    const location = this.locations.get(number) ?? this.strange(place(), id, this.locations.size);
    const frames = location.line.map(({ functionId }) => this.frame(functionId, place)).reverse();
    // Of a program without symbols.
    if (frames.length === 0) frames.push(this.builder.frame({ name: `0x${location.address.toString(16)}`, url: '', line: -1, column: -1 }));
    this.frames.set(number, frames);
    return frames;
  }

  private frame(id: Numeric, place: () => string): number {
    const found = this.functions.get(Number(id)) ?? this.strange(place(), id, this.functions.size);
    // What records Node leaves the first line out, and gives it as that of each location.
    const only = Math.max(0, this.lines.get(Number(id)) ?? 0);
    const startLine = this.amount(found.startLine, 'function.start_line') || only;
    return this.builder.frame({
      name: this.text(found.name, 'function.name'),
      url: this.text(found.filename, 'function.filename'),
      // It counts from 1, and 0 stands for none.
      line: Math.min(startLine, 0x7fff_ffff) - 1,
      // Where it begins, if that is the line of all its samples, as we write it: many functions of a minified file are on one line.
      column: startLine === only && startLine > 0 ? Math.min(Math.max(0, this.columns.get(Number(id)) ?? 0), 0x7fff_ffff) - 1 : -1,
    });
  }

  private strange(path: string, value: Numeric, count: number): never {
    return refuse('damaged', say('foreign.strangeFrame', { name: this.name, path, value: `${value}`, count }));
  }

  private text(index: Numeric, path: string): string {
    const found = this.file.stringTable.strings[Number(index)];
    if (found !== undefined) return found;
    return refuse('damaged', say('foreign.strangeText', { name: this.name, path, value: `${index}` }));
  }

  private count(value: Numeric, path: string): number {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    return refuse('damaged', say('foreign.notACount', { name: this.name, path, value: `${value}` }));
  }

  /** The difference of two profiles has values below zero: 64 bits that are more than can be counted. */
  private amount(value: Numeric | undefined, path: string): number {
    const number = Number(value ?? 0);
    if (number >= 0 && number <= MAX_TIME) return number;
    return refuse('damaged', say('foreign.notAnAmount', { name: this.name, path, value: `${value}` }));
  }
}
