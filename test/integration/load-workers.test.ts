/** Several load processes: what a server counted is what was recorded, on one clock, whatever happens to one of them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clockUs } from '../../electron/engine/machine/clock.ts';
import { allowedCores, chooseCores } from '../../electron/engine/machine/pinning.ts';
import type { WarmUpCounts } from '../../shared/model/silence.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { testCases } from '../helpers/cases.ts';
import { type LoadRow, listen, runLoad, type TestServer, tally } from '../helpers/load.ts';
import { loadOf, type PlanSettings } from '../helpers/plans.ts';

beforeAll(ensureLoadBuilt);

let server: TestServer | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

async function serve(listener: RequestListener): Promise<{ url: string }> {
  server = await listen(createServer(listener));
  return server;
}

const amount = (requests: number) => ({ by: 'amount', requests }) as const;
const duration = (seconds: number) => ({ by: 'duration', seconds }) as const;
const completion = ({ start, latency }: LoadRow) => start + latency;

/** What was sent in the last moment still has to reach the server. A connection opened now is accepted after all of the load's. */
async function settle(url: string): Promise<void> {
  await fetch(url, { method: 'POST' });
}

describe('the recorded counts equal those of the server', () => {
  testCases<PlanSettings>(
    [
      { workers: 3, connections: 7, end: amount(1_001) },
      { workers: 2, connections: 5, end: amount(999), pipelining: 3 },
      { workers: 2, connections: 5, end: amount(500), client: 'autocannon' },
      { workers: 3, connections: 7, end: duration(0.5), warmupS: 0.2 },
    ],
    [
      { workers: 2, connections: 10, end: amount(2_000) },
      { workers: 3, connections: 50, end: amount(20) },
      { workers: 2, connections: 3, end: amount(100), keepAlive: false },
      { workers: 2, connections: 10, end: duration(0.5) },
    ],
  )('%o', async (plan) => {
    let received = 0;
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      if (request.method === 'GET') {
        received++;
        ports.add(request.socket.remotePort);
      }
      response.end('x');
    });
    const onWarm = () => {
      received = 0;
      ports.clear();
    };
    const { rows, counts, flushes } = await runLoad(url, plan, { onWarm });
    await settle(url);

    expect(Object.keys(tally(rows))).toEqual(['200']);
    expect(rows.length + counts.inFlight).toBe(counts.sent);
    for (const flush of flushes) expect(flush.rows + flush.counts.inFlight).toBe(flush.counts.sent);
    if (plan.end!.by === 'amount') {
      expect([rows.length, received, counts.inFlight]).toEqual([plan.end!.requests, plan.end!.requests, 0]);
    } else {
      expect(received).toBeGreaterThanOrEqual(rows.length);
      expect(received).toBeLessThanOrEqual(counts.sent);
    }
    // Each connection has a number of its own, and there are no others.
    if (plan.keepAlive !== false) expect(ports.size).toBe(Math.min(plan.connections!, rows.length));
    const numbers = [...new Set(rows.map(({ connection }) => connection))].sort((a, b) => a - b);
    expect(numbers.length).toBeLessThanOrEqual(plan.connections!);
    expect(numbers.at(-1)).toBeLessThan(plan.connections!);
    if (plan.end!.by === 'duration') expect(numbers).toHaveLength(plan.connections!);
  });
});

