import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeColumns, encodeColumns, isColumns } from '../../../../shared/protocol/columns.ts';

const TYPES = [Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array] as const;

const anyColumn = fc
  .tuple(fc.constantFrom(...TYPES), fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 40 }))
  .map(([Type, numbers]) => new Type(numbers));
const anyName = fc.string({ minLength: 1, maxLength: 10 }).filter((name) => name !== 'meta' && !(name in {}) && !/^\d/.test(name));
const anyTable = fc
  .tuple(fc.dictionary(anyName, anyColumn, { noNullPrototype: true }), fc.jsonValue())
  .map(([columns, meta]) => ({ ...columns, meta }));

test('decodes what was encoded, at any offset in a buffer', () => {
  fc.assert(
    fc.property(anyTable, fc.integer({ min: 0, max: 8 }), (table, offset) => {
      const encoded = encodeColumns(table);
      const shifted = new Uint8Array(encoded.length + offset);
      shifted.set(encoded, offset);
      // JSON has no -0, so the table is compared as JSON would leave its meta.
      expect(decodeColumns(shifted.subarray(offset))).toEqual({ ...table, meta: JSON.parse(JSON.stringify(table.meta)) });
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('NaN and infinities survive, which is why bulk data is not JSON', () => {
  const table = decodeColumns<{ meta: null; p50: Float64Array }>(
    encodeColumns({ meta: null, p50: Float64Array.of(NaN, Infinity, -0) } as never),
  );
  expect([...table.p50]).toEqual([NaN, Infinity, -0]);
});

test('a view of a larger buffer is encoded as the view, not as the buffer', () => {
  const whole = Uint16Array.of(1, 2, 3, 4);
  const table = decodeColumns<{ meta: null; part: Uint16Array }>(encodeColumns({ meta: null, part: whole.subarray(1, 3) } as never));
  expect([...table.part]).toEqual([2, 3]);
});

test('decoding makes views of an aligned message, no copies', () => {
  const message = encodeColumns({ meta: {}, rows: Uint32Array.of(7) } as never);
  expect(decodeColumns<{ meta: object; rows: Uint32Array }>(message).rows.buffer).toBe(message.buffer);
});

test('only a table with columns is sent as binary', () => {
  expect(isColumns({ meta: {}, rows: Uint8Array.of(1) })).toBe(true);
  expect(isColumns({ meta: {} })).toBe(false);
  expect(isColumns({ rows: Uint8Array.of(1) })).toBe(false);
  expect(isColumns(null)).toBe(false);
  expect(isColumns([1])).toBe(false);
});
