import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { destinationOf } from '../../electron/engine/load/destination.ts';
import type { UsersOrder } from '../../electron/engine/load/load-shares.ts';
import { ABSENT } from '../../shared/model/run.ts';
import { listen, runLoad, type TestServer, tally } from '../helpers/load.ts';
import { loadOf } from '../helpers/plans.ts';
import { planOf } from '../helpers/request-plans.ts';

const servers: TestServer[] = [];
afterEach(() => {
  for (const one of servers.splice(0)) one.close();
});

async function shop() {
  const did = new Map<string, string[]>();
  const count = new Map<string, number>();
  let next = 0;
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const path = request.url!.split('?')[0]!;
    count.set(path, (count.get(path) ?? 0) + 1);
    if (path === '/login') {
      const sid = `s${next++}`;
      did.set(sid, [`login ${body}`]);
      response.writeHead(200, { 'set-cookie': `sid=${sid}; Path=/` }).end(`{"token":"t-${sid}"}`);
      return;
    }
    if (path === '/plain' || path === '/other') {
      response.end('x');
      return;
    }
    const sid = /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    if (request.headers.authorization !== `Bearer t-${sid}`) {
      response.writeHead(401).end();
      return;
    }
    did.get(sid)!.push(path);
    response.end(request.method === 'HEAD' ? undefined : 'ok');
  });
  const one = await listen(server);
  servers.push(one);
  return { url: one.url, did, count };
}

function users(text: string): UsersOrder {
  return { plan: planOf(`plan: 1\n${text}`), files: { tables: new Map(), bodies: new Map() }, seed: 1 };
}

const SEQUENCE = users(`sequence:
  - { url: /login, body: 'n={{n}}', capture: { token: { json: $.token } }, think: 0.02 }
  - { url: /head, method: HEAD, headers: { authorization: 'Bearer {{token}}' } }
  - { url: /a, headers: { authorization: 'Bearer {{token}}' }, expect: { contains: ok }, think: 0.01 }
  - { url: /b, headers: { authorization: 'Bearer {{token}}' }, expect: { contains: nope } }
values: { n: { counter: 0 } }`);

test.each([
  ['closed', { connections: 5, end: { by: 'amount', requests: 100 }, warmupS: 0.2 }, 25],
  ['users', { model: 'users', users: 10, requestsEach: 8, spreadS: 0.1 }, 20],
  ['arrivals', { model: 'arrivals', schedule: '50/s for 1s', poisson: false, seed: 1, maxInFlight: 100 }, 50],
] as const)('%s', async (model, load, passes) => {
  const { url, did } = await shop();
  const result = await runLoad(url, load as never, {}, SEQUENCE);
  expect(result.failure).toBeNull();
  const whole = [...did.values()].filter((steps) => steps.length === 4);
  if (model !== 'closed') {
    expect(tally(result.rows)).toEqual({ '200': passes * 3, UNMET_TEXT: passes });
    expect(did.size).toBe(passes);
  } else {
    // The requests are those of all connections together, so that the last passes are cut; the warm-up was made of passes as well.
    const { '200': good = 0, UNMET_TEXT: unmet = 0 } = tally(result.rows);
    expect([good + unmet, unmet > 0]).toEqual([100, true]);
    expect(did.size).toBeGreaterThan(25);
  }
  expect(whole.length).toBeGreaterThanOrEqual(model === 'closed' ? 20 : passes);
  const logins = [...did.values()].map(([login]) => Number(login!.slice('login n='.length))).sort((a, b) => a - b);
  expect(logins).toEqual(logins.map((_, at) => at));
  for (const [, ...rest] of did.values()) expect(rest).toEqual(['/head', '/a', '/b'].slice(0, rest.length));
  expect(result.rows.filter(({ request }) => request === 3).every(({ unmet }) => unmet === 2)).toBe(true);
  expect(result.rows.filter(({ request }) => request !== 3).every(({ unmet }) => unmet === 0)).toBe(true);
  const byRequest = [0, 1, 2, 3].map((request) => result.rows.filter((row) => row.request === request).length);
  if (model !== 'closed') expect(byRequest).toEqual([passes, passes, passes, passes]);
});

