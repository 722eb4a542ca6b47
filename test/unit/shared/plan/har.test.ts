import { expect, test } from 'vitest';
import { wordSaid } from '../../../../shared/format/word-said.ts';
import { EMPTY_PLAN, NO_BODY, NO_EXPECT } from '../../../../shared/model/load/plan.ts';
import { checkPlan } from '../../../../shared/plan/check-plan.ts';
import { type Har, type HarChoice, planOfHar, readHar } from '../../../../shared/plan/har.ts';
import { readPlan } from '../../../../shared/plan/read-plan.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';
import { PAYLOADS } from '../../../helpers/payloads.ts';
import { messageOf } from '../../../helpers/worded.ts';

interface Recorded {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly { name: string; value: string }[];
  readonly postData?: object;
  readonly status?: number;
  readonly at?: number;
  readonly took?: number;
}

/** As browsers write it, without what nobody reads. */
function harOf(entries: readonly Recorded[]): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries: entries.map(
        ({ method = 'GET', url = 'http://localhost:3000/', headers = [], postData, status = 200, at = 0, took = 10 }) => ({
          startedDateTime: new Date(1_700_000_000_000 + at).toISOString(),
          time: took,
          request: { method, url, httpVersion: 'HTTP/1.1', headers, queryString: [], cookies: [], headersSize: -1, bodySize: 0, postData },
          response: { status, statusText: '', headers: [], content: { size: 3, mimeType: 'text/html', text: 'x' } },
          timings: { wait: took },
        }),
      ),
    },
  });
}

/** Of a text that is one. */
function read(text: string): Har {
  const har = readHar(text, 'x.har');
  if (!har.ok) throw new Error(messageOf(har.failure));
  return har.value;
}

const ALL: HarChoice = { origins: ['http://localhost:3000'], toTarget: true, order: 'sequence', think: true, credentials: false };

const PAGE = harOf([
  {
    headers: [
      { name: ':authority', value: 'localhost:3000' },
      { name: 'Host', value: 'localhost:3000' },
      { name: 'Connection', value: 'keep-alive' },
      { name: 'Accept', value: 'text/html' },
      { name: 'Cookie', value: 'sid=secret' },
    ],
  },
  { url: 'https://cdn.example/lib.js', at: 20 },
  { url: 'http://localhost:3000/app.js?v=1', at: 25 },
  { url: 'https://www.tracker.example/collect', method: 'POST', at: 30 },
  { url: 'http://localhost:3000/missing.png', status: 404, at: 30 },
  {
    url: 'http://localhost:3000/login',
    method: 'POST',
    at: 2_580,
    headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded' }],
    postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'user', value: 'ana {{x}}' }] },
  },
  {
    url: 'http://localhost:3000/api',
    method: 'PUT',
    at: 900_000,
    postData: { mimeType: 'application/json', text: '{"a":"{{b}}"}' },
    headers: [{ name: 'Authorization', value: 'Bearer x' }],
  },
  { url: 'ws://localhost:3000/live', status: 101 },
  { url: 'data:image/png;base64,AAAA' },
  { url: 'chrome-extension://abc/x.js' },
  { url: 'http://localhost:3000/cancelled', status: 0 },
  {
    url: 'http://localhost:3000/upload',
    method: 'POST',
    postData: { mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'a.png' }] },
  },
]);

test('lists the hosts, those with the most requests first', () => {
  const { hosts, leftOut } = read(PAGE);
  expect(hosts).toEqual([
    { origin: 'http://localhost:3000', requests: 5 },
    { origin: 'https://cdn.example', requests: 1 },
    { origin: 'https://www.tracker.example', requests: 1 },
  ]);
  expect(leftOut).toBe(5);
});

