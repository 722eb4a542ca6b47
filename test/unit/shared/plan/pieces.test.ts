import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { MOST_CSV_ROWS } from '../../../../shared/model/load/limits.ts';
import { readCsv } from '../../../../shared/plan/csv.ts';
import { parseJsonPath, valueAt } from '../../../../shared/plan/json-path.ts';
import { Pattern } from '../../../../shared/plan/pattern.ts';
import { encodePathValue, encodeValue, isPathValue, onTarget, originsOf, targetOf } from '../../../../shared/plan/request-target.ts';
import { fill, literal, onlyName, parseTemplate, strayBraces, VALUE_NAME } from '../../../../shared/plan/template.ts';

/* ---- placeholders ---- */

const valueNamed = (name: string): string => ({ a: '1', b_2: '{{a}}' })[name] ?? '?';

test.each([
  ['', ''],
  ['plain', 'plain'],
  ['{{a}}', '1'],
  ['x{{ a }}y{{a}}', 'x1y1'],
  ['{{b_2}}', '{{a}}'],
  ['\\{{a}}', '{{a}}'],
  ['{a} }} {', '{a} }} {'],
])('%s is filled in as %s', (source, text) => {
  expect(fill(parseTemplate(source), valueNamed)).toBe(text);
});

test('a literal text comes out as it went in, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '{{', '}}', '\\', 'a', ' ') }), (text) => {
      expect(fill(parseTemplate(literal(text)), valueNamed)).toBe(text);
      expect(strayBraces(literal(text))).toBeNull();
    }),
    { seed: 5, numRuns: 2_000 },
  );
});

test.each(['{{a.b}}', '{{ }}', '{{1}}', '{{a', '{{constructor("x")()}}'])('%s is no placeholder, and that is noticed', (source) => {
  expect(strayBraces(source)).toBe(source);
});

test('only a placeholder by itself has a name', () => {
  expect(['{{a}}', 'x{{a}}', '{{a}}{{a}}', '\\{{a}}'].map((source) => onlyName(parseTemplate(source)))).toEqual(['a', null, null, null]);
});

test('names of values', () => {
  expect(['a', 'A_1-b', '_'].every((name) => VALUE_NAME.test(name))).toBe(true);
  expect(['', '1', 'a b', 'a.b', 'a'.repeat(65), 'é'].some((name) => VALUE_NAME.test(name))).toBe(false);
});

/* ---- where a request goes ---- */

test.each([
  ['/', null, '/'],
  ['/a/b?c=d&e=%20', null, '/a/b?c=d&e=%20'],
  ['/a b/ü?q="x"#part', null, '/a%20b/%C3%BC?q=%22x%22'],
  ['http://127.0.0.1:3000/x', 'http://127.0.0.1:3000', '/x'],
  ['HTTPS://LocalHost', 'https://localhost', '/'],
  ['https://a.example:443?q=1', 'https://a.example', '/?q=1'],
  ['http://[::1]:080/x', 'http://[::1]', '/x'],
  ['http://a_b/#x', 'http://a_b', '/'],
  ['/half\ud800', null, '/half%EF%BF%BD'],
])('%s goes to %s, %s', (url, origin, path) => {
  const target = targetOf(url);
  expect([target?.origin, target && fill(target.path, valueNamed)]).toEqual([origin, path]);
  // What a browser makes of it.
  const seen = new URL(url, 'http://127.0.0.1:3000');
  expect(`${origin ?? 'http://127.0.0.1:3000'}${path}`).toBe(`${seen.origin}${seen.pathname}${seen.search}`);
});

test.each([
  '//example.com/',
  'example.com/x',
  'ftp://a/',
  'http://',
  'http://a b/',
  'http://a@b/',
  'http://{{a}}/',
  'http://a:0/',
  'http://a:65536/',
  'http://a:{{a}}/',
  'http://a\\b/',
  'http://ü/',
  'javascript:1',
  'http:/a',
  'http:a',
])('%s names no host plainly', (url) => {
  expect(targetOf(url)).toBeNull();
});

test('no value changes where a request goes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '\\', '@', ':', '?', '#', '.', 'a', '\r\n', ' ', '%', 'ü'), maxLength: 12 }),
      (value) => {
        for (const url of ['/{{v}}', '/x?q={{v}}', 'http://127.0.0.1:3000/{{v}}/y', 'http://127.0.0.1:3000?{{v}}']) {
          const target = targetOf(url)!;
          const path = fill(target.path, () => value, encodeValue);
          const seen = new URL((target.origin ?? 'http://127.0.0.1:3000') + path);
          expect(seen.origin).toBe('http://127.0.0.1:3000');
          expect(path).toMatch(/^\/[!-~]*$/);
        }
        if (isPathValue(value)) expect(new URL(`http://127.0.0.1:3000${encodePathValue(value)}`).origin).toBe('http://127.0.0.1:3000');
      },
    ),
    { seed: 8, numRuns: 2_000 },
  );
});

test('the hosts of a plan, and URLs moved from some of them to the target', () => {
  const urls = ['/a', 'http://B.example/x', 'http://b.example:80/y', 'https://a.example', '{{link}}'];
  expect(originsOf({ requests: urls.map((url) => ({ url })) as never })).toEqual(['http://b.example', 'https://a.example']);
  const chosen = new Set(['http://b.example']);
  expect(urls.map((url) => onTarget(url, chosen))).toEqual(['/a', '/x', '/y', 'https://a.example', '{{link}}']);
});