test('a mix', async () => {
  const { url, count } = await shop();
  const result = await runLoad(
    url,
    { connections: 8, end: { by: 'amount', requests: 4_000 }, workers: 2 } as never,
    {},
    users('requests: [{ url: /plain, weight: 3 }, { url: /other }]'),
  );
  const sent = [0, 1].map((request) => result.rows.filter((row) => row.request === request).length);
  expect(sent).toEqual([count.get('/plain'), count.get('/other')]);
  expect(Math.abs(sent[0]! - 3_000)).toBeLessThan(4 * Math.sqrt(4_000 * 0.75 * 0.25));
});

test('a session lasts as long as its requests and what its user thinks in between', async () => {
  const { url } = await shop();
  const load = loadOf('users', { users: 10, requestsEach: 4, spreadS: 0.1 });
  const { rows } = await runLoad(url, { load }, {}, SEQUENCE);
  expect(rows).toHaveLength(40);
  for (let user = 0; user < 10; user++) {
    const own = rows.filter((row) => row.user === user).sort((a, b) => a.intended - b.intended);
    expect(own.map(({ request }) => request)).toEqual([0, 1, 2, 3]);
    const length = own[3]!.intended + own[3]!.latency - own[0]!.intended;
    const parts = own.reduce((sum, { latency }) => sum + latency, 0) + 30_000;
    // Each of the three that follow may be sent, and then counts, up to a millisecond early; times are cut to microseconds.
    expect(parts - length).toBeLessThanOrEqual(3 * 1_000 + 8);
    expect(length - parts).toBeLessThanOrEqual(8);
  }
});

test('a plan with two servers keeps a connection to each', async () => {
  const [one, other] = [await countConnections(), await countConnections()];
  const origin = new URL(other.url).origin;
  const order = {
    ...users(`sequence: [/a, '${origin}/b', /c, '${origin}/d']`),
    others: new Map([[origin, destinationOf(new URL(other.url), '127.0.0.1')]]),
  };
  const { rows } = await runLoad(one.url, { load: loadOf('users', { users: 3, requestsEach: 20, spreadS: 0 }) }, {}, order);
  expect(tally(rows)).toEqual({ '200': 60 });
  expect([one.paths, other.paths].map((paths) => [...paths].sort())).toEqual([
    ['/a', '/c'],
    ['/b', '/d'],
  ]);
  expect([one.connections(), other.connections()]).toEqual([3, 3]);
  // What connecting took is in the first row to each.
  expect(rows.filter(({ connect }) => connect !== ABSENT)).toHaveLength(6);
});

test('a connection to the other server that is closed meanwhile is opened again, and no request fails', async () => {
  const idle = new Set<Socket>();
  const other = await listen(createServer((_, response) => response.end('x')).on('connection', (socket) => idle.add(socket)));
  let opened = 0;
  const one = await listen(
    createServer(async (_, response) => {
      opened += idle.size;
      // A socket is closed when the client has closed it, too.
      await Promise.all([...idle].map((socket) => once(socket.end(), 'close')));
      idle.clear();
      response.end('x');
    }),
  );
  servers.push(one, other);
  const origin = new URL(other.url).origin;
  const order = { ...users(`sequence: ['${origin}/b', /a]`), others: new Map([[origin, destinationOf(new URL(other.url), '127.0.0.1')]]) };
  const { rows } = await runLoad(one.url, { load: loadOf('users', { users: 1, requestsEach: 20, spreadS: 0 }) }, {}, order);
  expect([tally(rows), opened]).toEqual([{ '200': 20 }, 10]);
});

async function countConnections() {
  const paths = new Set<string>();
  let connections = 0;
  const server = createServer((request, response) => {
    paths.add(request.url!);
    response.end('x');
  }).on('connection', () => connections++);
  const one = await listen(server);
  servers.push(one);
  return { url: one.url, paths, connections: () => connections };
}

test('a status from 400 on that the plan expects is kept as the good response of its request', async () => {
  const { url } = await shop();
  const plan = users('sequence: [{ url: /plain }, { url: /a, expect: { status: 401 } }]');
  const { rows, kept } = await runLoad(url, { connections: 1, end: { by: 'amount', requests: 10 } }, {}, plan);
  expect(tally(rows)).toEqual({ '200': 5, '401': 5 });
  expect(kept.map(({ request, status, isExpected }) => [request, status, isExpected])).toEqual([
    [0, 200, undefined],
    [1, 401, true],
  ]);
});