test('the requests of chosen hosts become a sequence, with the pauses of whoever was recorded', () => {
  const { plan, notes } = planOfHar(read(PAGE), ALL);
  const plain = { method: 'GET', headers: [], body: NO_BODY, weight: 1, thinkS: [0, 0], expect: NO_EXPECT, captures: [] };
  expect(plan).toEqual({
    ...EMPTY_PLAN,
    order: 'sequence',
    requests: [
      { ...plain, name: 'GET /', url: '/', headers: [{ name: 'Accept', value: 'text/html' }] },
      { ...plain, name: 'GET /app.js', url: '/app.js?v=1' },
      { ...plain, name: 'GET /missing.png', url: '/missing.png', expect: { ...NO_EXPECT, status: [404] }, thinkS: [2.5, 2.5] },
      {
        ...plain,
        name: 'POST /login',
        method: 'POST',
        url: '/login',
        headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded' }],
        body: { kind: 'form', fields: [{ name: 'user', value: 'ana \\{{x}}' }] },
        thinkS: [60, 60],
      },
      { ...plain, name: 'PUT /api', method: 'PUT', url: '/api', body: { kind: 'text', text: '{"a":"\\{{b}}"}' } },
    ],
  });
  expect(notes.map(wordSaid)).toEqual([
    '5 entries are left out: without a response, not HTTP, or with a body that the recording does not have.',
    '2 headers with cookies or credentials of whoever was recorded are left out.',
  ]);
  expect(checkPlan(plan)).toEqual([]);
  expect(readPlan(writePlan(plan))).toEqual({ ok: true, plan });
});

test('as a mix, the same request counts as often as it was made', () => {
  const entries = [
    { url: 'http://localhost:3000/a' },
    { url: 'http://localhost:3000/b' },
    { url: 'http://localhost:3000/a' },
    { url: 'http://localhost:3000/a', method: 'HEAD' },
  ];
  const { plan } = planOfHar(read(harOf(entries)), { ...ALL, order: 'mix' });
  expect(plan.requests.map(({ name, weight }) => [name, weight])).toEqual([
    ['GET /a', 2],
    ['GET /b', 1],
    ['HEAD /a', 1],
  ]);
});

test('credentials and hosts stay where that is chosen', () => {
  const choice = { ...ALL, origins: ['http://localhost:3000', 'https://cdn.example'], toTarget: false, think: false, credentials: true };
  const { plan } = planOfHar(read(PAGE), choice);
  expect(plan.requests[0]!.headers).toEqual([
    { name: 'Accept', value: 'text/html' },
    { name: 'Cookie', value: 'sid=secret' },
  ]);
  expect(plan.requests[1]!.url).toBe('https://cdn.example/lib.js');
});

test('of a long recording the first thousand requests are taken, and that is said', () => {
  const entries = Array.from({ length: 1_500 }, (_, at) => ({ url: `http://localhost:3000/${at}` }));
  const { plan, notes } = planOfHar(read(harOf(entries)), ALL);
  expect(plan.requests).toHaveLength(1_000);
  expect(notes.map(wordSaid)).toEqual(['Of 1,500 requests the first 1,000 are taken.']);
});

test.each([
  ['nothing', ''],
  ['no JSON', 'log: entries'],
  ['something else', '{"log":{"entries":{}}}'],
  ['null', 'null'],
  ['no entries', '{"log":{"entries":[]}}'],
  ['entries that are none', '{"log":{"entries":[null,1,"x",[],{},{"request":null},{"request":{},"response":{}}]}}'],
  ['a deep one', `{"log":{"entries":${'['.repeat(200_000)}`],
  ['one of nothing but lists', `{"log":{"entries":[${'[],'.repeat(150_000)}[]]}}`],
  ['numbers for texts', '{"log":{"entries":[{"request":{"method":"GET","url":7},"response":{"status":200}}]}}'],
  ['a status that is none', '{"log":{"entries":[{"request":{"method":"GET","url":"http://a/"},"response":{"status":1e9}}]}}'],
  ['a file of this machine', '{"log":{"entries":[{"request":{"method":"GET","url":"file:///etc/passwd"},"response":{"status":200}}]}}'],
])('%s is refused in a sentence', (_, text) => {
  const har = readHar(text, 'x.har');
  expect(!har.ok && messageOf(har.failure)).toMatch(/x\.har/);
});

test.each(PAYLOADS.map((payload) => [JSON.stringify(payload), payload]))('%s in every place is text, or left out', (_, payload) => {
  const url = `http://localhost:3000/${payload}`;
  const text = harOf([
    {
      url,
      headers: [
        { name: payload, value: payload },
        { name: 'x-a', value: payload },
      ],
      postData: { text: payload },
      method: 'POST',
    },
  ]);
  const { plan } = planOfHar(read(text), ALL);
  expect(checkPlan(plan)).toEqual([]);
  expect(readPlan(writePlan(plan))).toEqual({ ok: true, plan });
});
