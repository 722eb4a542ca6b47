/** Users of a plan without a network: what they send, when, and what they make of the responses. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_CAPTURE, LONGEST_COOKIE, MOST_COOKIES } from '../../../../shared/model/load/limits.ts';
import type { Plan } from '../../../../shared/model/load/plan.ts';
import { canBeSent } from '../../../../shared/model/setup/header-rules.ts';
import type { Csv } from '../../../../shared/plan/csv.ts';
import type { PlanResponse } from '../../../../shared/plan/judge.ts';
import { compilePlan, type Outgoing, type PlanFiles } from '../../../../shared/plan/program.ts';
import { PlanUser, type Reaction, type Turn } from '../../../../shared/plan/user.ts';
import type { Share } from '../../../../shared/plan/values.ts';
import { planOf, somePlan } from '../../../helpers/request-plans.ts';

const TARGET = 'http://127.0.0.1:3000';
const SECOND = 1e6;

const USERS: Csv = {
  columns: ['user', 'password'],
  rows: [
    ['ana', 'a1'],
    ['bob', 'b&2'],
    ['eve', 'e"3'],
  ],
};
const FILES: PlanFiles = { tables: new Map([['users.csv', USERS]]), bodies: new Map([['a.bin', Uint8Array.of(0, 255)]]) };

function answer(status = 200, body = '', headers: Readonly<Record<string, readonly string[]>> = {}): PlanResponse {
  return { status, latencyMs: 10, headers: (name) => headers[name] ?? [], body: () => ({ text: body, isCut: false }) };
}

function programOf(plan: string | Plan, share?: Share) {
  return compilePlan(typeof plan === 'string' ? planOf(`plan: 1\n${plan}`) : plan, FILES, share);
}

function userOf(plan: string, number = 0, seed = 1): PlanUser {
  return new PlanUser(programOf(plan), seed, number, TARGET);
}

function textOf({ method, origin, path, headers, body }: Outgoing): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [`${method} ${origin ?? ''}${path}`, ...lines, ...(body === '' ? [] : [String(body)])].join(' | ');
}

/* ---- a sequence ---- */

const SHOP = `
sequence:
  - { name: login, url: /login, body: { form: { user: '{{user}}', password: '{{password}}' } }, capture: { token: { json: $.token } }, think: 0.5 }
  - { name: items, url: '/items?of={{user}}', headers: { authorization: 'Bearer {{token}}' }, capture: { first: { matches: 'id=(\\d+)' }, next: { header: Link } } }
  - { name: buy, method: PUT, url: '/items/{{first}}', body: { json: { id: '{{first}}', by: 'user {{user}}', n: '{{n}}' } }, think: [1, 3] }
  - '{{next}}'
values: { user: { file: users.csv, column: user }, password: { file: users.csv, column: password }, n: { counter: 7 } }
`;

/** The shop, in memory: what it was asked, and what it answers. */
class Shop {
  readonly asked: string[] = [];
  #logins = 0;

  answer(message: Outgoing): PlanResponse {
    this.asked.push(textOf(message));
    const sid = message.headers.find(({ name }) => name === 'Cookie')?.value;
    if (message.path === '/login') {
      const number = ++this.#logins;
      return answer(200, `{"token":"t${number}"}`, { 'set-cookie': [`sid=${number}; Path=/; HttpOnly`] });
    }
    if (sid === undefined) return answer(401);
    return answer(200, '<a href="?id=12">', { link: [`${TARGET}/page/2?x=a b`] });
  }
}

function runPass(user: PlanUser, at: number, respond: (message: Outgoing) => PlanResponse): { times: number[]; last: Reaction } {
  const times: number[] = [];
  let turn: Turn | null = user.begin(at);
  let last: Reaction | null = null;
  while (turn !== null) {
    times.push(turn.intended);
    last = user.received(respond(turn.message), turn.intended + SECOND);
    turn = last.next;
  }
  return { times, last: last! };
}

test('a user logs in, and goes on with its own cookie, token and values', () => {
  const [shop, program] = [new Shop(), programOf(SHOP)];
  for (const number of [0, 1]) runPass(new PlanUser(program, 1, number, TARGET), 0, (message) => shop.answer(message));
  const type = 'Content-Type: application/x-www-form-urlencoded';
  expect(shop.asked).toEqual([
    `POST /login | ${type} | user=ana&password=a1`,
    'GET /items?of=ana | authorization: Bearer t1 | Cookie: sid=1',
    'PUT /items/12 | Content-Type: application/json | Cookie: sid=1 | {"id":"12","by":"user ana","n":7}',
    'GET /page/2?x=a%20b | Cookie: sid=1',
    `POST /login | ${type} | user=bob&password=b%262`,
    'GET /items?of=bob | authorization: Bearer t2 | Cookie: sid=2',
    'PUT /items/12 | Content-Type: application/json | Cookie: sid=2 | {"id":"12","by":"user bob","n":8}',
    'GET /page/2?x=a%20b | Cookie: sid=2',
  ]);
});

