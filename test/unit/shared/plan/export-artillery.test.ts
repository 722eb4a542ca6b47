/** A plan as a test of Artillery: its phases and scenarios, and what is refused, with its place. What Artillery does with it: acceptance. */
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { exportToArtillery } from '../../../../shared/plan/export/artillery.ts';
import { checkArtillery } from '../../../../shared/plan/export/artillery-limits.ts';
import { readPlan, withPlaces } from '../../../../shared/plan/read-plan.ts';
import { tellProblem } from '../../../../shared/plan/tell-problem.ts';
import { jsonOf, parseYaml } from '../../../../shared/plan/yaml.ts';

const TABLE = {
  columns: ['name', 'word'],
  rows: [
    ['ana', 'a b'],
    ['bo', 'c'],
  ],
};
const FILES = { tables: new Map([['users.csv', TABLE]]), bodies: new Map([['b.bin', new Uint8Array([0])]]) };
const NO_FILES = { tables: new Map(), bodies: new Map() };

function planOf(text: string) {
  const read = readPlan(`plan: 1\n${text}`);
  if (!read.ok) throw new Error(read.problems.map((one) => wordSaid(tellProblem(one))).join());
  return read.plan;
}

interface Step {
  readonly [method: string]: { readonly [name: string]: unknown };
}
interface Script {
  readonly config: { readonly phases: unknown; readonly [name: string]: unknown };
  readonly scenarios: readonly { readonly name?: string; readonly weight?: number; readonly flow: readonly Step[] }[];
}

function exported(text: string, files = NO_FILES as typeof FILES) {
  const plan = planOf(text);
  expect(checkArtillery(plan, files)).toEqual([]);
  const { text: script, notes } = exportToArtillery(plan, files, 'http://127.0.0.1:3000');
  // The reader of plans takes no aliases, which stand for the list of expected statuses only.
  const parsed = parseYaml(script.replace(/&a1 /g, '').replace(/\*a1/g, '[]'));
  if (!parsed.ok) throw new Error(script);
  return { ...(jsonOf(parsed.tree) as unknown as Script), script, notes: notes.map(wordSaid) };
}

const arrivals = 'load: { model: arrivals, phases: [1/s for 2s] }';
const withLoad = (load: string): string => `requests: [/page]\nload: ${load}`;

test.each([
  [
    '{ model: arrivals, phases: [10/s for 20s, pause 1.5s, 5/s..15/s over 3s, 2.5/s for 3s], maxInFlight: 9 }',
    [
      { duration: 20, arrivalRate: 10, maxVusers: 9 },
      { pause: '1500ms' },
      { duration: 1, arrivalCount: 6, maxVusers: 9 },
      { duration: 1, arrivalCount: 10, maxVusers: 9 },
      { duration: 1, arrivalCount: 14, maxVusers: 9 },
      { duration: 3, arrivalCount: 7, maxVusers: 9 },
    ],
  ],
  [
    '{ model: sweep, levels: "5/s,8.5/s", hold: 2, maxInFlight: 9 }',
    [
      { duration: 2, arrivalRate: 5, maxVusers: 9 },
      { duration: 2, arrivalCount: 17, maxVusers: 9 },
    ],
  ],
  ['{ model: users, users: 3, requests: 6, spread: 2.5 }', [{ duration: '2500ms', arrivalCount: 3 }]],
  ['{ model: closed, connections: 4, amount: 22 }', [{ duration: 1, arrivalCount: 4 }]],
])('the load %s', (load, phases) => {
  expect(exported(withLoad(load)).config.phases).toEqual(phases);
});

test('users who make several passes go through a loop, and the amount that comes of it is said', () => {
  const { scenarios, notes } = exported(withLoad('{ model: closed, connections: 4, amount: 22 }'));
  expect(scenarios[0]!.flow).toMatchObject([{ count: 6, loop: [{ get: { url: '/page' } }] }]);
  expect(notes).toContain('Each of 4 users makes 6 passes: 24 requests in all.');
  expect(exported(withLoad('{ model: users, users: 3, requests: 6 }')).notes.join()).not.toContain('requests in all');
});

test('each request of a mix is a scenario with a whole weight', () => {
  const { scenarios } = exported(
    `requests: [{ url: /a, weight: 3 }, { url: '/b/{{n}}', weight: 0.5 }]\nvalues: { n: { random: [1, 3] } }\n${arrivals}`,
  );
  expect(scenarios.map(({ name, weight }) => [name, weight])).toEqual([
    ['GET /a', 30],
    ['GET /b/{n}', 5],
  ]);
});

