/** Any command as a target: what it starts is found, measured and stopped, whatever stands between. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCases } from '../helpers/cases.ts';
import { runJson, scratch, start } from '../helpers/command.ts';
import { until } from '../helpers/targets.ts';
import { alive } from '../helpers/zoo.ts';

const NODE_SERVER = `#!/usr/bin/env node
const fs = require('node:fs');
const server = require('node:http').createServer(function work(request, response) {
  let sum = 0;
  for (let i = 0; i < 3e5; i++) sum += Math.sqrt(i);
  response.end(String(sum));
});
server.listen(0, '127.0.0.1', () => fs.appendFileSync('pids', process.ppid + ' ' + process.pid + ' '));
`;

/** Two processes that ignore SIGTERM, of which the second shares the port. */
const PYTHON_SERVER = `import http.server, os, signal
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.fork()
open("pids", "a").write(str(os.getpid()) + " ")
server.serve_forever()
`;

/** A project as npm knows it: a script, and a program of a package. */
function project(start = 'node server.js'): string {
  const folder = scratch();
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', scripts: { start } }));
  for (const file of [join(folder, 'server.js'), join(bin, 'served')]) {
    writeFileSync(file, NODE_SERVER);
    chmodSync(file, 0o755);
  }
  writeFileSync(join(folder, 'serve.py'), PYTHON_SERVER);
  return folder;
}

function pidsIn(folder: string): number[] {
  const file = join(folder, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : [];
}

testCases(['npm run start'], ['npx served'])(
  '%s: the process that serves leads and is profiled, and nothing is left of it',
  async (command) => {
    const cwd = project();
    const { code, report, stderr } = await runJson('--command', command, '--cwd', cwd, '-d', '1.5');
    expect(code, stderr).toBe(0);
    const [run] = report.runs;
    const pids = pidsIn(cwd);
    const serving = pids[1]!;
    expect(run!.target).toMatchObject({ subject: command, script: '', cwd, node: process.versions.node, agent: true });
    expect(run!.requests!.completed).toBeGreaterThan(0);
    expect(run!.server.filter(({ role }) => role === 'main').map(({ pid }) => pid)).toEqual([serving]);
    expect(run!.server.find(({ pid }) => pid === serving)!.elu).not.toBeNull();
    expect(run!.profile!.heavy[0]).toMatchObject({ function: 'work' });
    // npm itself is there, and nothing is recorded inside it.
    expect(run!.server.length).toBeGreaterThan(1);
    expect(run!.profile!.processes).toBe(1);
    expect(alive(pids)).toEqual([]);
  },
);

test('a start script that sets NODE_OPTIONS itself is profiled all the same', async () => {
  const cwd = project('NODE_OPTIONS=--max-old-space-size=512 node server.js');
  const { code, report, stderr } = await runJson('--command', 'npm start', '--cwd', cwd, '-d', '1.5');
  expect(code, stderr).toBe(0);
  const [run] = report.runs;
  const [, serving] = pidsIn(cwd);
  expect(run!.target).toMatchObject({ node: process.versions.node, agent: true });
  expect(run!.server.find(({ pid }) => pid === serving)).toMatchObject({ role: 'main', elu: expect.anything() });
  expect(run!.profile).not.toBeNull();
});

test('a server that is no Node is watched from outside, which is said; its workers that ignore SIGTERM are gone', async () => {
  const cwd = project();
  // The shell is known by its name before it becomes the server.
  const command = 'sh -c "sleep 1; exec python3 serve.py"';
  const { code, report, stderr } = await runJson('--command', command, '--cwd', cwd, '-d', '1.5', '--warmup', '1');
  expect(code, stderr).toBe(0);
  const [run] = report.runs;
  expect(run!.target).toMatchObject({ node: '', agent: false });
  expect(run!.profile).toBeNull();
  expect(run!.server.map(({ pid }) => pid).sort()).toEqual(pidsIn(cwd).sort());
  expect(run!.server.reduce((sum, { cpuPercent }) => sum + cpuPercent.mean, 0)).toBeGreaterThan(0);
  expect(JSON.stringify(report)).toContain('What listens is serve.py');
  expect(alive(pidsIn(cwd))).toEqual([]);
});

testCases(['npm run start'], ['python3 serve.py'])('%s: nothing is left of it when Loopscope is killed', async (command) => {
  const cwd = project();
  const { child, said } = start(['run', '--command', command, '--cwd', cwd, '-d', '60']);
  await said('measuring');
  const pids = pidsIn(cwd);
  expect(alive(pids)).toEqual(pids);
  child.kill('SIGKILL');
  await until(() => alive(pids).length === 0, 'all processes of the command are gone');
});

test.each([
  ['no-such-program --x', /There is no program no-such-program in the folders of PATH\./],
  ['./no-such-program', /There is no program \.\/no-such-program\./],
  [
    `node -e "console.log('out'); console.error('Error: no database'); process.exit(3)"`,
    /The command ended with code 3 before it listened: Error: no database\./,
  ],
  ['npm run nothing', /The command ended with code 1 before it listened on a port\./],
  ['node -e "setInterval(() => {}, 1000)"', /The command did not start listening on a port within 1 s\./],
])('%s: what went wrong is said', async (command, message) => {
  // Only what never listens and never ends is waited for: npm takes more than a second on a busy machine.
  const patience = command.includes('setInterval') ? '1' : '60';
  const { code, report } = await runJson('--command', command, '--cwd', project(), '-a', '1', '--port-timeout', patience);
  expect(code).toBe(1);
  expect(report.failure!.message).toMatch(message);
  if (command.includes('database')) expect(report.failure!.detail).toBe('out\nError: no database');
});
