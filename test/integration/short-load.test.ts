/** A load that is over before anybody would have looked again: its server is looked at when it begins and when it has ended. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerFigures } from '../../shared/model/server-figures.ts';
import { testCases } from '../helpers/cases.ts';
import { runJson, scratch } from '../helpers/command.ts';
import { until } from '../helpers/targets.ts';

const LISTEN = `listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () { console.log('port ' + this.address().port); });`;

/** Each request takes 20 ms of CPU. */
const SERVER = `require('node:http').createServer((request, response) => {
  const until = process.cpuUsage().user + process.cpuUsage().system + 20_000;
  while (process.cpuUsage().user + process.cpuUsage().system < until);
  response.end('done');
}).${LISTEN}`;

/** Ends when it has served three. */
const ENDS = `let left = 3;
require('node:http').createServer((request, response) => response.end('done', () => --left === 0 && process.exit(0))).${LISTEN}`;

/** None listens before both are there: the load begins with the first, and is over soon. */
const CLUSTER = `const cluster = require('node:cluster');
if (cluster.isPrimary) {
  let online = 0;
  const listen = () => { for (const worker of Object.values(cluster.workers)) worker.send('listen'); };
  for (let n = 0; n < 2; n++) cluster.fork().once('online', () => ++online === 2 && listen());
} else process.once('message', () => { ${SERVER} });`;

const SHORT = ['-a', '3', '-c', '1', '--warmup', '0'];

function write(source: string): string {
  const file = join(scratch(), 'server.js');
  writeFileSync(file, source);
  return file;
}

async function runOf(...args: string[]): Promise<{ readonly server: readonly ServerFigures[]; readonly loadMs: number }> {
  const { code, report, stderr } = await runJson(...args, ...SHORT);
  expect(code, stderr).toBe(0);
  const { server, load } = report.runs[0]!;
  return { server, loadMs: load!.durationMs };
}

const serverOf = async (...args: string[]): Promise<readonly ServerFigures[]> => (await runOf(...args)).server;

function expectMeasured(one: ServerFigures | undefined): void {
  expect(one?.cpuPercent.mean).toBeGreaterThan(0);
  expect(one?.rssBytes.mean).toBeGreaterThan(1e6);
}

test.each(['none', 'cpu'])('three requests have CPU, memory and event loop of their server, with capture %s', async (capture) => {
  const { server, loadMs } = await runOf(write(SERVER), '--capture', capture);
  const [main, ...others] = server;
  expect(others).toEqual([]);
  expectMeasured(main);
  // The samples are from before the load to after it, and the requests used 60 ms of CPU between them.
  const { ms, intervals } = main!.sampled;
  expect(ms).toBeGreaterThanOrEqual(loadMs);
  expect((main!.cpuPercent.mean / 100) * ms).toBeGreaterThanOrEqual(60);
  // The event loop reports itself at intervals: of the last request it may not yet have done so.
  expect(main!.elu!.mean * ms).toBeGreaterThan(20);
  // Of one interval there is no highest.
  if (intervals === 1) expect([main!.cpuPercent.max, main!.elu!.max]).toEqual([null, null]);
});

test('each process of a cluster has its figures', async () => {
  const server = await serverOf(write(CLUSTER), '--capture', 'none');
  expect(server.map(({ role }) => role).sort()).toEqual(['cluster worker', 'cluster worker', 'main']);
  for (const one of server) expect(one.rssBytes.mean).toBeGreaterThan(1e6);
  expect(Math.max(...server.map(({ cpuPercent }) => cpuPercent.mean))).toBeGreaterThan(0);
});

test('a server that ends with its last response is told by what it had used when it ended', async () => {
  const { report } = await runJson(write(ENDS), '--capture', 'none', ...SHORT);
  expectMeasured(report.runs[0]!.server[0]);
});

testCases(
  ['--pid', '--url'].filter(() => process.platform === 'linux'),
  ['--command'].filter(() => process.platform === 'linux'),
)('a server that is watched from outside has CPU and memory, too: %s', async (how) => {
  const file = write(SERVER);
  if (how === '--command') return expectMeasured((await serverOf('--command', `env -u NODE_OPTIONS node ${file}`)).at(-1));
  let said = '';
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  onTestFinished(() => void child.kill());
  await until(() => said.includes('\n'), 'it listens');
  const [, port] = /port (\d+)/.exec(said)!;
  const target = how === '--pid' ? ['--pid', String(child.pid), '--capture', 'none'] : ['--url', `http://127.0.0.1:${port}/`];
  expectMeasured((await serverOf(...target))[0]);
});
