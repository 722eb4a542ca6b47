/** Why Loopscope has a client of its own: autocannon's latencies reach back into earlier requests once connections end. */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { listenRaw, runLoad, type TestServer } from '../helpers/load.ts';

const autocannon = createRequire(import.meta.url)('autocannon') as (options: object, done: () => void) => NodeJS.EventEmitter;

let server: TestServer;
beforeAll(async () => {
  await ensureLoadBuilt();
  // Every answer takes its time and announces that the connection ends with it.
  server = await listenRaw((socket) => {
    setTimeout(() => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'), 10);
  });
});
afterAll(() => server.close());

/** Milliseconds. */
async function latenciesOfAutocannon(amount: number): Promise<number[]> {
  const latencies: number[] = [];
  await new Promise<void>((resolve) => {
    const run = autocannon({ url: server.url, connections: 1, amount }, resolve);
    run.on('response', (_client: unknown, _status: number, _bytes: number, latency: number) => latencies.push(latency));
  });
  return latencies;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** One connection carries one request at a time, so its latencies cannot add up to more than the time that passed. */
test('the latencies on one connection add up to no more than the duration of the run', async () => {
  const { rows, at } = await runLoad(server.url, { connections: 1, end: { by: 'amount', requests: 60 } });
  expect(rows.filter((row) => row.error !== null)).toEqual([]);
  expect(sum(rows.map((row) => row.latency))).toBeLessThanOrEqual(at);
});

test('those measured by autocannon add up to more', async () => {
  const before = performance.now();
  const latencies = await latenciesOfAutocannon(60);
  const elapsed = performance.now() - before;
  expect(latencies.length).toBeGreaterThan(10);
  expect(sum(latencies)).toBeGreaterThan(elapsed);
});
