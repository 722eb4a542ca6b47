import { expect, test } from 'vitest';
import { nextSort, sortRows } from '../../../../renderer/ui/table/table-sort.ts';

const ROWS = [
  { name: 'b10', ms: 3 },
  { name: 'b9', ms: Number.NaN },
  { name: 'a', ms: 20 },
  { name: 'c', ms: null },
  { name: 'd', ms: 3 },
];
const names = (rows: typeof ROWS) => rows.map(({ name }) => name).join(' ');

test('sorts numbers, with missing values last in both directions, and is stable', () => {
  expect(names(sortRows(ROWS, ({ ms }) => ms, true))).toBe('a b10 d b9 c');
  expect(names(sortRows(ROWS, ({ ms }) => ms, false))).toBe('b10 d a b9 c');
});

test('sorts names with numbers: 9 before 10', () => {
  expect(names(sortRows(ROWS, ({ name }) => name, false))).toBe('a b9 b10 c d');
});

test('does not change the given rows', () => {
  const before = names(ROWS);
  sortRows(ROWS, ({ ms }) => ms, true);
  expect(names(ROWS)).toBe(before);
});

test('a new column starts in its natural direction; a second press reverses it', () => {
  expect(nextSort(null, 'ms', true)).toEqual({ column: 'ms', descending: true });
  expect(nextSort({ column: 'ms', descending: true }, 'ms', true)).toEqual({ column: 'ms', descending: false });
  expect(nextSort({ column: 'ms', descending: true }, 'name', false)).toEqual({ column: 'name', descending: false });
});
