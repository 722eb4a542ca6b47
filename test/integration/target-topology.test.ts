/** What Loopscope puts in front of a script: real nginx, and a proxy of the user's. */
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { type OwnDocument, scratch, start } from '../helpers/command.ts';
import { needServer } from '../helpers/servers.ts';
import { until } from '../helpers/targets.ts';
import { alive } from '../helpers/zoo.ts';

const SERVER = `require('node:http')
  .createServer((request, response) => setTimeout(() => response.end('ok'), 2))
  .listen(process.env.PORT ?? 0, '127.0.0.1');
`;
/** Writes which processes there are beside the script. */
const PIDS = `require('node:fs').appendFileSync(require('node:path').join(__dirname, 'pids'), process.pid + '\\n');\n`;
const PROXY = `const http = require('node:http');
http.createServer((request, response) => {
  http.get(process.env.BACKEND_URL + request.url, (answer) => answer.pipe(response));
}).listen(process.env.PORT, '127.0.0.1');
`;

function script(name: string, text: string): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

function pidsBeside(file: string): number[] {
  return readFileSync(join(dirname(file), 'pids'), 'utf8')
    .trim()
    .split('\n')
    .map(Number);
}

test('a server alone against two copies behind nginx: the topology is the difference, and the configuration is kept', {
  tags: ['long'],
}, async (context) => {
  const PATH = [dirname(needServer('nginx', context)), process.env.PATH].join(delimiter);
  const file = join(scratch(), 'out.loopscope');
  const load = ['-c', '2', '-d', '1.5', '--capture', 'none', '--one-look'];
  const { stdout, stderr } = await start(
    ['compare', script('server.js', SERVER), '--topology-b', 'nginx:2', ...load, '--json', '-o', file],
    { PATH },
  ).ended;
  expect(stderr).toContain('A direct against B nginx:2');
  const report = JSON.parse(stdout) as ReportDocument;
  expect(report).toMatchObject({ failure: null, comparison: { differences: [{ field: 'topology' }] } });
  const runs = (report as OwnDocument).runs;
  expect(runs.every(({ requests }) => (requests?.completed ?? 0) > 0 && requests?.failed === 0)).toBe(true);
  const behind = runs.find(({ variant }) => variant === 'B')!;
  expect(behind.server.filter(({ member }) => member === 'app')).toHaveLength(2);
  expect(behind.target.nginx).toContain('keepalive 64;');
  expect((await start(['show', file, '--table', 'nginx']).ended).stdout).toContain('upstream backends {\n');
});

test('a script in two processes that share its port', { tags: ['long'] }, async () => {
  const args = ['run', script('server.js', SERVER), '--topology', 'processes:2', '-c', '4', '-d', '1.5', '--json'];
  const { code, stdout } = await start(args).ended;
  const { runs } = JSON.parse(stdout) as OwnDocument;
  expect(code).toBe(0);
  expect(runs[0]!.requests).toMatchObject({ failed: 0 });
  expect(runs[0]!.server.map(({ role }) => role).sort()).toEqual(['cluster worker', 'cluster worker', 'main']);
});

test('one of two processes that fails ends the run, and the other with it', async () => {
  const failing = `${PIDS}if (require('node:cluster').worker.id === 2) process.exit(3);\n${SERVER}`;
  const file = script('failing.js', failing);
  const { code, stderr } = await start(['run', file, '--topology', 'processes:2', '-c', '2', '-d', '30']).ended;
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('The script ended with code 3') });
  await until(() => alive(pidsBeside(file)).length === 0, 'all processes are gone');
});

test('nothing of two processes is left when the engine is killed', { tags: ['long'] }, async () => {
  const file = script('server.js', PIDS + SERVER);
  const { child, said } = start(['run', file, '--topology', 'processes:2', '-c', '2', '-d', '30']);
  await said('measuring');
  const pids = pidsBeside(file);
  expect(alive(pids)).toHaveLength(2);
  child.kill('SIGKILL');
  await until(() => alive(pids).length === 0, 'all processes are gone');
});

test('a proxy of the user has the load, and the address of the server', async () => {
  const args = ['run', script('server.js', SERVER), '--topology', `proxy:${script('proxy.js', PROXY)}`, '-c', '2', '-d', '1.5', '--json'];
  const { code, stdout } = await start(args).ended;
  const { runs } = JSON.parse(stdout) as OwnDocument;
  expect(code).toBe(0);
  expect(runs[0]!.requests).toMatchObject({ failed: 0 });
  expect(runs[0]!.server.map(({ member }) => member).sort()).toEqual(['app', 'proxy']);
});

test('a proxy of the user in front of two copies has the addresses of both', { tags: ['long'] }, async () => {
  const inTurn = PROXY.replace('process.env.BACKEND_URL', "process.env.BACKEND_URLS.split(',')[1]");
  const topology = `proxy:2:${script('second.js', inTurn)}`;
  const { code, stdout } = await start(['run', script('server.js', SERVER), '--topology', topology, '-c', '2', '-d', '1.5', '--json'])
    .ended;
  const { runs } = JSON.parse(stdout) as OwnDocument;
  expect(code).toBe(0);
  expect(runs[0]!.requests).toMatchObject({ failed: 0 });
  expect(runs[0]!.server.map(({ member }) => member).sort()).toEqual(['app', 'app', 'proxy']);
});

test('settings of nginx do what they say: a server that takes too long is a 504, and a worker has the limit of open files', {
  tags: ['long'],
}, async (context) => {
  const PATH = [dirname(needServer('nginx', context)), process.env.PATH].join(delimiter);
  const slow = `require('node:http').createServer((request, response) => {
  if (request.url === '/slow') setTimeout(() => response.end(), 30_000);
  else response.end();
}).listen(process.env.PORT, '127.0.0.1');
`;
  const file = script('server.js', slow);
  const run = async (url: string, topology: string, ...end: string[]): Promise<OwnDocument['runs'][number]> => {
    const flags = ['--url', url, '--topology', topology, '-c', '1', ...end, '--capture', 'none', '--json'];
    return (JSON.parse((await start(['run', file, ...flags], { PATH }).ended).stdout) as OwnDocument).runs[0]!;
  };
  expect((await run('/slow', 'nginx,timeout=0.2,connections=64', '-a', '3')).status).toEqual({ '504': 3 });
  const kept = await run('/', 'nginx,workers=1', '-a', '3');
  const closed = await run('/', 'nginx,workers=1,keepalive=0,files=512', '-d', '1.5');
  expect(kept.target.nginx).toContain('keepalive 64;');
  expect(closed.target.nginx).toContain('worker_rlimit_nofile 512;');
  expect([kept, closed].every(({ requests }) => requests!.completed > 0 && requests!.failed === 0)).toBe(true);
  const limits = closed.server.filter(({ member }) => member === 'nginx').map(({ system }) => system?.openFiles.limit);
  expect(limits).toContain(512);
});
