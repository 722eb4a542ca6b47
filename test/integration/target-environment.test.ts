/** Scripts that make it hard to look inside, and names that make it hard to find them. */
import { cpSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCases } from '../helpers/cases.ts';
import { runJson } from '../helpers/command.ts';
import { needNode } from '../helpers/nodes.ts';
import { launch, launchServer, TARGETS_DIR, temporaryFolder, until } from '../helpers/targets.ts';
import { WITH_PERMISSIONS } from '../setup/nodes.mjs';

testCases(['NODE_OPTIONS'], ['the arguments of Node'])(
  'under the permission model by %s: no agent, said so, figures from outside, the port is found',
  async (by, context) => {
    const node = needNode(WITH_PERMISSIONS, context);
    const flags = ['--permission', '--allow-fs-read=*'];
    const given = by === 'NODE_OPTIONS' ? { env: [{ name: by, value: flags.join(' ') }] } : { nodeArgs: flags };
    const { target, captures, warnings, samples, processes, url } = await launchServer('server.cjs', { node, ...given });
    expect(target.agent).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('permission model')]);
    expect(await (await fetch(url)).text()).toBe('ok');
    await until(() => samples.length > 0, 'a sample');
    expect(samples[0]!.rss).toBeGreaterThan(20e6);
    expect(samples[0]!.elu).toBeNaN();
    expect(processes).toMatchObject([{ pid: target.pid, role: 'main' }]);
    // A profile cannot be had, and waiting for one does not hang.
    await captures.start();
    await captures.stop();
  },
);

test('a child without NODE_OPTIONS: its port is found, its figures come from outside, and the user is told', async () => {
  const { target, warnings, samples, processes, url } = await launchServer('clears-options.cjs');
  expect(await (await fetch(url)).text()).toBe('ok');
  const child = processes.find(({ pid }) => pid !== target.pid)!;
  expect(child).toMatchObject({ role: 'child', title: 'server.cjs', parentPid: target.pid });
  expect(warnings).toEqual([expect.stringContaining(`Process ${child.pid} (server.cjs) does not report`)]);
  await until(() => samples.some(({ pid }) => pid === child.pid), 'a sample of the child');
});

test('a server in a child without NODE_OPTIONS: what is known of its parent is not said of the server', async () => {
  const { report } = await runJson(join(TARGETS_DIR, 'works-beside-unseen.cjs'), '-c', '1', '-d', '3');
  const told = report.answer.map(({ text }) => text.replaceAll('\u00a0', ' '));
  expect(told).toContainEqual(
    expect.stringMatching(/^What listens, process \d+, has no profile: which code of it took the time is not known\.$/),
  );
  expect(told).toContainEqual(
    expect.stringMatching(
      /^\d+ % of the CPU time of threads with a profile (is in ownWork|goes through ownWork|is counted for listOnTimeout of Node)/,
    ),
  );
  expect(told.filter((sentence) => /server’s (event loop|main thread|process)/.test(sentence))).toEqual([]);
});

test('the user’s NODE_OPTIONS, arguments and environment reach the script; ours and the launcher’s private ones do not', async () => {
  process.env.ELECTRON_RUN_AS_NODE = '1';
  const { target, output } = await launch('prints.cjs', {
    args: ['a b', '$HOME', 'ж'],
    nodeArgs: ['--title=a b', '--stack-trace-limit=7'],
    env: [
      { name: 'NODE_OPTIONS', value: '--max-old-space-size=123' },
      { name: 'GREETING', value: 'a=b "c"' },
    ],
  });
  delete process.env.ELECTRON_RUN_AS_NODE;
  await target.exit;
  expect(JSON.parse(output.stdout)).toMatchObject({
    args: ['a b', '$HOME', 'ж'],
    nodeArgs: ['--title=a b', '--stack-trace-limit=7'],
    cwd: TARGETS_DIR,
    greeting: 'a=b "c"',
    electron: [],
    heapLimitIsOurs: true,
  });
});

testCases(['emoji 🚀', 'quote"and\'back\\slash'], ['with spaces', 'áccénts', 'кириллица', 'percent%20#hash'])(
  'a path with %s',
  async (name) => {
    const dir = join(temporaryFolder(), name);
    mkdirSync(dir);
    cpSync(join(TARGETS_DIR, 'server.cjs'), join(dir, `${name}.cjs`));
    const { captures, url, processes } = await launchServer(join(dir, `${name}.cjs`));
    await captures.start();
    expect(await (await fetch(url)).text()).toBe('ok');
    await captures.stop();
    expect(processes.map(({ title }) => title)).toEqual([name.includes('\\') ? 'slash.cjs' : `${name}.cjs`]);
  },
);

test('a flood of output is drained, whole characters only', async () => {
  const { target, output } = await launchServer('floods.cjs');
  await until(() => output.stderr.includes('flooded'), 'everything is written');
  await until(() => output.stdout.length > 900_000, 'it has arrived');
  expect(output.stdout).not.toContain('\uFFFD');
  expect(target.exited).toBeNull();
});

test('a stranger on the agent’s socket is turned away', async () => {
  const { target, captures, warnings, output } = await launchServer('tells-socket.cjs');
  const [path] = output.stdout.trim().split('|');
  for (const greeting of ['GET / HTTP/1.1\r\n\r\n', '{"type":"stats"}\n', `${'x'.repeat(20_000)}`]) {
    const stranger = connect(path!);
    stranger.on('error', () => {});
    stranger.write(greeting);
    await new Promise((resolve) => stranger.once('close', resolve));
  }
  expect(warnings).toEqual([expect.stringContaining('connected to its private socket')]);
  await captures.start();
  await captures.stop();
  expect(target.exited).toBeNull();
});
