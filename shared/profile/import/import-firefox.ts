/**
 * Opens a profile that Firefox Profiler has saved, or that samply, Loopscope or another program has written for it: the "processed" format, of which
 * the tables are lists of equal length. Until version 59 each thread had tables of its own; later files share them.
 */
import { MAX_NAME_LENGTH, shorten } from '../../base/shorten.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { type Imported, type Importer, MOST_PROFILES } from '../../foreign/importer.ts';
import { JsonReader, MAX_TIME } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { isIdle } from '../../model/profile/frame-kind.ts';
import type { Profile } from '../../model/profile/profile.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { say } from '../../words/said.ts';
import { FIREFOX_VERSION, FRAME_HAS, FUNC_HAS, IDLE_CATEGORY } from './firefox-format.ts';
import { positionOr } from './position.ts';
import { type NamedFrame, notesOfBuilders, ProfileBuilder } from './profile-builder.ts';
import { tellApart } from './tell-apart.ts';
import { canBeSamples, ofOneUnit } from './what-is-counted.ts';

/** Markers nest as their authors like. */
const MAX_NESTING = 256;
const US_PER_MS = 1e3;

/** What its weights are here, and how many of ours one is. */
const UNITS: ReadonlyMap<unknown, { readonly unit: WeightUnit; readonly factor: number }> = new Map([
  ['tracing-ms', { unit: 'microseconds', factor: US_PER_MS }],
  ['bytes', { unit: 'bytes', factor: 1 }],
  ['samples', { unit: 'samples', factor: 1 }],
]);

export const FIREFOX: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('meta') && keys.has('threads'),
  read(text, name) {
    const take = new JsonReader(name);
    return readFirefox(take.object(parseJson(text, name, MAX_NESTING), name), take);
  },
};

interface Read {
  readonly profile: Profile;
  /** Its samples have times, which are not read. */
  readonly isUntimed: boolean;
  /** Its numbers can be samples. */
  readonly isSampled: boolean;
  readonly isFolded: boolean;
  readonly title: string;
  readonly pid: string;
}

function readFirefox(json: Json, take: JsonReader): Imported {
  const { name } = take;
  const meta = take.object(json.meta, 'meta');
  const version = meta.preprocessedProfileVersion;
  if (version === undefined) refuse('not-a-session', say('foreign.geckoProfile', { name }), say('foreign.saveInFirefox'));
  if (take.count(version, 'meta.preprocessedProfileVersion') > FIREFOX_VERSION)
    refuse(
      'newer-version',
      say('foreign.firefoxVersion', { name, version: version as number, newest: FIREFOX_VERSION }),
      say('file.update'),
    );
  const categories = Array.isArray(meta.categories) ? meta.categories : [];
  const idle = categories.findIndex((category) => isObject(category) && category.name === IDLE_CATEGORY);
  const shared = isObject(json.shared) ? json.shared : {};
  const common = isObject(shared.stackTable) ? new Tables(shared, shared, 'shared', idle, take) : null;
  const threads = take.list(json.threads, 'threads');
  if (threads.length > MOST_PROFILES) refuse('too-large', say('foreign.profiles', { name, count: threads.length, limit: MOST_PROFILES }));
  const read = threads.flatMap((value, index) => {
    const path = `threads[${index}]`;
    const thread = take.object(value, path);
    const samples = take.object(thread.samples, `${path}.samples`);
    const stacks = take.list(samples.stack, `${path}.samples.stack`);
    // Firefox has threads by the dozen that never ran.
    if (!stacks.some((stack) => stack !== null)) return [];
    const tables = common ?? new Tables(thread, shared, path, idle, take);
    return [{ ...readThread(samples, stacks, `${path}.samples`, tables, take), title: titleOf(thread.name), pid: titleOf(thread.pid) }];
  });
  if (read.length === 0) refuse('not-a-session', say('foreign.firefoxEmpty', { name }));
  return importedOf(read, threads.length - read.length);
}

