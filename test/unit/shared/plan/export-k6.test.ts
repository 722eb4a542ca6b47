/** A plan as a script of k6: its options and its data, what is refused, and what no text of a plan can do to the script. */
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { toJsPattern } from '../../../../shared/plan/export/js-pattern.ts';
import { exportToK6 } from '../../../../shared/plan/export/k6.ts';
import { checkPortable } from '../../../../shared/plan/export/not-portable.ts';
import type { Portable } from '../../../../shared/plan/export/portable.ts';
import { Pattern } from '../../../../shared/plan/pattern.ts';
import { readPlan, withPlaces } from '../../../../shared/plan/read-plan.ts';
import { tellProblem } from '../../../../shared/plan/tell-problem.ts';

const TABLE = {
  columns: ['name', 'password'],
  rows: [
    ['ana', 'a'],
    ['bo', 'b'],
  ],
};
const FILES = { tables: new Map([['users.csv', TABLE]]), bodies: new Map([['b.bin', new Uint8Array([0, 255, 1])]]) };

function planOf(text: string) {
  const read = readPlan(`plan: 1\n${text}`);
  if (!read.ok) throw new Error(read.problems.map((one) => wordSaid(tellProblem(one))).join());
  return read.plan;
}

function partOf(script: string, start: string): unknown {
  const from = script.indexOf(start) + start.length;
  return JSON.parse(script.slice(from, script.indexOf(';\n', from)));
}

function exported(text: string) {
  const script = exportToK6(planOf(text), FILES, 'http://127.0.0.1:3000');
  const plan = partOf(script.text, 'const PLAN = ') as Portable & { readonly spread: unknown; readonly timeoutMs: number };
  const { scenarios, ...options } = partOf(script.text, 'export const options = ') as { readonly scenarios: { readonly plan: object } };
  return { ...script, data: plan, options, scenario: scenarios.plan, notes: script.notes.map(wordSaid) };
}

const withLoad = (load: string): string => `requests: [/page]\nload: ${load}`;

test.each([
  ['{ model: closed, connections: 4, duration: 2.5 }', { executor: 'constant-vus', vus: 4, duration: '2500ms' }],
  ['{ model: closed, connections: 4, amount: 3 }', { executor: 'shared-iterations', vus: 3, iterations: 3 }],
  ['{ model: users, users: 5, requests: 7, spread: 2 }', { executor: 'per-vu-iterations', vus: 5, iterations: 7 }],
  [
    '{ model: arrivals, phases: [0.5/s for 2s, 10/s..20/s over 3s, pause 1s], maxInFlight: 9 }',
    {
      executor: 'ramping-arrival-rate',
      timeUnit: '1000s',
      startRate: 500,
      stages: [
        { duration: '2000ms', target: 500 },
        { duration: '0s', target: 10_000 },
        { duration: '3000ms', target: 20_000 },
        { duration: '0s', target: 0 },
        { duration: '1000ms', target: 0 },
      ],
      preAllocatedVUs: 9,
      maxVUs: 9,
    },
  ],
  ['{ model: sweep, of: rate, levels: "5,8", hold: 1 }', { executor: 'ramping-arrival-rate', startRate: 5_000 }],
  [
    '{ model: sweep, levels: "1,3", hold: 1 }',
    {
      executor: 'ramping-vus',
      startVUs: 1,
      stages: [
        { duration: '0s', target: 1 },
        { duration: '1000ms', target: 1 },
        { duration: '0s', target: 3 },
        { duration: '1000ms', target: 3 },
      ],
    },
  ],
])('the load %s', (load, scenario) => {
  expect(exported(withLoad(load)).scenario).toMatchObject(scenario);
});

test('users keep their cookies from pass to pass, visitors are new', () => {
  expect(exported(withLoad('{ model: users, users: 5, requests: 7, spread: 2 }'))).toMatchObject({
    options: { noCookiesReset: true, maxRedirects: 0, noConnectionReuse: false },
    data: { spread: { users: 5, seconds: 2 }, cookies: true, timeoutMs: 10_000 },
  });
  expect(exported(withLoad('{ model: arrivals, phases: [1/s for 2s] }')).options).toMatchObject({ noCookiesReset: false });
});