describe('a sweep', () => {
  test.each([
    ['1, 2, 3', (level: number) => level + 1],
    ['40/s, 101/s', () => 70],
  ])('%s: all processes begin a level together, when the one before is drained in all of them', async (levels, most) => {
    let received = 0;
    let warmUp: WarmUpCounts | undefined;
    const { url } = await serve((_, response) => {
      received++;
      setTimeout(() => response.end('x'), 30);
    });
    // As many may be in flight as there are in all, so that none is dropped, however late they are sent.
    const load = loadOf('sweep', { levels, holdS: 0.5, warmupS: 0.1, maxInFlight: 70 });
    const onWarm = (counts?: WarmUpCounts) => {
      warmUp = counts;
      expect(counts).toEqual({ sent: received, answered: received });
      received = 0;
    };
    const { rows, counts, failure } = await runLoad(url, { workers: 2, load }, { onWarm });
    expect(warmUp).toBeDefined();
    expect([failure, counts.inFlight, received]).toEqual([null, 0, counts.sent]);
    expect(rows.length).toBe(counts.sent);
    const count = levels.split(',').length;
    const of = Array.from({ length: count }, (_, level) => rows.filter(({ phase }) => phase === level));
    // Behind them come levels that were run again, because they were not held: the machine may be busy.
    expect(rows.filter(({ phase }) => !(phase >= 0))).toEqual([]);
    of.forEach((own, level) => {
      const numbers = new Set(own.map(({ connection }) => connection));
      expect(numbers.size).toBeLessThanOrEqual(most(level));
      if (levels.endsWith('3')) expect(numbers.size).toBe(most(level));
      const before = Math.max(0, ...(of[level - 1] ?? []).map(completion));
      expect(Math.min(...own.map(({ start }) => start))).toBeGreaterThanOrEqual(before);
    });
    if (levels.endsWith('s')) expect(of.map((own) => own.length)).toEqual([20, 50]);
  });
});

describe('the rows of all processes', () => {
  test('are on one clock: requests start before the server gets them and end after its response', async () => {
    const received: number[] = [];
    const answered: number[] = [];
    const { url } = await serve((_request, response) => {
      received.push(clockUs());
      setImmediate(() => {
        answered.push(clockUs());
        response.end('x');
      });
    });
    let origin = 0;
    let begun = 0;
    const onStarted = (clock: number) => {
      begun += 1;
      origin = clock;
    };
    const { rows } = await runLoad(url, { workers: 2, connections: 2, end: amount(600) }, { onStarted });
    expect([begun, rows.length, received.length]).toEqual([1, 600, 600]);
    // Of the sets of all times: as many requests had been sent at any time as had been received, and had been answered as had ended.
    const starts = rows.map(({ start }) => origin + start).sort((a, b) => a - b);
    const ends = rows.map((row) => origin + completion(row)).sort((a, b) => a - b);
    const tooLate = starts.filter((start, nth) => start > received[nth]!);
    const tooEarly = ends.filter((end, nth) => end + 2 < answered[nth]!);
    expect([tooLate, tooEarly]).toEqual([[], []]);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(origin);
    // Each had its part of the time: none waited for the other.
    const firstOf = (connection: number) => rows.find((row) => row.connection === connection)!.start;
    const lastOf = (connection: number) => rows.filter((row) => row.connection === connection).at(-1)!.start;
    expect(Math.max(firstOf(0), firstOf(1))).toBeLessThan(Math.min(lastOf(0), lastOf(1)));
  });

  test('come in order of completion', async () => {
    const { url } = await serve((_request, response) => response.end('x'));
    const { rows } = await runLoad(url, { workers: 3, connections: 9, end: duration(0.8) });
    // Start and latency are rounded to microseconds each.
    const early = rows.filter((row, i) => i > 0 && completion(row) + 2 < completion(rows[i - 1]!));
    expect(early).toEqual([]);
    const changes = rows.filter((row, i) => i > 0 && Math.floor(row.connection / 3) !== Math.floor(rows[i - 1]!.connection / 3));
    expect(changes.length).toBeGreaterThan(10);
  });
});

