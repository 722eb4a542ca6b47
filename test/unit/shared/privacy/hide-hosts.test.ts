import { expect, test } from 'vitest';
import { HIDDEN_ADDRESS, HIDDEN_HOST, HostCollector, hostsIn } from '../../../../shared/privacy/hide-hosts.ts';
import { replaceRanges } from '../../../../shared/privacy/replace-ranges.ts';

/** `asked`: texts that name the machines that are known. */
function hiding(...asked: readonly string[]) {
  const hosts = new HostCollector();
  for (const text of asked) hosts.addText(text);
  const find = hosts.finder(HIDDEN_HOST);
  return (text: string, isCut = false) => replaceRanges(text, find(text, isCut));
}

test('other machines have a number in place of their name, the same one each time; this machine keeps its own', () => {
  const hide = hiding();
  expect(hide('postgresql://db.example:5432')).toBe('postgresql://(host 1):5432');
  expect(hide('GET https://api.example')).toBe('GET https://(host 2)');
  expect(hide('tcp://[2001:db8::1]:9000')).toBe('tcp://(host 3):9000');
  expect(hide('TCP 10.1.2.3:5432')).toBe('TCP (host 4):5432');
  expect(hide('redis://DB.example:6379')).toBe('redis://(host 1):6379');
  for (const own of [
    ...['http://127.0.0.1:4555', 'http://localhost', 'tcp://[::1]:9', 'http://0.0.0.0:80', 'http://[::]:80', 'TCP 127.0.0.1:5432'],
    ...['interval (server.js:3)', 'select a', 'postgresql://(host 1):5432', 'file:///srv/app.js', 'webpack://shop/src/a.js'],
    ...['http://{{host}}/x', 'http://$HOST/x', 'Chrome/83.0.4103.122 Safari'],
  ])
    expect(hide(own)).toBe(own);
});

test('a machine is found behind the name of a user, at the end of a sentence, in a list, and as an address with a port', () => {
  const hide = hiding();
  expect(hide('mysql://me:secret@db.example/shop')).toBe('mysql://me:secret@(host 1)/shop');
  expect(hide('It is at http://db.example. Look!')).toBe('It is at http://(host 1). Look!');
  expect(hide('http://db.example,http://api.example')).toBe('http://(host 1),http://(host 2)');
  expect(hide('connect ECONNREFUSED 10.1.2.3:5432')).toBe('connect ECONNREFUSED (host 3):5432');
});

test('one that is known is found without its scheme, a single word only where a port follows, or alone', () => {
  const hide = hiding('postgresql://db.example:5432', 'redis://cache:6379');
  expect(hide('getaddrinfo ENOTFOUND db.example')).toBe('getaddrinfo ENOTFOUND (host 1)');
  expect(hide('a%2Fdb.example%3A5432')).toBe('a%2F(host 1)%3A5432');
  expect(hide('my-db.example and db.example.org, adb.example')).toBe('my-(host 1) and db.example.org, adb.example');
  expect(hide('the cache of cache:6379 and /cache')).toBe('the cache of (host 2):6379 and /cache');
  expect(hide('cache')).toBe('(host 2)');
  expect(hide('get it at db.exam', true)).toBe('get it at ');
});

test('machines are listed as they are named', () => {
  expect(hostsIn('TLS db.example:5432, https://api.example/ and http://127.0.0.1')).toEqual([
    { host: 'db.example', from: 4 },
    { host: 'api.example', from: 29 },
  ]);
});

test('in a set-up there is an address in its place, which is of nobody and stays', () => {
  const hosts = new HostCollector();
  const hide = (text: string) => replaceRanges(text, hosts.finder(HIDDEN_ADDRESS)(text));
  expect(hide('http://shop.example:3000/a')).toBe('http://host-1.invalid:3000/a');
  expect(hide(hide('http://shop.example:3000/a'))).toBe('http://host-1.invalid:3000/a');
  expect(hostsIn('http://host-1.invalid')).toEqual([]);
});
