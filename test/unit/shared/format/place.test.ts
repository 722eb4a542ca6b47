import { expect, test } from 'vitest';
import { columnsToTell, placeOf, shortPlace } from '../../../../shared/format/place.ts';

test('the column is named where functions of one line have the same name, and nowhere else', () => {
  const at = (name: string, line: number, column: number) => ({ function: name, url: 'file:///srv/server.js', line, column });
  const rows = [
    at('(anonymous)', 13, 12),
    at('(anonymous)', 13, 40),
    at('handle', 13, 3),
    at('(anonymous)', 14, 1),
    at('gone', 0, 0),
    at('gone', 0, 1),
  ];
  const columnOf = columnsToTell(rows);
  expect(rows.map((row) => placeOf(row.url, row.line, columnOf(row)))).toEqual([
    '/srv/server.js:13:12',
    '/srv/server.js:13:40',
    '/srv/server.js:13',
    '/srv/server.js:14',
    '/srv/server.js',
    '/srv/server.js',
  ]);
  expect(shortPlace('file:///srv/node_modules/ejs/lib/ejs.js', 5, 9)).toBe('ejs/lib/ejs.js:5:9');
});
