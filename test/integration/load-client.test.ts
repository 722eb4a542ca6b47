/** The client and a source that nobody has written yet: real connections, a model made up here. */
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { Exchange } from '../../electron/engine/load/connection.ts';
import { buildExchange } from '../../electron/engine/load/exchange.ts';
import { type ClientPlan, LoadClient } from '../../electron/engine/load/load-client.ts';
import { type Decision, OVER, SEND, type Source, type Turn, WAIT } from '../../electron/engine/load/sources/source.ts';
import { clockUs } from '../../electron/engine/machine/clock.ts';
import { listen, type TestServer } from '../helpers/load.ts';
import { planOf } from '../helpers/plans.ts';

/** One request at each of these times (µs since time 0), by made-up users, in two phases. */
class Timetable implements Source {
  #origin = 0;
  #next = 0;
  asked = 0;

  constructor(private readonly times: readonly number[]) {}

  start(now: number): void {
    this.#origin = now;
  }

  get hasMore(): boolean {
    return this.#next < this.times.length;
  }

  next(now: number, turn: Turn): Decision {
    this.asked += 1;
    if (!this.hasMore) return OVER;
    const intended = this.#origin + this.times[this.#next]!;
    if (intended > now) {
      turn.until = intended;
      return WAIT;
    }
    turn.intended = intended;
    turn.request = this.#next % 3;
    turn.phase = this.#next < 10 ? 0 : 1;
    turn.user = 100 + this.#next;
    this.#next += 1;
    return SEND;
  }
}

interface Row {
  readonly connection: number;
  readonly intended: number;
  readonly start: number;
  readonly end: number;
  readonly request: number;
  readonly phase: number;
  readonly user: number;
}

let server: TestServer | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

interface Played {
  rows: Row[];
  at: number;
  counts: LoadClient['counts'];
  opened: number;
}

/** Runs the source against a real server until the client is done. Times since time 0. */
async function play(source: Source, plan: Partial<ClientPlan>, listener: RequestListener, keepAlive = true): Promise<Played> {
  const http = createServer(listener);
  let opened = 0;
  http.on('connection', () => opened++);
  server = await listen(http);
  const order = { plan: planOf({ keepAlive }), part: { nth: 0, of: 1 }, firstConnection: 0, url: server.url, address: '127.0.0.1' };
  const exchange = buildExchange(order) as { ok: true; value: Exchange };
  return new Promise((resolve) => {
    const rows: Row[] = [];
    let origin = 0;
    const client = new LoadClient(
      {
        exchange: exchange.value,
        source,
        connections: 4,
        opens: 'ahead',
        firstConnection: 0,
        duration: Infinity,
        atDeadline: 'cut',
        ...plan,
      },
      {
        onRequest: ({ index, intended, start, request, phase, user }, end) =>
          rows.push({ connection: index, intended: intended - origin, start: start - origin, end: end - origin, request, phase, user }),
        mostKept: () => 0,
        onDone: (at) => resolve({ rows, at: at - origin, counts: client.counts, opened }),
      },
    );
    client.openAhead(() => {
      origin = clockUs();
      client.start(origin);
    });
  });
}

const times = Array.from({ length: 30 }, (_, i) => i * 7_300);

describe('a source of requests at given times', () => {
  test('sends each request once, at its time or later, on the open connections', async () => {
    const source = new Timetable(times);
    const { rows, counts, opened } = await play(source, {}, (_request, response) => response.end('ok'));
    expect(rows.map(({ user }) => user).sort((a, b) => a - b)).toEqual(times.map((_, i) => 100 + i));
    for (const { intended, start, end, user, phase, request } of rows) {
      const i = user - 100;
      expect(intended).toBeCloseTo(times[i]!, 3);
      expect(start).toBeGreaterThanOrEqual(intended);
      expect(end).toBeGreaterThan(start);
      expect([request, phase]).toEqual([i % 3, i < 10 ? 0 : 1]);
    }
    expect(counts).toEqual({ sent: 30, inFlight: 0 });
    expect(opened).toBe(4);
    // In turn: a cluster behind them has all its workers asked.
    expect(new Set(rows.map(({ connection }) => connection)).size).toBe(4);
    // Waiting connections are not asked one after the other for each request.
    expect(source.asked).toBeLessThan(4 * 30);
  });

  test('opens a connection for each request without keep-alive', async () => {
    const { rows, opened } = await play(new Timetable(times), {}, (_request, response) => response.end('ok'), false);
    expect(rows).toHaveLength(30);
    expect(opened).toBeGreaterThanOrEqual(30);
  });

  test('measures latency from the intended start when all connections are busy', async () => {
    // Ten at once on one connection, whose server takes as long as it likes: each waits for those before it.
    const { rows } = await play(new Timetable(Array(10).fill(5_000)), { connections: 1 }, (_request, response) =>
      setImmediate(() => response.end('ok')),
    );
    expect(rows).toHaveLength(10);
    rows.forEach(({ intended, start }, i) => {
      expect(intended).toBeCloseTo(5_000, 3);
      if (i > 0) expect(start).toBeGreaterThanOrEqual(rows[i - 1]!.end);
    });
  });

  test('reconnects when the server has closed connections in the meantime', async () => {
    const { rows, opened } = await play(new Timetable(times), { connections: 2 }, (request, response) => {
      response.end('ok', () => request.socket.end());
    });
    expect(rows).toHaveLength(30);
    expect(opened).toBeGreaterThan(2);
  });

  test('ends at the deadline although later requests are scheduled', async () => {
    const { rows, at, counts } = await play(new Timetable([0, 1_000, 60e6]), { duration: 1_000_000 }, (_request, response) =>
      response.end('ok'),
    );
    expect([rows.length, at, counts]).toEqual([2, 1_000_000, { sent: 2, inFlight: 0 }]);
  });

  test('drains at the deadline of a warm-up', async () => {
    const plan = { duration: 500_000, atDeadline: 'drain' } as const;
    const { rows, counts } = await play(new Timetable([0, 1_000, 60e6]), plan, (_request, response) =>
      setTimeout(() => response.end('ok'), 600),
    );
    expect([rows.length, counts]).toEqual([2, { sent: 2, inFlight: 0 }]);
  });

  test('can be stopped while all connections wait', async () => {
    const source = new Timetable([60e6]);
    server = await listen(createServer((_request, response) => response.end('ok')));
    const exchange = buildExchange({
      plan: planOf(),
      part: { nth: 0, of: 1 },
      firstConnection: 0,
      url: server.url,
      address: '127.0.0.1',
    }) as {
      ok: true;
      value: Exchange;
    };
    const done = new Promise<void>((resolve) => {
      const client = new LoadClient(
        { exchange: exchange.value, source, connections: 2, opens: 'ahead', firstConnection: 0, duration: Infinity, atDeadline: 'cut' },
        { onRequest() {}, mostKept: () => 0, onDone: () => resolve() },
      );
      client.start(clockUs());
      setImmediate(() => client.stop());
    });
    await done;
    expect(source.hasMore).toBe(true);
  });
});
