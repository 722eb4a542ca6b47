/** Servers of several members: started in order, measured by member, and gone at the end, whatever their programs do. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listProcesses } from '../../electron/engine/agent/processes.ts';
import type { CapturePort } from '../../electron/engine/captures/capture-port.ts';
import { CaptureSet } from '../../electron/engine/captures/captures.ts';
import { groupTarget } from '../../electron/engine/target/members/group-target.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, loopscopeHere, runJson, scratch, start } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { unpack } from '../helpers/repack.ts';
import { needServer, nginxBefore } from '../helpers/servers.ts';
import { until } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';
import { alive } from '../helpers/zoo.ts';

/** Each request costs some milliseconds, much more than to write its answer, during which a busy machine lets other programs run. */
const SERVER = `const server = require('node:http').createServer(function work(request, response) {
  let sum = 0;
  for (let i = 0; i < 2e6; i++) sum += Math.sqrt(i);
  response.end(String(sum));
});
server.listen(process.env.PORT ?? 0, '127.0.0.1', () => console.log('api is up'));
`;

const APP = `def app(environ, start_response):
    start_response("200 OK", [("content-length", "2")])
    return [b"ok"]
`;

/** A folder with a server, and what else is given. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = scratch();
  for (const [name, text] of Object.entries({ 'api.js': SERVER, ...files })) writeFileSync(join(folder, name), text);
  return folder;
}

function groupOf(folder: string, ...members: readonly object[]): string {
  const file = join(folder, 'group.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ group: 1, members }));
  return file;
}

/** Whatever runs in this folder or below it. */
function running(folder: string): number[] {
  return listProcesses()
    .filter(({ pid }) => isIn(folder, pid))
    .map(({ pid }) => pid);
}

