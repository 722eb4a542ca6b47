import { expect, test } from 'vitest';
import { Access } from '../../../electron/engine/server/access.ts';

function grantedCookie(access: Access): string {
  const exchange = access.exchange(access.mintToken());
  if (exchange.result !== 'granted' || exchange.cookie === null) throw new Error(exchange.result);
  return exchange.cookie.split(';')[0]!;
}

test('a token has 128 bits, and no two are alike', () => {
  const access = new Access(1);
  const tokens = Array.from({ length: 50 }, () => access.mintToken());
  expect(new Set(tokens).size).toBe(50);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(16);
});

test('a link is good once, then it is known as used', () => {
  const access = new Access(1);
  const token = access.mintToken();
  expect(access.exchange(token).result).toBe('granted');
  expect(access.exchange(token).result).toBe('used');
  expect(access.exchange('AAAAAAAAAAAAAAAAAAAAAA').result).toBe('unknown');
});

test('a link token is no cookie and a cookie is no link token', () => {
  const access = new Access(1);
  const cookie = grantedCookie(access);
  expect(access.isGranted(`loopscope-1=${access.mintToken()}`)).toBe(false);
  expect(access.exchange(cookie.split('=')[1]!).result).toBe('unknown');
});

test('the cookie is found among others, and only whole', () => {
  const access = new Access(1);
  const cookie = grantedCookie(access);
  expect(access.isGranted(`theme=dark; ${cookie}; x=y`)).toBe(true);
  expect(access.isGranted(`loopscope-1=wrong; ${cookie}`)).toBe(true);
  expect(access.isGranted(cookie.slice(0, -1))).toBe(false);
  expect(access.isGranted(`${cookie}A`)).toBe(false);
  expect(access.isGranted(cookie.replace('loopscope-1', 'loopscope-2'))).toBe(false);
  expect(access.isGranted('')).toBe(false);
  expect(access.isGranted(undefined)).toBe(false);
});

test('every browser keeps its own cookie, and they do not take it from each other', () => {
  const access = new Access(1);
  const [first, second] = [grantedCookie(access), grantedCookie(access)];
  expect(first).not.toBe(second);
  expect(access.isGranted(first) && access.isGranted(second)).toBe(true);
});

test('links are not remembered without bound', () => {
  const access = new Access(1);
  const first = access.mintToken();
  for (let i = 0; i < 100; i++) access.mintToken();
  expect(access.exchange(first).result).toBe('unknown');
});
