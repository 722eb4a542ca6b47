import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Access } from '../../../../electron/engine/server/access.ts';

function grantedKey(access: Access): string {
  const key = randomBytes(16).toString('base64url');
  expect(access.exchange(access.mintLinkToken('act'), key)).toEqual({ result: 'granted' });
  return key;
}

const isKey = (access: Access, ...of: Parameters<Access['rightOf']>): boolean => access.rightOf(...of) !== null;

test('every secret has 128 bits, and no two are alike', () => {
  const access = new Access();
  const secrets = Array.from({ length: 20 }, () => [access.mintLinkToken('act'), access.mintTicket('s'), access.mintWindowKey()]);
  expect(new Set(secrets.flat()).size).toBe(60);
  for (const secret of secrets.flat()) expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
});

test('a link is valid once and then reported as used', () => {
  const access = new Access();
  const token = access.mintLinkToken('act');
  expect(access.exchange(token, 'first').result).toBe('granted');
  expect(access.exchange(token, 'second').result).toBe('used');
  expect(access.exchange('AAAAAAAAAAAAAAAAAAAAAA', 'third').result).toBe('unknown');
  expect(['first', 'second', 'third'].map((key) => isKey(access, 'browser', key))).toEqual([true, false, false]);
});

test('each secret is valid for its own purpose only', () => {
  const access = new Access();
  const [key, windowKey] = [grantedKey(access), access.mintWindowKey()];
  expect([isKey(access, 'browser', key), isKey(access, 'window', windowKey)]).toEqual([true, true]);
  expect([isKey(access, 'window', key), isKey(access, 'browser', windowKey)]).toEqual([false, false]);
  expect(isKey(access, 'browser', access.mintLinkToken('act'))).toBe(false);
  expect(isKey(access, 'browser', access.mintTicket('s'))).toBe(false);
  expect(access.exchange(key, 'x').result).toBe('unknown');
  expect(access.redeem(key, 's')).toBe(false);
});

test('refuses a missing, shorter, longer or different key', () => {
  const access = new Access();
  const key = grantedKey(access);
  for (const wrong of ['', key.slice(0, -1), `${key}A`, key.toLowerCase(), 'AAAAAAAAAAAAAAAAAAAAAA'])
    expect(isKey(access, 'browser', wrong)).toBe(false);
});

test('every browser has its own key; a new one does not invalidate others', () => {
  const access = new Access();
  const [first, second] = [grantedKey(access), grantedKey(access)];
  expect(isKey(access, 'browser', first) && isKey(access, 'browser', second)).toBe(true);
});

test('a key may do what its link was made for', () => {
  const access = new Access();
  access.exchange(access.mintLinkToken('read'), 'reader');
  access.exchange(access.mintLinkToken('act'), 'owner');
  expect(['reader', 'owner'].map((key) => access.rightOf('browser', key))).toEqual(['read', 'act']);
});

test('a key is valid for this start only', () => {
  expect(isKey(new Access(), 'browser', grantedKey(new Access()))).toBe(false);
});

test('a ticket is valid once, for its session, within a minute', () => {
  let now = 0;
  const access = new Access(() => now);
  const ticket = access.mintTicket('a');
  expect(access.redeem(ticket, 'a')).toBe(true);
  expect(access.redeem(ticket, 'a')).toBe(false);
  const other = access.mintTicket('a');
  expect(access.redeem(other, 'b')).toBe(false);
  expect(access.redeem(other, 'a')).toBe(false);
  const [soon, late] = [access.mintTicket('a'), access.mintTicket('a')];
  now = 60_000;
  expect(access.redeem(soon, 'a')).toBe(true);
  now = 60_001;
  expect(access.redeem(late, 'a')).toBe(false);
});

test('the number of links is bounded', () => {
  const access = new Access();
  const first = access.mintLinkToken('act');
  for (let i = 0; i < 100; i++) access.mintLinkToken('act');
  expect(access.exchange(first, 'x').result).toBe('unknown');
});
