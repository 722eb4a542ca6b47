/**
 * A session part: one thing that a run records. It is one object in one file of this folder, listed in `parts.ts`. It says with which entries it
 * is recorded, what a recording keeps of it, what is written and read of it, and what of it is private. Whatever handles recordings, journals
 * and files loops over the list and knows no part by name.
 */
import type * as z from '../../base/schema.ts';
import type { Bytes } from '../../base/units.ts';
import type { LeftOut } from '../../model/left-out.ts';
import type { Column } from '../../model/table.ts';
import type { FactCollector } from '../../privacy/fact-collector.ts';
import type { HostCollector } from '../../privacy/hide-hosts.ts';
import type { Redaction } from '../../privacy/redaction.ts';
import type { FindPlaces, PlaceCollector } from '../../privacy/shorten-places.ts';
import type { Said } from '../../words/said.ts';
import { canonicalJson } from '../json.ts';

/** `Fields`: its fields in the manifest. `Texts`: plain data. */
export interface SessionPart<
  Name extends string = string,
  Entry extends { readonly type: string } = { readonly type: string },
  State = unknown,
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Texts = unknown,
> {
  /** A recording has its state under this name. */
  readonly name: Name;
  /** Which entries are its own. */
  readonly entries: readonly Entry['type'][];
  /** What is drawn anew when one comes; null: nothing while the run goes on. */
  readonly redraws: 'load' | 'server' | 'machine' | 'profiles' | null;
  /** For a journal whose disk is too slow; absent: its entries wait in memory, however many there are. */
  readonly inMemory?: InMemory<Entry>;

  /** Of a recording in which none has come. */
  empty(): State;
  /** The state with the entry; it may be the same object. */
  add(state: State, entry: Entry): State;
  /** An entry in a journal of an earlier version as it is today, and what JSON has lost of it. */
  revive?(entry: Entry): Entry;

  readonly fields: Fields;
  /** What the manifest says of it. */
  describe(state: State): z.infer<z.ZodObject<Fields>>;
  readonly table: StoredTable<Entry, State, z.infer<z.ZodObject<Fields>>> | null;
  readonly files: readonly StoredFile<State>[];
  /** Its entries out of a file, checked and with hidden characters shown; of those with a table what else is known. */
  read(file: PartReader, fields: z.infer<z.ZodObject<Fields>>): readonly Entry[] | Promise<readonly Entry[]>;

  /** An entry as it is recorded, without what must not be stored. */
  redact(entry: Entry, redaction: Redaction): Entry;
  /** Its fields in a copy of the session. Names of code, paths and other machines are taken out of all fields afterwards. */
  leaveOut(fields: z.infer<z.ZodObject<Fields>>, copy: Copy): z.infer<z.ZodObject<Fields>>;
  /** All that it has of texts, as plain data: it is looked through in a process of its own. */
  texts(state: State): Texts;
  /** Tells the collector of all texts. */
  tell(texts: Texts, facts: FactCollector): void;
  /** Tells the collector of all paths. */
  tellPlaces(state: State, places: PlaceCollector): void;
  /** Tells the collector which machines the program has asked; absent: it knows of none. */
  tellHosts?(state: State, hosts: HostCollector): void;
}

/** What a copy of a session is saved without. */
export interface Copy {
  leaves(one: LeftOut): boolean;
  /** Null: values stay. */
  readonly values: Redaction | null;
}

/** Beyond these bytes waiting for the disk, entries are dropped: all that is bulk together, or each part with a limit of its own by itself. */
export type InMemory<Entry> =
  | { readonly is: 'bulk' }
  /** `size`: how much is lost with it; 0: it is never dropped. `dropped`: what says that it was. */
  | { readonly is: 'own'; readonly most: Bytes; size(entry: Entry): number; dropped(size: number): Entry };

/** Columns by name: as many values as there are rows. */
export type Columns = Readonly<Record<string, ArrayLike<number>>>;