function isIn(folder: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

async function nginxWithTwo(nginx: string): Promise<{ folder: string; file: string }> {
  const folder = folderWith();
  const ports = [await unusedPort(), await unusedPort()];
  mkdirSync(join(folder, 'front'));
  const command = nginxBefore(nginx, join(folder, 'front'), await unusedPort(), ports);
  const backends = ports.map((port, at) => ({ name: `api ${at}`, script: 'api.js', env: { PORT: port } }));
  return { folder, file: groupOf(folder, ...backends, { name: 'nginx', command, cwd: 'front' }) };
}

test('two servers behind nginx: the one in front is loaded, both are profiled, each process has its member, nothing is left', async (context) => {
  const { folder, file } = await nginxWithTwo(needServer('nginx', context));
  const out = join(folder, 'out.loopscope');
  const { code, report, stderr } = await runJson('--group', file, '-d', '1.5', '-c', '4', '-o', out);
  expect(code, stderr).toBe(0);
  const [run] = report.runs;
  expect(run!.requests).toMatchObject({ failed: 0 });
  expect(run!.requests!.completed).toBeGreaterThan(0);
  expect(run!.profile!.processes).toBe(2);
  expect(run!.profile!.heavy[0]).toMatchObject({ function: 'work' });
  const members = run!.server.map(({ member }) => member);
  expect(members.filter((name) => name === 'api 0')).toHaveLength(1);
  expect(members.filter((name) => name === 'api 1')).toHaveLength(1);
  // The master and its workers.
  expect(members.filter((name) => name === 'nginx')).toHaveLength(3);
  for (const { system } of run!.server) {
    expect(system!.threads.max).toBeGreaterThan(0);
    expect(system!.openFiles.max).toBeLessThan(system!.openFiles.limit!);
    expect(system!.switchesPerSecond.voluntary).toBeGreaterThanOrEqual(0);
  }
  // What only works while it is asked: the workers, and not the master.
  expect(run!.server.filter(({ system }) => system!.switchesPerSecond.voluntary > 0).length).toBeGreaterThan(2);
  const shown = await loopscope('show', out, '--json');
  expect((JSON.parse(shown.stdout) as typeof report).runs[0]!.server).toEqual(run!.server);
  expect((await loopscope('show', out, '--table', 'server')).stdout).toContain('nginx (child)');
  expect(running(folder)).toEqual([]);
});

testCases<'engine' | 'master of nginx'>([], ['engine', 'master of nginx'])(
  'nginx, which writes over its environment: nothing is left when the %s is killed',
  async (victim, context) => {
    const { folder, file } = await nginxWithTwo(needServer('nginx', context));
    const { child, said, ended } = start(['run', '--group', file, '-d', '60']);
    await said('measuring');
    const pids = running(folder);
    expect(pids).toHaveLength(5);
    if (victim === 'engine') child.kill('SIGKILL');
    else process.kill(leaderIn(join(folder, 'front')), 'SIGKILL');
    await until(() => alive(pids).length === 0, 'all processes are gone');
    if (victim !== 'engine') expect((await ended).stderr).toContain('"nginx": The command ended by signal SIGKILL under load.');
  },
);

/** Of nginx: the master, which the workers descend from. */
function leaderIn(folder: string): number {
  const rows = listProcesses().filter(({ pid }) => isIn(folder, pid));
  return rows.find(({ pid, group }) => pid === group)!.pid;
}

test('Gunicorn: its workers are watched from outside, and nothing is left, also when the engine is killed', {
  tags: ['long'],
}, async (context) => {
  const folder = folderWith({ 'app.py': APP });
  const command = `${needServer('gunicorn', context)} -w 2 -b 127.0.0.1:${await unusedPort()} --worker-tmp-dir . app:app`;
  const file = groupOf(folder, { name: 'gunicorn', command });
  const { code, report, stderr } = await runJson('--group', file, '-d', '1.5', '-c', '2');
  expect(code, stderr).toBe(0);
  expect(report.runs[0]!.server.map(({ member }) => member)).toEqual(['gunicorn', 'gunicorn', 'gunicorn']);
  expect(running(folder)).toEqual([]);
  const { child, said } = start(['run', '--group', file, '-d', '60']);
  await said('measuring');
  const pids = running(folder);
  expect(pids).toHaveLength(3);
  child.kill('SIGKILL');
  await until(() => alive(pids).length === 0, 'all processes are gone');
});

const UP = { name: 'api', script: 'api.js' };

testCases<[string, readonly object[], RegExp, string?]>(
  [
    [
      'one that ends',
      [
        UP,
        { name: 'db', command: `node -e "console.log('out'); console.error('Error: no disk'); process.exit(3)"` },
        { ...UP, name: 'front' },
      ],
      /^"db": The command ended with code 3 before it listened: Error: no disk\.$/,
      'out\nError: no disk',
    ],
    [
      'one that never listens',
      [UP, { name: 'worker', command: `node -e "console.log('idle'); setInterval(() => {}, 1000)"` }, { ...UP, name: 'front' }],
      /^"worker": The command did not start listening on a port within 2 s\.$/,
      'idle',
    ],
    [
      'one whose program is missing',
      [UP, { name: 'proxy', command: 'no-such-program' }],
      /^"proxy": There is no program no-such-program in the folders of PATH\.$/,
    ],
    ['one whose script is missing', [{ name: 'a', script: 'none.js' }, UP], /^"a": There is no file .*none\.js\.$/],
  ],
  [
    [
      'one that never prints its line',
      [
        { ...UP, ready: { line: 'no such line' } },
        { ...UP, name: 'front' },
      ],
      /^"api" was not ready within 2 s: it printed no line with “no such line”\.$/,
      'api is up',
    ],
  ],
)('%s: the sentence names the member, and nothing is left', async ([_, members, message, detail]) => {
  const folder = folderWith();
  const { code, report } = await runJson('--group', groupOf(folder, ...members), '-a', '1', '--port-timeout', '2');
  expect(code).toBe(1);
  expect(report.failure!.message).toMatch(message);
  if (detail !== undefined) expect(report.failure!.detail).toBe(detail);
  expect(running(folder)).toEqual([]);
});

test('a port that somebody else has: the member and the holder are named, and the holder lives on', async () => {
  const folder = folderWith();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { report } = await runJson('--group', groupOf(folder, UP, { ...UP, name: 'front', env: { PORT: port } }), '-a', '1');
  other.close();
  expect(report.failure).toMatchObject({
    code: 'port-in-use',
    message: expect.stringMatching(
      new RegExp(`^"front": The script could not listen: port ${port} is in use by .* \\(process ${process.pid}\\)`),
    ),
  });
  expect(running(folder)).toEqual([]);
});

test('what is filled first, copies, and what each prints is marked with its name', { tags: ['long'] }, async () => {
  const folder = folderWith({ 'fill.js': "require('node:fs').writeFileSync('filled', ''); console.log('filled');" });
  const file = groupOf(
    folder,
    { name: 'fill', script: 'fill.js', ready: 'done' },
    {
      name: 'twin',
      command: `node -e "require('node:fs').statSync('filled'); require('node:http').createServer().listen(0, () => console.log('twin', process.argv[1]))" {n}`,
      copies: 2,
      ready: { line: 'twin {n}' },
    },
    UP,
  );
  const out = join(folder, 'out.loopscope');
  const { code, report, stderr } = await runJson('--group', file, '-a', '50', '-o', out);
  expect(code, stderr).toBe(0);
  const output = (await unpack(out)).find(({ name }) => name === 'output.txt')!.content.toString();
  for (const line of ['fill | filled', 'twin 1 | twin 1', 'twin 2 | twin 2', 'api | api is up']) expect(output).toContain(`${line}\n`);
  expect(report.runs[0]!.target.subject).toBe(file);
});

test('what is wrong with the file is said with its place, before anything is started', async () => {
  const folder = folderWith();
  const file = join(folder, 'group.yaml');
  writeFileSync(file, 'group: 1\nmembers:\n  - name: api\n    skript: api.js\n');
  const { code, stderr } = await loopscopeHere('run', '--group', file);
  expect(code).toBe(2);
  expect(stderr).toContain('group.yaml: Line 4, column 5: "skript" means nothing here.');
});

test('when one cannot be launched because of a bug, those that run are ended', async () => {
  ensureBuilt();
  const folder = folderWith();
  onTestFinished(() => {
    for (const pid of running(folder)) process.kill(pid, 'SIGKILL');
  });
  const groupFile = groupOf(folder, { name: 'first', script: 'api.js' }, { name: 'second', script: 'api.js', loaded: true });
  let launches = 0;
  const breaks = {
    prepareLaunch: async () => {
      if (++launches === 2) throw new Error('a bug');
      return { nodeFlags: [], env: [] };
    },
    onProcess: () => {},
    onMessage: () => false,
    onGone: () => {},
  } as Partial<CapturePort> as CapturePort;
  const asked = { kind: 'group' as const, group: readFileSync(groupFile, 'utf8'), groupFile, cwd: null, env: [], portTimeoutS: 20 };
  const run = { id: 'breaks', captures: new CaptureSet([breaks]), record: () => {}, guard: () => {} };
  const target = unwrap(await groupTarget.start(asked, run));
  await expect(target.findUrl('/', null, new AbortController().signal)).rejects.toThrow('a bug');
  expect(running(folder)).toHaveLength(1);
  await target.stop();
  expect(running(folder)).toEqual([]);
});
