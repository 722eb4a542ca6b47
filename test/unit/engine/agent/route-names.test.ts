import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { foldPath } from '../../../../electron/engine/agent/requests/fold-path.ts';
import { OTHER_ROUTES, RouteNames } from '../../../../electron/engine/agent/requests/route-names.ts';

test.each([
  ['/', '/'],
  ['', '/'],
  ['/cart/17/items?page=2', '/cart/:id/items'],
  ['/users/6fa459ea-ee8a-3ca4-894e-db77e160355e', '/users/:id'],
  ['/blob/9f86d081884c7d65', '/blob/:id'],
  ['/reset/eyJhbGciOiJIUzI1NiJ9abc123', '/reset/:id'],
  ['/cafe/deadbeef', '/cafe/deadbeef'],
  ['/assets/app.8f3a2b1c9d7e6f5a4b3c.js', '/assets/app.8f3a2b1c9d7e6f5a4b3c.js'],
  ['/v2/search#top', '/v2/search'],
])('what differs from request to request is folded: %s', (url, pattern) => {
  expect(foldPath(url)).toBe(pattern);
});

function request(more: object = {}): IncomingMessage {
  return { method: 'GET', ...more } as unknown as IncomingMessage;
}

test('a framework’s own pattern comes before the path', () => {
  const told: string[] = [];
  const names = new RouteNames((name) => told.push(name));
  expect(names.numberOf(request(), '/items/3', null)).toBe(0);
  expect(names.numberOf(request({ route: { path: '/:name' }, baseUrl: '/shop/9' }), '/shop/9/tea', null)).toBe(1);
  expect(names.numberOf(request({ route: { path: '/' }, baseUrl: '/shop' }), '/shop', null)).toBe(2);
  expect(names.numberOf(request({ route: { path: /^\/x/ } }), '/items/4', null)).toBe(0);
  expect(names.numberOf(request({ method: 'POST' }), '/items/4', '/items/:item')).toBe(3);
  expect(told).toEqual(['GET /items/:id', 'GET /shop/:id/:name', 'GET /shop', 'POST /items/:item']);
});

test('beyond a thousand, routes are one', () => {
  const told: string[] = [];
  const names = new RouteNames((name) => told.push(name));
  for (let i = 0; i < 1_100; i++) names.numberOf(request(), `/page-${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i / 26)}`, null);
  expect(told).toHaveLength(1_001);
  expect(told.at(-1)).toBe(OTHER_ROUTES);
});