test('a request is intended when the user had the response before it and thought about it', () => {
  const shop = new Shop();
  const { times, last } = runPass(userOf(SHOP), 5 * SECOND, (message) => shop.answer(message));
  const [first, second, third, fourth] = times;
  // Each response takes a second.
  expect([first, second, third]).toEqual([5 * SECOND, 6.5 * SECOND, 7.5 * SECOND]);
  expect(fourth! - third! - SECOND).toBeGreaterThanOrEqual(SECOND);
  expect(fourth! - third! - SECOND).toBeLessThanOrEqual(3 * SECOND);
  expect(last).toEqual({ unmet: null, next: null, free: fourth! + SECOND });
});

test('what follows a response that was not as expected is not sent; the user may begin again, with its cookies and new values', () => {
  const user = userOf(SHOP);
  user.begin(0);
  const first = user.received(answer(500, '', { 'set-cookie': ['sid=9'] }), SECOND);
  expect(first).toEqual({ unmet: { kind: 'status', which: '' }, next: null, free: 1.5 * SECOND });
  expect(textOf(user.begin(2 * SECOND).message)).toBe(
    'POST /login | Content-Type: application/x-www-form-urlencoded | Cookie: sid=9 | user=bob&password=b%262',
  );
  expect(user.failed(3 * SECOND)).toEqual({ unmet: null, next: null, free: 3.5 * SECOND });
});

test('a user is asked in turn', () => {
  const user = userOf('requests: [/]');
  expect(() => user.received(answer(), 0)).toThrow('asked for nothing');
  user.begin(0);
  expect(() => user.begin(0)).toThrow('before its request had ended');
});

/* ---- what is expected ---- */

const LONG = { status: 200, latencyMs: 10, headers: () => [], body: () => ({ text: 'begin', isCut: true }) };

test.each<[string, PlanResponse, { kind: string; which: string } | null]>([
  ['200', answer(200), null],
  ['200', answer(204), { kind: 'status', which: '' }],
  ['[200, 404]', answer(404), null],
  ['{}', answer(399), null],
  ['{}', answer(404), { kind: 'status', which: '' }],
  ['{ contains: "o{{n}}" }', answer(200, 'foo1'), null],
  ['{ contains: "o{{n}}" }', answer(200, 'foo'), { kind: 'contains', which: 'o1' }],
  ['{ contains: [a, b] }', answer(200, 'a'), { kind: 'contains', which: 'b' }],
  ['{ matches: "^a+$" }', answer(200, 'aaa'), null],
  ['{ matches: "^a+$" }', answer(200, 'aab'), { kind: 'matches', which: '^a+$' }],
  ['{ json: { $.ok: true, "$.list[0]": null } }', answer(200, '{"ok":true,"list":[null]}'), null],
  ['{ json: { $.ok: true } }', answer(200, '{"ok":"true"}'), { kind: 'json', which: '$.ok' }],
  ['{ json: { $.no: null } }', answer(200, '{"ok":1}'), { kind: 'json', which: '$.no' }],
  ['{ json: { $.ok: true } }', answer(200, '<html>'), { kind: 'json', which: '$.ok' }],
  ['{ json: { $.ok: true } }', answer(200, '{"ok":true'), { kind: 'json', which: '$.ok' }],
  ['{ json: { $.x: 1 } }', answer(200, '['.repeat(100_000)), { kind: 'json', which: '$.x' }],
  ['{ maxMs: 10 }', answer(200), null],
  ['{ maxMs: 9.9 }', answer(200), { kind: 'too-slow', which: '' }],
  ['{ contains: begin }', LONG, null],
  ['{ contains: end }', LONG, { kind: 'too-large', which: 'end' }],
  ['{ matches: "end" }', LONG, { kind: 'too-large', which: 'end' }],
  ['{ json: { $.x: 1 } }', LONG, { kind: 'too-large', which: '$.x' }],
  ['{ status: 404, contains: a }', answer(200, 'b'), { kind: 'status', which: '' }],
])('expect %s: %#', (expectation, response, unmet) => {
  const user = userOf(`requests: [{ url: /, expect: ${expectation} }]\nvalues: { n: { counter: 1 } }`);
  user.begin(0);
  expect(user.received(response, 1).unmet).toEqual(unmet);
});

