import { expect, test } from 'vitest';
import { findParent, findPlaces } from '../../../../renderer/ui/tree-places.ts';

test('each row has its place among those below the same row', () => {
  //  a        1 of 3
  //    b      1 of 2
  //      c    1 of 1
  //    d      2 of 2
  //  e        2 of 3
  //    f      1 of 1
  //  g        3 of 3
  const levels = [1, 2, 3, 2, 1, 2, 1];
  expect(findPlaces(levels).map(({ nth, of }) => `${nth}/${of}`)).toEqual(['1/3', '1/2', '1/1', '2/2', '2/3', '1/1', '3/3']);
  expect(levels.map((_, at) => findParent(levels, at))).toEqual([-1, 0, 1, 0, -1, 4, -1]);
  expect(findPlaces([])).toEqual([]);
});
