/** autocannon as the client: the same rows and counts as our own, and what it cannot know is said. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ABSENT } from '../../shared/model/run.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { type LoadResult, listen, listenRaw, runLoad, type TestServer, tally } from '../helpers/load.ts';

let server: TestServer;
beforeAll(ensureLoadBuilt);
afterEach(() => server.close());

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../fixtures/load', name));
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const load = (plan: Parameters<typeof runLoad>[1], hooks?: Parameters<typeof runLoad>[2]): Promise<LoadResult> =>
  runLoad(server.url, { client: 'autocannon', ...plan }, hooks);

/** Every request has one outcome, at every moment. */
function expectCounts({ rows, counts, flushes }: LoadResult): void {
  for (const flush of flushes) expect(flush.counts.sent).toBe(flush.rows + flush.counts.inFlight);
  expect(counts.sent).toBe(rows.length + counts.inFlight);
}

test('with an amount, each request is a row, and autocannon counts the same', async () => {
  const seen: string[] = [];
  server = await listen(
    createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['x-one']} ${body}`);
        response.statusCode = request.url === '/a?b=1' ? 200 : 500;
        response.end('hello');
      });
    }),
  );
  const { port } = new URL(server.url);
  const result = await runLoad(`http://localhost:${port}/a?b=1`, {
    client: 'autocannon',
    connections: 7,
    end: { by: 'amount', requests: 100 },
    method: 'POST',
    body: '{"é":1}',
    headers: [
      { name: 'x-one', value: '1' },
      { name: 'X-One', value: '2' },
      { name: 'content-length', value: '8' },
    ],
  });
  const { rows, results, counts, at } = result;
  expectCounts(result);
  expect(tally(rows)).toEqual({ '200': 100 });
  expect(counts).toEqual({ sent: 100, inFlight: 0 });
  expect(new Set(rows.map(({ connection }) => connection)).size).toBe(7);
  // The URL names the host; the connections go to the address that was pinned.
  expect(new Set(seen)).toEqual(new Set([`POST /a?b=1 localhost:${port} 1, 2 {"é":1}`]));
  for (const row of rows) {
    expect([row.connect, row.firstByte, row.stale]).toEqual([ABSENT, ABSENT, false]);
    expect(row.start).toBeGreaterThanOrEqual(0);
    expect(row.start + row.latency).toBeLessThanOrEqual(at + 1);
  }
  const [own] = results;
  expect(results).toHaveLength(1);
  expect(own).toMatchObject({ url: `http://localhost:${port}/a?b=1`, connections: 7, '2xx': 100, non2xx: 0, errors: 0 });
  expect(own!.requests).toMatchObject({ sent: 100, total: 100 });
  expect(own!.latency.totalCount).toBe(100);
  expect(own!.throughput.total).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0));
});

test('TLS with a self-signed certificate: the server gets the requested server name', { tags: ['long'] }, async () => {
  const names = new Set<string>();
  const secure = createSecureServer({ key: fixture('key.pem'), cert: fixture('cert.pem') }, (request, response) => {
    names.add(`${(request.socket as TLSSocket).servername} ${request.headers.host}`);
    response.end('ok');
  });
  server = await listen(secure as never, 'https');
  const { port } = new URL(server.url);
  const { rows } = await runLoad(`https://localhost:${port}/`, {
    client: 'autocannon',
    connections: 3,
    end: { by: 'amount', requests: 30 },
  });
  expect(tally(rows)).toEqual({ '200': 30 });
  expect([...names]).toEqual([`localhost localhost:${port}`]);
});

test('with two load processes each connection has its own number, and there are two results of autocannon', async () => {
  server = await listenRaw((socket) => socket.write(ANSWER));
  const result = await load({ connections: 5, workers: 2, end: { by: 'amount', requests: 101 } });
  expectCounts(result);
  expect(tally(result.rows)).toEqual({ '200': 101 });
  expect(new Set(result.rows.map(({ connection }) => connection))).toEqual(new Set([0, 1, 2, 3, 4]));
  expect(result.results.map(({ connections, requests }) => [connections, requests.sent]).sort()).toEqual([
    [2, 40],
    [3, 61],
  ]);
});

test('with a duration, requests in flight at the end are unfinished, although autocannon ends on its next tick', async () => {
  let received = 0;
  server = await listenRaw((socket) => {
    received++;
    setTimeout(() => socket.write(ANSWER), 30);
  });
  const result = await load({ connections: 5, end: { by: 'duration', seconds: 0.5 } });
  expectCounts(result);
  expect(result.at).toBe(500_000);
  // Fewer where a response came just before the end: what would follow it is sent after.
  expect(result.counts.inFlight).toBeGreaterThan(0);
  expect(result.counts.inFlight).toBeLessThanOrEqual(5);
  expect(Math.max(...result.rows.map(({ start, latency }) => start + latency))).toBeLessThanOrEqual(500_001);
  expect(Math.min(...result.rows.map(({ latency }) => latency))).toBeGreaterThan(29_000);
  expect(received).toBeGreaterThan(result.counts.sent);
  expect(result.results[0]!.requests.sent).toBe(received);
});