test('headers and bodies are asked for only where the plan looks at them, and a body once', () => {
  let [bodies, headers] = [0, 0];
  const response: PlanResponse = {
    status: 200,
    latencyMs: 1,
    headers: () => {
      headers++;
      return ['x'];
    },
    body: () => {
      bodies++;
      return { text: '{"a":1,"b":2}', isCut: false };
    },
  };
  const program = programOf(`cookies: false
sequence:
  - { url: /a, expect: { status: 200, maxMs: 100 } }
  - { url: /b, expect: { contains: a, matches: b, json: { $.a: 1 } }, capture: { x: { json: $.a }, y: { json: $.b }, z: { header: x } } }`);
  expect(program.requests.map(({ needs }) => needs)).toEqual([
    { headers: false, body: false },
    { headers: true, body: true },
  ]);
  const { last } = runPass(new PlanUser(program, 1, 0, TARGET), 0, () => response);
  expect([last.unmet, bodies, headers]).toEqual([null, 1, 1]);
});

/* ---- what is captured ---- */

const CAPTURE = (then: string): string => `
sequence:
  - { url: /, capture: { v: { json: $.v } } }
  - ${then}
`;

test.each([
  ['/a/{{v}}', '"x/../y?z=1&#"', 'GET /a/x%2F..%2Fy%3Fz%3D1%26%23'],
  ['/a?q={{v}}', '"rock & roll\\r\\nx: y"', 'GET /a?q=rock%20%26%20roll%0D%0Ax%3A%20y'],
  ['{ url: /, headers: { x: "a {{v}}" } }', '"b c"', 'GET / | x: a b c'],
  ['{ url: /, headers: { x: "{{v}}" } }', '"a\\r\\nhost: evil"', null],
  ['{ url: /, headers: { x: "{{v}}" } }', '"Ω"', null],
  ['"{{v}}"', '"/next?page=2#top"', 'GET /next?page=2'],
  ['"{{v}}"', `"${TARGET}/next"`, 'GET /next'],
  ['"{{v}}"', '"//evil.example/"', null],
  ['"{{v}}"', '"/\\\\evil.example/"', null],
  ['"{{v}}"', '"http://evil.example/"', null],
  ['"{{v}}"', `"${TARGET}.evil.example/"`, null],
  ['"{{v}}"', `"${TARGET}//evil.example/"`, null],
  ['"{{v}}"', '"next"', null],
  ['"{{v}}"', '7', null],
  ['{ url: /, body: "{{v}}" }', '7', 'POST / | 7'],
  ['{ url: /, body: "{{v}}" }', 'false', 'POST / | false'],
  ['{ url: /, body: "{{v}}" }', 'null', null],
  ['{ url: /, body: "{{v}}" }', '{"a":1}', null],
  ['{ url: /, body: "{{v}}" }', '"{{v}} {{n}}"', 'POST / | {{v}} {{n}}'],
  ['{ url: /, body: "{{v}}" }', `"${'x'.repeat(LONGEST_CAPTURE + 1)}"`, null],
  [
    '{ url: /, method: POST, body: { json: { a: "{{v}}", b: ["<{{v}}>"] } } }',
    '"\\"\\\\\\n"',
    'POST / | Content-Type: application/json | {"a":"\\"\\\\\\n","b":["<\\"\\\\\\n>"]}',
  ],
  [
    '{ url: /, method: POST, body: { form: { a: "{{v}}" } } }',
    '"1 & 2"',
    'POST / | Content-Type: application/x-www-form-urlencoded | a=1+%26+2',
  ],
])('captured for %s: %s', (then, value, sent) => {
  const user = userOf(CAPTURE(then));
  user.begin(0);
  const { unmet, next } = user.received(answer(200, `{"v":${value}}`), 0);
  expect(next && textOf(next.message)).toBe(sent);
  expect(unmet).toEqual(sent === null ? { kind: 'capture', which: 'v' } : null);
});

/* ---- values ---- */

function bodiesOf(plan: string, users: number, seed = 1, share?: Share): string[] {
  const program = programOf(plan, share);
  return Array.from({ length: users }, (_, number) => String(new PlanUser(program, seed, number, TARGET).begin(0).message.body));
}