describe('time 0 and the end', () => {
  test('come when all processes have drained their warm-up, and when the last one has finished', async () => {
    let [inFlight, received, whenWarm] = [0, 0, [-1, -1]];
    const { url } = await serve((_request, response) => {
      inFlight += 1;
      received += 1;
      setTimeout(() => {
        inFlight -= 1;
        response.end('x');
      }, 20);
    });
    const onWarm = () => {
      whenWarm = [inFlight, received];
    };
    const { rows, at } = await runLoad(url, { workers: 2, connections: 6, warmupS: 0.3, end: amount(30) }, { onWarm });
    expect(whenWarm[0]).toBe(0);
    expect(whenWarm[1]).toBeGreaterThanOrEqual(6);
    expect([rows.length, received - whenWarm[1]!]).toEqual([30, 30]);
    expect(Math.abs(at - Math.max(...rows.map(completion)))).toBeLessThanOrEqual(2);
  });

  test('the deadline is the same for all', async () => {
    const { url } = await serve((_request, response) => response.end('x'));
    expect((await runLoad(url, { workers: 2, connections: 2, end: duration(0.4) })).at).toBe(400_000);
  });

  test('a stop ends all of them at once and keeps what was recorded', async () => {
    let stopLoad = () => {};
    let received = 0;
    const { url } = await serve((_request, response) => {
      received += 1;
      if (received === 30) stopLoad();
      setTimeout(() => response.end(), 10);
    });
    const onStarted = (_clock: number, { stop }: { stop(): void }) => {
      stopLoad = stop;
    };
    const { rows, counts, at } = await runLoad(url, { workers: 2, connections: 4, end: duration(60) }, { onStarted });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length + counts.inFlight).toBe(counts.sent);
    expect(at).toBeLessThan(30e6);
  });

  test('a stop before time 0 keeps the measurement from starting', async () => {
    let received = 0;
    const { url } = await serve((_request, response) => {
      received++;
      response.end();
    });
    const plan = { workers: 2, connections: 4, end: duration(50) };
    const { rows, counts } = await runLoad(url, plan, { onPrepared: ({ stop }) => stop() });
    expect([rows, received, counts]).toEqual([[], 0, { sent: 0, inFlight: 0 }]);
  });
});

describe.runIf(process.platform === 'linux')('cores', () => {
  const last = allowedCores().at(-1)!;
  const play = async (plan: PlanSettings, leftFree: number | undefined) => {
    const { url } = await serve((_request, response) => setImmediate(() => response.end('x')));
    let allowed: (readonly number[])[] = [];
    const onStarted = (_clock: number, { pids }: { pids: readonly number[] }) => {
      allowed = pids.map((pid) => allowedCores(pid));
    };
    const coresFor = (processes: number) => chooseCores(processes, allowedCores(), leftFree);
    const { generator } = await runLoad(url, { connections: 4, end: amount(40), ...plan }, { onStarted, coresFor });
    return { allowed, pinnedTo: generator.pinnedTo };
  };

  test('the load process stays on the last one, and the run says so', async () => {
    expect(await play({}, 0)).toEqual({ allowed: [[last]], pinnedTo: [last] });
  });

  test('two of them stay on one each', async () => {
    const cores = allowedCores().slice(-2);
    const { allowed, pinnedTo } = await play({ workers: 2 }, 0);
    expect(allowed).toEqual(cores.length < 2 ? [cores, cores] : cores.map((core) => [core]));
    expect(pinnedTo).toEqual(cores.length < 2 ? undefined : cores);
  });

  test('it goes anywhere if the plan says so, or if too few would be left', async () => {
    const anywhere = { allowed: [allowedCores()], pinnedTo: undefined };
    expect(await play({ pin: false }, 0)).toEqual(anywhere);
    expect(await play({}, allowedCores().length)).toEqual(anywhere);
  });

  test('one that dies while it is pinned is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loopscope-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    onTestFinished(() => void vi.unstubAllEnvs());
    // It ends the process in place of pinning it, and goes on for longer than that takes to be heard.
    writeFileSync(join(folder, 'taskset'), '#!/bin/sh\nkill -KILL "$5"\nwhile kill -0 "$5"; do sleep 0.01; done\nsleep 0.2\n', {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    await expect(play({}, 0)).rejects.toThrow('SIGKILL');
  });
});

/** False for a zombie, too. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')('when one is killed, the load fails and the others are stopped', async () => {
  let received = 0;
  let kill = () => {};
  const { url } = await serve((_request, response) => {
    received += 1;
    if (received === 100) kill();
    setImmediate(() => response.end('x'));
  });
  let all: readonly number[] = [];
  const onStarted = (_clock: number, { pids }: { pids: readonly number[] }) => {
    all = pids;
    kill = () => process.kill(pids[1]!, 'SIGKILL');
  };
  const { failure } = await runLoad(url, { workers: 3, connections: 6, end: duration(60) }, { onStarted });
  expect(failure).toMatchObject({ code: 'load-process-died', says: { key: 'load.processDied', params: { how: 'SIGKILL' } } });
  expect(all).toHaveLength(3);
  expect(all.filter(isAlive)).toEqual([]);
});