/** Rows of a fixed width, which the engine itself reads. */
export interface StoredTable<Entry, State, Fields> {
  readonly file: string;
  /** The columns in a file that says this of them. */
  columns(fields: Fields): readonly Column[];
  /** How many rows the manifest says there are; null: there need not be such a file. */
  rows(fields: Fields): number | null;
  /** Null: there is no such file. */
  of(state: State): { readonly rows: number; readonly columns: Columns } | null;
  /** `known`: what `read` has given. Throws what `refuse` makes, if a row cannot be. */
  replay(known: readonly Entry[], columns: Columns, rows: number, refuse: (why: Said) => Error): Iterable<Entry>;
}

/** What is deflated: one value, in one file or several. */
export interface StoredFile<State = unknown, Value = unknown> {
  readonly write: Readonly<Record<string, (value: Value) => string>>;
  /** Null: there is no such file. */
  of(state: State): Value | null;
  /** What a copy says instead. */
  leaveOut(value: Value, copy: Copy): Value;
  /** The same without the folders or the machines that are found in it; absent: each text by itself. */
  shorten?(value: Value, places: FindPlaces): Value;
}

/** For the types of its functions. */
export function storedFile<State, Value>(file: StoredFile<State, Value>): StoredFile<State> {
  return file as StoredFile<State>;
}

/** An open file. Every method throws for what is wrong with it. */
export interface PartReader {
  has(file: string): boolean;
  text(file: string): Promise<string>;
  json<S extends z.ZodType>(file: string, schema: S): Promise<z.infer<S>>;
  refuse(why: Said): Error;
}

/** `true` if some value in it can be any text, however deep; otherwise `never`. */
type HasText<T> = T extends string
  ? string extends T
    ? true
    : never
  : T extends readonly (infer Item)[]
    ? HasText<Item>
    : T extends object
      ? { [K in keyof T]-?: HasText<T[K]> }[keyof T]
      : never;

/** What a part of figures has to declare of its texts, of which there are none. Does not compile for an entry that has one. */
export function figuresOnly<Entry>(..._: [HasText<Entry>] extends [never] ? [] : [never]) {
  return {
    redact: (entry: Entry): Entry => entry,
    leaveOut: <Fields>(fields: Fields): Fields => fields,
    ...NO_TEXTS,
  };
}

export const NO_TEXTS = { texts: (): null => null, tell: (): void => {}, tellPlaces: (): void => {} } as const;

/** A part in the manifest alone. */
export const FIELDS_ONLY = { table: null, files: [] } as const;

/** A part in files of its own, of which the manifest says nothing. */
export const FILES_ONLY = { fields: {}, describe: () => ({}), table: null, leaveOut: <Fields>(fields: Fields): Fields => fields } as const;
export type NoFields = Record<never, never>;

/** Figures and names of code: of the values only those that are no ordinary words are left out. */
export const namesOnly = <Value>(value: Value, { values }: Copy): Value => (values === null ? value : values.code(value));

export function rowOf<Row>(names: readonly Column<keyof Row & string>[], columns: Columns, row: number): Row {
  const figures: Record<string, number> = {};
  for (const { name } of names) figures[name] = columns[name]![row]!;
  return figures as Row;
}

/** The columns of a table for those who unpack the file: `about` has them and the number of rows. Null: there are none. */
export function aboutTable<State>(
  file: string,
  about: (state: State) => { readonly columns: readonly Column[]; readonly rows: number } | null,
): StoredFile<State> {
  return storedFile({
    write: { [file]: canonicalJson },
    of(state: State) {
      const known = about(state);
      return known && { byteOrder: 'little-endian', ...known };
    },
    leaveOut: (value) => value,
    shorten: (value) => value,
  });
}

/** JSON has no NaN; in a sample, which has numbers only, null is one. */
export function withNaN<Sample extends object>(sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, value ?? Number.NaN])) as unknown as Sample;
}
