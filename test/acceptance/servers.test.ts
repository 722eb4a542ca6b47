/** What servers of several processes do to a load that waits for the wall clock, so that it does not matter how many cores there are. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { RunReport } from '../../shared/model/report.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { runJson, scratch } from '../helpers/command.ts';
import { nginxBefore } from '../helpers/servers.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';
import { unusedPort } from '../helpers/unused-port.ts';
import { ensureServer } from '../setup/servers.mjs';

beforeAll(ensureBuilt);

/** `/busy` blocks for 50 ms, `/timer` answers after 50 ms. */
const SERVER = `const server = require('node:http').createServer((request, response) => {
  if (request.url === '/timer') return setTimeout(() => response.end('late'), 50);
  const end = Date.now() + 50;
  while (Date.now() < end);
  response.end('busy');
});
const cluster = require('node:cluster');
if (process.env.WORKERS && cluster.isPrimary) for (let i = 0; i < 3; i++) cluster.fork();
else server.listen(process.env.PORT, '127.0.0.1');
`;

/** A Python worker that sleeps: 0.3 s each, one at a time. */
const SLEEPER = `import time
def app(environ, start_response):
    time.sleep(0.3)
    start_response("200 OK", [("content-length", "2")])
    return [b"ok"]
`;

const LOAD = ['--capture', 'none', '--warmup', '1', '-c', '12', '-d', '4'];

async function measure(folder: string, url: string, ...members: readonly object[]): Promise<RunReport> {
  const file = join(folder, 'group.yaml');
  writeFileSync(file, JSON.stringify({ group: 1, members }));
  const { code, report } = await runJson('--group', file, '--url', url, ...LOAD);
  expect(code, JSON.stringify(report.failure)).toBe(0);
  return report.runs[0] as unknown as RunReport;
}

function serverIn(): string {
  const folder = scratch();
  writeFileSync(join(folder, 'server.cjs'), SERVER);
  return folder;
}

async function one(url: string): Promise<RunReport> {
  return measure(serverIn(), url, { name: 'node', script: 'server.cjs', env: { PORT: await unusedPort() } });
}

async function cluster(url: string): Promise<RunReport> {
  return measure(serverIn(), url, { name: 'node', script: 'server.cjs', env: { PORT: await unusedPort(), WORKERS: '3' } });
}

async function behindNginx(url: string): Promise<RunReport> {
  const folder = serverIn();
  mkdirSync(join(folder, 'front'));
  const ports = [await unusedPort(), await unusedPort(), await unusedPort()];
  const command = nginxBefore(ensureServer('nginx')!, join(folder, 'front'), await unusedPort(), ports);
  const backends = ports.map((port, at) => ({ name: `node ${at + 1}`, script: 'server.cjs', env: { PORT: port } }));
  return measure(folder, url, ...backends, { name: 'nginx', command, cwd: 'front' });
}

for (const [name, three] of [
  ['a cluster of 3', cluster],
  ['three processes behind nginx', behindNginx],
] as const) {
  twoOfThree(`${name}: at least 2.5 times the capacity of a busy loop, and nothing for a timer`, async () => {
    const [busyOne, busyThree, timerOne, timerThree] = [
      await one('/busy'),
      await three('/busy'),
      await one('/timer'),
      await three('/timer'),
    ];
    const ratio = (many: RunReport, single: RunReport): number => many.throughput!.mean / single.throughput!.mean;
    const [busy, timer] = [ratio(busyThree, busyOne), ratio(timerThree, timerOne)];
    console.log(`${name}: busy x ${busy.toFixed(2)}, timer x ${timer.toFixed(2)}`);
    expect(busy).toBeGreaterThanOrEqual(2.5);
    expect(Math.abs(timer - 1)).toBeLessThan(0.1);
  });
}

twoOfThree('one synchronous worker of Gunicorn serves a sleep of 0.3 s one at a time, with its CPU near 0', async () => {
  const folder = scratch();
  writeFileSync(join(folder, 'app.py'), SLEEPER);
  const command = `${ensureServer('gunicorn')} -w 1 -b 127.0.0.1:${await unusedPort()} --worker-tmp-dir . app:app`;
  const { throughput, server } = await measure(folder, '/', { name: 'gunicorn', command });
  const busiest = Math.max(...server.map(({ cpuPercent }) => cpuPercent.mean));
  console.log(`one worker: ${throughput!.mean.toFixed(2)}/s, CPU at most ${busiest.toFixed(1)} % of a core`);
  expect(throughput!.mean).toBeGreaterThan(2.5);
  expect(throughput!.mean).toBeLessThan(3.4);
  expect(busiest).toBeLessThan(3);
});
