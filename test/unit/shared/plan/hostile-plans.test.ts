/** Plans of others: whatever stands in one, the answer is a plan of plain data or sentences, in bounded time and memory. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { readCurl } from '../../../../shared/plan/curl.ts';
import { MOST_PROBLEMS } from '../../../../shared/plan/problem.ts';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';
import { PAYLOADS, RAW_CONTROL } from '../../../helpers/payloads.ts';
import { wordProblems } from '../../../helpers/request-plans.ts';

const MEGABYTE = 1_000_000;
const many = (text: string, length = MEGABYTE): string => text.repeat(Math.floor(length / text.length));
const HEAD = 'plan: 1\nrequests: [/]\n';
const lines = (count: number, line: (at: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Each is refused with at least one sentence. */
const BOMBS: readonly (readonly [what: string, text: string])[] = [
  ['a billion laughs', `${HEAD}a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]`],
  ['an alias of itself', 'plan: &a [*a]'],
  ['an anchor that nobody uses', `${HEAD}warmup: &a 3`],
  ['a merge key', `${HEAD}<<: { warmup: 3 }`],
  ['a function of JavaScript', `${HEAD}warmup: !!js/function 'function(){process.exit()}'`],
  ['a regular expression of JavaScript', `${HEAD}warmup: !!js/regexp /a/`],
  ['undefined of JavaScript', `${HEAD}warmup: !!js/undefined ''`],
  ['an object of Python', `!!python/object/apply:os.system ["id"]`],
  ['an object of Ruby', `--- !ruby/object:Gem::Installer\ni: x`],
  ['an object of Java', `!!javax.script.ScriptEngineManager [!!java.net.URL ["http://127.0.0.1/"]]`],
  ['binary data', `${HEAD}warmup: !!binary aGVsbG8=`],
  ['a set', '!!set { a, b }'],
  ['a tag of its own', '%TAG ! tag:example.com,2000:\n---\n!x y'],
  ['YAML 1.1', `%YAML 1.1\n---\n${HEAD}`],
  ['open lists', many('[')],
  ['open maps', many('{')],
  ['closed lists', many(']')],
  ['lists in lists', many('- ')],
  ['keys in keys', many('a: ')],
  ['keys that are explicit', many('? ')],
  ['keys that are explicit, in brackets', `[${many('? ', 80_000)}`],
  ['keys in keys, in brackets', `{${many('a: ', 80_000)}`],
  ['stairs', lines(900, (at) => `${' '.repeat(at)}a:`)],
  ['stairs of lists', lines(900, (at) => `${' '.repeat(at)}-`)],
  ['a list of nothing', many('-\n')],
  ['keys without end', lines(100_000, (at) => `k${at}: 1`)],
  ['the same key without end', many('a: 1\n', 500_000)],
  ['numbers without end', `plan: [${many('1,')}]`],
  ['requests without end', `plan: 1\nrequests: [${many('/,', 40_000)}/]`],
  ['headers without end', `plan: 1\nrequests: [{ url: /, headers: { ${lines(300, (at) => `h${at}: x,`)} } }]`],
  ['values without end', `${HEAD}values: { ${lines(300, (at) => `v${at}: { counter: 1 },`)} }`],
  ['wrong words without end', `plan: 1\nrequests: [${many('{ x: y },', 9_000)}]`],
  ['anchors', many('&a ')],
  ['aliases', many('*a ')],
  ['tags', many('!')],
  ['directives', many('%A\n')],
  ['documents', many('---\n')],
  ['comments', many('#\n')],
  ['line ends', many('\n')],
  ['blanks', many(' ')],
  ['tabs', many('\t')],
  ['a quote that is not closed', `"${many('x')}`],
  ['backslashes', `"${many('\\')}`],
  ['colons', many(':')],
  ['commas', many(',')],
  ['zeros', many('\0')],
  ['marks of byte order', many('\ufeff')],
  ['halves of characters', many('\ud800')],
  ['a long text', many('x', 3 * MEGABYTE)],
  ['a long URL', `plan: 1\nrequests: [/${many('x', 10_000)}]`],
  ['a long body', `plan: 1\nrequests: [{ url: /, body: ${many('x', 1_100_000)} }]`],
  ['a long name', `plan: 1\nrequests: [{ url: /, name: ${many('x', 200)} }]`],
  ['a pattern that takes for ever to compile', `plan: 1\nrequests: [{ url: /, expect: { matches: '((a{100}){100}){100}' } }]`],
  ['a deep pattern', `plan: 1\nrequests: [{ url: /, expect: { matches: '${'('.repeat(400)}${')*'.repeat(400)}' } }]`],
  ['a prototype', `${HEAD}__proto__: { polluted: true }`],
  ['a constructor', `${HEAD}constructor: { prototype: { polluted: true } }`],
  ['infinity', `${HEAD}warmup: .inf`],
  ['not a number', `${HEAD}timeout: .nan`],
  ['a number in other digits', `${HEAD}warmup: ١`],
  ['a key that is a map', `? { a: b }\n: c`],
  ['a request that is a list', 'plan: 1\nrequests: [[[/]]]'],
  ['null everywhere', 'plan:\nrequests:\nvalues:\nload:\n'],
  ['a header within a header', `plan: 1\nrequests: [{ url: /, headers: { "a: b\\r\\nx": y } }]`],
  ['a request within a request', `plan: 1\nrequests: ["http://127.0.0.1\\r\\nHost: x/"]`],
  ['a host behind a backslash', 'plan: 1\nrequests: ["http://127.0.0.1\\\\@example.com/"]'],
  ['another scheme', 'plan: 1\nrequests: ["file:///etc/passwd"]'],
  ['a host without a scheme', 'plan: 1\nrequests: ["//example.com/"]'],
  ['a host in other letters', 'plan: 1\nrequests: ["http://еxample.com/"]'],
];