test('a stopped run keeps what was recorded, with the result of autocannon so far', async () => {
  server = await listenRaw((socket) => socket.write(ANSWER));
  const result = await load(
    { connections: 2, end: { by: 'duration', seconds: 60 } },
    { onStarted: (_, { stop }) => setTimeout(stop, 100) },
  );
  expectCounts(result);
  expect(result.at).toBeLessThan(60e6);
  expect(result.results).toHaveLength(1);
});

test('the warm-up is drained before the measured phase and not counted', async () => {
  let open = 0;
  let warmed = -1;
  server = await listenRaw((socket) => {
    open++;
    setTimeout(() => {
      open--;
      socket.write(ANSWER);
    }, 20);
  });
  const result = await load(
    { connections: 3, warmupS: 0.2, end: { by: 'amount', requests: 9 } },
    {
      onWarm: () => {
        warmed = open;
      },
    },
  );
  expect(warmed).toBe(0);
  expect(tally(result.rows)).toEqual({ '200': 9 });
});

/** Each connection ends with its first answer, which says so; autocannon sends the next request on it all the same. */
test('when the server closes a connection, its requests fail and later responses on it are marked', async () => {
  server = await listenRaw((socket) => {
    setTimeout(() => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'), 10);
  });
  const result = await load({ connections: 1, end: { by: 'amount', requests: 60 } });
  const { rows } = result;
  expectCounts(result);
  const [first, ...others] = rows.filter(({ error }) => error === null);
  expect(first!.stale).toBe(false);
  expect(others.length).toBeGreaterThan(10);
  expect(others.every(({ stale }) => stale)).toBe(true);
  const failed = rows.filter(({ error }) => error !== null);
  expect(failed.length).toBeGreaterThan(10);
  expect(failed.every(({ error, stale }) => ['CLOSED', 'ECONNRESET', 'EPIPE'].includes(error!) && !stale)).toBe(true);
  // What is not marked fits into the time of the run: one connection has one request at a time.
  const timed = rows.filter(({ stale }) => !stale);
  expect(timed.reduce((sum, { latency }) => sum + latency, 0)).toBeLessThanOrEqual(result.at + rows.length);
});

test('a connection that is reset fails its request', { tags: ['long'] }, async () => {
  server = await listenRaw((socket, _, nth) => {
    if (nth % 5 === 4) socket.resetAndDestroy();
    else socket.write(ANSWER);
  });
  const result = await load({ connections: 2, end: { by: 'amount', requests: 50 } });
  expectCounts(result);
  expect(result.counts).toEqual({ sent: 50, inFlight: 0 });
  expect(tally(result.rows)).toEqual({ '200': 40, ECONNRESET: 10 });
  expect(result.results[0]).toMatchObject({ errors: 10, '2xx': 40 });
});

test('after a timeout, autocannon measures requests from their own start again', async () => {
  server = await listenRaw((socket, _, nth) => {
    if (nth !== 2) socket.write(ANSWER);
  });
  const result = await load({ connections: 1, timeoutS: 1, end: { by: 'amount', requests: 20 } });
  expectCounts(result);
  expect(tally(result.rows)).toEqual({ '200': 19, TIMEOUT: 1 });
  expect(result.rows.filter(({ stale }) => stale)).toEqual([]);
  const late = result.rows.find(({ error }) => error === 'TIMEOUT')!;
  expect(late.latency).toBeGreaterThan(990_000);
  const later = result.rows.slice(result.rows.indexOf(late) + 1);
  expect(later).toHaveLength(17);
  expect(later.every(({ start }) => start >= late.start + late.latency - 1_000)).toBe(true);
});

test('every request fails when nothing listens on the port', { tags: ['long'] }, async () => {
  server = await listenRaw(() => {});
  const { url } = server;
  server.close();
  const result = await runLoad(url, { client: 'autocannon', connections: 1, end: { by: 'amount', requests: 30 } });
  expectCounts(result);
  expect(tally(result.rows)).toEqual({ ECONNREFUSED: 30 });
  // There is no latency at all.
  expect(result.results[0]!.latency).toMatchObject({ totalCount: 0, average: 0, p99: 0, max: 0 });
});

test('with pipelining, the given number of requests is in flight, and the rows add up', { tags: ['long'] }, async () => {
  let most = 0;
  server = await listen(
    createServer((_request, response) => {
      setTimeout(() => response.end('ok'), 20);
    }),
  );
  const result = await load({ connections: 2, pipelining: 4, end: { by: 'duration', seconds: 0.6 } });
  for (const { counts } of result.flushes) most = Math.max(most, counts.inFlight);
  expectCounts(result);
  expect(most).toBe(8);
  expect(result.counts.inFlight).toBeLessThanOrEqual(8);
  expect(tally(result.rows)).toEqual({ '200': result.rows.length });
  expect(result.rows.length).toBeGreaterThan(8);
});
