/**
 * A profile as Firefox records it ("gecko"), before Firefox Profiler has processed it: tables are lists of rows whose columns a schema names, each
 * process has a clock of its own, and a function is known by the text of its location. Here it becomes the processed form, which is then read.
 */
import type { JsonReader } from '../../foreign/json-reader.ts';
import { isObject, type Json, parseJson } from '../../foreign/read-json.ts';
import { describe, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import type { CellPlace } from './cell-place.ts';

/** The process that recorded has the others within it, and those have none: of more levels than this, the rest is left out. */
const MOST_LEVELS = 8;
/** Markers nest as their authors like. */
export const MAX_NESTING = 256;

/** The line and column of `render (https://example.org/app.js:12:5)`, where the function begins, with the brackets around its file. */
const LINE_IN_BRACKETS = /:(\d{1,9})(?::(\d{1,9}))?\)$/;
/** Without a name it is code outside of functions. */
const WITHOUT_NAME = /^(\S+?):(\d{1,9})(?::(\d{1,9}))?$/;
/** As it was symbolicated by Firefox itself, long ago. */
const IN_LIBRARY = /^(.*) \(in ([^()]*)\)(?: \+ \d+)?$/;
const ADDRESS = /^0x[0-9a-f]{1,16}$/i;

interface ScriptPlace {
  readonly name: string;
  readonly file?: string;
  readonly line?: string | undefined;
  readonly column?: string | undefined;
}

/** Null: it is no place in a script. */
function readScript(location: string): ScriptPlace | null {
  const [, file, line, column] = WITHOUT_NAME.exec(location) ?? [];
  if (file !== undefined) return { name: '', file, line, column };
  const end = LINE_IN_BRACKETS.exec(location);
  const begin = end === null ? -1 : location.lastIndexOf(' (', end.index - ' ('.length - 1);
  if (end === null || begin < 0) return null;
  return { name: location.slice(0, begin), file: location.slice(begin + ' ('.length, end.index), line: end[1], column: end[2] };
}

/** Whether a thread is one of these: its tables have schemas. */
export function isOfGecko(thread: unknown): boolean {
  return isObject(thread) && isObject(thread.samples) && isObject(thread.samples.schema);
}

interface GeckoThread {
  readonly thread: Json;
  /** Where it stands in the file. */
  readonly path: string;
  readonly cellAt: CellPlace;
}

/** The threads of all of its processes, in the processed form; times since the start of the first process. `within`: in front of places in the file. */
export function threadsOfGecko(json: Json, within: string, take: JsonReader): GeckoThread[] {
  return processesOf(json, within, 0, take).flatMap(({ process, path, startMs }) => {
    const libraries = new Libraries(process.libs);
    return take.list(process.threads, `${path}threads`).flatMap((value, index) => {
      if (typeof value === 'string') return [];
      const place = `${path}threads[${index}]`;
      return [toThread(take.object(value, place), { place, offsetMs: startMs - startOf(json), libraries }, take)];
    });
  });
}

interface Process {
  readonly process: Json;
  /** In front of the places in it. */
  readonly path: string;
  readonly startMs: number;
}

function startOf({ meta }: Json): number {
  return isObject(meta) && typeof meta.startTime === 'number' ? meta.startTime : 0;
}

function processesOf(process: Json, path: string, level: number, take: JsonReader): Process[] {
  const at = { process, path, startMs: startOf(process) };
  if (level >= MOST_LEVELS) return [at];
  const within = Array.isArray(process.processes) ? process.processes : [];
  const threads = take.list(process.threads, `${path}threads`);
  return [
    at,
    ...within.flatMap((value, index) => {
      const place = `${path}processes[${index}]`;
      return processesOf(take.object(value, place), `${place}.`, level + 1, take);
    }),
    // The first versions put other processes among the threads, as a text.
    ...threads.flatMap((value, index) => {
      if (typeof value !== 'string') return [];
      const place = `${path}threads[${index}]`;
      return processesOf(take.object(parseJson(value, `${take.name}: ${place}`, MAX_NESTING), place), `${place}.`, level + 1, take);
    }),
  ];
}

interface Within {
  readonly place: string;
  /** How much later its process began than the first one. */
  readonly offsetMs: number;
  readonly libraries: Libraries;
}

