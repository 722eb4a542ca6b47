/** Columns to bytes and back: the `.bin` parts. */
import { ARRAYS, type Column, rowWidth } from '../model/table.ts';

type Numbers = Float64Array | Uint32Array | Uint16Array;
type Table<Name extends string> = { readonly [N in Name]: ArrayLike<number> };

/** One block: the columns one after the other. */
export function encodeBlock<Name extends string>(columns: readonly Column<Name>[], rows: number, table: Table<Name>): Uint8Array {
  const bytes = new Uint8Array(rows * rowWidth(columns));
  let at = 0;
  for (const { name, type } of columns) {
    const column = new ARRAYS[type](bytes.buffer, at, rows);
    column.set(table[name]);
    at += column.byteLength;
  }
  return bytes;
}

/** Views into the bytes, no copies; `bytes` has to start on 8 bytes of its buffer. */
export function decodeBlock<T>(columns: readonly Column<string>[], rows: number, bytes: Uint8Array): T {
  let at = bytes.byteOffset;
  const table: Record<string, Numbers> = {};
  for (const { name, type } of columns) {
    const column = new ARRAYS[type](bytes.buffer as ArrayBuffer, at, rows);
    table[name] = column;
    at += column.byteLength;
  }
  return table as T;
}
