/** Open load against theory, on a machine that does nothing else: what is sent, how late, and what queueing theory says of the latency. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, expect } from 'vitest';
import { answeredOf } from '../../shared/model/distribution.ts';
import type { RunReport } from '../../shared/model/report.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { runJson } from '../helpers/command.ts';
import { listen, runLoad } from '../helpers/load.ts';
import { loadOf } from '../helpers/plans.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

beforeAll(ensureLoadBuilt);

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function measure(ms: number, ...flags: string[]): Promise<RunReport> {
  const target = join(TARGETS_DIR, 'spins-for.cjs');
  const { report } = await runJson(target, '--env', `MS=${ms}`, '--capture', 'none', '--warmup', '3', ...flags);
  return report.runs[0] as unknown as RunReport;
}

twoOfThree('200/s for 30 s: exactly 6,000 are sent, p99 of their lateness is at most 5 ms', async () => {
  const { requests, latenessMs, generator } = await measure(1, '--arrivals', '200/s for 30s');
  const { '50': p50, '99': p99 } = latenessMs!.percentiles;
  console.log(`lateness p50 ${p50} ms, p99 ${p99} ms; generator ${generator.cpuPercent?.toFixed(0)} %`);
  expect(requests).toMatchObject({ sent: 6_000, completed: 6_000, dropped: 0 });
  expect(p50).toBeLessThanOrEqual(1);
  expect(p99).toBeLessThanOrEqual(5);
  expect(generator.limited).toBe(false);
});

/** One server that takes as long for each, visitors at random (M/D/1): the mean latency at load rho is S + rho S / 2 (1 - rho). */
function theory(serviceMs: number, perSecond: number): number {
  const rho = (serviceMs * perSecond) / 1_000;
  return serviceMs + (rho * serviceMs) / (2 * (1 - rho));
}

const S_MS = 10;

twoOfThree('visitors at random wait as M/D/1 says, within 15 % at 50/s and 25 % at 80/s; evenly spaced ones do not', async () => {
  // What a request really takes, with what HTTP costs.
  const { latencyMs } = await measure(S_MS, '-c', '1', '-d', '5');
  const serviceMs = answeredOf(latencyMs!).mean;
  // At 80/s waits depend on each other for longer.
  for (const [rate, seconds, within] of [
    [50, 30, 0.15],
    [80, 60, 0.25],
  ] as const) {
    const atRandom = await measure(S_MS, '--arrivals', `${rate}/s for ${seconds}s`, '--poisson', '--seed', String(rate));
    const even = await measure(S_MS, '--arrivals', `${rate}/s for 10s`);
    const expected = theory(serviceMs, rate);
    const [mean, evenMean] = [answeredOf(atRandom.latencyMs!).mean, answeredOf(even.latencyMs!).mean];
    console.log(`${rate}/s: ${mean.toFixed(2)} ms, theory ${expected.toFixed(2)} ms; evenly spaced ${evenMean.toFixed(2)} ms`);
    expect(Math.abs(mean / expected - 1)).toBeLessThanOrEqual(within);
    expect(evenMean).toBeLessThan(serviceMs + (expected - serviceMs) / 2);
  }
});

const BUSY = 'for (;;);';

twoOfThree('a load process that has to share its core is named as the limit; alone it is not', async () => {
  const server = await listen(createServer((_request, response) => response.end('ok')));
  const load = loadOf('arrivals', { schedule: '200/s for 8s' });
  try {
    const alone = await runLoad(server.url, { load });
    expect(alone.generator.limited).toBe(false);
    const starved = await runLoad(
      server.url,
      { load },
      {
        onStarted: (_clock, { pids }) => {
          // Fifteen others on its core, which is the first.
          for (let i = 0; i < 15; i++) children.push(spawn('taskset', ['-c', '0', process.execPath, '-e', BUSY], { stdio: 'ignore' }));
          for (const pid of pids) spawnSync('taskset', ['-a', '-c', '-p', '0', String(pid)]);
        },
      },
    );
    console.log('starved:', starved.generator);
    expect(starved.counts.sent).toBe(1_600);
    expect(starved.generator.limited).toBe(true);
    expect(starved.generator.latenessMs!.p99).toBeGreaterThan(10);
  } finally {
    server.close();
  }
});

twoOfThree('endurance: two minutes at 500/s, all of them sent, none late', async () => {
  const { requests, latenessMs, generator } = await measure(1, '--arrivals', '500/s for 2min', '--poisson', '--seed', '9');
  expect(requests).toMatchObject({ failed: 0, dropped: 0, unfinished: 0 });
  expect(Math.abs(requests.sent - 60_000)).toBeLessThan(5 * Math.sqrt(60_000));
  expect(latenessMs!.percentiles['99']).toBeLessThanOrEqual(5);
  expect(generator.limited).toBe(false);
});
