/** The real load process against servers that behave in every way a server can. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createPlainHttp2, createSecureServer as createSecureHttp2 } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clockUs } from '../../electron/engine/machine/clock.ts';
import { ABSENT } from '../../shared/model/run.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { type LoadRow, listen, listenRaw, runLoad, type TestServer, tally } from '../helpers/load.ts';
import { unusedPort } from '../helpers/unused-port.ts';
import { worded } from '../helpers/worded.ts';

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

async function serveRaw(...args: Parameters<typeof listenRaw>): Promise<string> {
  server = await listenRaw(...args);
  return server.url;
}

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/load', name));

const amount = (requests: number) => ({ by: 'amount', requests }) as const;
const duration = (seconds: number) => ({ by: 'duration', seconds }) as const;

const WHOLE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** On one connection requests follow each other: no latency may reach back before the end of the request before. */
function overlaps(rows: readonly LoadRow[]): LoadRow[] {
  const end = new Map<number, number>();
  return rows.filter((row) => {
    const isEarly = row.start + 1 < (end.get(row.connection) ?? 0);
    end.set(row.connection, row.start + row.latency);
    return isEarly;
  });
}

describe('rows', () => {
  test('have the start, the latency and the status of a request', async () => {
    const delayUs = 30_000;
    const url = await serve((_request, response) => {
      const until = clockUs() + delayUs;
      const answer = () => (clockUs() < until ? setTimeout(answer, 1) : response.end('hello'));
      answer();
    });
    const { rows, at } = await runLoad(url, { connections: 3, end: amount(12) });
    expect(tally(rows)).toEqual({ 200: 12 });
    expect(Math.min(...rows.map((row) => row.latency))).toBeGreaterThanOrEqual(delayUs);
    expect(overlaps(rows)).toEqual([]);
    expect(new Set(rows.map((row) => row.connection))).toEqual(new Set([0, 1, 2]));
    for (const row of rows) {
      expect(row.firstByte).toBeGreaterThanOrEqual(delayUs);
      expect(row.firstByte).toBeLessThanOrEqual(row.latency);
      expect(row.start).toBeGreaterThanOrEqual(0);
      expect(row.start + row.latency).toBeLessThanOrEqual(at + 1);
    }
    expect(rows.map((row) => row.start + row.latency)).toEqual(rows.map((row) => row.start + row.latency).sort((a, b) => a - b));
  });

  test('have a connect time for the first request of each connection only', async () => {
    const url = await serve((_request, response) => response.end('hello'));
    const { rows } = await runLoad(url, { connections: 4, end: amount(40) });
    const connected = rows.filter((row) => row.connect !== ABSENT);
    expect(connected.map((row) => row.connection).sort()).toEqual([0, 1, 2, 3]);
  });

  test('have a connect time that is part of the latency when each request opens its own connection', async () => {
    const url = await serve((_request, response) => response.end('hello'));
    const { rows } = await runLoad(url, { connections: 4, end: amount(40), keepAlive: false });
    for (const row of rows) expect(row.connect).toBeLessThanOrEqual(row.firstByte);
  });

  test('start when all connections are open, so that a server with long tasks accepts all of them in its first turns', async () => {
    const served: number[] = [];
    const url = await serve((request, response) => {
      served.push(request.socket.remotePort!);
      for (const end = performance.now() + 20; performance.now() < end; );
      response.end('done');
    });
    await runLoad(url, { connections: 10, end: amount(30) });
    // First come, first served: nobody is served a third time before everybody was served once.
    expect(new Set(served.slice(0, 20)).size).toBe(10);
  });

  test('count the bytes of the response, including its headers', async () => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`;
    const url = await serveRaw((socket) => socket.write(answer));
    const { rows } = await runLoad(url, { connections: 2, end: amount(6) });
    expect(rows.map((row) => row.bytes)).toEqual(Array(6).fill(answer.length));
  });

  test('and requests in flight always add up to the requests sent', async () => {
    const url = await serve((_request, response) => setTimeout(() => response.end(), 5));
    const { rows, counts, flushes } = await runLoad(url, { connections: 8, end: duration(0.6) });
    expect(flushes.length).toBeGreaterThanOrEqual(2);
    for (const flush of flushes) expect(flush.rows + flush.counts.inFlight).toBe(flush.counts.sent);
    expect(rows.length + counts.inFlight).toBe(counts.sent);
    expect(counts.inFlight).toBeLessThanOrEqual(8);
  });
});

describe('what is sent', () => {
  test('is the method, the path, the headers and the body of the plan', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['x-test'], request.headers['content-length'], body]);
        response.statusCode = 201;
        response.end();
      });
    });
    const body = 'ñ'.repeat(100_000);
    const headers = [{ name: 'X-Test', value: 'yes' }];
    const { rows } = await runLoad(`${url}a%20b?c=d`, { method: 'POST', body, headers, connections: 2, end: amount(3) });
    expect(tally(rows)).toEqual({ 201: 3 });
    expect(seen).toEqual(Array(3).fill(['POST', '/a%20b?c=d', 'yes', '200000', body]));
  });

  test('opens one connection per request without keep-alive', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('hello');
    });
    const { rows } = await runLoad(url, { keepAlive: false, connections: 2, end: amount(10) });
    expect(tally(rows)).toEqual({ 200: 10 });
    expect(ports.size).toBe(10);
    expect(rows.every((row) => row.connect !== ABSENT)).toBe(true);
  });

  test('never follows a redirect', async () => {
    const paths = new Set<string | undefined>();
    const url = await serve((request, response) => {
      paths.add(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(tally((await runLoad(url, { end: amount(20) })).rows)).toEqual({ 302: 20 });
    expect([...paths]).toEqual(['/']);
  });

  test('opens no more connections than there are requests', async () => {
    const url = await serve((_request, response) => response.end());
    const { rows } = await runLoad(url, { connections: 50, end: amount(3) });
    expect(rows.map((row) => row.connection).sort()).toEqual([0, 1, 2]);
  });
});

describe('responses of every kind are completed requests', () => {
  test('server errors', async () => {
    const url = await serve((request, response) => {
      response.statusCode = request.url === '/' ? 500 : 200;
      response.end('sorry');
    });
    expect(tally((await runLoad(url, { end: amount(50) })).rows)).toEqual({ 500: 50 });
  });

  test('chunked responses', async () => {
    const url = await serve((_request, response) => {
      response.write('a');
      setTimeout(() => response.end('b'.repeat(100_000)), 1);
    });
    const { rows } = await runLoad(url, { connections: 2, end: amount(10) });
    expect(tally(rows)).toEqual({ 200: 10 });
    expect(rows.filter((row) => row.connect !== ABSENT)).toHaveLength(2);
  });

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ] as const)('%s %i, which has no body, on one connection', async (method, status) => {
    const url = await serve((_request, response) => {
      response.statusCode = status;
      response.end(status === 200 ? 'not sent' : undefined);
    });
    const { rows } = await runLoad(url, { method, connections: 1, end: amount(10) });
    expect(tally(rows)).toEqual({ [status]: 10 });
    expect(rows.filter((row) => row.connect !== ABSENT)).toHaveLength(1);
  });

  test('informational responses before the final one', async () => {
    const url = await serve((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      setTimeout(() => response.end('hello'), 2);
    });
    expect(tally((await runLoad(url, { connections: 2, end: amount(10) })).rows)).toEqual({ 200: 10 });
  });

  test('a body that ends when the connection closes', async () => {
    const url = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello'));
    expect(tally((await runLoad(url, { connections: 2, end: amount(10) })).rows)).toEqual({ 200: 10 });
  });

  test('a self-signed certificate', async () => {
    const secure = createSecureServer({ key: fixture('key.pem'), cert: fixture('cert.pem') }, (request, response) => {
      response.end(`${request.headers.host} ${'x'.repeat(200_000)}`);
    });
    server = await listen(secure as never, 'https');
    const { rows } = await runLoad(server.url, { connections: 3, end: amount(30) });
    expect(tally(rows)).toEqual({ 200: 30 });
    expect(rows.filter((row) => row.connect !== ABSENT)).toHaveLength(3);
    expect(Math.min(...rows.map((row) => row.bytes))).toBeGreaterThan(200_000);
  });
});

describe('connections that are closed', () => {
  test('with Connection: close only cost a new connection', async () => {
    const url = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'));
    const { rows } = await runLoad(url, { connections: 3, end: amount(60) });
    expect(tally(rows)).toEqual({ 200: 60 });
    expect(overlaps(rows)).toEqual([]);
    expect(rows.every((row) => row.connect !== ABSENT)).toBe(true);
  });

  test('before or during a response make the request fail, and the load continues', async () => {
    const url = await serveRaw((socket, _request, nth) => {
      if (nth % 3 === 0) socket.resetAndDestroy();
      else if (nth % 3 === 1) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe');
      else socket.write(WHOLE);
    });
    const { rows, counts } = await runLoad(url, { connections: 1, end: amount(30) });
    expect(tally(rows)).toEqual({ ECONNRESET: 10, CLOSED: 10, 200: 10 });
    expect(counts).toEqual({ sent: 30, inFlight: 0 });
    expect(overlaps(rows)).toEqual([]);
  });

  test('without Connection: close make only the request in flight fail', async () => {
    const url = await serveRaw((socket) => socket.end(WHOLE));
    const { rows } = await runLoad(url, { connections: 1, end: amount(20) });
    const { 200: completed, ...failures } = tally(rows);
    const failed = Object.values(failures).reduce((sum, n) => sum + n, 0);
    expect(completed! + failed).toBe(20);
    expect(Object.keys(failures).filter((kind) => !['CLOSED', 'ECONNRESET', 'EPIPE'].includes(kind))).toEqual([]);
    expect(completed).toBeGreaterThanOrEqual(10);
  });
});

describe('requests that fail', () => {
  test('by a timeout, and their connection is closed', async () => {
    const url = await serveRaw((socket, _request, nth) => {
      if (nth % 2 === 1) socket.write(WHOLE);
    });
    const { rows } = await runLoad(url, { connections: 1, timeoutS: 0.5, end: amount(6) });
    expect(tally(rows)).toEqual({ TIMEOUT: 3, 200: 3 });
    for (const row of rows) {
      if (row.error === 'TIMEOUT') expect(row.latency).toBeGreaterThan(500_000);
      else expect(row.connect).not.toBe(ABSENT);
    }
  });

  test('because the response is incomplete at the timeout', async () => {
    const url = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const { rows } = await runLoad(url, { connections: 2, timeoutS: 0.5, end: amount(4) });
    expect(tally(rows)).toEqual({ TIMEOUT: 4 });
    expect(rows.every((row) => row.firstByte < 500_000)).toBe(true);
  });

  test('because the response is not HTTP', async () => {
    const url = await serveRaw((socket) => socket.write('220 smtp.example.com ready\r\n'));
    expect(tally((await runLoad(url, { connections: 2, end: amount(10) })).rows)).toEqual({ BAD_ANSWER: 10 });
  });

  test('because the server speaks HTTP/2 only, without TLS and with it', async () => {
    const plain = createPlainHttp2((_, answer) => answer.end('ok')).listen(0, '127.0.0.1');
    const secure = createSecureHttp2({ key: fixture('key.pem'), cert: fixture('cert.pem') }, (_, answer) => answer.end('ok')).listen(
      0,
      '127.0.0.1',
    );
    await Promise.all([once(plain, 'listening'), once(secure, 'listening')]);
    const portOf = (one: { address(): unknown }): number => (one.address() as AddressInfo).port;
    const kinds = await Promise.all([
      runLoad(`http://127.0.0.1:${portOf(plain)}/`, { connections: 2, end: amount(10) }),
      runLoad(`https://127.0.0.1:${portOf(secure)}/`, { connections: 2, end: amount(10) }),
    ]);
    plain.close();
    secure.close();
    expect(kinds.map(({ rows }) => tally(rows))).toEqual([{ HTTP2: 10 }, { HTTP2: 10 }]);
  });

  test('because the server does not speak TLS', async () => {
    server = await listen(
      createPlainServer((socket) => socket.end(WHOLE)),
      'https',
    );
    const { rows } = await runLoad(server.url, { connections: 1, end: amount(3) });
    expect(tally(rows)).toEqual({ TLS: 3 });
  });

  test('because nothing listens, with growing delays between attempts', async () => {
    const url = await serveRaw(() => {});
    server!.close();
    const { rows, counts } = await runLoad(url, { connections: 5, end: duration(1) });
    expect(Object.keys(tally(rows))).toEqual(['ECONNREFUSED']);
    // 10 + 20 + ... + 640 ms: at most 7 requests of each connection begin within a second.
    expect(rows.length).toBeLessThanOrEqual(5 * 7);
    expect(rows.length).toBeGreaterThanOrEqual(5 * 2);
    expect(counts.sent).toBe(rows.length + counts.inFlight);
  });

  test('while the server is restarted', async () => {
    const port = await unusedPort();
    const listenAgain = async (status: number) => {
      server = await listen(
        createServer((_request, response) => response.writeHead(status).end()),
        'http',
        port,
      );
    };
    await listenAgain(200);
    const { url } = server!;
    const result = runLoad(
      url,
      { connections: 4, end: duration(3) },
      {
        onStarted() {
          setTimeout(() => server!.close(), 300);
          setTimeout(() => void listenAgain(202), 800);
        },
      },
    );
    const kinds = tally((await result).rows);
    expect(kinds[200]).toBeGreaterThan(0);
    expect(kinds.ECONNREFUSED).toBeGreaterThan(0);
    expect(kinds[202]).toBeGreaterThan(0);
  });
});

