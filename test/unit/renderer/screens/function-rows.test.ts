import { expect, test } from 'vitest';
import { filterFunctions, showFunctions, sortFunctions } from '../../../../renderer/screens/run/profile/function-rows.ts';
import type { FunctionRow } from '../../../../shared/model/profile/profile-views.ts';

function row(index: number, name: string, self: number, url = `/app/${name}.js`): FunctionRow {
  const times = { self, selfPercent: self, folded: 0, total: self * 2, totalPercent: self * 2, samples: self };
  return { index, function: name, url, line: index + 1, column: 1, kind: 'own', hasMore: true, ...times };
}

const rows = [row(0, 'parse', 5), row(1, 'render', 20), row(2, 'escape', 10, '/app/node_modules/react/escape.js')];
const names = (list: readonly FunctionRow[]) => list.map((one) => one.function);

test('filters by name and file, ignoring case', () => {
  expect(names(filterFunctions(rows, 'REN'))).toEqual(['render']);
  expect(names(filterFunctions(rows, 'node_modules'))).toEqual(['escape']);
  expect(filterFunctions(rows, ' ')).toBe(rows);
});

test('sorts by any column, both ways', () => {
  expect(names(sortFunctions(rows, { column: 'self', descending: true }))).toEqual(['render', 'escape', 'parse']);
  expect(names(sortFunctions(rows, { column: 'function', descending: false }))).toEqual(['escape', 'parse', 'render']);
});

/**
 *   render
 *     serve        opened
 *       main       opened
 *     test
 *   parse
 */
test('open callers are below their callee, sorted like the other rows, with their path as key', () => {
  const callers = new Map([
    ['1', [row(8, 'test', 3), row(7, 'serve', 17)]],
    ['1/7', [row(9, 'main', 17)]],
  ]);
  const shown = showFunctions([rows[1]!, rows[0]!], callers, { column: 'self', descending: true });
  expect(shown.map(({ row: { function: name }, depth, key }) => `${'  '.repeat(depth)}${name} ${key}`)).toEqual([
    'render 1',
    '  serve 1/7',
    '    main 1/7/9',
    '  test 1/8',
    'parse 0',
  ]);
  expect(shown.map(({ open }) => open)).toEqual([true, true, false, false, false]);
});
