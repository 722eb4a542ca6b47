/** Request plans for tests: their problems in words, and made-up ones. */
import fc from 'fast-check';
import { wordSaid } from '../../shared/format/word-said.ts';
import {
  defaultMethod,
  type Json,
  type Plan,
  type PlanBody,
  type PlanCapture,
  type PlanRequest,
  type PlanValue,
} from '../../shared/model/load/plan.ts';
import type { PlanLoad } from '../../shared/model/load-models.ts';
import { HTTP_METHODS } from '../../shared/model/setup/http-methods.ts';
import type { PlanProblem } from '../../shared/plan/problem.ts';
import { type ReadPlan, readPlan } from '../../shared/plan/read-plan.ts';
import { tellProblem } from '../../shared/plan/tell-problem.ts';

export function wordProblems(read: ReadPlan): string[] {
  return read.ok ? [] : read.problems.map(wordProblem);
}

export function wordProblem(problem: PlanProblem): string {
  return wordSaid(tellProblem(problem));
}

/** The plan of a text that is one. */
export function planOf(text: string): Plan {
  const read = readPlan(text);
  if (!read.ok) throw new Error(wordProblems(read).join('\n'));
  return read.plan;
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '0', '_'), minLength: 1, maxLength: 6 }).map((text) => `v${text}`);
/** What YAML reads as something else if it is not quoted. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      '',
      ' ',
      'null',
      'true',
      '1.0',
      '0x1f',
      '- a',
      '# no comment',
      'a: b',
      '"',
      "'",
      '|',
      '&a',
      '*a',
      '!x',
      '%',
      '@',
      '`',
      '{',
      '[',
      '\n',
      'a\n\n b\n',
      '\r\n',
      '\t',
      '~',
      '=',
      '<<',
      '\u2028',
      '__proto__',
      '\\{{',
    ),
  )
  .filter((one) => !one.replaceAll('\\{{', '').includes('{{'));
const latin = fc.string({ unit: fc.constantFrom('a', ' ', ':', '"', '#', '=', ';', 'é'), maxLength: 15 });
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
  text,
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

const pairs = fc
  .uniqueArray(fc.tuple(fc.constantFrom('accept', 'X-A', 'cookie', 'x.1'), fc.array(latin, { minLength: 1, maxLength: 2 })), {
    selector: ([name]) => name,
    maxLength: 3,
  })
  .map((all) => all.flatMap(([name, values]) => values.map((value) => ({ name, value }))));

const body: fc.Arbitrary<PlanBody> = fc.oneof(
  fc.constant<PlanBody>({ kind: 'none' }),
  text.map((one): PlanBody => ({ kind: 'text', text: one })),
  json.map((one): PlanBody => ({ kind: 'json', json: one })),
  pairs.map((fields): PlanBody => ({ kind: 'form', fields })),
  word.map((file): PlanBody => ({ kind: 'file', file: `${file}.bin` })),
);

const seconds = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);

const captures: fc.Arbitrary<PlanCapture[]> = fc.uniqueArray(
  fc.record({ name: word.map((one) => `c_${one}`), from: fc.constantFrom('json', 'header', 'matches') }).map(({ name, from }) => ({
    name,
    from,
    at: from === 'header' ? 'location' : '$',
  })),
  { selector: ({ name }) => name, maxLength: 2 },
);

const request = (order: Plan['order']): fc.Arbitrary<PlanRequest> =>
  fc
    .record({
      name: text.filter((one) => one !== '' && one.length < 50),
      method: fc.option(fc.constantFrom(...HTTP_METHODS), { nil: null }),
      url: fc.constantFrom('/', '/a?b=1&c=%20', '/ü ?{', 'http://127.0.0.1:3000/x', 'https://[::1]/', '/\\{{'),
      headers: pairs,
      body,
      weight: order === 'mix' ? fc.integer({ min: 1, max: 1_000 }) : fc.constant(1),
      thinkS: fc.tuple(seconds, seconds).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
      expect: fc.record({
        status: fc.array(fc.integer({ min: 100, max: 599 }), { maxLength: 3 }),
        contains: fc.array(text, { maxLength: 2 }),
        matches: fc.array(fc.constantFrom('a+', '"id": (\\d+)', '(?i)x|y'), { maxLength: 2 }),
        json: fc.uniqueArray(fc.record({ path: fc.constantFrom('$', '$.a', "$['b c'][0]"), value: scalar }), {
          selector: ({ path }) => path,
          maxLength: 2,
        }),
        maxMs: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null }),
      }),
      captures: order === 'mix' ? fc.constant([]) : captures,
    })
    .map(({ method, ...one }) => ({ ...one, method: method ?? defaultMethod(one.body) }));

const value: fc.Arbitrary<PlanValue> = fc.record({
  name: word,
  source: fc.oneof(
    word.map((column) => ({ kind: 'file' as const, file: 'words.csv', column })),
    fc.maxSafeInteger().map((first) => ({ kind: 'counter' as const, first })),
    fc.tuple(fc.integer(), fc.nat()).map(([least, span]) => ({ kind: 'random' as const, least, most: least + span })),
  ),
});

const count = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: null });
const load: fc.Arbitrary<PlanLoad> = fc.oneof(
  fc.record({ model: fc.constant('closed' as const), connections: count, duration: count, amount: fc.constant(null) }),
  fc.record({ model: fc.constant('users' as const), users: count, requests: count, spread: count }),
  fc.record({
    model: fc.constant('arrivals' as const),
    phases: fc.array(fc.constantFrom('10/s for 20s', '0.5/s..170/s over 10s', 'pause 5s', '3x(10/s for 5s, 100/s for 1s)'), {
      maxLength: 3,
    }),
    poisson: fc.boolean(),
    seed: count,
    maxInFlight: count,
  }),
  fc.record({
    model: fc.constant('sweep' as const),
    of: fc.constantFrom('connections' as const, 'rate' as const),
    levels: fc.constantFrom('1..32', '1, 5, 25', '100..2000'),
    hold: count,
    maxInFlight: count,
  }),
);

/** Plans with everything that can be in one. */
export const somePlan: fc.Arbitrary<Plan> = fc.constantFrom('mix' as const, 'sequence' as const).chain((order) =>
  fc.record({
    order: fc.constant(order),
    requests: fc.uniqueArray(request(order), { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
    values: fc.uniqueArray(value, { selector: ({ name }) => name, maxLength: 3 }),
    cookies: fc.boolean(),
    keepAlive: fc.boolean(),
    load: fc.option(load, { nil: null }),
    warmupS: fc.option(seconds, { nil: null }),
    timeoutS: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
  }),
);
