import { expect, test } from 'vitest';
import { partsToTell, placeOf, placesToTell, shortPlace } from '../../../../shared/format/place.ts';

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
  const toTell = placesToTell(rows);
  expect(rows.map((row) => placeOf(row.url, row.line, toTell(row).column))).toEqual([
    '/srv/server.js:13:12',
    '/srv/server.js:13:40',
    '/srv/server.js:13',
    '/srv/server.js:14',
    '/srv/server.js',
    '/srv/server.js',
  ]);
  expect(shortPlace('file:///srv/node_modules/ejs/lib/ejs.js', 5, { column: 9 })).toBe('ejs/lib/ejs.js:5:9');
});

test('two files of one name are told apart by as much of their paths as that takes', () => {
  const files = [
    'file:///srv/a/src/index.js',
    'file:///srv/b/src/index.js',
    'file:///srv/src/server.js',
    'C:\\srv\\lib\\server.js',
    'node:fs',
  ];
  const partsOf = partsToTell(files);
  expect(files.map(partsOf)).toEqual([3, 3, 2, 2, 1]);
  expect(partsOf('file:///srv/other.js')).toBe(0);
  const rows = files.map((url) => ({ function: 'f', url, line: 1 }));
  const toTell = placesToTell(rows);
  expect(rows.map((row) => shortPlace(row.url, row.line, toTell(row)))).toEqual([
    'a/src/index.js:1',
    'b/src/index.js:1',
    'src/server.js:1',
    'lib\\server.js:1',
    'node:fs:1',
  ]);
  // One path is the end of the other.
  expect(['/index.js', '/srv/index.js'].map(partsToTell(['/index.js', '/srv/index.js']))).toEqual([2, 2]);
});

test('two versions of a package are told apart by what they are installed below', () => {
  const rows = ['/srv/node_modules/qs/lib/parse.js', '/srv/node_modules/body-parser/node_modules/qs/lib/parse.js'].map((url) => ({
    ...{ function: 'parse', url, line: 4 },
  }));
  const toTell = placesToTell(rows);
  expect(rows.map((row) => shortPlace(row.url, row.line, toTell(row)))).toEqual([
    'srv/node_modules/qs/lib/parse.js:4',
    'body-parser/node_modules/qs/lib/parse.js:4',
  ]);
});

test('addresses are shown as people write paths', () => {
  expect(placeOf('file:///srv/my%20app/%5Bid%5D/route.ts', 3)).toBe('/srv/my app/[id]/route.ts:3');
  expect(shortPlace('webpack://app/./items/%5Bid%5D/route.ts', 3)).toBe('[id]/route.ts:3');
  // No address, and what cannot be decoded, stay as they are.
  expect(placeOf('/srv/100%25.js', 1)).toBe('/srv/100%25.js:1');
  expect(placeOf('file:///srv/100%.js', 1)).toBe('/srv/100%.js:1');
});

test('places of Windows are read by the look of their address, whatever system shows them', () => {
  expect(placeOf('file:///C:/My%20pr%C3%B8ject%20(1)/app.cjs', 3)).toBe('C:\\My prøject (1)\\app.cjs:3');
  expect(placeOf('file://srv/share/app.cjs', 3)).toBe('\\\\srv\\share\\app.cjs:3');
  expect(shortPlace('file:///C:/work/lib/app.cjs', 3)).toBe('lib\\app.cjs:3');
  expect(shortPlace('C:\\srv\\node_modules\\pug\\lib\\index.js', 3)).toBe('pug\\lib\\index.js:3');
  expect(placeOf('file:///srv/app.cjs', 3)).toBe('/srv/app.cjs:3');
});

test('a file has no trace of the copy of it that a bundler made', () => {
  expect(shortPlace('webpack://_N_E/./app/%5Bid%5D/page.tsx?a1b2', 3)).toBe('[id]/page.tsx:3');
  expect(shortPlace('webpack-internal:///(rsc)/./app/[id]/page.tsx', 3)).toBe('[id]/page.tsx:3');
  expect(shortPlace('webpack://app/./views/page.vue?vue&type=script', 3)).toBe('views/page.vue?vue&type=script:3');
});
