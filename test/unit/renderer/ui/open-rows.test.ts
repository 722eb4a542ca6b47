/** Which rows of a tree are in sight. */
import { expect, test } from 'vitest';
import { openRows } from '../../../../renderer/ui/table/open-rows.ts';

test('a tree shows what is below open rows only, at any depth', () => {
  const depths = [0, 1, 2, 1, 0, 0, 1];
  const print = (...open: number[]) =>
    openRows(depths, new Set(open)).map(({ index, hasMore, isOpen }) => `${index}${isOpen ? '-' : hasMore ? '+' : ''}`);
  expect(print()).toEqual(['0+', '4', '5+']);
  expect(print(0)).toEqual(['0-', '1+', '3', '4', '5+']);
  expect(print(0, 1, 5)).toEqual(['0-', '1-', '2', '3', '4', '5-', '6']);
  // What is open below a closed row is not seen.
  expect(print(1)).toEqual(['0+', '4', '5+']);
});