/** `empty`: threads without samples. */
function importedOf(given: readonly Read[], empty: number): Imported {
  const { read, notes } = ofOneUnit(given);
  const isCounted = read.every(({ profile }) => profile.weights !== null);
  // The busiest is shown first.
  const ordered = [...read].sort((a, b) => b.profile.sampleNode.length - a.profile.sampleNode.length);
  const isUnique = new Set(read.map(({ title }) => title)).size === read.length;
  return {
    format: 'firefox',
    profiles: ordered.map(({ profile }, thread) => ({ ...profile, thread })),
    titles: ordered.map(({ title, pid }) => (isUnique ? title : `${title} ${pid}`)),
    hasPlaces: true,
    ticks: null,
    notes: [
      ...notes,
      ...(isCounted ? [say(read.some(({ isUntimed }) => isUntimed) ? 'foreign.timesNotRead' : 'foreign.noTimes')] : []),
      ...(empty > 0 ? [say('foreign.emptyThreads', { count: empty })] : []),
      ...notesOfBuilders(given),
    ],
  };
}

function titleOf(value: unknown): string {
  return typeof value === 'string' ? shorten(showHidden(value), MAX_NAME_LENGTH) : '';
}

function readThread(
  samples: Json,
  stacks: readonly unknown[],
  path: string,
  tables: Tables,
  take: JsonReader,
): Omit<Read, 'title' | 'pid'> {
  const known = UNITS.get(samples.weightType ?? 'samples');
  if (known === undefined)
    refuse('damaged', say('foreign.firefoxUnit', { name: take.name, path: `${path}.weightType`, value: describe(samples.weightType) }));
  const { unit, factor } = known;
  const builder = new ProfileBuilder(take.name, true);
  const nodeOf = tables.nodesOf(builder);
  const amounts = weightsOf(samples.weight, stacks.length, factor, path, take);
  const times = unit === 'microseconds' ? timesOf(samples, stacks.length, path, take) : null;
  const node = (i: number): number => {
    if (stacks[i] === null) return builder.idle();
    const found = nodeOf(stacks[i], `${path}.stack[${i}]`);
    builder.line(found, tables.lineOf(stacks[i] as number), amounts[i]!);
    return found;
  };
  const isSampled = samples.weight === undefined || samples.weight === null || canBeSamples(amounts, take.name);
  if (times === null || !followEachOther(times, amounts)) {
    for (let i = 0; i < stacks.length; i++) if (amounts[i]! > 0) builder.sample(node(i), amounts[i]!);
    const isUntimed = Array.isArray(samples.time) || Array.isArray(samples.timeDeltas);
    return { profile: builder.build({ thread: 0, unit, isCounted: true }, 0), isUntimed, isSampled, isFolded: builder.isFolded };
  }
  const start = times[0] ?? 0;
  let end = start;
  for (let i = 0; i < stacks.length; i++) {
    if (times[i]! - end > HALF_US) builder.sample(builder.idle(), Math.round(end - start));
    builder.sample(node(i), Math.round(times[i]! - start));
    end = times[i]! + amounts[i]!;
  }
  return { profile: builder.build({ thread: 0, unit }, Math.round(end - start)), isUntimed: false, isSampled, isFolded: builder.isFolded };
}

const HALF_US = 0.5;

