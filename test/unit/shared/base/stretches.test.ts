/** Stretches that overlap count once. */
import { expect, test } from 'vitest';
import { joinStretches, lengthOf, within } from '../../../../shared/base/stretches.ts';

const drawn = [
  { from: 30, to: 40 },
  { from: 0, to: 10 },
  { from: 5, to: 8 },
  { from: 10, to: 12 },
];

test('what overlaps or touches is one, in order', () => {
  expect(joinStretches(drawn)).toEqual([
    { from: 0, to: 12 },
    { from: 30, to: 40 },
  ]);
  expect(joinStretches([])).toEqual([]);
  expect(lengthOf(joinStretches(drawn))).toBe(22);
});

test('a part of the axis has what lies in it, cut at its ends', () => {
  const joined = joinStretches(drawn);
  expect(within(joined, 8, 35)).toEqual([
    { from: 8, to: 12 },
    { from: 30, to: 35 },
  ]);
  expect(within(joined, 12, 30)).toEqual([]);
  expect(within(joined, 33, 34)).toEqual([{ from: 33, to: 34 }]);
});
