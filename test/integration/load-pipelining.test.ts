/** Several requests in flight on a connection: the real load process against servers that count what came before they answered. */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ABSENT } from '../../shared/model/run.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { type LoadRow, listen, listenRaw, runLoad, type TestServer, tally } from '../helpers/load.ts';
import { seededRandom } from '../helpers/random.ts';

beforeAll(ensureLoadBuilt);

let server: TestServer | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** `nth`: of the requests on this socket. */
async function serve(answer: (socket: Socket, nth: number) => void): Promise<string> {
  const counts = new WeakMap<Socket, number>();
  server = await listenRaw((socket) => {
    const nth = counts.get(socket) ?? 0;
    counts.set(socket, nth + 1);
    answer(socket, nth);
  });
  return server.url;
}

const amount = (requests: number) => ({ by: 'amount', requests }) as const;
const WHOLE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const LAST = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';

const connected = (rows: readonly LoadRow[]) => rows.filter(({ connect }) => connect !== ABSENT).length;

describe('with pipelining', () => {
  test('sends the given number of requests on each connection before the first response, and never more', async () => {
    const waiting = new Map<Socket, number>();
    let most = 0;
    let received = 0;
    // Answers one only when four wait: with fewer in flight nothing would ever be answered. With the last request all that wait are.
    const url = await serve((socket) => {
      const count = (waiting.get(socket) ?? 0) + 1;
      most = Math.max(most, count);
      waiting.set(socket, count < 4 ? count : 3);
      if (count >= 4) socket.write(WHOLE);
      received += 1;
      if (received === 300) for (const [each, left] of waiting) each.write(WHOLE.repeat(left));
    });
    const { rows, flushes } = await runLoad(url, { connections: 3, pipelining: 4, end: amount(300) });
    expect(most).toBe(4);
    expect(tally(rows)).toEqual({ 200: 300 });
    expect(new Set(rows.map(({ connection }) => connection))).toEqual(new Set([0, 1, 2]));
    expect(connected(rows)).toBe(3);
    for (const flush of flushes) {
      expect(flush.rows + flush.counts.inFlight).toBe(flush.counts.sent);
      expect(flush.counts.inFlight).toBeLessThanOrEqual(3 * 4);
    }
    // A latency counts from when its own request was sent, which was before the one before it was answered.
    const own = rows.filter(({ connection }) => connection === 0);
    const overlapping = own.filter(({ start }, i) => i > 0 && start < own[i - 1]!.start + own[i - 1]!.latency);
    expect(overlapping.length).toBeGreaterThan(0);
  });

  test('what is still in flight at the end is counted, and is no row', async () => {
    const waiting = new Map<Socket, number>();
    const url = await serve((socket) => {
      const count = (waiting.get(socket) ?? 0) + 1;
      waiting.set(socket, count < 4 ? count : 3);
      if (count >= 4) socket.write(WHOLE);
    });
    const { rows, counts } = await runLoad(url, { connections: 3, pipelining: 4, end: { by: 'duration', seconds: 0.6 } });
    expect(rows.length + counts.inFlight).toBe(counts.sent);
    // Also responses that were on their way when the time was over.
    expect(counts.inFlight).toBeGreaterThanOrEqual([...waiting.values()].reduce((sum, left) => sum + left, 0));
    expect(counts.inFlight).toBeLessThanOrEqual(3 * 4);
  });

  test('matches each response with its request, however the data is split', async () => {
    const random = seededRandom(417);
    const answers = [
      WHOLE,
      'HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nnothing',
      'HTTP/1.1 204 No Content\r\n\r\n',
      `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n`,
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n',
      `HTTP/1.1 500 Oh\r\nContent-Length: 90000\r\n\r\n${'e'.repeat(90_000)}`,
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n',
    ];
    const sent: string[] = [];
    let held = '';
    const url = await serve((socket) => {
      const answer = answers[Math.floor(random() * answers.length)]!;
      sent.push(answer);
      held += answer;
      // Pieces end anywhere; the rest goes out with the next answer, or in the next turn.
      const cut = Math.floor(random() * held.length);
      socket.write(held.slice(0, cut));
      held = held.slice(cut);
      setImmediate(() => {
        socket.write(held);
        held = '';
      });
    });
    const { rows } = await runLoad(url, { connections: 1, pipelining: 7, end: amount(200) });
    const statusOf = (answer: string) => Number(/.*HTTP\/1\.1 (\d+)/s.exec(answer)![1]);
    expect(rows.map(({ status }) => status)).toEqual(sent.map(statusOf));
    expect(rows.map(({ bytes }) => bytes)).toEqual(sent.map(({ length }) => length));
    expect(connected(rows)).toBe(1);
  });

  test('responses to HEAD have no body', async () => {
    server = await listen(createServer((_request, response) => response.end('not sent')));
    const { rows } = await runLoad(server.url, { method: 'HEAD', connections: 2, pipelining: 5, end: amount(100) });
    expect([tally(rows), connected(rows)]).toEqual([{ 200: 100 }, 2]);
  });

  test('reconnects with chunked responses and 404s', async () => {
    server = await listen(
      createServer((request, response) => {
        response.statusCode = request.socket.remotePort! % 2 === 0 ? 404 : 200;
        response.write('a');
        setImmediate(() => response.end('b'));
      }),
    );
    const { rows } = await runLoad(server.url, { connections: 4, pipelining: 8, end: amount(400) });
    expect(rows).toHaveLength(400);
    expect(Object.keys(tally(rows)).every((kind) => kind === '200' || kind === '404')).toBe(true);
    expect(connected(rows)).toBe(4);
  });
});