describe('the measured phase', () => {
  test('begins once, even if connections open after the wait for them has ended', async () => {
    const secure = createSecureServer({ key: fixture('key.pem'), cert: fixture('cert.pem') }, (_request, response) => response.end());
    // No handshake before the load has given up waiting.
    const held: Socket[] = [];
    let greet = (socket: Socket) => void held.push(socket);
    server = await listen(
      createPlainServer((socket) => greet(socket)),
      'https',
    );
    let begun = 0;
    const onWarm = () => {
      begun += 1;
      greet = (socket) => void secure.emit('connection', socket);
      for (const socket of held.splice(0)) greet(socket);
    };
    const { rows, counts } = await runLoad(server.url, { connections: 2, end: duration(1) }, { onWarm });
    expect(begun).toBe(1);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length + counts.inFlight).toBe(counts.sent);
  });

  test('begins when no request of the warm-up is in flight, and contains none of them', async () => {
    let inFlight = 0;
    let received = 0;
    let inFlightWhenWarm = -1;
    let receivedWhenWarm = -1;
    const warmPorts = new Set<number | undefined>();
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      inFlight++;
      received++;
      (receivedWhenWarm < 0 ? warmPorts : ports).add(request.socket.remotePort);
      setTimeout(() => {
        inFlight--;
        response.end('hello');
      }, 40);
    });
    const onWarm = () => {
      inFlightWhenWarm = inFlight;
      receivedWhenWarm = received;
    };
    const { rows } = await runLoad(url, { connections: 6, warmupS: 0.3, end: amount(30) }, { onWarm });
    expect(inFlightWhenWarm).toBe(0);
    expect(receivedWhenWarm).toBeGreaterThanOrEqual(6);
    expect(received - receivedWhenWarm).toBe(30);
    expect(tally(rows)).toEqual({ 200: 30 });
    expect([...ports].filter((port) => warmPorts.has(port))).toEqual([]);
  });

  test('begins although the server hung during the warm-up', async () => {
    let isWarm = false;
    const url = await serveRaw((socket) => isWarm && socket.write(WHOLE));
    const onWarm = () => {
      isWarm = true;
    };
    const { rows } = await runLoad(url, { connections: 2, warmupS: 0.1, timeoutS: 1, end: amount(4) }, { onWarm });
    expect(tally(rows)).toEqual({ 200: 4 });
  });

  test('begins although nothing listened during the warm-up', async () => {
    const url = await serveRaw(() => {});
    server!.close();
    const { rows } = await runLoad(url, { connections: 2, warmupS: 0.2, end: amount(2) });
    expect(tally(rows)).toEqual({ ECONNREFUSED: 2 });
  });

  test('gives time 0 on the clock of the engine', async () => {
    const url = await serve((_request, response) => response.end());
    let started = 0;
    const before = clockUs();
    await runLoad(url, { end: amount(1) }, { onStarted: (clock) => (started = clock) });
    expect(started).toBeGreaterThan(before);
    expect(started).toBeLessThan(clockUs());
  });

  test('ends at its deadline; requests in flight are then unfinished, and those that hang unanswered', async () => {
    const url = await serveRaw((socket, _request, nth) => nth < 10 && socket.write(WHOLE));
    const { rows, counts, at } = await runLoad(url, { connections: 4, end: duration(1.5) });
    expect(at).toBe(1_500_000);
    expect(tally(rows)).toEqual({ 200: 10, UNANSWERED: 4 });
    expect(counts).toEqual({ sent: 14, inFlight: 0 });
  });

  test('with an amount, ends with the last response', async () => {
    const url = await serve((_request, response) => response.end());
    const { rows, at } = await runLoad(url, { connections: 2, end: amount(10) });
    const last = rows.at(-1)!;
    expect(Math.abs(at - (last.start + last.latency))).toBeLessThanOrEqual(2);
  });

  test('ends at once when stopped, and keeps what was recorded', async () => {
    let stopLoad = () => {};
    let received = 0;
    const url = await serve((_request, response) => {
      received += 1;
      if (received === 30) stopLoad();
      setTimeout(() => response.end(), 10);
    });
    const onStarted = (_clock: number, { stop }: { stop(): void }) => {
      stopLoad = stop;
    };
    const { rows, counts, at } = await runLoad(url, { connections: 3, end: duration(60) }, { onStarted });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length + counts.inFlight).toBe(counts.sent);
    expect(at).toBeLessThan(30e6);
  });
});

