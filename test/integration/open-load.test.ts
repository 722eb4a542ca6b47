/** Users, arrivals and sweeps by the real load process, against real servers. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ABSENT } from '../../shared/model/run.ts';
import { silentUs } from '../../shared/model/silence.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { type LoadRow, listen, listenRaw, runLoad, type TestServer, tally } from '../helpers/load.ts';
import { loadOf } from '../helpers/plans.ts';

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

const quick: RequestListener = (_request, response) => response.end('ok');
const inPhase = (rows: readonly LoadRow[], phase: number) => rows.filter((row) => row.phase === phase);
const endOf = ({ intended, latency }: LoadRow) => intended + latency;

describe('arrivals', () => {
  test('come as the schedule says, whatever the server does; each once', async () => {
    const load = loadOf('arrivals', { schedule: '200/s for 1s, pause 300ms, 20/s..100/s over 500ms' });
    const { rows, counts } = await runLoad(await serve(quick), { load });
    expect(tally(rows)).toEqual({ 200: 230 });
    expect(counts).toEqual({ sent: 230, inFlight: 0 });
    expect([0, 1, 2].map((phase) => inPhase(rows, phase).length)).toEqual([200, 0, 30]);
    const first = inPhase(rows, 0).map(({ intended }) => intended);
    // Up to a millisecond early, and never re-timed when late.
    expect(Math.max(...first.sort((a, b) => a - b).map((at, i) => Math.abs(at - (i + 1) * 5_000)))).toBeLessThanOrEqual(1_001);
    for (const { start, intended } of rows) expect(start).toBeGreaterThanOrEqual(intended);
  });

  test('do not wait for each other: 50 are in flight before the first is answered', async () => {
    const waiting: ServerResponse[] = [];
    const url = await serve((_request, response) => {
      waiting.push(response);
      if (waiting.length === 50) for (const one of waiting) one.end('ok');
    });
    const { rows } = await runLoad(url, { load: loadOf('arrivals', { schedule: '100/s for 500ms' }) });
    expect(tally(rows)).toEqual({ 200: 50 });
    expect(new Set(rows.map(({ connection }) => connection)).size).toBe(50);
  });

  test('what comes while the load process is stopped is no silence of the server, and nothing of it is given up', async () => {
    const load = loadOf('arrivals', { schedule: '50/s for 1s' });
    const { rows, liveness, generator } = await runLoad(
      await serve((_request, response) => setTimeout(() => response.end('ok'), 200)),
      { load },
      {
        onStarted(_clock, { pids }) {
          setTimeout(() => process.kill(pids[0]!, 'SIGSTOP'), 300);
          setTimeout(() => process.kill(pids[0]!, 'SIGCONT'), 2_500);
        },
      },
    );
    expect(tally(rows)).toEqual({ 200: 50 });
    expect(generator.stoodStillMs!.longest).toBeGreaterThan(1_000);
    expect(Math.max(0, ...liveness!.silences.map(silentUs))).toBeLessThan(1_000_000);
  });

  test('beyond what may be in flight they are dropped, and have a row each', async () => {
    const url = await serve(() => {});
    const load = loadOf('arrivals', { schedule: '100/s for 300ms', maxInFlight: 5, timeoutS: 1 });
    const { rows, counts } = await runLoad(url, { load });
    expect(tally(rows)).toEqual({ UNANSWERED: 5, DROPPED: 25 });
    expect(counts).toEqual({ sent: 5, inFlight: 0 });
    const dropped = rows.filter(({ error }) => error === 'DROPPED');
    expect(dropped.every(({ latency, start, intended }) => latency === 0 && start === intended)).toBe(true);
  });

  test('at random are the same for the same seed, and for one process or two', async () => {
    const url = await serve(quick);
    const load = loadOf('arrivals', { schedule: '150/s for 1s', poisson: true, seed: 5 });
    const times = async (workers: number, seed = 5) => {
      const { rows } = await runLoad(url, { load: { ...load, seed }, workers });
      expect(rows.map(endOf)).toEqual(rows.map(endOf).sort((a, b) => a - b));
      return rows.map(({ intended }) => intended).sort((a, b) => a - b);
    };
    const [one, two, other] = [await times(1), await times(2), await times(1, 6)];
    expect(two).toHaveLength(one.length);
    expect(Math.max(...one.map((at, i) => Math.abs(at - two[i]!)))).toBeLessThanOrEqual(1_001);
    expect(other.slice(0, 20)).not.toEqual(one.slice(0, 20));
  });

  test('without keep-alive each has a new connection', async () => {
    const { rows } = await runLoad(await serve(quick), { load: loadOf('arrivals', { schedule: '50/s for 400ms' }), keepAlive: false });
    expect(tally(rows)).toEqual({ 200: 20 });
    expect(rows.every(({ connect }) => connect !== ABSENT)).toBe(true);
  });

  test('a warm-up of the same load comes before, and is not counted', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests++;
      response.end('ok');
    });
    const { rows } = await runLoad(url, { load: loadOf('arrivals', { schedule: '50/s for 400ms', warmupS: 0.4 }) });
    expect(rows).toHaveLength(20);
    expect(requests).toBe(40);
  });
});

describe('idle connections', () => {
  const TWICE = loadOf('arrivals', { schedule: '10/s for 100ms, pause 800ms, 10/s for 100ms' });
  const answer = (more: string) => `HTTP/1.1 200 OK\r\n${more}Content-Length: 2\r\n\r\nok`;

  test('one that is closed before a byte came, after it was idle, is stale and not a failure of the server', async () => {
    const ofSocket = new Map<unknown, number>();
    server = await listenRaw((socket) => {
      const nth = ofSocket.get(socket) ?? 0;
      ofSocket.set(socket, nth + 1);
      if (nth === 0) socket.write(answer(''));
      else socket.destroy();
    });
    const { rows } = await runLoad(server.url, { load: TWICE });
    expect(tally(rows)).toEqual({ 200: 1, STALE: 1 });
  });

  test('one whose server says when it will close it is closed before', async () => {
    let sockets = 0;
    const known = new Set();
    server = await listenRaw((socket) => {
      if (!known.has(socket)) sockets++;
      known.add(socket);
      socket.write(answer('Keep-Alive: timeout=1\r\n'));
    });
    const { rows } = await runLoad(server.url, { load: TWICE });
    expect(tally(rows)).toEqual({ 200: 2 });
    expect(sockets).toBe(2);
  });
});

test('users each make their requests one after the other, on a connection of their own', async () => {
  const ofSocket = new Map<unknown, number>();
  const url = await serve((request, response) => {
    ofSocket.set(request.socket, (ofSocket.get(request.socket) ?? 0) + 1);
    response.end('ok');
  });
  for (const [workers, spreadS] of [
    [1, 0],
    [2, 0.3],
  ] as const) {
    ofSocket.clear();
    const { rows, counts } = await runLoad(url, { load: loadOf('users', { users: 5, requestsEach: 4, spreadS }), workers });
    expect(tally(rows)).toEqual({ 200: 20 });
    expect(counts).toEqual({ sent: 20, inFlight: 0 });
    expect([...ofSocket.values()]).toEqual([4, 4, 4, 4, 4]);
    for (let user = 0; user < 5; user++) {
      const own = rows.filter((row) => row.user === user);
      expect(own).toHaveLength(4);
      for (const [i, { start }] of own.slice(1).entries()) expect(start).toBeGreaterThanOrEqual(endOf(own[i]!) - 1);
    }
  }
});

describe('a sweep', () => {
  test('goes through its levels, each drained before the next', async () => {
    let inFlight = 0;
    const most: number[] = [];
    const url = await serve((_request, response) => {
      inFlight++;
      most.push(inFlight);
      setTimeout(() => {
        inFlight--;
        response.end('ok');
      }, 20);
    });
    const { rows } = await runLoad(url, { load: loadOf('sweep', { levels: '1, 4', holdS: 0.4 }) });
    expect(Math.max(...most)).toBe(4);
    const [first, second] = [inPhase(rows, 0), inPhase(rows, 1)];
    expect(first.length + second.length).toBe(rows.length);
    expect(new Set(first.map(({ connection }) => connection)).size).toBe(1);
    expect(new Set(second.map(({ connection }) => connection)).size).toBe(4);
    expect(Math.min(...second.map(({ start }) => start))).toBeGreaterThan(Math.max(...first.map(endOf)));
  });

  test('of rates; stopped, it keeps what it has', async () => {
    const url = await serve(quick);
    const load = loadOf('sweep', { levels: '50/s, 100/s', holdS: 0.4 });
    const { rows } = await runLoad(url, { load });
    expect([0, 1].map((phase) => inPhase(rows, phase).length)).toEqual([20, 40]);
    server?.close();
    const hanging = await serve(() => {});
    const stopped = await runLoad(hanging, { load }, { onStarted: (_clock, { stop }) => setTimeout(stop, 300) });
    expect(stopped.failure).toBeNull();
    // What had waited for long enough is told; the rest was in flight.
    expect(Object.keys(tally(stopped.rows))).toEqual(['UNANSWERED']);
    expect(stopped.counts.sent).toBe(stopped.rows.length + stopped.counts.inFlight);
  });
});