describe('a connection that ends with several requests in flight', () => {
  test('with Connection: close: the requests after the last response fail, and none is sent again', async () => {
    let answered = 0;
    let received = 0;
    const url = await serve((socket, nth) => {
      received += 1;
      if (nth > 2) return;
      answered += 1;
      if (nth < 2) socket.write(WHOLE);
      else socket.end(LAST);
    });
    const { rows, counts } = await runLoad(url, { connections: 1, pipelining: 4, end: amount(60) });
    const { 200: completed, CLOSED: failed, ...others } = tally(rows);
    expect(others).toEqual({});
    expect(completed).toBe(answered);
    expect(failed).toBeGreaterThan(0);
    expect([completed! + failed!, counts]).toEqual([60, { sent: 60, inFlight: 0 }]);
    expect(received).toBeLessThanOrEqual(60);
  });

  test('by a reset: all of them fail with it', async () => {
    const url = await serve((socket, nth) => {
      if (nth === 3) socket.resetAndDestroy();
    });
    const { rows } = await runLoad(url, { connections: 1, pipelining: 4, end: amount(40) });
    expect(tally(rows)).toEqual({ ECONNRESET: 40 });
  });

  test('by a timeout of the oldest: the others are abandoned with the connection', async () => {
    const url = await serve(() => {});
    const { rows } = await runLoad(url, { connections: 1, pipelining: 3, timeoutS: 0.3, end: amount(6) });
    expect(rows.map(({ error }) => error)).toEqual(['TIMEOUT', 'ABANDONED', 'ABANDONED', 'TIMEOUT', 'ABANDONED', 'ABANDONED']);
    for (const { error, latency } of rows) if (error === 'TIMEOUT') expect(latency).toBeGreaterThan(300_000);
  });

  test('by a response that is not HTTP', async () => {
    const url = await serve((socket, nth) => {
      if (nth === 3) socket.write(`${WHOLE}220 smtp.example.com ready\r\n`);
    });
    const { rows } = await runLoad(url, { connections: 1, pipelining: 4, end: amount(8) });
    expect(rows.map(({ error }) => error)).toEqual([
      null,
      'BAD_ANSWER',
      'ABANDONED',
      'ABANDONED',
      null,
      'BAD_ANSWER',
      'ABANDONED',
      'ABANDONED',
    ]);
  });

  test('because nothing listens: all of them fail, and it is retried only after a delay', async () => {
    const url = await serve(() => {});
    server!.close();
    const { rows, counts } = await runLoad(url, { connections: 2, pipelining: 3, end: { by: 'duration', seconds: 1 } });
    expect(Object.keys(tally(rows))).toEqual(['ECONNREFUSED']);
    // 10 + 20 + ... + 640 ms: at most 7 attempts of each connection begin within a second.
    expect(rows.length).toBeLessThanOrEqual(2 * 3 * 7);
    expect(rows.length + counts.inFlight).toBe(counts.sent);
  });
});
