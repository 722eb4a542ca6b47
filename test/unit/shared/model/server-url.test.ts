import { expect, test } from 'vitest';
import { isOnServer, splitUrl, urlOn } from '../../../../shared/model/setup/server-url.ts';

test.each([
  ['http://127.0.0.1:3000', { server: 'http://127.0.0.1:3000', path: '/' }],
  ['http://127.0.0.1:3000/', { server: 'http://127.0.0.1:3000', path: '/' }],
  ['https://localhost/a/b?c=/d', { server: 'https://localhost', path: '/a/b?c=/d' }],
  ['http://[::1]:80?x=1', { server: 'http://[::1]:80', path: '/?x=1' }],
  ['http://me:secret@127.0.0.1/x', { server: 'http://me:secret@127.0.0.1', path: '/x' }],
])('%s', (url, split) => {
  expect(splitUrl(url)).toEqual(split);
});

test.each(['', '/x', 'localhost:3000', 'http://', 'http:///x', 'ftp://a/x', 'http://a b/', 'http://a:port/'])(
  '"%s" is no server',
  (url) => {
    expect(splitUrl(url)).toBeNull();
  },
);

test('a path is requested of the server; a whole URL has to be on it', () => {
  expect(urlOn('http://127.0.0.1:3000/', '/x')).toBe('http://127.0.0.1:3000/x');
  expect(urlOn('http://127.0.0.1:3000', 'http://127.0.0.1:3001/x')).toBe('http://127.0.0.1:3001/x');
  expect(isOnServer('http://127.0.0.1', '/x')).toBe(true);
  expect(isOnServer('http://LOCALHOST:80', 'http://localhost/x')).toBe(true);
  expect(isOnServer('http://127.0.0.1:3000', 'http://127.0.0.1:3001/x')).toBe(false);
  expect(isOnServer('https://127.0.0.1', 'http://127.0.0.1/x')).toBe(false);
});
