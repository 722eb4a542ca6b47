/**
 * Bulk data as one binary message:
 *
 *   u32 length of head | head: JSON {meta, columns:[{name,type,length}]} | padding to 8 | column bytes, each padded to 8
 *
 * Little-endian, as every machine this runs on is. Decoding makes views, no copies.
 */
type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** A table: `meta` is small plain data, every other property a column; columns have equal length. */
export type Columns<T extends { readonly meta: unknown }> = T;

const TYPES = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const;
type TypeName = keyof typeof TYPES;

interface Head {
  readonly meta: unknown;
  readonly columns: readonly { readonly name: string; readonly type: TypeName; readonly length: number }[];
}

const pad8 = (n: number): number => (n + 7) & ~7;

export function isColumns(value: unknown): value is { readonly meta: unknown } {
  return (
    typeof value === 'object' && value !== null && 'meta' in value && Object.values(value).some((column) => ArrayBuffer.isView(column))
  );
}

export function encodeColumns(table: { readonly meta: unknown }): Uint8Array {
  const arrays = Object.entries(table).filter((entry): entry is [string, Numbers] => ArrayBuffer.isView(entry[1]));
  const columns = arrays.map(([name, array]) => ({ name, type: array.constructor.name as TypeName, length: array.length }));
  const head = new TextEncoder().encode(JSON.stringify({ meta: table.meta, columns } satisfies Head));
  const bodyAt = pad8(4 + head.length);
  const out = new Uint8Array(arrays.reduce((size, [, array]) => size + pad8(array.byteLength), bodyAt));
  new DataView(out.buffer).setUint32(0, head.length, true);
  out.set(head, 4);
  let at = bodyAt;
  for (const [, array] of arrays) {
    out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += pad8(array.byteLength);
  }
  return out;
}

/** Throws RangeError or SyntaxError when the bytes are not a table; the sender is our own engine. */
export function decodeColumns<T extends { readonly meta: unknown }>(bytes: Uint8Array): T {
  // Views need aligned offsets; a message that does not start on 8 bytes is copied once.
  const data = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const headLength = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + headLength))) as Head;
  let at = data.byteOffset + pad8(4 + headLength);
  const table: Record<string, unknown> = { meta: head.meta };
  for (const { name, type, length } of head.columns) {
    const array = new TYPES[type](data.buffer as ArrayBuffer, at, length);
    table[name] = array;
    at += pad8(array.byteLength);
  }
  return table as unknown as T;
}