test('a sequence: values, captures, expectations, thinking', () => {
  const { config, scenarios } = exported(
    `sequence:
  - { name: login, url: /login, body: { form: { user: '{{user}}' } }, capture: { token: { json: '$.a[-1]' }, id: { matches: '(?i)id=(\\d+)' } } }
  - { name: cart, url: '/cart/{{n}}', method: PUT, headers: { X-Token: '{{token}}' }, body: { json: { item: '{{n}}', of: ['x {{id}}'] } },
      expect: { status: 201, contains: 'ok (1)', json: { $.ok: true } }, think: [0.5, 1.5] }
  - { name: next, url: 'http://other:81/x', think: 0.25 }
values: { user: { file: users.csv, column: word }, again: { file: users.csv, column: word }, n: { random: [2, 4] } }
keepAlive: false
timeout: 2.5
${arrivals}`,
    FILES,
  );
  expect(config).toMatchObject({
    target: 'http://127.0.0.1:3000',
    http: { timeout: 2.5 },
    variables: { n: [2, 3, 4] },
    payload: [
      { path: 'users.csv', fields: ['unused_1', 'user'], order: 'sequence', skipHeader: true, cast: false },
      { path: 'users.csv', fields: ['unused_1', 'again'] },
    ],
  });
  expect(scenarios[0]!.flow).toMatchObject([
    {
      post: {
        form: { user: '{{ user }}' },
        followRedirect: false,
        headers: { connection: 'close' },
        capture: [
          { json: "$['a'][-1:]", as: 'token' },
          { regexp: 'id=(\\d+)', flags: 'i', group: 1, as: 'id' },
        ],
      },
    },
    {
      put: {
        url: '/cart/{{ n }}',
        headers: { 'x-token': '{{ token }}' },
        json: { item: '{{ n }}', of: ['x {{ id }}'] },
        match: [{ json: "$['ok']", value: true }],
        expect: [{ statusCode: [201] }, { matchesRegexp: 'ok \\(1\\)' }],
      },
    },
    { think: '{{ $randomNumber(500, 1500) }}ms' },
    { get: { url: 'http://other:81/x' } },
    { think: '250ms' },
  ]);
});

test.each([
  ['requests: [/a]', 'load', 'none who go on'],
  [withLoad('{ model: closed, duration: 3 }'), 'load', 'none who go on'],
  [withLoad('{ model: sweep, levels: 1..4 }'), 'load', 'none who go on'],
  ['requests: [/a, /b]\nload: { model: users, users: 2, requests: 4 }', 'requests', 'draws one of the list once'],
  [`sequence: [/a, /b]\ncookies: false\n${arrivals}`, 'cookies', 'keeps the cookies'],
  [withLoad('{ model: arrivals, phases: [1/s for 2s], poisson: true }'), 'load', 'falls behind'],
  [`requests: [{ url: /a, headers: { x: '\\{{c' } }]\n${arrivals}`, 'requests', 'two opening braces'],
  [`requests: [{ url: /a, body: { file: b.bin } }]\n${arrivals}`, 'requests', 'cannot send a file'],
  [`requests: [{ url: /a, method: GET, body: x }]\n${arrivals}`, 'requests', 'no body with GET'],
  [`requests: [{ url: /a, body: { json: { a.b: 1 } } }]\n${arrivals}`, 'requests', 'by its keys'],
  [
    `requests: [{ url: /a, expect: { contains: '{{n}}' } }]\nvalues: { n: { random: [1, 2] } }\n${arrivals}`,
    'requests',
    'with a value in it',
  ],
  [`requests: [{ url: /a, expect: { matches: '(?i)x' } }]\n${arrivals}`, 'requests', '"(?i)"'],
  [`requests: [{ url: /a, expect: { json: { "$['a*']": 1 } } }]\n${arrivals}`, 'requests', 'JSON paths of Artillery'],
  [`requests: [{ url: /a, expect: { maxMs: 5 } }]\n${arrivals}`, 'requests', 'maxMs'],
  [`requests: [{ url: /a, headers: { x: [a, b] } }]\n${arrivals}`, 'requests', 'Artillery sends each header once'],
  [`requests: ['/a?{{target}}']\nvalues: { target: { random: [1, 2] } }\n${arrivals}`, 'values', 'another name'],
  [`requests: ['/a?{{n}}']\nvalues: { n: { counter: 1 } }\n${arrivals}`, 'values', 'no counter'],
  [`requests: ['/a?{{n}}']\nvalues: { n: { random: [1, 1001] } }\n${arrivals}`, 'values', '1,000 at most'],
  [
    `requests: ['/a?{{n}}']\nvalues: { n: { random: [1, 2] } }\nload: { model: users, users: 2, requests: 4 }`,
    'values',
    'once, not for each pass',
  ],
  [`requests: ['/a?{{w}}']\nvalues: { w: { file: users.csv, column: word } }\n${arrivals}`, 'values', '"a b" (of "w")'],
])('refused: %s', (text, key, message) => {
  const whole = `plan: 1\n${text}`;
  const [found, ...more] = withPlaces(
    whole,
    checkArtillery(planOf(text), text.includes('users.csv') || text.includes('b.bin') ? FILES : (NO_FILES as typeof FILES)),
  );
  expect(more).toEqual([]);
  expect(wordSaid(found!.says)).toContain(message);
  const line = whole.split('\n').findIndex((one) => one.startsWith(`${key}:`)) + 1;
  expect(found!.at!.line).toBe(key === 'load' && line === 0 ? 1 : line);
});
