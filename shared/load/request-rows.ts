/** What can be done with the rows of requests, whatever columns they have: it follows from REQUEST_COLUMNS. */
import type { Microseconds } from '../base/units.ts';
import { type PackedBatch, REQUEST_COLUMNS, type RequestBatch, type RequestColumnName } from '../model/run.ts';
import { ARRAYS, inBlockOrder } from '../model/table.ts';

/** A column as any of them is: the precise types are those of RequestBatch. */
type AnyColumn = Float64Array | Uint32Array | Uint16Array;
type AnyBatch = Readonly<Record<RequestColumnName, AnyColumn>>;

const REQUIRED = REQUEST_COLUMNS.filter((column) => !('byDefault' in column)).map(({ name }) => name);

export function rowCount(batch: PackedBatch): number {
  return batch.start.length;
}

/** Room for `count` rows. */
export function allocateRows(count: number): RequestBatch {
  return makeColumns(({ type }) => new ARRAYS[type](count));
}

/** The same for rows that have the defaults: a column that by default equals another is that other one. */
export function allocatePlainRows(count: number): RequestBatch {
  return unpackRows(makeColumns((column) => ('byDefault' in column ? undefined : new ARRAYS[column.type](count))));
}

/** The rows from `from` to `to`: views, no copies. */
export function sliceRows<B extends PackedBatch>(batch: B, from: number, to: number): B {
  const columns = REQUEST_COLUMNS.flatMap(({ name }) => (batch[name] ? [[name, batch[name].subarray(from, to)]] : []));
  return Object.fromEntries(columns) as B;
}

/** Copies rows of one batch over those of another from `at` on. */
export function copyRows(source: RequestBatch, from: number, to: number, target: RequestBatch, at: number): void {
  for (const { name } of REQUEST_COLUMNS) target[name].set(source[name].subarray(from, to), at);
}

/** The rows of all batches in one. */
export function concatRows(parts: readonly RequestBatch[]): RequestBatch {
  const whole = allocateRows(parts.reduce((sum, part) => sum + rowCount(part), 0));
  let at = 0;
  for (const part of parts) {
    copyRows(part, 0, rowCount(part), whole, at);
    at += rowCount(part);
  }
  return whole;
}

/** Without the columns whose every row has the default. Rows are packed where they are made, and sent, recorded and stored like that. */
export function packRows(batch: RequestBatch): PackedBatch {
  const kept = REQUEST_COLUMNS.filter(({ name }) => !isDefault(batch, name)).map(({ name }) => [name, batch[name]]);
  return Object.fromEntries(kept) as PackedBatch;
}

/** The inverse. A column that by default equals another is that other one, not a copy. */
export function unpackRows(packed: PackedBatch): RequestBatch {
  return makeColumns((column) => packed[column.name] ?? defaultColumn(column, packed));
}

/** Which columns a run has to store, found out as its rows pass: those without a default, and those that were once there. */
export class StoredColumns {
  private readonly seen = new Set<RequestColumnName>(REQUIRED);

  add(batch: PackedBatch): void {
    for (const { name } of REQUEST_COLUMNS) if (batch[name]) this.seen.add(name);
  }

  get names(): readonly RequestColumnName[] {
    return columnNames(REQUEST_COLUMNS.filter(({ name }) => this.seen.has(name)));
  }
}

/** The columns of these names as they follow each other in a block. */
export function blockColumns(names: readonly RequestColumnName[]) {
  return inBlockOrder(REQUEST_COLUMNS.filter(({ name }) => names.includes(name)));
}

/** Whether rows can be read that have these columns and no other. */
export function hasRequiredColumns(names: readonly RequestColumnName[]): boolean {
  return REQUIRED.every((name) => names.includes(name));
}

/** The columns that a session format knew: none of them was left out before format 3. */
export function columnsOfFormat(format: number): readonly RequestColumnName[] {
  return columnNames(REQUEST_COLUMNS.filter(({ since }) => since <= format));
}

/** When the request had its whole answer, or had failed, µs since time 0. */
export function completionOf(batch: PackedBatch, row: number): Microseconds {
  return intendedOf(batch, row) + batch.latency[row]!;
}

/** A load without a schedule has no such column: intended when it was sent. */
export function intendedOf(batch: PackedBatch, row: number): Microseconds {
  return batch.intended === undefined ? batch.start[row]! : batch.intended[row]!;
}

/** How much later than intended it was sent. In a closed load nothing is late. */
export function latenessOf(batch: RequestBatch, row: number): Microseconds {
  return batch.start[row]! - batch.intended[row]!;
}

type AnySpec = (typeof REQUEST_COLUMNS)[number];

function makeColumns(make: (column: AnySpec) => AnyColumn | undefined): RequestBatch {
  const columns: Partial<Record<RequestColumnName, AnyColumn>> = {};
  for (const column of REQUEST_COLUMNS) columns[column.name] = make(column);
  return columns as unknown as RequestBatch;
}

function columnNames(columns: readonly AnySpec[]): readonly RequestColumnName[] {
  return columns.map(({ name }) => name);
}

function defaultColumn(column: AnySpec, packed: PackedBatch): AnyColumn {
  if (!('byDefault' in column)) throw new Error(`Rows without the column ${column.name}`);
  const { type, byDefault } = column;
  return typeof byDefault === 'number' ? new ARRAYS[type](rowCount(packed)) : packed[byDefault];
}

function isDefault(batch: AnyBatch, name: RequestColumnName): boolean {
  const column = REQUEST_COLUMNS.find((one) => one.name === name)!;
  if (!('byDefault' in column)) return false;
  const { byDefault } = column;
  return typeof byDefault === 'number' ? isAll(batch[name], byDefault) : areEqual(batch[name], batch[byDefault]);
}

function isAll(column: AnyColumn, value: number): boolean {
  for (let row = 0; row < column.length; row++) if (column[row] !== value) return false;
  return true;
}

function areEqual(a: AnyColumn, b: AnyColumn): boolean {
  if (a.buffer === b.buffer && a.byteOffset === b.byteOffset) return true;
  for (let row = 0; row < a.length; row++) if (a[row] !== b[row]) return false;
  return true;
}
