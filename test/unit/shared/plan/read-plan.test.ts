import { expect, test } from 'vitest';
import { NO_BODY, NO_EXPECT, NO_THINK, type Plan } from '../../../../shared/model/load/plan.ts';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { wordProblems } from '../../../helpers/request-plans.ts';

const PLAIN = { method: 'GET', headers: [], body: NO_BODY, weight: 1, thinkS: NO_THINK, expect: NO_EXPECT, captures: [] } as const;

test('a mix with values, expectations and a load', () => {
  const text = `
plan: 1
requests:
  - { name: page, url: /page, weight: 3 }
  - name: search                                 # what people look for
    method: POST
    url: /search
    headers: { content-type: application/json, accept: [text/html, "*/*"], x-version: 1.0 }
    body: '{"q": "{{word}}"}'
    expect: { status: [200, 404], contains: '{{word}}', matches: 'id=\\d+', json: { $.ok: true, "$['a b'][-1]": null }, maxMs: 500 }
    think: [0.5, 2]
  - slow?x=1
values: { word: { file: words.csv, column: word }, n: { counter: 1 }, r: { random: [1, 6] } }
cookies: false
keepAlive: false
load: { model: arrivals, phases: ["10/s for 20s", "10/s..170/s over 10s"], poisson: true, seed: 1, maxInFlight: 10000 }
warmup: 3
timeout: 10
`;
  const plan: Plan = {
    order: 'mix',
    requests: [
      { ...PLAIN, name: 'page', url: '/page', weight: 3 },
      {
        ...PLAIN,
        name: 'search',
        method: 'POST',
        url: '/search',
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'accept', value: 'text/html' },
          { name: 'accept', value: '*/*' },
          { name: 'x-version', value: '1.0' },
        ],
        body: { kind: 'text', text: '{"q": "{{word}}"}' },
        expect: {
          status: [200, 404],
          contains: ['{{word}}'],
          matches: ['id=\\d+'],
          json: [
            { path: '$.ok', value: true },
            { path: "$['a b'][-1]", value: null },
          ],
          maxMs: 500,
        },
        thinkS: [0.5, 2],
      },
      { ...PLAIN, name: 'GET /slow', url: '/slow?x=1' },
    ],
    values: [
      { name: 'word', source: { kind: 'file', file: 'words.csv', column: 'word' } },
      { name: 'n', source: { kind: 'counter', first: 1 } },
      { name: 'r', source: { kind: 'random', least: 1, most: 6 } },
    ],
    cookies: false,
    keepAlive: false,
    load: { model: 'arrivals', phases: ['10/s for 20s', '10/s..170/s over 10s'], poisson: true, seed: 1, maxInFlight: 10_000 },
    warmupS: 3,
    timeoutS: 10,
  };
  expect(readPlan(text)).toEqual({ ok: true, plan });
});

test('a sequence with a login, as JSON', () => {
  const text = JSON.stringify({
    plan: 1,
    sequence: [
      {
        url: '/login',
        body: { form: { user: 'ana', tag: ['a', 'b'] } },
        capture: { token: { json: '$.token' }, at: { header: 'Location' } },
      },
      {
        name: 'save',
        method: 'PUT',
        url: '{{at}}',
        headers: { authorization: 'Bearer {{token}}' },
        body: { json: { id: 1, list: ['{{token}}'] } },
      },
      { url: '/send', body: { file: 'payload.bin' }, think: 1 },
    ],
  });
  const plan: Plan = {
    order: 'sequence',
    requests: [
      {
        ...PLAIN,
        name: 'POST /login',
        method: 'POST',
        url: '/login',
        body: {
          kind: 'form',
          fields: [
            { name: 'user', value: 'ana' },
            { name: 'tag', value: 'a' },
            { name: 'tag', value: 'b' },
          ],
        },
        captures: [
          { name: 'token', from: 'json', at: '$.token' },
          { name: 'at', from: 'header', at: 'Location' },
        ],
      },
      {
        ...PLAIN,
        name: 'save',
        method: 'PUT',
        url: '{{at}}',
        headers: [{ name: 'authorization', value: 'Bearer {{token}}' }],
        body: { kind: 'json', json: { id: 1, list: ['{{token}}'] } },
      },
      { ...PLAIN, name: 'POST /send', method: 'POST', url: '/send', body: { kind: 'file', file: 'payload.bin' }, thinkS: [1, 1] },
    ],
    values: [],
    cookies: true,
    keepAlive: true,
    load: null,
    warmupS: null,
    timeoutS: null,
  };
  expect(readPlan(text)).toEqual({ ok: true, plan });
});