test('rows of a file and numbers of a counter go round, one for each user, and of several processes each once', () => {
  const plan = `requests: [{ url: /, body: '{{user}}:{{password}}:{{n}}:{{n}}' }]
values: { user: { file: users.csv, column: user }, password: { file: users.csv, column: password }, n: { counter: -1 } }`;
  expect(bodiesOf(plan, 4)).toEqual(['ana:a1:-1:-1', 'bob:b&2:0:0', 'eve:e"3:1:1', 'ana:a1:2:2']);
  const both = [0, 1].flatMap((index) => bodiesOf(plan, 2, 1, { index, of: 2 }));
  expect(both.sort()).toEqual(bodiesOf(plan, 4).sort());
});

test('what a request does not use is not drawn', () => {
  const plan = `requests: [{ name: a, url: /a, weight: 1, body: '{{n}}' }, { name: b, url: /b, weight: 1, method: POST }]\nvalues: { n: { counter: 0 } }`;
  const drawn = bodiesOf(plan, 100).filter((body) => body !== '');
  expect(drawn).toEqual(drawn.map((_, at) => String(at)));
  expect(drawn.length).toBeGreaterThan(20);
});

test('random values lie between their ends, reach both, and are those of seed and user', () => {
  const plan = "requests: [{ url: /, body: '{{r}}' }]\nvalues: { r: { random: [-1, 2] } }";
  const bodies = bodiesOf(plan, 400);
  expect(new Set(bodies)).toEqual(new Set(['-1', '0', '1', '2']));
  expect(bodiesOf(plan, 400)).toEqual(bodies);
  expect(bodiesOf(plan, 400, 2)).not.toEqual(bodies);
});

/* ---- a mix ---- */

test('requests of a mix are drawn by their weights', () => {
  const program = programOf(
    'requests: [{ url: /a, weight: 6 }, { url: /never, weight: 0 }, { url: /b, weight: 3 }, { url: /c, weight: 1 }]',
  );
  const counts = [0, 0, 0, 0];
  const users = 20_000;
  for (let number = 0; number < users; number++) counts[new PlanUser(program, 7, number, TARGET).begin(0).message.request]!++;
  [0.6, 0, 0.3, 0.1].forEach((share, at) => {
    const deviation = Math.sqrt(users * share * (1 - share));
    expect(Math.abs(counts[at]! - users * share)).toBeLessThanOrEqual(4 * deviation);
  });
});

test('one user that makes many requests has the shares as well, and thinks after each', () => {
  const user = userOf('requests: [{ url: /a, weight: 3, think: 1 }, { url: /b, think: 1 }]');
  let [at, first] = [0, 0];
  for (let i = 0; i < 4_000; i++) {
    const { message, intended } = user.begin(at);
    if (message.request === 0) first++;
    const { free, next } = user.received(answer(), intended);
    expect([next, free]).toEqual([null, at + SECOND]);
    at = free;
  }
  expect(Math.abs(first - 3_000)).toBeLessThan(4 * Math.sqrt(4_000 * 0.75 * 0.25));
});

test('which requests a user makes does not depend on who else there is', () => {
  const plan = "requests: [{ url: '/{{r}}' }, { url: '/b/{{r}}', weight: 2 }]\nvalues: { r: { random: [1, 1000] } }";
  const alone = (number: number): string[] => {
    const user = userOf(plan, number);
    return Array.from({ length: 5 }, () => {
      const { message } = user.begin(0);
      user.received(answer(), 0);
      return message.path;
    });
  };
  const program = programOf(plan);
  const users = [0, 1, 2].map((number) => new PlanUser(program, 1, number, TARGET));
  const together: string[][] = [[], [], []];
  for (const number of [2, 0, 1, 1, 2, 0, 0, 0, 1, 2, 2, 1, 0, 1, 2]) {
    together[number]!.push(users[number]!.begin(0).message.path);
    users[number]!.received(answer(), 0);
  }
  expect(together).toEqual([0, 1, 2].map(alone));
});

test('a request without placeholders is one object for all users without cookies', () => {
  const program = programOf('requests: [{ url: /a, headers: { x: y } }]');
  const [one, other] = [0, 1].map((number) => new PlanUser(program, 1, number, TARGET));
  const { message } = one!.begin(0);
  expect([other!.begin(0).message, message.isConstant]).toEqual([message, true]);
  expect(other!.failed(0).next).toBeNull();
  one!.received(answer(200, '', { 'set-cookie': ['a=1'] }), 0);
  expect(textOf(one!.begin(0).message)).toBe('GET /a | x: y | Cookie: a=1');
  expect(other!.begin(0).message).toBe(message);
});

