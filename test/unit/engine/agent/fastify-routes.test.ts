import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { FastifyRoutes } from '../../../../electron/engine/agent/requests/fastify-routes.ts';

type OnRoute = (route: { method: unknown; url: unknown }) => void;

/** Of a program that registers these, `METHOD pattern` each. */
function routesOf(...registered: string[]): FastifyRoutes {
  const routes = new FastifyRoutes();
  routes.observe();
  const hooks: OnRoute[] = [];
  channel('fastify.initialization').publish({ fastify: { addHook: (_: string, hook: OnRoute) => hooks.push(hook) } });
  for (const one of registered) for (const hook of hooks) hook({ method: one.split(' ')[0], url: one.split(' ')[1] });
  return routes;
}

test.each([
  ['/shop/new', '/shop/new'],
  ['/shop/red-shoes?size=4', '/shop/:slug'],
  ['/shop/red-shoes/reviews', '/shop/:slug/:part?'],
  ['/files/a/b/c', '/files/*'],
  ['/at/10-20', '/at/:from-:to'],
  ['/elsewhere', '*'],
])('of the routes that match %s the most particular one is taken', (url, pattern) => {
  const all = ['GET *', 'GET /shop/:slug', 'GET /shop/new', 'GET /shop/:slug/:part?', 'GET /files/*', 'GET /at/:from-:to'];
  expect(routesOf(...all).patternOf('GET', url)).toBe(pattern);
});

test('a route of another method, and a program without routes, match nothing', () => {
  expect(routesOf('POST /shop/:slug').patternOf('GET', '/shop/1')).toBeNull();
  expect(routesOf().patternOf('GET', '/')).toBeNull();
});
