import type { IncomingMessage } from 'node:http';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { ExpressRoutes } from '../../../../electron/engine/agent/requests/express-routes.ts';
import { foldPath } from '../../../../electron/engine/agent/requests/fold-path.ts';
import { KoaContexts } from '../../../../electron/engine/agent/requests/koa-contexts.ts';
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
  // What React Router asks for when it changes pages in the browser, and files that are named by a value.
  ['/items/6.data?_routes=item', '/items/:id.data'],
  ['/items/6/_.data', '/items/:id/_.data'],
  ['/_root.data', '/_root.data'],
  ['/about.data', '/about.data'],
  ['/_next/data/Xk3jv0aBcDeFgHiJkLmNo/items/6.json', '/_next/data/:id/items/:id.json'],
  ['/photos/6fa459ea-ee8a-3ca4-894e-db77e160355e.jpeg', '/photos/:id.jpeg'],
  ['/reset/eyJhbGciOiJIUzI1NiJ9abc123.data', '/reset/:id.data'],
  ['/assets/settings-and-account-B3xY9kQz.js', '/assets/settings-and-account-B3xY9kQz.js'],
  // None of these is a value that ends as a file does.
  ['/release/1.2', '/release/1.2'],
  ['/at/192.168.0.1', '/at/192.168.0.1'],
  ['/of/7.', '/of/7.'],
  ['/to/.5.data', '/to/.5.data'],
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
  expect(names.numberOf(request({ route: { path: /^\/.*/ } }), '/items/4', null)).toBe(0);
  expect(names.numberOf(request({ method: 'POST' }), '/items/4', '/items/:item')).toBe(3);
  expect(told).toEqual(['GET /items/:id', 'GET /shop/:id/:name', 'GET /shop', 'POST /items/:item']);
});

test('a whole URL is no place where a router is mounted', () => {
  const told: string[] = [];
  // Sails sets `baseUrl` to the address of the application.
  new RouteNames((name) => told.push(name)).numberOf(
    request({ route: { path: '/hi/:name' }, baseUrl: 'http://127.0.0.1:42997' }),
    '/hi/bob',
    null,
  );
  expect(told).toEqual(['GET /hi/:name']);
});

test('beyond a thousand, routes are one', () => {
  const told: string[] = [];
  const names = new RouteNames((name) => told.push(name));
  for (let i = 0; i < 1_100; i++) names.numberOf(request(), `/page-${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i / 26)}`, null);
  expect(told).toHaveLength(1_001);
  expect(told.at(-1)).toBe(OTHER_ROUTES);
});

describe('a route of Express', () => {
  const answer = (): void => {};
  const routeOf = (router: object): { path: unknown } => (router as { stack: { route: { path: unknown } }[] }).stack[0]!.route;

  test('has the pattern of a router that was mounted after it was first asked for', () => {
    const router = express.Router();
    router.get('/thing', answer);
    const app = express();
    const asked = request({ route: routeOf(router), app, baseUrl: '/acme' });
    const routes = new ExpressRoutes();
    expect(routes.patternOf(asked, '/acme/thing')).toBe('/acme/thing');
    app.use('/:org', router);
    expect(routes.patternOf(asked, '/acme/thing')).toBe('/:org/thing');
    app.use('/of/:land/:org', router);
    const elsewhere = Array.from({ length: 4 }, () => routes.patternOf(asked, '/of/peru/acme/thing'));
    expect(elsewhere.at(-1)).toBe('/of/:land/:org/thing');
  });

  test('leaves expressions of the program as they are', () => {
    const counting = /^\/item-\d+$/g;
    const router = express.Router();
    router.get(['/other', counting] as never, answer);
    const app = express();
    app.use('/shop', router);
    const asked = request({ route: routeOf(router), app, baseUrl: '/shop' });
    counting.lastIndex = 3;
    expect(new ExpressRoutes().patternOf(asked, '/shop/item-7')).toBe('/shop/^\\/item-\\d+$/g');
    expect(counting.lastIndex).toBe(3);
  });
});

test('a route of Koa below a mount has both; below several mounts it has its path', () => {
  const contexts = new KoaContexts();
  const ask = (context: object, url: string): string | null => {
    const asked = request();
    (contexts as unknown as { contexts: WeakMap<object, object> }).contexts.set(asked, context);
    return contexts.patternOf(asked, url);
  };
  expect(ask({ _matchedRoute: '/books/:isbn', mountPath: '/v1' }, '/v1/books/x-9?page=1')).toBe('/v1/books/:isbn');
  expect(ask({ _matchedRoute: '/books/:isbn', mountPath: '/v1' }, '/api/v1/books/x-9')).toBeNull();
  expect(ask({ _matchedRoute: /^\/books/ }, '/books/x-9')).toBe('/^\\/books/');
});