/* ---- JSON paths ---- */

const JSON_VALUE = { token: 't', user: { 'a b': [10, 20, { x: null }] }, "it's": 1, '': 2, constructor: 3 };

test.each([
  ['$', JSON_VALUE],
  ['$.token', 't'],
  ["$.user['a b'][0]", 10],
  ['$.user["a b"][-1].x', null],
  ["$['it\\'s']", 1],
  ["$['']", 2],
  ['$.constructor', 3],
  ['$.user.constructor', undefined],
  ['$.user.__proto__', undefined],
  ['$.token[0]', undefined],
  ['$.token.length', undefined],
  ["$.user['a b'][3]", undefined],
  ["$.user['a b'].length", undefined],
])('%s', (path, value) => {
  expect(valueAt(JSON_VALUE, parseJsonPath(path)!)).toEqual(value);
});

test.each(['', 'token', '$..x', '$.*', '$[*]', '$[0:2]', '$[?(@.x)]', '$.a[', '$.', "$['a", '$[a]', '$.a b', '$[(1)]'])(
  '%s is no path to one value',
  (path) => {
    expect(parseJsonPath(path)).toBeNull();
  },
);

/* ---- patterns ---- */

test.each([
  ['id=(\\d+)', 'x id=12;', '12'],
  ['\\d+', 'x id=12;', '12'],
  ['(?i)TOKEN="([^"]+)"', 'token="abc"', 'abc'],
  ['(a)|b', 'b', null],
  ['^x', 'ax', null],
])('%s in %s: %s', (source, text, first) => {
  expect(Pattern.parse(source)!.first(text)).toBe(first);
});

test.each(['(?=a)', '(?!a)', '(?<=a)b', '(a)\\1', '(?<n>a)\\k<n>', '[', '*', '(a{1000}){1000}', '(a?){400}a{400}'])(
  '%s is refused',
  (source) => {
    expect(Pattern.parse(source)).toBeNull();
  },
);

/** With a matcher that tries every way each of these takes longer than the universe is old. */
test.each(['(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a*)*b', '([a-zA-Z0-9]+)*!'])(
  '%s ends',
  (source) => {
    const pattern = Pattern.parse(source)!;
    expect(pattern.reach).toBeGreaterThan(10_000);
    expect(pattern.matches(`${'a'.repeat(pattern.reach)}\u0000`)).toEqual(expect.any(Boolean));
    expect(pattern.matches(`${'a'.repeat(50_000)}!\u0000`)).toBe(/!/.test(source));
  },
);

/* ---- CSV ---- */

test.each([
  ['a,b\n1,2\n', ['a', 'b'], [['1', '2']]],
  ['\ufeffa;b\r\n"x;y";"say ""hi"""\r\n', ['a', 'b'], [['x;y', 'say "hi"']]],
  ['a\tb\n1\t', ['a', 'b'], [['1', '']]],
  ['a\n\n1\n\n2', ['a'], [['1'], ['2']]],
  ['a,b\r1,"2\n3"\r', ['a', 'b'], [['1', '2\n3']]],
  [' a , b \n 1 , 2 ', ['a', 'b'], [[' 1 ', ' 2 ']]],
])('%j', (text, columns, rows) => {
  expect(readCsv(text, 'w.csv')).toEqual({ ok: true, csv: { columns, rows } });
});

test.each([
  ['', 'w.csv has no rows below the names of its columns.'],
  ['a,b\n', 'w.csv has no rows below the names of its columns.'],
  ['a,b\n1,2\n3\n', 'w.csv, line 3: one cell instead of 2.'],
  ['a,b\n"1\n2",2\n3,4,5', 'w.csv, line 4: 3 cells instead of 2.'],
  ['a\n"1', 'w.csv, line 2: a quote is not closed, or has something after it.'],
  ['a\nx\n"1"2', 'w.csv, line 3: a quote is not closed, or has something after it.'],
  ['"a', 'w.csv, line 1: a quote is not closed, or has something after it.'],
  [`a\n${'1\n'.repeat(MOST_CSV_ROWS + 1)}`, 'w.csv has more than 100,000 rows.'],
  [Array.from({ length: 300 }, (_, at) => `c${at}`).join(','), 'w.csv has more than 200 columns.'],
])('%j', (text, sentence) => {
  const read = readCsv(text, 'w.csv');
  expect(!read.ok && wordSaid(read.says)).toBe(sentence);
});

test('what a spreadsheet would write is read as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r\n', ' ', 'é', '\t') });
  const row = fc.tuple(cell, cell);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.constantFrom(',', ';', '\t'), (rows, separator) => {
      const quoted = (one: string): string => (/[",;\t\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one);
      const text = [['a', 'b'], ...rows].map((cells) => cells.map(quoted).join(separator)).join('\r\n');
      expect(readCsv(text, 'w.csv')).toEqual({ ok: true, csv: { columns: ['a', 'b'], rows } });
    }),
    { seed: 2, numRuns: 1_000 },
  );
});