test.each(BOMBS)('%s is refused, in sentences', (_, text) => {
  const read = readPlan(text);
  const sentences = wordProblems(read);
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.length).toBeLessThanOrEqual(MOST_PROBLEMS);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^Line \d+, column \d+: \p{Lu}|^Line \d+, column \d+: ["{]/u);
    expect(sentence).not.toMatch(RAW_CONTROL);
    expect(sentence.length).toBeLessThan(500);
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('there are fifty of them at least', () => {
  expect(BOMBS.length).toBeGreaterThanOrEqual(50);
});

test.each(PAYLOADS.map((payload) => [JSON.stringify(payload), payload]))('%s is a text like any other', (_, payload) => {
  const quoted = JSON.stringify(payload).replaceAll('{{', '\\\\{{');
  const text = `plan: 1\nrequests: [{ url: /, name: ${quoted}, body: { json: { ${quoted}: [${quoted}] } }, expect: { contains: ${quoted} } }]`;
  const read = readPlan(text);
  expect(wordProblems(read)).toEqual([]);
  if (!read.ok) return;
  expect(JSON.stringify(read.plan.requests[0]!.body)).toContain(JSON.stringify(payload).slice(1, 20));
  expect(readPlan(writePlan(read.plan))).toEqual(read);
  // As a word that means nothing it stands in a sentence.
  const [sentence] = wordProblems(readPlan(`${HEAD}${JSON.stringify(payload)}: 1`));
  expect(sentence).toMatch(/means nothing here|appears here a second time/);
  expect(sentence).not.toMatch(RAW_CONTROL);
});

const GOOD = `plan: 1
sequence:
  - { name: login, url: /login, body: { form: { user: '{{user}}' } }, capture: { token: { json: $.token } } }
  - url: /search?q={{n}}
    method: POST
    headers: { authorization: "Bearer {{token}}" } # secret
    body: |
      {"a": "b"}
    expect: { status: [200, 404], matches: '(a+)+$', json: { $.ok: true } }
    think: [0.5, 1]
values: { user: { file: users.csv, column: user }, n: { random: [1, 6] } }
load: { model: closed, connections: 10, duration: 10 }
`;

test('changed at random places, a plan is a plan or is not, and never anything else', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    '- ',
    '"',
    "'",
    '\n',
    '\n  ',
    '&a ',
    '*a',
    '!',
    '{{',
    '}}',
    '|',
    '\t',
    '\0',
    '9'.repeat(30),
    '#',
  );
  const change = fc.record({ at: fc.nat({ max: GOOD.length }), length: fc.nat({ max: 20 }), piece: pieces });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
      const text = changes.reduce((old, { at, length, piece }) => old.slice(0, at) + piece + old.slice(at + length), GOOD);
      const read = readPlan(text);
      if (read.ok) expect(readPlan(writePlan(read.plan, text))).toEqual(read);
      else expect(wordProblems(read).length).toBeGreaterThan(0);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test.each([
  ['quotes', `curl ${many(`'a'`)}`],
  ['a quote that is not closed', `curl '${many('x')}`],
  ['escapes', `curl $'${many('\\n')}'`],
  ['bytes', `curl $'${many('\\xff')}'`],
  ['carets', `curl ^"${many('^^')}^"`],
  ['backslashes', `curl ^"${many('\\')}^"`],
  ['commands', many('curl x;')],
  ['options', `curl ${many('-s ')}`],
  ['letters', `curl -${many('s')}`],
  ['fields', `curl http://127.0.0.1/ ${many('-F a=;type=', 500_000)}`],
  ['blanks', `curl ${many(' ')}x`],
  ['a long command', many('curl x ', 5 * MEGABYTE)],
  ['a program behind it', 'curl x; rm -rf /'],
  ['a program within it', 'curl "http://127.0.0.1/$(id)"'],
  ['backquotes', 'curl http://127.0.0.1/`id`'],
  ['a variable', 'curl http://127.0.0.1/$HOME'],
])('a curl command of %s is read or refused', (_, text) => {
  const read = readCurl(text);
  if (read.ok) return;
  expect(wordSaid(read.says)).not.toMatch(RAW_CONTROL);
  expect(wordSaid(read.says).length).toBeLessThan(300);
});
