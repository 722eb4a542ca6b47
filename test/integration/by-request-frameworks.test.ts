/** CPU time by route where a framework answers: the patterns of its routes are found, and each sample is in the request that it was taken in. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loopscope } from '../helpers/command.ts';
import { needFramework } from '../helpers/frameworks.ts';
import { judge, LEAST_MS, PLAN, type Recorded, ROUTE_OF, record } from '../helpers/known-routes.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const ROUTES = Object.values(ROUTE_OF).sort();

function expectRoutes({ recording }: Recorded): void {
  const { all, wrong, none } = judge(recording);
  expect(all).toBeGreaterThan(100);
  expect(wrong / all).toBeLessThan(0.01);
  expect(none / all).toBeLessThan(0.02);

  const figures = recording.routes(null)!;
  expect(figures.routes.map(({ route }) => route).sort()).toEqual(ROUTES);
  expect(figures.cpu!.unknownMs).toBe(0);
  // Each spins by the clock, and waiting for a core is no CPU time: a request that had its core all the time used it for as long as it span.
  for (const { route, cpuMs } of figures.routes) expect(cpuMs!.max).toBeGreaterThanOrEqual(0.99 * LEAST_MS[route]!);
}

test('of Express', async () => {
  expectRoutes(await record(join(TARGETS_DIR, 'known-routes-express.cjs'), PLAN, '-d', '1'));
});

for (const framework of ['fastify', 'koa', 'nest'] as const) {
  test(`of ${framework}`, { tags: ['long'] }, async (context) => {
    const folder = needFramework(framework, context);
    const recorded = await record(join(TARGETS_DIR, `known-routes-${framework}.cjs`), PLAN, '--env', `FRAMEWORK=${folder}`);
    expectRoutes(recorded);

    const { file } = recorded;
    const table = await loopscope('show', file, '--table', 'routes');
    for (const route of ROUTES) expect(table.stdout).toContain(route);
    const lines = await loopscope('show', file, '--route', 'GET /cheap/:id', '--lines', 'burning.cjs');
    expect(lines.stdout).toMatch(/burning\.cjs │ +\d+ │/);
    const slowest = await loopscope('show', file, '--slowest', '10%', '--table', 'own');
    expect(slowest.stdout).toContain('burn');
  });
}

test('a route of Koa is known by its pattern, where its path shows none', { tags: ['long'] }, async (context) => {
  const folder = needFramework('koa', context);
  const plan = 'plan: 1\nrequests:\n  - { name: lamp, url: /products/lamp }\n  - { name: chair, url: /products/chair }\n';
  const script = join(TARGETS_DIR, 'known-routes-koa.cjs');
  const { recording } = await record(script, plan, '--env', `FRAMEWORK=${folder}`, '--spans', '-a', '200');
  const { routes } = recording.routes(null)!;
  expect(routes.map(({ route }) => route)).toEqual(['GET /products/:name']);
});

const planOf = (...paths: string[]) =>
  `plan: 1\nrequests:\n${paths.map((path, at) => `  - { name: r${at}, url: ${path}, expect: [200, 400, 401, 404] }`).join('\n')}\n`;

test('a route of Express has the patterns of all routers that lead to it, wherever the response is sent; one for everything tells nothing apart', async () => {
  const plan = planOf(
    '/api/acme/users/1',
    '/api/initech/users/lena',
    '/api/acme',
    '/posts/1',
    '/comments/2',
    '/shop/thing/lamp',
    '/about',
    '/news',
  );
  const { recording } = await record(join(TARGETS_DIR, 'routers-express.cjs'), plan, '--spans', '-a', '400');
  expect(
    recording
      .routes(null)!
      .routes.map(({ route }) => route)
      .sort(),
  ).toEqual([
    ...['GET /about', 'GET /api/:org', 'GET /api/:org/users/:id', 'GET /comments/:id', 'GET /news', 'GET /posts/:id'],
    'GET /shop/thing/:name',
  ]);
});

const LISTS: readonly (readonly [path: string, pattern: string])[] = [
  ['/v1/lists/red/rose', '/v1/lists/red/:name'],
  ['/v1/lists/blue/hat', '/v1/lists/blue/:name'],
  // A route by whatever case its path is written in.
  ['/V1/Lists/RED/rose', '/v1/lists/red/:name'],
  ['/v1/lists/item-7', '/v1/lists/^\\/item-\\d+$/'],
  ['/acme/all/red/rose', '/:org/all/red/:name'],
  ['/initech/all/red/rose', '/:org/all/red/:name'],
  ['/v1/lists/part-1', '/v1/lists/^\\/part-\\d+$/'],
  ['/v1/lists/part-2', '/v1/lists/^\\/part-\\d+$/'],
  ['/v1/lists/rest/of/it', '/v1/lists/rest/of/it'],
  // The route for everything else.
  ['/about', '/about'],
  ['/news', '/news'],
  ['/v2/seen/part-3', '/^\\/v\\d+\\/seen//^\\/part-\\d+$/'],
  ['/v3/seen/part-3', '/^\\/v\\d+\\/seen//^\\/part-\\d+$/'],
];

for (const version of [5, 4] as const) {
  const tags = version === 5 ? [] : ['long'];
  test(`routes of Express ${version} with several patterns, and with expressions, are told by the pattern that matched`, {
    tags,
  }, async (context) => {
    const express =
      version === 5 ? [] : ['--env', `FRAMEWORK=${join(needFramework('express4', context), 'node_modules/express')}`, '--env', 'REST=*'];
    const script = join(TARGETS_DIR, 'routers-express.cjs');
    const { recording } = await record(script, planOf(...LISTS.map(([path]) => path)), '--spans', '-a', '800', ...express);
    const found = recording.routes(null)!.routes.map(({ route }) => route);
    expect(found.sort()).toEqual([...new Set(LISTS.map(([, pattern]) => `GET ${pattern}`))].sort());
  });
}

test('a request that Fastify rejects, in a hook or by a schema, keeps its route', { tags: ['long'] }, async (context) => {
  const folder = needFramework('fastify', context);
  const plan = planOf('/shop/red-shoes', '/shop/blue-hat', '/health', '/health/of/red', '/health/of/blue', '/nowhere');
  const script = join(TARGETS_DIR, 'rejecting-fastify.cjs');
  const { recording } = await record(script, plan, '--env', `FRAMEWORK=${folder}`, '--spans', '-a', '200');
  expect(
    recording
      .routes(null)!
      .routes.map(({ route }) => route)
      .sort(),
  ).toEqual(['GET /health', 'GET /health/of/:amount', 'GET /nowhere', 'GET /shop/:slug']);
});
