/** The real load process, and autocannon in it, when servers do not answer what is in flight as the load ends. */
import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { silentUs } from '../../shared/model/silence.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { testCases } from '../helpers/cases.ts';
import { listen, listenRaw, runLoad, type TestServer, tally } from '../helpers/load.ts';

beforeAll(ensureLoadBuilt);

let server: TestServer | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

async function serve(listener: RequestListener): Promise<string> {
  server = await listen(createServer(listener));
  return server.url;
}

const S = 1e6;
const duration = (seconds: number) => ({ by: 'duration', seconds }) as const;
/** The first so many requests are answered, and then none. */
const hangsAfter = (count: number): RequestListener => {
  let requests = 0;
  return (_request, response) => {
    if (++requests <= count) response.end('ok');
  };
};

testCases<'loopscope' | 'autocannon'>(['loopscope'], ['autocannon'])(
  '%s, whose server never answers again: all that hang are told with their age',
  async (client) => {
    const url = await serve(hangsAfter(20));
    const { rows, counts, at, phaseEnd, liveness } = await runLoad(url, { client, connections: 4, end: duration(1.6) });
    expect([tally(rows), counts]).toEqual([
      { 200: 20, UNANSWERED: 4 },
      { sent: 24, inFlight: 0 },
    ]);
    expect([at, phaseEnd]).toEqual([1.6 * S, 1.6 * S]);
    expect(liveness!.waited).toBeGreaterThanOrEqual(0.8 * S);
    // From when it was sent to the end of the wait; the clock of a row is rounded down.
    for (const row of rows.slice(-4)) expect(Math.abs(row.start + row.latency - at - liveness!.waited)).toBeLessThan(3);
    const last = liveness!.silences.at(-1)!;
    expect(last).toMatchObject({ to: 1.6 * S, inFlight: 4 });
    expect(silentUs(last)).toBeGreaterThan(0.8 * S);
  },
);

testCases<'loopscope' | 'autocannon'>(['loopscope'], ['autocannon'])(
  '%s: what is answered while it is waited for is a row with its status and latency',
  async (client) => {
    // After the load, with most of a second to spare for the first eight on a busy machine.
    let requests = 0;
    const url = await serve((_request, response) => {
      if (++requests <= 8) response.end('ok');
      else setTimeout(() => response.end('late'), 2_700);
    });
    const { rows, counts, at, liveness } = await runLoad(url, { client, connections: 2, end: duration(2.4) });
    expect([tally(rows), counts, at]).toEqual([{ 200: 10 }, { sent: 10, inFlight: 0 }, 2.4 * S]);
    for (const { start, latency } of rows.slice(-2)) expect(start + latency).toBeGreaterThan(at);
    expect(liveness!.waited).toBeLessThan(1.2 * S);
  },
);

testCases<'loopscope' | 'autocannon'>(['loopscope'], ['autocannon'])(
  '%s: the first byte of what still comes at the end is its own, not that of the response before it',
  async (client) => {
    const timers: NodeJS.Timeout[] = [];
    let requests = 0;
    const url = await serve((_request, response) => {
      if (++requests === 1) response.end('ok');
      else setTimeout(() => timers.push(setInterval(() => response.write('more'), 50)), 300);
    });
    try {
      const { rows, liveness } = await runLoad(url, { client, connections: 1, end: duration(1.2) });
      expect([tally(rows), liveness!.streams.length]).toEqual([{ 200: 1 }, 1]);
      expect(liveness!.streams[0]!.firstByte).toBeGreaterThan(0.25 * S);
    } finally {
      for (const timer of timers) clearInterval(timer);
    }
  },
);

testCases<'loopscope' | 'autocannon'>([], ['loopscope', 'autocannon'])(
  '%s: what was sent in the last second is unanswered, too, where it hangs for as long as another that is waited for',
  async (client) => {
    let startedAt: number | null = null;
    const url = await serve((_request, response) => {
      const isFirst = startedAt === null;
      startedAt ??= performance.now();
      if (!isFirst && performance.now() - startedAt < 2_000) setTimeout(() => response.end('ok'), 5);
    });
    const { rows, counts, at } = await runLoad(url, { client, connections: 2, end: duration(2.4) });
    expect([tally(rows).UNANSWERED, counts.inFlight]).toEqual([2, 0]);
    expect(at - Math.max(...rows.map(({ start }) => start))).toBeLessThan(S);
  },
);

test('half a body is unanswered, an event stream is alive, and the others go on until the end', async () => {
  const timers: NodeJS.Timeout[] = [];
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(200, { 'content-length': 100 }).write('half');
    else if (requests === 2) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 0\n\n');
      timers.push(setInterval(() => response.write('data: 1\n\n'), 50));
    } else setTimeout(() => response.end('ok'), 5);
  });
  try {
    const { rows, counts, liveness } = await runLoad(url, { connections: 4, end: duration(1.2) });
    const { UNANSWERED: unanswered, 200: answered } = tally(rows);
    expect(unanswered).toBe(1);
    expect(answered).toBeGreaterThan(50);
    expect(rows.find(({ error }) => error === 'UNANSWERED')!.bytes).toBeGreaterThan(50);
    expect(counts.sent).toBe(rows.length + counts.inFlight);
    expect(liveness!.streams).toMatchObject([{ kind: 'event-stream' }]);
    expect(liveness!.streams[0]!.events).toBeGreaterThan(5);
    expect(liveness!.silences.filter((one) => silentUs(one) > 0.5 * S)).toEqual([]);
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
});

test('with two load processes the run is silent where both are', { tags: ['long'] }, async () => {
  const url = await serve(hangsAfter(40));
  const { rows, counts, liveness } = await runLoad(url, { connections: 4, workers: 2, end: duration(1.6) });
  expect([tally(rows), counts]).toEqual([
    { 200: 40, UNANSWERED: 4 },
    { sent: 44, inFlight: 0 },
  ]);
  expect(liveness!.silences.at(-1)).toMatchObject({ to: 1.6 * S, inFlight: 4 });
});

test('a body that is coded and chunked is read to its end', async () => {
  const coded = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';
  server = await listenRaw((socket) => socket.write(coded));
  const { rows } = await runLoad(server.url, { connections: 2, end: { by: 'amount', requests: 12 }, timeoutS: 5 });
  expect(tally(rows)).toEqual({ 200: 12 });
  expect(new Set(rows.map(({ bytes }) => bytes))).toEqual(new Set([coded.length]));
});