function toThread(thread: Json, { place, offsetMs, libraries }: Within, take: JsonReader): GeckoThread {
  const table = (name: string): Table => new Table(take.object(thread[name], `${place}.${name}`), `${place}.${name}`, take);
  const tables = { samples: table('samples'), stackTable: table('stackTable'), frameTable: table('frameTable') };
  const { samples, stackTable: stacks, frameTable: frames } = tables;
  /** By its name in the processed form; tables that are made here have no cells in the file. */
  const cellAt: CellPlace = (name, column, row) =>
    name in tables
      ? tables[name as keyof typeof tables].cellAt(column === 'func' ? 'location' : column, row)
      : `${place}.${name}.${column}[${row}]`;
  const strings = [...take.list(thread.stringTable, `${place}.stringTable`)];
  const functions = new Functions(strings, libraries, take.name);
  const time = samples.column('time')?.map((at) => (typeof at === 'number' ? at + offsetMs : at));
  const cpu = samples.column('threadCPUDelta');
  const processed = {
    name: thread.name,
    pid: thread.pid === undefined ? '' : String(thread.pid),
    samples: {
      stack: samples.column('stack') ?? [],
      ...(time === undefined ? {} : { time }),
      ...(cpu === null ? {} : { threadCPUDelta: cpu }),
    },
    stackTable: { frame: stacks.column('frame') ?? [], prefix: stacks.column('prefix') ?? [] },
    frameTable: {
      func: (frames.column('location') ?? []).map((location, row) => functions.at(location, () => cellAt('frameTable', 'func', row))),
      line: frames.column('line') ?? [],
      category: frames.column('category') ?? [],
    },
    ...functions.tables,
    stringArray: strings,
  };
  return { thread: processed, path: place, cellAt };
}

/** Rows whose columns have names. */
class Table {
  readonly #rows: readonly unknown[];
  readonly #schema: Json;

  constructor(
    { schema, data }: Json,
    private readonly path: string,
    private readonly take: JsonReader,
  ) {
    this.#schema = take.object(schema, `${path}.schema`);
    this.#rows = take.list(data, `${path}.data`);
  }

  /** The place of a cell in the file. */
  cellAt(column: string, row: number): string {
    return `${this.path}.data[${row}][${this.#schema[column]}]`;
  }

  /** Null where a row ends before it; as a whole where the schema has none. */
  column(name: string): unknown[] | null {
    const at = this.#schema[name];
    if (typeof at !== 'number') return null;
    return this.#rows.map((row, i) => this.take.list(row, () => `${this.path}.data[${i}]`)[at] ?? null);
  }
}

/** Each location that frames name is a function. */
class Functions {
  readonly #known = new Map<unknown, number>();
  readonly #func = { name: [] as number[], fileName: [] as (number | null)[], lineNumber: [] as (number | null)[] };
  readonly #columns: (number | null)[] = [];
  readonly #resource: number[] = [];
  readonly #libraries: number[] = [];
  readonly #resources = new Map<string, number>();
  /** Strings of the file; others are added behind them. */
  readonly #count: number;

  constructor(
    private readonly strings: unknown[],
    private readonly libraries: Libraries,
    private readonly name: string,
  ) {
    this.#count = strings.length;
  }

  at(location: unknown, place: () => string): number {
    const told = this.strings[Number(location)];
    if (typeof location !== 'number' || location >= this.#count || typeof told !== 'string')
      return refuse('damaged', say('foreign.strangeText', { name: this.name, path: place(), value: describe(location) }));
    const known = this.#known.get(location) ?? this.#add(told);
    this.#known.set(location, known);
    return known;
  }

  get tables(): Json {
    return {
      funcTable: { ...this.#func, columnNumber: this.#columns, resource: this.#resource },
      resourceTable: { name: this.#libraries },
    };
  }

  #add(location: string): number {
    const script = readScript(location);
    const native = script === null ? IN_LIBRARY.exec(location) : null;
    const { name, file, line, column } = script ?? { name: location };
    const library = native?.[2] ?? (ADDRESS.test(location) ? this.libraries.at(Number(location)) : '');
    this.#func.fileName.push(file === undefined ? null : this.#string(file));
    this.#func.lineNumber.push(line === undefined ? null : Number(line));
    this.#columns.push(column === undefined ? null : Number(column));
    this.#resource.push(library === '' ? -1 : this.#resourceOf(library));
    return this.#func.name.push(this.#string(native?.[1] ?? name)) - 1;
  }

  #string(word: string): number {
    return this.strings.push(word) - 1;
  }

  #resourceOf(library: string): number {
    const known = this.#resources.get(library) ?? this.#libraries.push(this.#string(library)) - 1;
    this.#resources.set(library, known);
    return known;
  }
}

/** Which file the code at an address is of. */
class Libraries {
  /** Apart from each other, by their addresses. */
  readonly #all: readonly { readonly name: string; readonly start: number; readonly end: number }[];

  constructor(libs: unknown) {
    this.#all = (Array.isArray(libs) ? libs : [])
      .flatMap((lib) =>
        isObject(lib) && typeof lib.name === 'string' && typeof lib.start === 'number' && typeof lib.end === 'number'
          ? [{ name: lib.name, start: lib.start, end: lib.end }]
          : [],
      )
      .sort((one, other) => one.start - other.start);
  }

  /** Empty: it is not known. */
  at(address: number): string {
    let [from, to] = [0, this.#all.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#all[middle]!.start <= address) from = middle + 1;
      else to = middle;
    }
    const last = this.#all[from - 1];
    return last !== undefined && address < last.end ? last.name : '';
  }
}
