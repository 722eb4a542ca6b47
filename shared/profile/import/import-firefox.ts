/**
 * Opens a profile that Firefox Profiler has saved, or that samply, Loopscope or another program has written for it: the "processed" format, of which
 * the tables are lists of equal length. Until version 59 each thread had tables of its own; later files share them. What Firefox itself records is
 * brought into that form (gecko-profile.ts).
 *
 * As there, a sample counts as one, or as what it weighs; when it was taken only says where on the time axis it lies. Samples are not evenly
 * spaced, and of some recorders there are none while a thread does not run, so the time until the next one is no measure.
 */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import type { Microseconds } from '../../base/units.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { JsonReader, MAX_TIME, type Place } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { isIdle } from '../../model/profile/frame-kind.ts';
import { hasTimes, type Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { type Said, say } from '../../words/said.ts';
import { type CellPlace, cellsIn } from './cell-place.ts';
import { FIREFOX_VERSION, FRAME_HAS, FUNC_HAS, IDLE_CATEGORY } from './firefox-format.ts';
import { isOfGecko, MAX_NESTING, threadsOfGecko } from './gecko-profile.ts';
import { positionOr } from './position.ts';
import { type NamedFrame, notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { tellApart } from './tell-apart.ts';
import { type Counted, canBeSamples, ofOneUnit } from './what-is-counted.ts';

const US_PER_MS = 1e3;

/** What its weights are here, and how many of ours one is. */
const UNITS: ReadonlyMap<unknown, { readonly unit: WeightUnit; readonly factor: number }> = new Map([
  ['tracing-ms', { unit: 'microseconds', factor: US_PER_MS }],
  ['bytes', { unit: 'bytes', factor: 1 }],
  ['samples', { unit: 'samples', factor: 1 }],
]);

export const FIREFOX: Importer = {
  sniff: ({ brackets, keys, includes }) =>
    brackets === '{' &&
    ((keys.has('meta') && keys.has('threads')) || (keys.has('profile') && includes('"threads"') && includes('"stackTable"'))),
  read(text, name) {
    const take = new JsonReader(name);
    const json = take.object(parseJson(text, name, MAX_NESTING), name);
    // What the developer tools of Firefox 59 to 74 recorded is within a file of their own.
    return 'threads' in json ? readFirefox(json, '', take) : readFirefox(take.object(json.profile, 'profile'), 'profile.', take);
  },
};

interface Read {
  readonly profile: Profile;
  readonly counted: Counted;
  readonly isFolded: boolean;
  readonly title: string;
  readonly pid: string;
  /** What was not idle, in the unit of the profile. */
  readonly active: number;
  /** Samples that stood behind a later one. */
  readonly late: number;
  /** Samples in which it had not run since the one before. */
  readonly resting: number;
  /** How long it was on CPU; null: the file does not say. */
  readonly cpuUs: Microseconds | null;
}

/** A thread with samples, before it is read. */
interface Thread {
  readonly given: Json;
  /** Its place in the file, and those of its cells. */
  readonly path: string;
  readonly cellAt: CellPlace;
  readonly samples: Json;
  readonly stacks: readonly unknown[];
  readonly times: Times | null;
}

/** When samples were taken (µs), and their places in the file in the order of time. */
interface Times {
  readonly at: Float64Array;
  readonly order: readonly number[];
  readonly late: number;
}

/** What is the same for all threads of a file. */
interface OfFile {
  /** Time 0: the first sample of all; µs on its clock. */
  readonly zero: Microseconds;
  readonly intervalUs: Microseconds;
  readonly cpuUnit: unknown;
  /** Some thread used CPU: where none did, it was not measured. */
  readonly hasCpu: boolean;
}

/** `within`: in front of places in the file. */
function readFirefox(json: Json, within: string, take: JsonReader): Imported {
  const { name } = take;
  const meta = take.object(json.meta, `${within}meta`);
  // The first processed files had no version of their own.
  const isProcessed = meta.preprocessedProfileVersion !== undefined;
  const isGecko = !isProcessed && take.list(json.threads, `${within}threads`).some(isOfGecko);
  if (isProcessed && take.count(meta.preprocessedProfileVersion, `${within}meta.preprocessedProfileVersion`) > FIREFOX_VERSION)
    refuse(
      'newer-version',
      say('foreign.firefoxVersion', { name, version: meta.preprocessedProfileVersion as number, newest: FIREFOX_VERSION }),
      say('file.update'),
    );
  const categories = Array.isArray(meta.categories) ? meta.categories : [];
  const idle = categories.findIndex((category) => isObject(category) && category.name === IDLE_CATEGORY);
  const shared = isObject(json.shared) ? json.shared : {};
  const sources = `${within}shared.sources`;
  const common = isObject(shared.stackTable)
    ? new Tables(shared, shared, { path: `${within}shared`, cellAt: cellsIn(`${within}shared`), sources }, idle, take)
    : null;
  const threads = isGecko ? threadsOfGecko(json, within, take) : placed(take.list(json.threads, `${within}threads`), `${within}threads`);
  if (threads.length > MOST_PROFILES) refuse('too-large', say('foreign.profiles', { name, count: threads.length, limit: MOST_PROFILES }));
  const sampled = withTimes(threads.flatMap((thread) => threadWithSamples(thread, take)));
  if (sampled.length === 0) refuse('not-a-session', say('foreign.firefoxEmpty', { name }));
  const units = isObject(meta.sampleUnits) ? meta.sampleUnits : {};
  const ofFile: OfFile = {
    zero: sampled.reduce(
      (first, { times }) => (times === null ? first : Math.min(first, times.at[times.order[0]!]!)),
      Number.POSITIVE_INFINITY,
    ),
    intervalUs:
      typeof meta.interval === 'number' && meta.interval > 0 && meta.interval < MOST_INTERVAL_MS ? meta.interval * US_PER_MS : US_PER_MS,
    cpuUnit: units.threadCPUDelta,
    hasCpu: sampled.some(({ samples: { threadCPUDelta: deltas } }) => Array.isArray(deltas) && deltas.some((delta) => delta > 0)),
  };
  const read = sampled.map((thread) => {
    const { given, path, cellAt } = thread;
    const tables = common ?? new Tables(given, shared, { path, cellAt, sources }, idle, take);
    return { ...readThread(thread, tables, ofFile, take), title: titleOf(given.name), pid: titleOf(given.pid) };
  });
  return importedOf(read, threads.length - read.length, name);
}

type Placed = Pick<Thread, 'path' | 'cellAt'> & { readonly thread: unknown };

function placed(threads: readonly unknown[], path: string): Placed[] {
  return threads.map((thread, index) => ({ thread, path: `${path}[${index}]`, cellAt: cellsIn(`${path}[${index}]`) }));
}

/** Firefox has threads by the dozen that never ran: those are left out. */
function threadWithSamples({ thread, path, cellAt }: Placed, take: JsonReader): Thread[] {
  const given = take.object(thread, path);
  const samples = take.object(given.samples, `${path}.samples`);
  const stacks = take.list(samples.stack, `${path}.samples.stack`);
  if (!stacks.some((stack) => stack !== null)) return [];
  return [{ given, path, cellAt, samples, stacks, times: timesOf(samples, stacks.length, `${path}.samples`, cellAt, take) }];
}

/** Writers of what has no times put all samples at one moment, mostly 0. */
function withTimes(threads: readonly Thread[]): readonly Thread[] {
  const moments = new Set(
    threads.flatMap(({ times }) => (times === null ? [] : [times.at[times.order[0]!]!, times.at[times.order.at(-1)!]!])),
  );
  return moments.size > 1 || !threads.every(({ times }) => times === null || times.at.length > 1 || times.at[0] === 0)
    ? threads
    : threads.map((thread) => ({ ...thread, times: null }));
}

/** `empty`: threads without samples. */
function importedOf(given: readonly Read[], empty: number, name: string): Imported {
  const { read, notes } = ofOneUnit(given, name, null);
  // The busiest is shown first.
  const ordered = [...read].sort((a, b) => b.active - a.active || b.profile.sampleNode.length - a.profile.sampleNode.length);
  const isUnique = new Set(read.map(({ title }) => title)).size === read.length;
  const late = read.reduce((sum, one) => sum + one.late, 0);
  const resting = read.reduce((sum, one) => sum + one.resting, 0);
  const cpuUs = read.some((one) => one.cpuUs === null) ? 0 : read.reduce((sum, one) => sum + one.cpuUs!, 0);
  return {
    format: 'firefox',
    profiles: ordered.map(({ profile }, thread) => ({ ...profile, thread })),
    titles: ordered.map(({ title, pid }) => (isUnique ? title : `${title} ${pid}`)),
    hasPlaces: true,
    ticks: null,
    notes: [
      ...notes,
      ...timeless(read),
      ...(resting > 0 ? [say('foreign.firefoxResting', { count: resting })] : []),
      ...(cpuUs > 0 ? [say('foreign.firefoxCpu', { cpu: { figure: cpuUs / US_PER_MS, as: 'time' } })] : []),
      ...(late > 0 ? [say('foreign.lateSamples', { count: late })] : []),
      ...(empty > 0 ? [say('foreign.emptyThreads', { count: empty })] : []),
      ...notesOfBuilders(given),
    ],
  };
}

/** Threads that are not on the time axis; without any on it there is none. */
function timeless(read: readonly Read[]): Said[] {
  const count = read.filter(({ profile }) => !hasTimes(profile)).length;
  if (count === 0) return [];
  return [count === read.length ? say('foreign.noTimes') : say('foreign.someWithoutTimes', { count, of: read.length })];
}

function titleOf(value: unknown): string {
  return typeof value === 'string' ? shorten(showHidden(value), MAX_NAME_LENGTH) : '';
}

function readThread(
  { samples, stacks, times, path, cellAt }: Thread,
  tables: Tables,
  { zero, intervalUs, cpuUnit, hasCpu }: OfFile,
  take: JsonReader,
): Omit<Read, 'title' | 'pid'> {
  const place = `${path}.samples`;
  const known = UNITS.get(samples.weightType ?? 'samples');
  if (known === undefined)
    refuse('damaged', say('foreign.firefoxUnit', { name: take.name, path: `${place}.weightType`, value: describe(samples.weightType) }));
  const { unit, factor } = known;
  const builder = new ProfileBuilder(take.name, true);
  const nodeOf = tables.nodesOf(builder);
  const amounts = weightsOf(samples.weight, stacks.length, factor, place, take);
  const cpu = hasCpu && times !== null ? cpuOf(samples.threadCPUDelta, times, cpuUnit) : null;
  let [active, resting] = [0, 0];
  const node = (i: number): number => {
    if (stacks[i] === null) return builder.idle();
    const found = nodeOf(stacks[i], () => cellAt('samples', 'stack', i));
    if (builder.isIdle(found)) return found;
    if (cpu?.isResting[i] === 1) {
      resting++;
      return builder.idle(found);
    }
    active += amounts[i]!;
    builder.line(found, tables.lineOf(stacks[i] as number), amounts[i]!);
    return found;
  };
  // The file calls its numbers samples; other tools write theirs in this format, too, where every number is called so.
  const counted = samples.weight === undefined || samples.weight === null || canBeSamples(amounts, take.name) ? 'samples' : 'other';
  const profile = build();
  return { profile, counted, isFolded: builder.isFolded, active, resting, late: times?.late ?? 0, cpuUs: cpu?.totalUs ?? null };

  function build(): Profile {
    if (times === null) {
      stacks.forEach((_, i) => void (amounts[i]! > 0 && builder.sample(node(i), amounts[i]!)));
      return builder.build({ thread: 0, unit, isCounted: true }, 0);
    }
    const { at, order } = times;
    const startTime = Math.round(at[order[0]!]! - zero);
    if (unit !== 'microseconds' || !followEachOther(times, amounts)) {
      for (const i of order) if (amounts[i]! > 0) builder.sample(node(i), amounts[i]!, at[i]! - zero);
      const end = at[order[order.length - 1]!]! - zero + intervalUs;
      return builder.build({ thread: 0, unit, isCounted: true, startTime }, Math.round(end));
    }
    let end = at[order[0]!]!;
    for (const i of order) {
      if (at[i]! - end > HALF_US) builder.sample(builder.idle(), Math.round(end - zero));
      builder.sample(node(i), Math.round(at[i]! - zero));
      end = at[i]! + amounts[i]!;
    }
    return builder.build({ thread: 0, unit, startTime }, Math.round(end - zero));
  }
}

const HALF_US = 0.5;
/** An interval that is longer is none. */
const MOST_INTERVAL_MS = 60_000;

/** Whether each sample is over when the next one begins: then it lasts as long as it weighs, and between two nothing ran. */
function followEachOther({ at, order }: Times, amounts: Float64Array): boolean {
  return order.every((i, place) => place === 0 || at[i]! - (at[order[place - 1]!]! + amounts[order[place - 1]!]!) > -HALF_US);
}

/** What its columns of CPU time since the sample before say: of units of time, and of cycles. */
const CPU_UNITS: ReadonlyMap<unknown, number> = new Map([
  ['ns', 1e-3],
  ['µs', 1],
  ['μs', 1],
  ['us', 1],
  ['ms', 1e3],
]);
/** A clock that counts in larger steps than samples are apart stands still in most samples of a thread that runs: one in so many jumps. */
const JUMPS = 50;

/** Whether a thread had run since the sample before. Null: the file does not say, or its clock is too coarse to tell. */
function cpuOf(
  deltas: unknown,
  { at, order }: Times,
  unit: unknown,
): { readonly isResting: Uint8Array; readonly totalUs: Microseconds | null } | null {
  if (!Array.isArray(deltas) || deltas.length !== at.length) return null;
  const factor = CPU_UNITS.get(unit);
  const isResting = new Uint8Array(at.length);
  let [total, jumps] = [0, 0];
  order.forEach((i, place) => {
    const delta: unknown = deltas[i];
    // The first one has none before it.
    if (place === 0 || typeof delta !== 'number') return;
    if (delta === 0) isResting[i] = 1;
    total += delta * (factor ?? 0);
    if (factor !== undefined && delta * factor > 2 * (at[i]! - at[order[place - 1]!]!)) jumps++;
  });
  if (jumps * JUMPS > at.length) return null;
  return { isResting, totalUs: factor === undefined ? null : total };
}

/** In our unit; without weights each sample is one. */
function weightsOf(given: unknown, count: number, factor: number, path: string, take: JsonReader): Float64Array {
  const amounts = new Float64Array(count).fill(factor);
  if (given === undefined || given === null) return amounts;
  const weights = take.list(given, `${path}.weight`);
  if (weights.length !== count)
    refuse('damaged', say('foreign.unequalWeights', { name: take.name, path, samples: count, weights: weights.length }));
  let sum = 0;
  for (let i = 0; i < count; i++) {
    amounts[i] = take.amount(weights[i], () => `${path}.weight[${i}]`) * factor;
    sum += amounts[i]!;
    if (sum > MAX_TIME) refuse('damaged', say('foreign.sumOfWeights', { name: take.name, path: `${path}.weight[${i}]` }));
  }
  return amounts;
}

/** The file says when each was taken, or how long after the one before it. Null: it does not say. */
function timesOf(samples: Json, count: number, path: string, cellAt: CellPlace, take: JsonReader): Times | null {
  const column = ['time', 'timeDeltas'].find((one) => samples[one] !== undefined && samples[one] !== null);
  if (column === undefined) return null;
  const isDeltas = column === 'timeDeltas';
  const values = take.list(samples[column], `${path}.${column}`);
  if (values.length !== count)
    refuse('damaged', say('foreign.unequalWeights', { name: take.name, path, samples: count, weights: values.length }));
  const at = new Float64Array(count);
  let late = 0;
  for (let i = 0; i < count; i++) {
    const value = take.amount(values[i], () => cellAt('samples', column, i), -MAX_TIME) * US_PER_MS;
    at[i] = isDeltas && i > 0 ? at[i - 1]! + value : value;
    if (i > 0 && at[i]! < at[i - 1]!) late++;
    if (Math.abs(at[i]!) > MAX_TIME)
      refuse('damaged', say('foreign.sumOfWeights', { name: take.name, path: cellAt('samples', column, i) }));
  }
  const order = Array.from(at.keys());
  return { at, late, order: late === 0 ? order : order.sort((a, b) => at[a]! - at[b]!) };
}

/** A line or column from 1; 0: there is none. */
function positiveOf(value: unknown): number {
  return Number.isSafeInteger(value) ? positionOr(0, value as number) : 0;
}

/** Stacks, frames, functions and strings, of all threads or of one. */
class Tables {
  readonly #stack: Json;
  readonly #frame: Json;
  readonly #func: Json;
  readonly #sources: Json | null;
  readonly #resources: unknown;
  readonly #strings: readonly unknown[];
  readonly #frames: readonly unknown[];
  readonly #count: number;
  readonly #named = new Map<number, NamedFrame>();
  /** Of each function, with its library where that is needed to tell it from others; made when it is asked for. */
  #names: readonly string[] | null = null;
  readonly #hasLines: boolean;

  /** `idle`: index of the category of idle time; -1: there is none. */
  constructor(
    own: Json,
    shared: Json,
    private readonly at: { readonly path: string; readonly cellAt: CellPlace; readonly sources: string },
    private readonly idle: number,
    private readonly take: JsonReader,
  ) {
    this.#stack = take.object(own.stackTable, `${at.path}.stackTable`);
    this.#frame = take.object(own.frameTable, `${at.path}.frameTable`);
    this.#func = take.object(own.funcTable, `${at.path}.funcTable`);
    this.#sources = isObject(shared.sources) ? shared.sources : null;
    this.#resources = own.resourceTable;
    this.#strings = take.list(shared.stringArray ?? own.stringArray, `${at.path}.stringArray`);
    this.#frames = take.list(this.#stack.frame, `${at.path}.stackTable.frame`);
    this.#count = this.#frames.length;
    this.#hasLines = this.#tellsLines();
  }

  /** Where the innermost function of a stack was, from 1; 0: it is not known. */
  lineOf(stack: number): number {
    if (!this.#hasLines) return 0;
    return positiveOf(this.#cell(this.#frame, 'frameTable', 'line', this.#frameOf(stack), FRAME_HAS.line));
  }

  /** Whether lines of frames are others than those that their functions begin on, which some writers repeat. */
  #tellsLines(): boolean {
    const { func, line } = this.#frame;
    if (!Array.isArray(func) || !Array.isArray(line)) return false;
    return line.some((_, frame) => {
      const at = positiveOf(this.#cell(this.#frame, 'frameTable', 'line', frame, FRAME_HAS.line));
      return at > 0 && at !== positiveOf(this.#cell(this.#func, 'funcTable', 'lineNumber', Number(func[frame]), FUNC_HAS.line));
    });
  }

  #nameOf(func: number): string {
    this.#names ??= this.#tellNames();
    return this.#names[func]!;
  }

  /** What is strange in the row of a function that no stack has is not looked at. */
  #tellNames(): string[] {
    const textAt = (index: unknown): string => {
      const found = this.#strings[Number(index)];
      return typeof found === 'string' ? found : '';
    };
    const resources = isObject(this.#resources) && Array.isArray(this.#resources.name) ? this.#resources.name : [];
    const names = this.take.list(this.#func.name, `${this.at.path}.funcTable.name`);
    return tellApart(
      names.map((name, func) => {
        const resource = this.#cell(this.#func, 'funcTable', 'resource', func, FUNC_HAS.resource);
        const isInFile =
          this.#sources === null
            ? this.#cell(this.#func, 'funcTable', 'fileName', func, 0)
            : this.#cell(this.#func, 'funcTable', 'source', func, FUNC_HAS.source);
        const library = typeof resource === 'number' && resource >= 0 ? textAt(resources[resource]) : '';
        return { name: textAt(name), url: isInFile === null ? '' : 'file', line: -1, column: -1, library };
      }),
    ).map(({ name }) => name);
  }

  /** For one profile: the node of a stack. */
  nodesOf(builder: ProfileBuilder): (stack: unknown, place: Place) => number {
    const nodes = new Int32Array(this.#count).fill(-1);
    const isOfIdle = new Uint8Array(this.#count);
    const functions = new Map<number, number>();
    const functionOf = (frame: number): number => {
      const found = functions.get(frame) ?? builder.frame(this.#frameAt(frame));
      functions.set(frame, found);
      return found;
    };
    return (value, place) => {
      const path: number[] = [];
      let at = this.#indexIn(value, this.#count, place);
      // A stack comes after the one that it continues, so there are no circles.
      for (; at >= 0 && nodes[at]! < 0; at = this.#before(at)) path.push(at);
      for (let above = at; path.length > 0; ) {
        const stack = path.pop()!;
        const frame = this.#frameOf(stack);
        nodes[stack] = builder.child(above < 0 ? 0 : nodes[above]!, functionOf(frame));
        isOfIdle[stack] = this.#isOfIdle(frame) ?? (above < 0 ? 0 : isOfIdle[above]!);
        above = stack;
      }
      const stack = value as number;
      // What it calls idle may have functions: those that wait.
      const isWaiting = isOfIdle[stack] === 1 && !isIdle(this.#frameAt(this.#frameOf(stack)));
      return isWaiting ? builder.idle(nodes[stack]!) : nodes[stack]!;
    };
  }

  #frameOf(stack: number): number {
    return this.take.count(this.#frames[stack], () => this.at.cellAt('stackTable', 'frame', stack));
  }

  /** The stack that one continues; -1: none. */
  #before(stack: number): number {
    const { prefixOffset, prefix } = this.#stack;
    if (Array.isArray(prefixOffset)) {
      const place = () => this.at.cellAt('stackTable', 'prefixOffset', stack);
      const offset = this.take.count(prefixOffset[stack], place);
      return offset === 0 ? -1 : this.#indexIn(stack - offset, stack, place);
    }
    const before = this.take.list(prefix, `${this.at.path}.stackTable.prefix`)[stack];
    return before === null || before === -1 ? -1 : this.#indexIn(before, stack, () => this.at.cellAt('stackTable', 'prefix', stack));
  }

  /** Null: it has no category, and is what the frame is that called it. */
  #isOfIdle(frame: number): 0 | 1 | null {
    if (this.idle < 0) return 0;
    const category = this.#cell(this.#frame, 'frameTable', 'category', frame, FRAME_HAS.category);
    return category === null ? null : category === this.idle ? 1 : 0;
  }

  #frameAt(frame: number): NamedFrame {
    const known = this.#named.get(frame) ?? this.#readFrame(frame);
    this.#named.set(frame, known);
    return known;
  }

  #readFrame(frame: number): NamedFrame {
    const funcs = this.take.list(this.#func.name, `${this.at.path}.funcTable.name`);
    const place = this.at.cellAt('frameTable', 'func', frame);
    const func = this.#indexIn(this.take.list(this.#frame.func, `${this.at.path}.frameTable.func`)[frame], funcs.length, place);
    const line = this.#position('lineNumber', func, FUNC_HAS.line);
    // What is no text is refused by its place.
    const name = this.#text(funcs[func], this.at.cellAt('funcTable', 'name', func));
    const url = this.#fileOf(func);
    return {
      name: url === '' ? this.#nameOf(func) : name,
      url,
      line,
      column: line < 0 ? -1 : this.#position('columnNumber', func, FUNC_HAS.column),
    };
  }

  #fileOf(func: number): string {
    if (this.#sources === null) {
      const name = this.#cell(this.#func, 'funcTable', 'fileName', func, 0);
      return name === null ? '' : this.#text(name, this.at.cellAt('funcTable', 'fileName', func));
    }
    const source = this.#cell(this.#func, 'funcTable', 'source', func, FUNC_HAS.source);
    if (source === null) return '';
    const names = this.take.list(this.#sources.filename, `${this.at.sources}.filename`);
    const index = this.#indexIn(source, names.length, this.at.cellAt('funcTable', 'source', func));
    return this.#text(names[index], `${this.at.sources}.filename[${index}]`);
  }

  /** It counts from 1, we from 0. */
  #position(column: string, func: number, bit: number): number {
    const value = this.#cell(this.#func, 'funcTable', column, func, bit);
    if (value === null) return -1;
    if (typeof value !== 'number') this.take.count(value, () => this.at.cellAt('funcTable', column, func));
    return positiveOf(value) - 1;
  }

  /** Null where the table has none: since it has flags, their bit says so. */
  #cell(table: Json, name: string, column: string, row: number, bit: number): unknown {
    if (Array.isArray(table.flags) && bit > 0 && (Number(table.flags[row]) & bit) === 0) return null;
    return this.take.list(table[column] ?? [], `${this.at.path}.${name}.${column}`)[row] ?? null;
  }

  #text(index: unknown, place: string): string {
    const found = this.#strings[this.#indexIn(index, this.#strings.length, place)];
    return this.take.text(found, `${this.at.path}.stringArray[${index}]`);
  }

  #indexIn(value: unknown, count: number, place: Place): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value;
    const path = typeof place === 'string' ? place : place();
    return refuse('damaged', say('foreign.strangeRow', { name: this.take.name, path, value: describe(value), count }));
  }
}