test('a body from a file is sent as it is', () => {
  const { message } = userOf('requests: [{ url: /, body: { file: a.bin } }]').begin(0);
  expect([message.method, message.headers, message.body]).toEqual(['POST', [], Uint8Array.of(0, 255)]);
});

/* ---- cookies ---- */

/** What is sent to `/app/next` after a response to `/app/login` with these cookies. */
function cookiesAfter(setCookie: readonly string[], path = '/app/next', given = ''): string {
  const headers = given === '' ? '' : `, headers: { cookie: "${given}" }`;
  const user = userOf(`sequence: [{ url: /app/login }, { url: ${path}${headers} }]`);
  user.begin(0);
  const { next } = user.received(answer(302, '', { 'set-cookie': setCookie }), 0);
  return next!.message.headers.find(({ name }) => name.toLowerCase() === 'cookie')?.value ?? '';
}

test.each([
  [['a=1', 'b=2; Path=/; HttpOnly; SameSite=Lax'], 'a=1; b=2'],
  [['a=1', 'a=2'], 'a=2'],
  [['a=1; Path=/other'], ''],
  [['a=1; Path=/app'], 'a=1'],
  [['a=1', 'a=; Max-Age=0'], ''],
  [['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], ''],
  [['a=1; Domain=evil.example'], ''],
  [['a=1; Domain=127.0.0.1'], 'a=1'],
  [['a=1; Secure'], 'a=1'],
  [['=x', 'a', '', '; Path=/'], ''],
  [['a=1\r\nx: y'], ''],
  [[`a=${'x'.repeat(LONGEST_COOKIE)}`], ''],
])('%j', (setCookie, sent) => {
  expect(cookiesAfter(setCookie)).toBe(sent);
});

test('a path gets its own cookies only, and the one that the plan gives stays', () => {
  expect(cookiesAfter(['a=1; Path=/app', 'b=2; Path=/'], '/elsewhere')).toBe('b=2');
  expect(cookiesAfter(['a=1'], '/app/x', 'given=1')).toBe('given=1; a=1');
});

test('nobody fills the memory with cookies', () => {
  const many = Array.from({ length: 3 * MOST_COOKIES }, (_, at) => `c${at}=1`);
  expect(cookiesAfter([...many, 'c0=2']).split('; ')).toHaveLength(MOST_COOKIES);
  expect(cookiesAfter([...many, 'c0=2'])).toMatch(/^c0=2;/);
});

test('without cookies none are kept', () => {
  const user = userOf('cookies: false\nsequence: [/, /]');
  user.begin(0);
  expect(user.received(answer(200, '', { 'set-cookie': ['a=1'] }), 0).next!.message.headers).toEqual([]);
});

/* ---- whatever comes ---- */

test('any plan with any responses: every request can be sent, a pass ends, the same seed does the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('{"a":{"b c":[1]}}', '"x"', '{"a":"\\r\\n"}', 'null'),
  );
  const response = fc.record({ status: fc.integer({ min: 100, max: 599 }), body: text, header: text, failed: fc.boolean() });
  fc.assert(
    fc.property(somePlan, fc.array(response, { minLength: 1, maxLength: 10 }), fc.integer(), (plan, responses, seed) => {
      const rows = plan.values.flatMap(({ source }) => (source.kind === 'file' ? [source.column] : []));
      const tables = new Map([['words.csv', { columns: rows, rows: [rows] }]]);
      const bodies = new Map(
        plan.requests.flatMap(({ body }) => (body.kind === 'file' ? [[body.file, Uint8Array.of(1)]] : [])) as [string, Uint8Array][],
      );
      const run = (): string[] => {
        const user = new PlanUser(compilePlan(plan, { tables, bodies }), seed, 3, TARGET);
        const sent: string[] = [];
        for (const { status, body, header, failed } of responses) {
          let turn: Turn | null = user.begin(0);
          for (let turns = 0; turn !== null; turns++) {
            const { message }: Turn = turn;
            expect(message.path).toMatch(/^\/[!-~]*$/);
            expect(message.headers.every(canBeSent)).toBe(true);
            expect(turns).toBeLessThan(plan.requests.length);
            sent.push(textOf(message));
            const reaction: Reaction = failed
              ? user.failed(1)
              : user.received({ status, latencyMs: 1, headers: () => [header], body: () => ({ text: body, isCut: false }) }, 1);
            turn = reaction.next;
          }
        }
        return sent;
      };
      expect(run()).toEqual(run());
    }),
    { seed: 4, numRuns: 300 },
  );
});
