import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';
import { planOf, somePlan, wordProblems } from '../../../helpers/request-plans.ts';

const SEED = 12;

test('a plan that is written is read as the same plan', () => {
  fc.assert(
    fc.property(somePlan, (plan) => {
      const read = readPlan(writePlan(plan));
      expect(wordProblems(read)).toEqual([]);
      expect(read).toEqual({ ok: true, plan });
    }),
    { seed: SEED, numRuns: 150 },
  );
});

test('a text that is changed to another plan is read as that one, whatever it was before', () => {
  fc.assert(
    fc.property(somePlan, somePlan, fc.boolean(), (before, after, isJson) => {
      const yaml = writePlan(before);
      const text = isJson ? JSON.stringify(JSON.parse(JSON.stringify(jsonOf(yaml)))) : yaml;
      expect(readPlan(writePlan(after, text))).toEqual({ ok: true, plan: after });
    }),
    { seed: SEED, numRuns: 100 },
  );
});

/** The same plan as JSON: our own writer keeps JSON as JSON. */
function jsonOf(yaml: string): unknown {
  return JSON.parse(writePlan(planOf(yaml), '{"plan":1,"requests":["/never"]}'));
}

test('a text whose plan does not change stays as it is, to the byte', () => {
  const text = '# mine\nplan:    1\nrequests: [ /a,   {url:  /b} ]   # two\n\n\ncookies: true\n';
  expect(writePlan(planOf(text), text)).toBe(text);
});

const COMMENTED = `# Load of the shop
plan: 1
requests:
  # what most people do
  - name: page
    url: /page # the start page
    weight: 3

  # what costs most
  - name: search
    url: "/search?q={{word}}" # quoted
    headers:
      accept: text/html # as browsers
      x-old: 1
    expect: [200, 404]
values:
  word: { file: words.csv, column: word } # from the shop
cookies: true # said although it is so anyway
warmup: 3 # seconds
`;

test('comments, quotes, order and what is said without need stay where the plan stays the same', () => {
  const plan = planOf(COMMENTED);
  const [page, search] = plan.requests;
  const changed = {
    ...plan,
    requests: [
      { ...search!, headers: [search!.headers[0]!, { name: 'x-new', value: 'a: b' }], expect: { ...search!.expect, maxMs: 500 } },
      { ...page!, weight: 5 },
      { ...page!, name: 'third', url: '/third' },
    ],
    warmupS: 4,
    timeoutS: 10,
  };
  expect(writePlan(changed, COMMENTED)).toBe(`# Load of the shop
plan: 1
requests:
  # what costs most
  - name: search
    url: "/search?q={{word}}" # quoted
    headers:
      accept: text/html # as browsers
      x-new: "a: b"
    expect:
      status: [200, 404]
      maxMs: 500
  # what most people do
  - name: page
    url: /page # the start page
    weight: 5
  - name: third
    url: /third
    weight: 3
values:
  word: { file: words.csv, column: word } # from the shop
cookies: true # said although it is so anyway
warmup: 4 # seconds
timeout: 10
`);
});

test('what goes from the plan goes from the text', () => {
  const plan = planOf(COMMENTED);
  const [page] = plan.requests;
  expect(writePlan({ ...plan, requests: [page!], values: [], warmupS: null }, COMMENTED)).toBe(`# Load of the shop
plan: 1
requests:
  # what most people do
  - name: page
    url: /page # the start page
    weight: 3
cookies: true # said although it is so anyway
`);
});

test('a mix that becomes a sequence, and a sequence that becomes a mix, keep their comments', () => {
  const mix = '# mine\nplan: 1\nrequests:\n  - { url: /a, weight: 1 } # first\n  - { url: /b, weight: 3 }\n';
  const sequence = '# mine\nplan: 1\nsequence:\n  - { url: /a } # first\n  - { url: /b }\n';
  expect(writePlan({ ...planOf(mix), order: 'sequence' }, mix)).toBe(sequence);
  expect(writePlan({ ...planOf(sequence), order: 'mix' }, sequence)).toBe(sequence.replace('sequence', 'requests'));
});

test('a plan that is being filled in keeps the comments', () => {
  const plan = planOf(COMMENTED);
  const [page, search] = plan.requests;
  const text = writePlan({ ...plan, requests: [{ ...page!, url: '' }, search!] }, COMMENTED);
  expect(text).toBe(COMMENTED.replace('url: /page # the', 'url: "" # the'));
});

test('JSON stays JSON', () => {
  const text = '{"plan": 1, "requests": [{"url": "/a", "weight": 2}]}';
  const plan = planOf(text);
  const written = writePlan({ ...plan, warmupS: 2 }, text);
  expect(JSON.parse(written)).toEqual({ plan: 1, requests: [{ url: '/a', weight: 2 }], warmup: 2 });
});

test('a plan is written in its shortest form', () => {
  const text = `plan: 1
requests:
  - { url: /a, method: GET, weight: 1, think: 0, expect: { status: 200 }, headers: {} }
  - { name: POST /b, url: /b, method: POST, body: { text: x } }
cookies: true
keepAlive: true
`;
  expect(writePlan(planOf(text))).toBe(`plan: 1
requests:
  - url: /a
    expect: 200
  - url: /b
    body: x
`);
});