/** Whether each sample is over when the next one begins: then it lasts as long as it weighs, and between two nothing ran. */
function followEachOther(times: Float64Array, amounts: Float64Array): boolean {
  return times.every((time, i) => i === 0 || time - (times[i - 1]! + amounts[i - 1]!) > -HALF_US);
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

/** µs; the file says when each was taken, or how long after the one before it. */
function timesOf(samples: Json, count: number, path: string, take: JsonReader): Float64Array {
  const isDeltas = samples.time === undefined || samples.time === null;
  const column = isDeltas ? 'timeDeltas' : 'time';
  const values = take.list(samples[column], `${path}.${column}`);
  if (values.length !== count)
    refuse('damaged', say('foreign.unequalWeights', { name: take.name, path, samples: count, weights: values.length }));
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const value = take.amount(values[i], () => `${path}.${column}[${i}]`, -MAX_TIME) * US_PER_MS;
    times[i] = isDeltas && i > 0 ? times[i - 1]! + value : value;
    if (Math.abs(times[i]!) > MAX_TIME)
      refuse('damaged', say('foreign.sumOfWeights', { name: take.name, path: `${path}.${column}[${i}]` }));
  }
  return times;
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
    private readonly path: string,
    private readonly idle: number,
    private readonly take: JsonReader,
  ) {
    this.#stack = take.object(own.stackTable, `${path}.stackTable`);
    this.#frame = take.object(own.frameTable, `${path}.frameTable`);
    this.#func = take.object(own.funcTable, `${path}.funcTable`);
    this.#sources = isObject(shared.sources) ? shared.sources : null;
    this.#resources = own.resourceTable;
    this.#strings = take.list(shared.stringArray ?? own.stringArray, `${path}.stringArray`);
    this.#frames = take.list(this.#stack.frame, `${path}.stackTable.frame`);
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
    const names = this.take.list(this.#func.name, `${this.path}.funcTable.name`);
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
  nodesOf(builder: ProfileBuilder): (stack: unknown, place: string) => number {
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
    return this.take.count(this.#frames[stack], () => `${this.path}.stackTable.frame[${stack}]`);
  }

  /** The stack that one continues; -1: none. */
  #before(stack: number): number {
    const { prefixOffset, prefix } = this.#stack;
    if (Array.isArray(prefixOffset)) {
      const place = () => `${this.path}.stackTable.prefixOffset[${stack}]`;
      const offset = this.take.count(prefixOffset[stack], place);
      return offset === 0 ? -1 : this.#indexIn(stack - offset, stack, place);
    }
    const before = this.take.list(prefix, `${this.path}.stackTable.prefix`)[stack];
    return before === null || before === -1 ? -1 : this.#indexIn(before, stack, () => `${this.path}.stackTable.prefix[${stack}]`);
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
    const funcs = this.take.list(this.#func.name, `${this.path}.funcTable.name`);
    const place = `${this.path}.frameTable.func[${frame}]`;
    const func = this.#indexIn(this.take.list(this.#frame.func, `${this.path}.frameTable.func`)[frame], funcs.length, place);
    const line = this.#position('lineNumber', func, FUNC_HAS.line);
    // What is no text is refused by its place.
    const name = this.#text(funcs[func], `${this.path}.funcTable.name[${func}]`);
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
      return name === null ? '' : this.#text(name, `${this.path}.funcTable.fileName[${func}]`);
    }
    const source = this.#cell(this.#func, 'funcTable', 'source', func, FUNC_HAS.source);
    if (source === null) return '';
    const names = this.take.list(this.#sources.filename, 'shared.sources.filename');
    const index = this.#indexIn(source, names.length, `${this.path}.funcTable.source[${func}]`);
    return this.#text(names[index], `shared.sources.filename[${index}]`);
  }

  /** It counts from 1, we from 0. */
  #position(column: string, func: number, bit: number): number {
    const value = this.#cell(this.#func, 'funcTable', column, func, bit);
    if (value === null) return -1;
    if (typeof value !== 'number') this.take.count(value, () => `${this.path}.funcTable.${column}[${func}]`);
    return positiveOf(value) - 1;
  }

  /** Null where the table has none: since it has flags, their bit says so. */
  #cell(table: Json, name: string, column: string, row: number, bit: number): unknown {
    if (Array.isArray(table.flags) && bit > 0 && (Number(table.flags[row]) & bit) === 0) return null;
    return this.take.list(table[column] ?? [], `${this.path}.${name}.${column}`)[row] ?? null;
  }

  #text(index: unknown, place: string): string {
    const found = this.#strings[this.#indexIn(index, this.#strings.length, place)];
    return this.take.text(found, `${this.path}.stringArray[${index}]`);
  }

  #indexIn(value: unknown, count: number, place: string | (() => string)): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value;
    const path = typeof place === 'string' ? place : place();
    return refuse('damaged', say('foreign.strangeRow', { name: this.take.name, path, value: describe(value), count }));
  }
}
