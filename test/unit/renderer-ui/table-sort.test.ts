import { expect, test } from 'vitest';
import { nextSort, sortRows } from '../../../renderer/ui/table-sort.ts';

const ROWS = [
  { name: 'b10', ms: 3 },
  { name: 'b9', ms: Number.NaN },
  { name: 'a', ms: 20 },
  { name: 'c', ms: null },
  { name: 'd', ms: 3 },
];
const names = (rows: typeof ROWS) => rows.map(({ name }) => name).join(' ');

test('numbers by size, what is missing last in both directions, equals in their order', () => {
  expect(names(sortRows(ROWS, ({ ms }) => ms, true))).toBe('a b10 d b9 c');
  expect(names(sortRows(ROWS, ({ ms }) => ms, false))).toBe('b10 d a b9 c');
});

test('names as people count: 9 before 10', () => {
  expect(names(sortRows(ROWS, ({ name }) => name, false))).toBe('a b9 b10 c d');
});

test('the rows given are left as they are', () => {
  const before = names(ROWS);
  sortRows(ROWS, ({ ms }) => ms, true);
  expect(names(ROWS)).toBe(before);
});

test('a new column starts with what is most interesting, a second press turns it round', () => {
  expect(nextSort(null, 'ms', true)).toEqual({ column: 'ms', descending: true });
  expect(nextSort({ column: 'ms', descending: true }, 'ms', true)).toEqual({ column: 'ms', descending: false });
  expect(nextSort({ column: 'ms', descending: true }, 'name', false)).toEqual({ column: 'name', descending: false });
});
