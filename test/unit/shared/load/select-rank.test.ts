import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectRank } from '../../../../shared/load/select-rank.ts';

test('each rank has the value of a full sort, with no smaller value after it', () => {
  const few = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 });
  const many = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.oneof(few, many), fc.nat(), (list, chance) => {
      const rank = 1 + (chance % list.length);
      const values = Uint32Array.from(list);
      const sorted = Uint32Array.from(list).sort();
      expect(selectRank(values, rank, values.length)).toBe(sorted[rank - 1]);
      expect(Math.max(...values.subarray(0, rank))).toBe(sorted[rank - 1]);
      expect(Uint32Array.from(values).sort()).toEqual(sorted);
    }),
    { seed: 1 },
  );
});

test('selects among the first n values only; ranks may be selected from the highest down', () => {
  const values = Uint32Array.of(9, 3, 7, 1, 5, 0, 0);
  expect(selectRank(values, 5, 5)).toBe(9);
  expect(selectRank(values, 3, 4)).toBe(5);
  expect(selectRank(values, 1, 3)).toBe(1);
});

test('sorted, reversed and equal values are ranked correctly, and not in quadratic time', () => {
  const n = 200_000;
  for (const of of [(i: number) => i, (i: number) => n - i, () => 7]) {
    const values = Uint32Array.from({ length: n }, (_, i) => of(i));
    const sorted = values.slice().sort();
    expect(selectRank(values, n / 2, n)).toBe(sorted[n / 2 - 1]);
  }
});