describe('a stop before anything is measured', () => {
  test('ends a warm-up that hangs at once, without results', async () => {
    const url = await serveRaw(() => {});
    const { rows, counts, at, failure } = await runLoad(
      url,
      { warmupS: 50, timeoutS: 50 },
      { onPrepared: ({ stop }) => setTimeout(stop, 200) },
    );
    expect({ rows, counts, at, failure }).toEqual({ rows: [], counts: { sent: 0, inFlight: 0 }, at: 0, failure: null });
  });

  test('between warm-up and measured phase keeps the latter from starting', async () => {
    let received = 0;
    const url = await serve((_request, response) => {
      received++;
      response.end();
    });
    const { rows } = await runLoad(url, { end: duration(50) }, { onPrepared: ({ stop }) => stop() });
    expect([rows, received]).toEqual([[], 0]);
  });
});

describe('the load process', () => {
  test('is reported when it crashes', async () => {
    const url = await serve((_request, response) => response.end());
    const { failure } = await runLoad(
      url,
      { end: duration(60) },
      { onStarted: (_clock, { pids: [pid] }) => process.kill(pid!, 'SIGKILL') },
    );
    expect(worded(failure)).toMatchObject({ code: 'load-process-died', message: expect.stringContaining('SIGKILL') });
  });

  test('survives Ctrl-C', async () => {
    const url = await serve((_request, response) => response.end());
    const { failure, at } = await runLoad(
      url,
      { end: duration(0.5) },
      { onStarted: (_clock, { pids: [pid] }) => process.kill(pid!, 'SIGINT') && process.kill(pid!, 'SIGTERM') },
    );
    expect([failure, at]).toEqual([null, 500_000]);
  });

  test('refuses a header that cannot be sent', async () => {
    const url = await serve((_request, response) => response.end());
    const { failure } = await runLoad(url, { headers: [{ name: 'X', value: 'a\r\nb: c' }] });
    expect(failure).toMatchObject({ code: 'bad-request' });
  });

  test('reports its CPU time', async () => {
    const url = await serve((_request, response) => response.end());
    const { generator } = await runLoad(url, { end: duration(0.7) });
    expect(generator.cpuPercent).toBeGreaterThan(0);
    expect(generator.latenessMs).toBeNull();
  });
});
