import { describe, expect, test } from 'vitest';
import { buildRequest } from '../../../../electron/engine/load/request-text.ts';
import { type PlanSettings, planOf } from '../../../helpers/plans.ts';
import { messageOf } from '../../../helpers/worded.ts';

function textOf(url: string, plan: PlanSettings = {}): string {
  const outcome = buildRequest(planOf(plan), new URL(url));
  if (!outcome.ok) throw new Error(messageOf(outcome.failure));
  return outcome.value.toString('latin1');
}

test('a plain request', () => {
  expect(textOf('http://127.0.0.1:3000/a b?c=ä#d')).toBe(
    'GET /a%20b?c=%C3%A4 HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nUser-Agent: loopscope\r\nConnection: keep-alive\r\n\r\n',
  );
});

test('an IPv6 host keeps its brackets', () => {
  expect(textOf('http://[::1]:3000/')).toContain('\r\nHost: [::1]:3000\r\n');
});

test('without keep-alive, sends Connection: close', () => {
  expect(textOf('http://127.0.0.1/', { keepAlive: false })).toContain('\r\nConnection: close\r\n');
});

test('a body is sent with its length in bytes', () => {
  const text = textOf('http://127.0.0.1/', { method: 'POST', body: 'año' });
  expect(text).toContain('\r\nContent-Length: 4\r\n');
  expect(Buffer.from(text, 'latin1').toString('utf8')).toMatch(/\r\n\r\naño$/);
});

test.each(['POST', 'PUT', 'PATCH'] as const)('an empty %s has Content-Length: 0', (method) => {
  expect(textOf('http://127.0.0.1/', { method })).toContain('\r\nContent-Length: 0\r\n');
});

test('headers of the user replace ours in any case', () => {
  const headers = [
    { name: 'hOsT', value: 'example.com' },
    { name: 'user-agent', value: 'me' },
    { name: 'X-One', value: '1' },
    { name: 'X-One', value: '2' },
  ];
  expect(textOf('http://127.0.0.1/', { headers })).toBe(
    'GET / HTTP/1.1\r\nConnection: keep-alive\r\nhOsT: example.com\r\nuser-agent: me\r\nX-One: 1\r\nX-One: 2\r\n\r\n',
  );
});

test('an empty User-Agent leaves ours out; other empty headers are sent', () => {
  const headers = ['User-Agent', 'X-Empty'].map((name) => ({ name, value: '' }));
  expect(textOf('http://127.0.0.1/', { headers })).toBe('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nX-Empty: \r\n\r\n');
});

describe('refuses a header with a line break', () => {
  test.each([
    ['X', 'a\r\nInjected: 1'],
    ['X', 'a\nb'],
    ['X', 'a\0'],
    ['X', '€'],
    ['X: Y', 'a'],
    ['X Y', 'a'],
    ['X\r\n', 'a'],
  ])('%j: %j', (name, value) => {
    const outcome = buildRequest(planOf({ headers: [{ name, value }] }), new URL('http://127.0.0.1/'));
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'bad-request' } });
  });
});
