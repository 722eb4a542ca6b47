/**
 * Opens pprof, the format of Go, Pyroscope, Parca and Datadog (`message Profile` of google/pprof's profile.proto), usually compressed with gzip.
 * A stack is a list of locations, innermost first; a location is a list of functions, of which all but the last were inlined. A sample has one
 * value for each sample type.
 */
import { type Profile as Pprof, Profile as PprofReader } from 'pprof-format';
import { shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Imported } from '../../foreign/importer.ts';
import { MAX_TIME } from '../../foreign/json-reader.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { type Param, type Said, say } from '../../words/said.ts';
import { findValue, tellWord } from './choose-value.ts';
import { positionOr } from './position.ts';
import { notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { tellApart } from './tell-apart.ts';

interface Measure {
  readonly unit: WeightUnit;
  /** How many of our unit one is. */
  readonly factor: number;
}

const time = (factor: number): Measure => ({ unit: 'microseconds', factor });
const bytes = (factor: number): Measure => ({ unit: 'bytes', factor });

/** As `go tool pprof` knows them, in the singular; to it, 1,024 bytes are a kilobyte. */
const UNITS: ReadonlyMap<string, Measure> = new Map([
  ...['nanosecond', 'nano', 'nsec', 'ns'].map((unit) => [unit, time(1e-3)] as const),
  ...['microsecond', 'micro', 'usec', 'us', 'µs', 'μs'].map((unit) => [unit, time(1)] as const),
  ...['millisecond', 'milli', 'msec', 'ms'].map((unit) => [unit, time(1e3)] as const),
  ...['second', 'sec', 's'].map((unit) => [unit, time(1e6)] as const),
  ...['minute', 'min'].map((unit) => [unit, time(60e6)] as const),
  ...['hour', 'hr', 'h'].map((unit) => [unit, time(3_600e6)] as const),
  ...['byte', 'b'].map((unit) => [unit, bytes(1)] as const),
  ...['k', 'm', 'g', 't'].flatMap((letter, power) => {
    const prefix = ['kilo', 'mega', 'giga', 'tera'][power]!;
    const binary = ['kibi', 'mebi', 'gibi', 'tebi'][power]!;
    const units = [`${letter}b`, `${letter}ib`, `${letter}byte`, `${prefix}byte`, `${binary}byte`];
    return units.map((unit) => [unit, bytes(1_024 ** (power + 1))] as const);
  }),
]);
const SAMPLES: Measure = { unit: 'samples', factor: 1 };
const TICKS: Measure = { unit: 'ticks', factor: 1 };
/** Objects, contentions, cycles: whatever is counted, each of them is not a look at a stack. */
const WEIGHT: Measure = { unit: 'weight', factor: 1 };

function singular(word: string): string {
  const small = word.toLowerCase();
  return small.length > 2 && small.endsWith('s') && small !== 'ns' ? small.slice(0, -1) : small;
}

function measureOf({ type, unit }: Kind): Measure {
  const known = UNITS.get(unit.toLowerCase()) ?? UNITS.get(singular(unit));
  if (known !== undefined) return known;
  if (singular(unit) === 'sample') return SAMPLES;
  if (singular(unit) !== 'count' && unit !== '') return WEIGHT;
  return singular(type) === 'sample' ? SAMPLES : singular(type) === 'tick' ? TICKS : WEIGHT;
}

/** One of the kinds of values that a sample has. */
interface Kind {
  readonly type: string;
  readonly unit: string;
}

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

/** Refuses what is broken: to be called within `orRefused`. `unpacked` is a pprof (`isPprof`). `value`: the kind that is asked for; null: none. */
export function readPprof(unpacked: Uint8Array, name: string, value: string | null): Imported {
  return new Reading(decode(unpacked, name), name).read(value);
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

/** From 1; 0: there is none. */
function positionOf(value: Numeric | undefined): number {
  return positionOr(0, signed(value));
}

function signed(value: Numeric | undefined): number {
  return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : (value ?? 0);
}

function agree(seen: Map<number, number>, id: number, value: number): void {
  const other = seen.get(id);
  seen.set(id, other === undefined || other === value ? value : 0);
}

/** What is known of each kind of values, over all samples. */
interface Summed extends Kind {
  readonly total: number;
  /** The first sample whose value is below zero: -1: there is none. */
  readonly negative: number;
}

class Reading {
  private readonly builder: ProfileBuilder;
  private readonly locations = new Map<number, Location>();
  /** Where each function stands in the file. */
  private readonly functions = new Map<number, number>();
  private readonly frames = new Map<number, readonly number[]>();
  /** The line, and the column, that every location of a function names; 0: they name several. */
  private readonly lines = new Map<number, number>();
  private readonly columns = new Map<number, number>();
  private readonly hasPlaces: boolean;
  /** Whether lines of locations say where samples were taken, and not only where functions begin. */
  private readonly hasLines: boolean;
  private readonly mappings: ReadonlyMap<number, string>;
  /** Of each function, with its library where that is needed to tell it from others. */
  private readonly names: readonly string[];

  constructor(
    private readonly file: Pprof,
    private readonly name: string,
  ) {
    file.location.forEach((location, i) => void this.locations.set(this.count(location.id, `location[${i}].id`), location));
    file.function.forEach((one, i) => void this.functions.set(this.count(one.id, `function[${i}].id`), i));
    this.mappings = new Map(file.mapping.map(({ id, filename }, i) => [Number(id), this.text(filename, `mapping[${i}].filename`)]));
    const libraries = new Map<number, string>();
    let hasLines = false;
    for (const { line: lines, mappingId } of file.location) {
      for (const { functionId, line, column } of lines) {
        const id = Number(functionId);
        agree(this.lines, id, positionOf(line));
        agree(this.columns, id, positionOf(column));
        libraries.set(id, this.mappings.get(Number(mappingId)) ?? '');
        hasLines ||= positionOf(line) > 0 && this.lines.get(id) === 0;
      }
    }
    this.hasLines = hasLines || this.beginsElsewhere();
    this.hasPlaces = file.function.some(({ filename }) => Number(filename) !== 0);
    this.builder = new ProfileBuilder(name, this.hasPlaces);
    this.names = tellApart(
      file.function.map((one, i) => ({
        name: this.text(one.name, `function[${i}].name`),
        url: this.text(one.filename, `function[${i}].filename`),
        line: -1,
        column: -1,
        library: libraries.get(Number(one.id)) ?? '',
      })),
    ).map(({ name: told }) => told);
  }

  read(value: string | null): Imported {
    const kinds = this.sumUp();
    const shown = this.choose(kinds, value);
    const { unit, factor } = measureOf(kinds[shown]!);
    const { negative, total } = kinds[shown]!;
    if (negative >= 0)
      refuse('not-available', say('foreign.differenceOfPprof', { name: this.name, sample: negative }), say('foreign.openBoth'));
    const counted = unit === 'samples' ? -1 : kinds.findIndex((one) => one.total > 0 && measureOf(one) === SAMPLES);
    let sum = 0;
    this.file.sample.forEach(({ locationId, value: values }, i) => {
      const place = `sample[${i}].value[${shown}]`;
      const amount = this.amount(values[shown], place) * factor;
      sum += amount;
      if (sum > MAX_TIME) refuse('damaged', say('foreign.sumOfWeights', { name: this.name, path: place }));
      if (amount <= 0) return;
      const node = this.node(locationId, `sample[${i}]`);
      this.builder.sample(node, amount);
      if (counted >= 0) this.builder.take(this.amount(values[counted], `sample[${i}].value[${counted}]`));
      if (this.hasLines) this.builder.line(node, this.lineOf(locationId[0]), amount);
    });
    return {
      format: 'pprof',
      profiles: [this.builder.build({ thread: 0, unit, isCounted: true }, 0)],
      titles: [''],
      hasPlaces: this.hasPlaces,
      ticks: null,
      values: { names: kinds.map(tellKind), shown },
      ...(unit === 'samples' || unit === 'ticks' ? {} : { called: tellWord(kinds[shown]!.type) }),
      notes: [
        ...(kinds.length > 1 ? [tellKinds(kinds, shown)] : []),
        ...(total === 0 ? [say('foreign.allZero', { shown: tellKind(kinds[shown]!) })] : []),
        ...(unit === 'weight' ? [say('foreign.weightOfPprof', { shown: tellKind(kinds[shown]!) })] : []),
        say(this.hasTimes() ? 'foreign.timesNotRead' : 'foreign.noTimes'),
        ...notesOfBuilders([this.builder]),
      ],
    };
  }

  private sumUp(): Summed[] {
    return this.file.sampleType.map(({ type, unit }, i) => {
      let [total, negative] = [0, -1];
      this.file.sample.forEach(({ value }, at) => {
        const one = signed(value[i]);
        total += one;
        if (one < 0 && negative < 0) negative = at;
      });
      return { type: this.text(type, `sample_type[${i}].type`), unit: this.text(unit, `sample_type[${i}].unit`), total, negative };
    });
  }

  /** As `go tool pprof` chooses: what the file names, or the last one; but not one in which nothing was measured. */
  private choose(kinds: readonly Summed[], value: string | null): number {
    const types = kinds.map(({ type }) => type);
    if (value !== null) {
      const whole = kinds.findIndex((one) => tellKind(one) === value);
      return whole >= 0 ? whole : findValue(this.name, value, types, kinds.map(tellKind));
    }
    const named = types.indexOf(this.text(this.file.defaultSampleType, 'default_sample_type'));
    const preferred = named < 0 ? kinds.length - 1 : named;
    if (kinds[preferred]!.total !== 0 || kinds[preferred]!.negative >= 0) return preferred;
    const others = kinds.flatMap(({ total }, i) => (total > 0 ? [i] : []));
    return others.at(-1) ?? preferred;
  }

  /** Whether samples have a label that says when they were taken, as some writers give them. */
  private hasTimes(): boolean {
    const keys = new Set(this.file.sample.flatMap(({ label }) => label.map(({ key }) => Number(key))));
    return [...keys].some((key) => /timestamp/i.test(this.file.stringTable.strings[key] ?? ''));
  }

  /** Whether samples of a function were taken on other lines than that which it begins on. */
  private beginsElsewhere(): boolean {
    return this.file.function.some(({ id, startLine }) => {
      const only = this.lines.get(Number(id)) ?? 0;
      return only > 0 && positionOf(startLine) > 0 && only !== positionOf(startLine);
    });
  }

  /** The line that a location is on, of the innermost function where others are inlined into one. */
  private lineOf(location: Numeric | undefined): number {
    return positionOf(this.locations.get(Number(location))?.line[0]?.line);
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
    if (frames.length === 0) {
      const library = this.mappings.get(Number(location.mappingId)) ?? '';
      const unnamed = { name: `0x${location.address.toString(16)}`, url: '', line: -1, column: -1, library };
      frames.push(this.builder.frame(tellApart([unnamed])[0]!));
    }
    this.frames.set(number, frames);
    return frames;
  }

  private frame(id: Numeric, place: () => string): number {
    const at = this.functions.get(Number(id)) ?? this.strange(place(), id, this.functions.size);
    const found = this.file.function[at]!;
    // What records Node leaves the first line out, and gives it as that of each location.
    const only = this.lines.get(Number(id)) ?? 0;
    const startLine = positionOf(found.startLine) || only;
    return this.builder.frame({
      name: this.names[at]!,
      url: this.text(found.filename, 'function.filename'),
      // It counts from 1, and 0 stands for none.
      line: startLine - 1,
      // Where it begins, if that is the line of all its samples, as we write it: many functions of a minified file are on one line.
      column: startLine === only && startLine > 0 ? (this.columns.get(Number(id)) ?? 0) - 1 : -1,
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

  private amount(value: Numeric | undefined, path: string): number {
    const number = Number(value ?? 0);
    if (number >= 0 && number <= MAX_TIME) return number;
    return refuse('damaged', say('foreign.notAnAmount', { name: this.name, path, value: `${value}` }));
  }
}

function tellKind({ type, unit }: Kind): string {
  return tellWord(`${type} (${unit})`);
}

function tellKinds(kinds: readonly Summed[], shown: number): Said {
  const others = kinds.flatMap((one, i): Param[] => {
    if (i === shown) return [];
    return one.total === 0 && one.negative < 0 ? [say('foreign.emptyType', { type: tellKind(one) })] : [tellKind(one)];
  });
  return say('foreign.typesOfPprof', { count: kinds.length, shown: tellKind(kinds[shown]!), others: { list: others, by: 'and' } });
}