test('requests without a name are called by method and path, each in another way', () => {
  const read = readPlan('plan: 1\nrequests: [/a?x=1, /a?x=2, { url: /a, method: POST }, { name: GET /b, url: /c }, /b]');
  expect(read.ok && read.plan.requests.map(({ name }) => name)).toEqual(['GET /a', 'GET /a (2)', 'POST /a', 'GET /b', 'GET /b (2)']);
});

const HEAD = 'plan: 1\n';
const ONE = 'plan: 1\nrequests: [/]\n';

/** What is wrong, and its sentence with line and column. */
test.each([
  ['nothing', '', 'Line 1, column 1: The plan is empty. It begins with "plan: 1" and a list of requests.'],
  ['no version', 'requests: [/]', 'Line 1, column 1: A plan starts with the version of its format: "plan: 1".'],
  ['a newer version', 'plan: 2\nrequests: [/]', 'Line 1, column 7: This plan has format 2; this version of Loopscope reads format 1.'],
  ['no requests', 'plan: 1', 'Line 1, column 1: The plan has no requests.'],
  ['an empty list', `${HEAD}requests: []`, 'Line 2, column 11: The plan has no requests.'],
  [
    'both lists',
    `${ONE}sequence: [/]`,
    'Line 3, column 11: A plan has either "requests", of which one is drawn each time, or a "sequence", which each user goes through.',
  ],
  [
    'a word that means nothing',
    `${HEAD}requests:\n  - url: /\n    methd: POST`,
    'Line 4, column 5: "methd" means nothing here. What may stand here: name, method, url, headers, body, weight, think, expect, capture.',
  ],
  [
    'consent',
    `${ONE}allowHost: example.com`,
    'Line 3, column 1: A plan cannot allow load to another machine: whoever starts the run says so (--allow-host).',
  ],
  ['a key twice', `${HEAD}requests:\n  - url: /\n    url: /b`, 'Line 4, column 5: "url" appears here a second time.'],
  ['a tab', `${HEAD}requests:\n\t- url: /`, 'Line 3, column 1: A tab is used to indent: YAML takes spaces only.'],
  ['two documents', `${ONE}---\nplan: 1`, 'Line 3, column 1: A second document begins here (---): a file holds one plan.'],
  [
    'an open bracket',
    `${HEAD}requests: [/`,
    'Line 2, column 13: This line is indented differently from the lines it belongs to, or a bracket before it is not closed.',
  ],
  ['an open quote', `${HEAD}requests: ["/]`, 'Line 2, column 15: A quote, bracket, comma or colon is missing here.'],
  ...[['requests: [{{p}}]'], ['sequence: [{ url: /, headers: { authorization: Bearer {{t}} } }]'], ['requests:\n  - url: {{p}}']].map(
    ([rest]) => [
      `a placeholder without quotes in ${JSON.stringify(rest)}`,
      `${HEAD}${rest}`,
      expect.stringMatching(
        /^Line [23], column \d+: This is not valid YAML: braces mean something in it, so a text with a placeholder is put in quotes: "\{\{name\}\}"\.$/,
      ) as string,
    ],
  ),
  [
    'an alias',
    `${HEAD}requests: [/]\nwarmup: *a`,
    'Line 3, column 9: Anchors (&) and aliases (*) are not read in plans: write the value out, or put it in quotes.',
  ],
  [
    'a tag',
    `${HEAD}requests: !!js/function x`,
    'Line 2, column 11: Tags (!) are not read in plans: leave it out, or put the text in quotes.',
  ],
  ['a directive', `%YAML 1.1\n---\n${ONE}`, 'Line 1, column 1: Directives (%) are not read in plans: leave the line out.'],
  [
    'a number too long',
    `${HEAD}requests: [{ url: /, body: { json: { id: 12345678901234567890 } } }]`,
    'Line 2, column 42: This number has more digits than can be kept exactly: put it in quotes.',
  ],
  [
    'a method',
    `${HEAD}requests: [{ url: /, method: BREW }]`,
    'Line 2, column 30: "method" has to be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
  ],
  ['a weight', `${HEAD}requests: [{ url: /, weight: -1 }]`, 'Line 2, column 30: "weight" has to be a number from 0 to 1,000,000.'],
  [
    'no weight at all',
    `${HEAD}requests: [{ url: /, weight: 0 }]`,
    'Line 2, column 11: All requests have the weight 0, so there is none to be made.',
  ],
  [
    'a weight in a sequence',
    `${HEAD}sequence: [{ url: /, weight: 2 }]`,
    'Line 2, column 30: In a sequence each request is made once, so it has no weight.',
  ],
  [
    'two bodies',
    `${HEAD}requests: [{ url: /, body: { text: a, file: b } }]`,
    'Line 2, column 28: A body is a string, or one of "text", "json", "form" and "file".',
  ],
  [
    'think backwards',
    `${HEAD}requests: [{ url: /, think: [2, 1] }]`,
    'Line 2, column 29: Think time is a number of seconds, or two, the smaller one first.',
  ],
  ['a status', `${HEAD}requests: [{ url: /, expect: [20] }]`, 'Line 2, column 31: "expect" has to be a whole number from 100 to 599.'],
  ['a flag', `${ONE}cookies: "yes"`, 'Line 3, column 10: "cookies" has to be true or false.'],
  [
    'the same name',
    `${HEAD}requests: [{ name: a, url: / }, { name: a, url: /b }]`,
    'Line 2, column 41: Another request is called "a" as well.',
  ],
  [
    'a host from a value',
    `${HEAD}requests: ["http://{{h}}/"]\nvalues: { h: { counter: 1 } }`,
    'Line 2, column 12: "http://{{h}}/" does not name its host plainly: write http:// or https://, the host without placeholders or a user name, and a port up to 65535.',
  ],
  [
    'a user in the URL',
    `${HEAD}requests: ["http://ana:pw@127.0.0.1/"]`,
    'Line 2, column 12: "http://ana:pw@127.0.0.1/" does not name its host plainly: write http:// or https://, the host without placeholders or a user name, and a port up to 65535.',
  ],
  [
    'a header with a line end',
    `${HEAD}requests: [{ url: /, headers: { x: "a\\r\\nb" } }]`,
    'Line 2, column 36: The header "x" cannot be sent: names are letters, digits and dashes; values are one line of Latin text.',
  ],
  [
    'a length of its own',
    `${HEAD}requests: [{ url: /, headers: { content-length: 3 } }]`,
    'Line 2, column 49: The header "content-length" is written by Loopscope.',
  ],
  [
    'an unknown value',
    `${HEAD}requests: ["/{{id}}"]`,
    'Line 2, column 12: There is no value {{id}}: it is neither in "values" nor captured.',
  ],
  [
    'an expression',
    `${HEAD}requests: ["/{{user.id}}"]`,
    'Line 2, column 12: "{{user.id}}" begins with two braces but is no placeholder: a placeholder is a name in {{name}}; two braces as text are written \\{{.',
  ],
  [
    'a value used before it is captured',
    `${HEAD}sequence:\n  - /{{t}}\n  - url: /login\n    capture: { t: { json: $.t } }`,
    'Line 3, column 5: {{t}} is captured by this request or a later one, so there is no value yet.',
  ],
  [
    'a capture in a mix',
    `${HEAD}requests: [{ url: /, capture: { t: { json: $.t } } }]`,
    'Line 2, column 36: Only in a sequence can a later request use what was captured.',
  ],
  [
    'a pattern that looks behind',
    `${HEAD}requests: [{ url: /, expect: { matches: '(?<=a)b' } }]`,
    'Line 2, column 41: "(?<=a)b" cannot be used as a pattern: it is not a valid regular expression, is too large, or uses lookaround or backreferences, which can take exponential time.',
  ],
  [
    'a path to several values',
    `${HEAD}requests: [{ url: /, expect: { json: { $..id: 1 } } }]`,
    'Line 2, column 47: "$..id" is not a path to one value: write it as $.user.name or $.items[0].',
  ],
  ...['/etc/passwd', '../secret', 'a/../../b', 'C:\\x', ''].map((file) => [
    `the file "${file}"`,
    `${HEAD}requests: [{ url: /, body: { file: '${file}' } }]`,
    `Line 2, column 36: "${file}" is not beside the plan: files are named by their path from the folder of the plan, and lie in it.`,
  ]),
  [
    'a load without a model',
    `${ONE}load: { duration: 3 }`,
    'Line 3, column 7: The load has no "model": closed, users, arrivals, sweep or find-limit.',
  ],
  [
    'two ends',
    `${ONE}load: { model: closed, duration: 3, amount: 4 }`,
    'Line 3, column 45: A load ends after its "duration" or after its "amount" of requests, not both.',
  ],
  [
    'a name of a value',
    `${ONE}values: { 1a: { counter: 1 } }`,
    'Line 3, column 11: "1a" cannot be the name of a value: it begins with a letter and has letters, digits, "_" and "-", 64 characters at most.',
  ],
  [
    'a column without a file',
    `${ONE}values: { a: { column: b } }`,
    'Line 3, column 14: A value comes from a "file" with a "column", from a "counter", or is "random".',
  ],
])('says what is wrong: %s', (_, text, sentence) => {
  expect(wordProblems(readPlan(text))).toEqual([sentence]);
});

test('all that is wrong is said at once', () => {
  const text = `${HEAD}requests:\n  - url: /\n    weight: x\n    think: y\n  - { method: GET }\ntimeout: 0`;
  expect(wordProblems(readPlan(text))).toHaveLength(4);
});