test('requests are taken apart: values where they stand, with how they are written', () => {
  const { data, text, notes } = exported(`sequence:
  - { name: login, url: /login, body: { form: { user: 'x {{user}}' } }, capture: { token: { json: '$.a[0]' }, next: { header: Location } } }
  - { name: cart, url: '/c art/{{n}}', method: PUT, headers: { authorization: 'Bearer {{token}}' }, body: { json: { item: '{{n}}', by: 'user "{{user}}' } } }
  - { name: file, url: '{{next}}', body: { file: b.bin } }
values: { user: { file: users.csv, column: name }, n: { counter: 3 } }
load: { model: closed, amount: 7 }
warmup: 2`);
  const [login, cart, file] = data.requests;
  expect(login).toMatchObject({
    path: ['/login'],
    headers: [['Content-Type', ['application/x-www-form-urlencoded']]],
    body: ['user=x+', ['user', 'field']],
    captures: [
      { name: 'token', from: 'json', path: ['a', 0], inHeader: true },
      { name: 'next', from: 'header', header: 'location', asPath: true },
    ],
  });
  expect(cart).toMatchObject({
    path: ['/c%20art/', ['n', 'url']],
    headers: [
      ['authorization', ['Bearer ', ['token', 'text']]],
      ['Content-Type', ['application/json']],
    ],
    body: ['{"item":', ['n', 'json'], ',"by":"user \\"', ['user', 'jsonText'], '"}'],
  });
  expect(file).toMatchObject({ path: [['next', 'path']], body: { base64: 'AP8B' } });
  expect(data.values).toEqual([
    { name: 'user', kind: 'file', table: 0, column: 0 },
    { name: 'n', kind: 'counter', first: 3 },
  ]);
  expect(text).toContain(`() => [["ana","a"],["bo","b"]]`);
  expect(notes).toContain('k6 counts passes, not requests: 7 requests become 3 passes of 3 requests.');
  expect(notes.join()).toMatch(/secret.*no warm-up/);
});

test('no text of a plan ends its place in the script', () => {
  const { text, data } = exported(`requests: [{ name: "a\\u2028b", url: /x, body: "\\u2029'); </script>" }]`);
  expect(text).not.toMatch(/[\u2028\u2029]/);
  expect(data.requests[0]).toMatchObject({ name: 'a\u2028b', body: [`\u2029'); </script>`] });
});

test('what k6 cannot do is refused with its place', () => {
  const text = `plan: 1
requests:
  - { url: '/a%zz', headers: { x: [a, b] } }
  - { url: /b, expect: { matches: '\\pL' } }
load: { model: arrivals, phases: [1/s for 2s], poisson: true }
`;
  const read = readPlan(text);
  const found = read.ok ? withPlaces(text, checkPortable(read.plan, 'k6')).map((one) => wordSaid(tellProblem(one))) : [];
  expect(found).toEqual([
    'Line 3, column 12: A "%" that begins no encoded character cannot be exported: write it as "%25".',
    'Line 3, column 35: The header "x" is sent several times: k6 sends each header once.',
    expect.stringMatching(/^Line 4, column \d+: "\\pL" means something else/),
    'Line 5, column 57: k6 spaces arrivals evenly: at random ("poisson") they cannot be exported.',
  ]);
});

test.each(['a.c', 'id=(\\d+)', '(?P<x>b+)c', '(?i)ABC', '(?s)a.c', '[^\\s]+$', '^a\\S', 'x{2,3}', '[a-f.]\\.', '(?:ab|c)+'])(
  'JavaScript finds with %s what RE2 does',
  (source) => {
    const { source: js, flags, group } = toJsPattern(source)!;
    for (const text of ['abc', 'a\nc', 'id=42', 'xbbc', 'xxx', 'a\u00a0b', 'a\u2028c', 'c.', ''])
      expect(new RegExp(js, flags).exec(text)?.[group] ?? null, text).toBe(Pattern.parse(source)!.first(text));
  },
);

test.each(['\\pL', '\\Aab', 'a\\z', '\\Qa.b\\E', '[[:alpha:]]', '[]a]', 'a(?i)b', '(?U)a+', '\\x{41}', '\\C', '(?m)^a', '\u{1f600}'])(
  '%s is refused',
  (source) => {
    expect(toJsPattern(source)).toBeNull();
  },
);
