/** Opens speedscope's own file format (https://www.speedscope.app/file-format-schema.json), which many profilers write. */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { JsonReader, MAX_TIME } from '../../foreign/json-reader.ts';
import { type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import type { Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { say } from '../../words/said.ts';
import { EXPORTER_OF_SAMPLES } from '../model/speedscope-exporter.ts';
import { positionOr } from './position.ts';
import { type NamedFrame, notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { functionOfLine, isByLine } from './py-spy.ts';
import { type Counted, canBeSamples, ofOneUnit } from './what-is-counted.ts';

/** A file nests 5 deep (file, profiles, profile, samples, stack). */
const MAX_NESTING = 64;

/** What its units are here, and how many of ours one is. */
const UNITS: ReadonlyMap<unknown, { readonly unit: WeightUnit; readonly factor: number }> = new Map([
  ['nanoseconds', { unit: 'microseconds', factor: 1e-3 }],
  ['microseconds', { unit: 'microseconds', factor: 1 }],
  ['milliseconds', { unit: 'microseconds', factor: 1e3 }],
  ['seconds', { unit: 'microseconds', factor: 1e6 }],
  ['bytes', { unit: 'bytes', factor: 1 }],
  ['none', { unit: 'samples', factor: 1 }],
]);

export const SPEEDSCOPE: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('shared') && keys.has('profiles'),
  hasValues: true,
  read(text, name, value = null) {
    const take = new JsonReader(name);
    return new SpeedscopeReader(take, take.object(parseJson(text, name, MAX_NESTING), name)).read(value);
  },
};

class SpeedscopeReader {
  private readonly frames: readonly NamedFrame[];
  /** By frame, the line that ran, from 1; 0: it is not known. Null: lines of frames are where functions begin. */
  private readonly lines: readonly number[] | null;
  private readonly hasPlaces: boolean;
  private readonly name: string;

  constructor(
    private readonly take: JsonReader,
    private readonly json: Json,
  ) {
    this.name = take.name;
    const { frames } = this.take.object(json.shared, 'shared');
    const given = this.take.list(frames, 'shared.frames').map((frame, i) => this.readFrame(frame, `shared.frames[${i}]`));
    const hasLines = typeof json.exporter === 'string' && json.exporter.startsWith('py-spy') && isByLine(given);
    this.frames = hasLines ? given.map(functionOfLine) : given;
    this.lines = hasLines ? given.map(({ line }) => line + 1) : null;
    this.hasPlaces = this.frames.some(({ url }) => url !== '');
  }

  read(value: string | null): Imported {
    const profiles = this.take.list(this.json.profiles, 'profiles');
    if (profiles.length === 0) refuse('damaged', say('foreign.noProfiles', { name: this.name }));
    if (profiles.length > MOST_PROFILES) {
      refuse('too-large', say('foreign.profiles', { name: this.name, count: profiles.length, limit: MOST_PROFILES }));
    }
    const given = profiles.map((profile, i) => this.readProfile(profile, i));
    const { read, notes, values } = ofOneUnit(given, this.name, value);
    // The one the file was saved with comes first: it is shown first.
    const active = this.json.activeProfileIndex;
    const isInOrder = typeof active !== 'number' || read[active] === undefined;
    const ordered = isInOrder ? read : [read[active]!, ...read.filter((_, i) => i !== active)];
    return {
      format: 'speedscope',
      profiles: ordered.map(({ profile }, thread) => ({ ...profile, thread })),
      titles: ordered.map(({ title }) => title),
      hasPlaces: this.hasPlaces,
      ticks: null,
      ...(values === undefined ? {} : { values }),
      notes: [
        ...notes,
        ...(ordered.every(({ profile }) => profile.weights !== null) ? [say('foreign.noTimes')] : []),
        ...notesOfBuilders(given),
      ],
    };
  }

  private readProfile(
    value: unknown,
    index: number,
  ): { readonly profile: Profile; readonly title: string; readonly counted: Counted; readonly isFolded: boolean } {
    const path = `profiles[${index}]`;
    const profile = this.take.object(value, path);
    const known = UNITS.get(profile.unit);
    if (known === undefined)
      refuse('damaged', say('foreign.unit', { name: this.name, path: `${path}.unit`, value: describe(profile.unit) }));
    const builder = new ProfileBuilder(this.name, this.hasPlaces);
    const filled = { builder, functionOf: this.functionsOf(builder), ...known };
    const end = this.fill(profile, path, filled);
    const built = builder.build({ thread: index, unit: known.unit, isTraced: profile.type === 'evented' }, end);
    const title = typeof profile.name === 'string' ? shorten(showHidden(profile.name), MAX_NAME_LENGTH) : '';
    return { profile: built, title, counted: this.countedIn(profile, built.weights, title), isFolded: builder.isFolded };
  }

  private countedIn({ type }: Json, numbers: Float64Array | null, title: string): Counted {
    if (this.json.exporter === EXPORTER_OF_SAMPLES && type === 'sampled' && numbers?.every(Number.isInteger)) return 'samples';
    // Between two events anything may have been counted, but no looks at a stack.
    if (type !== 'sampled' || numbers === null || !canBeSamples(numbers, `${this.name} ${title}`)) return 'other';
    // The format has a stack for each sample. A number beside it that is not 1 adds up something, of which the file does not say what it is.
    return numbers.every((number) => number === 1) ? 'samples' : 'unknown';
  }

  private fill(profile: Json, path: string, filled: Filled): number {
    switch (profile.type) {
      case 'sampled':
        return this.addSamples(profile, path, filled);
      case 'evented':
        return this.addEvents(profile, path, filled);
      default:
        return refuse('damaged', say('foreign.profileType', { name: this.name, path: `${path}.type`, value: describe(profile.type) }));
    }
  }

  /** A stack for each sample, and what it weighs: in a profile of time, how long it lasted. */
  private addSamples(profile: Json, path: string, { builder, functionOf, unit, factor }: Filled): number {
    const samples = this.take.list(profile.samples, `${path}.samples`);
    const weights = this.take.list(profile.weights, `${path}.weights`);
    if (samples.length !== weights.length) {
      refuse('damaged', say('foreign.unequalWeights', { name: this.name, path, samples: samples.length, weights: weights.length }));
    }
    let sum = 0;
    samples.forEach((sample, i) => {
      const stack = this.take.list(sample, `${path}.samples[${i}]`);
      let node = stack.length === 0 ? builder.idle() : 0;
      stack.forEach((member, depth) => {
        node = builder.child(node, functionOf(this.frameIndex(member, () => `${path}.samples[${i}][${depth}]`)));
      });
      const weight = this.take.amount(weights[i], () => `${path}.weights[${i}]`) * factor;
      const at = unit === 'microseconds' ? Math.round(sum) : 0;
      builder.sample(node, unit === 'microseconds' ? at : weight);
      const innermost = stack.at(-1);
      if (this.lines !== null && typeof innermost === 'number') builder.line(node, this.lines[innermost]!, weight, at);
      sum += weight;
      if (sum > MAX_TIME) refuse('damaged', say('foreign.sumOfWeights', { name: this.name, path: `${path}.weights[${i}]` }));
    });
    return Math.round(sum);
  }

  /** Functions open and close like brackets; between two events the stack stays the same. */
  private addEvents(profile: Json, path: string, filled: Filled): number {
    const { builder, functionOf, unit, factor } = filled;
    const isTime = unit === 'microseconds';
    const start = this.take.amount(profile.startValue, () => `${path}.startValue`, -MAX_TIME);
    /** Of the open functions: which they are, and their node. */
    const open: { readonly frame: number; readonly node: number }[] = [];
    let before = start;
    const until = (at: number): void => {
      if (at === before) return;
      const node = open[open.length - 1]?.node ?? builder.idle();
      builder.sample(node, isTime ? Math.round((before - start) * factor) : (at - before) * factor);
      before = at;
    };
    this.take.list(profile.events, `${path}.events`).forEach((value, i) => {
      const place = () => `${path}.events[${i}]`;
      const event = this.take.object(value, place);
      const given = this.take.amount(event.at, () => `${place()}.at`, -MAX_TIME);
      const at = given < before && before - given <= roundingOf(before - start, before) ? before : given;
      if ((at - start) * factor > MAX_TIME) refuse('damaged', say('foreign.sumOfWeights', { name: this.name, path: `${place()}.at` }));
      if (at < before) refuse('damaged', say('foreign.backwards', { name: this.name, path: `${place()}.at`, at, before }));
      const frame = this.frameIndex(event.frame, () => `${place()}.frame`);
      until(at);
      if (event.type === 'O') open.push({ frame, node: builder.child(open[open.length - 1]?.node ?? 0, functionOf(frame)) });
      else if (event.type !== 'C')
        refuse('damaged', say('foreign.eventType', { name: this.name, path: `${place()}.type`, value: describe(event.type) }));
      else if (open.pop()?.frame !== frame) refuse('damaged', say('foreign.notOpen', { name: this.name, path: place(), frame }));
    });
    // What is still open lasts to the end of the profile.
    const end = this.take.amount(profile.endValue, () => `${path}.endValue`, -MAX_TIME);
    if (end > before) until(end);
    return Math.round((before - start) * factor);
  }

  /** A file of many threads has one list of functions; each profile keeps only its own. */
  private functionsOf(builder: ProfileBuilder): (frame: number) => number {
    const known = new Map<number, number>();
    return (index) => {
      const found = known.get(index) ?? builder.frame(this.frames[index]!);
      known.set(index, found);
      return found;
    };
  }

  private readFrame(value: unknown, path: string): NamedFrame {
    const frame = this.take.object(value, path);
    const line = this.position(frame.line, `${path}.line`);
    const name = this.take.text(frame.name, `${path}.name`);
    return {
      name,
      url: this.take.text(frame.file ?? '', `${path}.file`),
      line,
      column: line < 0 ? -1 : this.position(frame.col, `${path}.col`),
    };
  }

  /** Zero-based; -1: none. The file counts from 1, and 0 stands for none. */
  private position(value: unknown, path: string): number {
    if (value === undefined || value === null) return -1;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      refuse('damaged', say('foreign.notAPosition', { name: this.name, path, value: describe(value) }));
    }
    return positionOr(0, value) - 1;
  }

  private frameIndex(value: unknown, path: () => string): number {
    if (typeof value === 'number' && this.frames[value] !== undefined) return value;
    return refuse(
      'damaged',
      say('foreign.strangeFrame', { name: this.name, path: path(), value: describe(value), count: this.frames.length }),
    );
  }
}

/** By how much two sums of the same durations may differ, as a part of them: writers add up in single steps. */
const ROUNDING = 1e-9;
/** A clock that counts from 1970 has no finer steps than this part of its time, and is read twice. */
const STEPS = 4 * Number.EPSILON;

function roundingOf(elapsed: number, clock: number): number {
  return Math.max(ROUNDING * Math.abs(elapsed), STEPS * Math.abs(clock));
}

/** A profile that is being filled, and how. */
interface Filled {
  readonly builder: ProfileBuilder;
  /** The function of a frame of the file. */
  readonly functionOf: (frame: number) => number;
  readonly unit: WeightUnit;
  readonly factor: number;
}
