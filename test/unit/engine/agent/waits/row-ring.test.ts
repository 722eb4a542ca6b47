import { expect, test } from 'vitest';
import { RowRing } from '../../../../../electron/engine/agent/waits/row-ring.ts';

const FIELDS = ['a', 'b'] as const;

function read(reader: ReturnType<RowRing<(typeof FIELDS)[number]>['reader']>): { columns: number[][]; lost: number } {
  const columns: number[][] = [[], []];
  const lost = reader.read(columns);
  return { columns, lost };
}

test('a reader has each row once, in whole numbers, from when it was made', () => {
  const ring = new RowRing(FIELDS, 8);
  ring.write({ a: 0, b: 0 });
  const reader = new RowRing(FIELDS, 8, ring.buffer).reader();
  ring.write({ a: 1.4, b: 10.6 });
  ring.write({ a: 2, b: 20 });
  expect(read(reader)).toEqual({
    columns: [
      [1, 2],
      [11, 20],
    ],
    lost: 0,
  });
  expect(read(reader)).toEqual({ columns: [[], []], lost: 0 });
});

test('what may be overwritten meanwhile is lost, and counted', () => {
  const ring = new RowRing(FIELDS, 8);
  const reader = ring.reader();
  for (let i = 1; i <= 4; i++) ring.write({ a: i, b: i });
  expect(read(reader)).toEqual({
    columns: [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
    lost: 0,
  });
  for (let i = 1; i <= 21; i++) ring.write({ a: i, b: i });
  const { columns, lost } = read(reader);
  expect(lost).toBe(17);
  expect(columns[0]).toEqual([18, 19, 20, 21]);
});

test('it goes on where its count begins again', () => {
  const ring = new RowRing(FIELDS, 8);
  new Int32Array(ring.buffer, 0, 1)[0] = 0x7fff_ffff;
  const reader = ring.reader();
  for (let i = 1; i <= 3; i++) ring.write({ a: i, b: i });
  expect(read(reader).columns[0]).toEqual([1, 2, 3]);
});
