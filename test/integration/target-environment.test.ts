/** Scripts that make it hard to look inside, and names that make it hard to find them. */
import { cpSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNodeOfMajor } from '../helpers/nodes.ts';
import { launch, launchServer, sleep, TARGETS_DIR, temporaryFolder, until } from '../helpers/targets.ts';

test('under the permission model: no agent, said so, figures from outside, the port is found', async () => {
  const node = findNodeOfMajor(24);
  if (node === null) return;
  const env = [{ name: 'NODE_OPTIONS', value: '--permission --allow-fs-read=*' }];
  const { target, warnings, samples, processes, url } = await launchServer('server.cjs', { node, env });
  expect(target.agent).toBe(false);
  expect(warnings).toEqual([expect.stringContaining('permission model')]);
  expect(await (await fetch(url)).text()).toBe('ok');
  await until(() => samples.length > 0, 'a sample');
  expect(samples[0]!.rss).toBeGreaterThan(20e6);
  expect(samples[0]!.elu).toBeNaN();
  expect(processes).toMatchObject([{ pid: target.pid, role: 'main' }]);
  // A profile cannot be had, and waiting for one does not hang.
  await target.startProfile(1_000);
  await target.stopProfile();
});

test('a child without NODE_OPTIONS: its port is found, its figures come from outside, and the user is told', async () => {
  const { target, warnings, samples, processes, url } = await launchServer('clears-options.cjs');
  expect(await (await fetch(url)).text()).toBe('ok');
  const child = processes.find(({ pid }) => pid !== target.pid)!;
  expect(child).toMatchObject({ role: 'child', title: 'server.cjs', parentPid: target.pid });
  expect(warnings).toEqual([expect.stringContaining(`Process ${child.pid} (server.cjs) does not report`)]);
  await until(() => samples.some(({ pid }) => pid === child.pid), 'a sample of the child');
});

test('the user’s NODE_OPTIONS, arguments and environment reach the script; ours and the launcher’s private ones do not', async () => {
  process.env.ELECTRON_RUN_AS_NODE = '1';
  const { target, output } = await launch('prints.cjs', {
    args: ['a b', '$HOME', 'ж'],
    env: [
      { name: 'NODE_OPTIONS', value: '--max-old-space-size=123' },
      { name: 'GREETING', value: 'a=b "c"' },
    ],
  });
  delete process.env.ELECTRON_RUN_AS_NODE;
  await target.exit;
  expect(JSON.parse(output.stdout)).toMatchObject({
    args: ['a b', '$HOME', 'ж'],
    cwd: TARGETS_DIR,
    greeting: 'a=b "c"',
    electron: [],
    heapLimitIsOurs: true,
  });
});

for (const name of ['with spaces', 'áccénts', 'кириллица', 'emoji 🚀', 'quote"and\'back\\slash', 'percent%20#hash']) {
  test(`a path with ${name}`, async () => {
    const dir = join(temporaryFolder(), name);
    mkdirSync(dir);
    cpSync(join(TARGETS_DIR, 'server.cjs'), join(dir, `${name}.cjs`));
    const { target, url, processes } = await launchServer(join(dir, `${name}.cjs`));
    await target.startProfile(1_000);
    expect(await (await fetch(url)).text()).toBe('ok');
    await target.stopProfile();
    expect(processes.map(({ title }) => title)).toEqual([name.includes('\\') ? 'slash.cjs' : `${name}.cjs`]);
  });
}

test('a flood of output is drained, whole characters only', async () => {
  const { target, output } = await launchServer('floods.cjs');
  await until(() => output.stderr.includes('flooded'), 'everything is written');
  await sleep(100);
  expect(output.stdout.length).toBeGreaterThan(900_000);
  expect(output.stdout).not.toContain('\uFFFD');
  expect(target.exited).toBeNull();
});

test('a stranger on the agent’s socket is turned away', async () => {
  const { target, warnings, output } = await launchServer('tells-socket.cjs');
  const [path] = output.stdout.trim().split('|');
  for (const greeting of ['GET / HTTP/1.1\r\n\r\n', '{"type":"stats"}\n', `${'x'.repeat(20_000)}`]) {
    const stranger = connect(path!);
    stranger.on('error', () => {});
    stranger.write(greeting);
    await new Promise((resolve) => stranger.once('close', resolve));
  }
  expect(warnings).toEqual([expect.stringContaining('not our agent')]);
  await target.startProfile(1_000);
  await target.stopProfile();
  expect(target.exited).toBeNull();
});
