/** Nothing leaves this machine, nothing of a file is run, and nobody can reach a script that is profiled. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { listOpenPorts } from '../../electron/engine/target/listening-ports.ts';
import { testCases } from '../helpers/cases.ts';
import { scratch, start } from '../helpers/command.ts';
import { WHOLE_PROFILE } from '../helpers/engines.ts';
import { ProductClient } from '../helpers/product-client.ts';
import { repack } from '../helpers/repack.ts';
import { serveProduct } from '../helpers/serve.ts';
import { isLoopback, readSpied, spyEnvironment } from '../helpers/spy.ts';
import { launchServer, sleep, TARGETS_DIR } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';

const script = (name: string) => join(TARGETS_DIR, name);
const SHORT = ['--connections', '2', '--amount', '20', '--warmup', '0', '--json'];

async function runSpied(args: readonly string[], localhost?: readonly (readonly string[])[]) {
  const log = join(scratch(), 'spy.log');
  const { code, stdout, stderr } = await start(['run', ...SHORT, ...args], spyEnvironment(log, localhost)).ended;
  const spied = readSpied(log);
  const connects = spied.flatMap(({ connect }) => connect ?? []);
  return {
    code,
    stdout,
    stderr,
    connects,
    away: connects.filter((address) => !isLoopback(address)),
    resolved: spied.flatMap(({ resolved }) => (resolved ? [resolved] : [])),
  };
}

test('a redirect to another machine is counted and not followed', async () => {
  const { code, stdout, connects, away } = await runSpied([script('redirects.cjs')]);
  expect(code).toBe(0);
  const { runs, answer } = JSON.parse(stdout);
  expect(runs[0].status).toEqual({ '302': 20 });
  // On a busy machine the load process may stand still, which is said before it.
  expect(answer).toContainEqual({
    code: 'redirects',
    text: 'All responses were redirects (302 to http://10.0.0.5/), which are not followed: what was measured is the redirect, not the page. To measure the page, request its final URL, or make a plan (--plan) with both requests.',
  });
  // The look for the port, and the two connections of the load, which are in another process.
  expect(connects.length).toBeGreaterThanOrEqual(3);
  expect(away).toEqual([]);
});

test('a name that means this machine and another one is refused before anything is connected to', async () => {
  const port = await unusedPort();
  const { code, stdout, connects, resolved } = await runSpied(
    [script('server.cjs'), '--url', `http://localhost:${port}/`, '--env', `PORT=${port}`],
    [['127.0.0.1', '10.0.0.5']],
  );
  expect(code).not.toBe(0);
  expect(JSON.parse(stdout).failure ?? JSON.parse(stdout).runs[0].failure).toMatchObject({
    code: 'host-refused',
    message: expect.stringContaining('10.0.0.5'),
  });
  expect([connects, resolved.length]).toEqual([[], 1]);
});

test('a name that means this machine first and another one the next time means what it meant when it was checked', async () => {
  const port = await unusedPort();
  const { code, stdout, stderr, away, resolved } = await runSpied(
    [script('server.cjs'), '--url', `http://localhost:${port}/`, '--env', `PORT=${port}`],
    [['127.0.0.1'], ['10.0.0.5']],
  );
  expect(away).toEqual([]);
  expect(code, stdout + stderr).toBe(0);
  expect(resolved[0]).toEqual(['127.0.0.1']);
});

/** Where the texts of a manifest lead when they are taken for more than texts. */
const LURES = (dir: string, url: string): Record<string, string> => ({
  script: join(dir, 'planted.cjs'),
  nodePath: join(dir, 'planted.sh'),
  command: `sh -c 'touch ${dir}/ran'`,
  substitution: `$(touch ${dir}/ran)\`touch ${dir}/ran\``,
  loopback: `${url}planted`,
  away: 'http://10.0.0.5/planted',
  file: `file://${dir}/planted.sh`,
  share: '\\\\10.0.0.5\\share\\x',
  path: '../../../../../../tmp/planted',
  html: `<img src="${url}planted">`,
});

/** Every text of a document replaced; what a strict schema then refuses is the file's own business. */
function replaceTexts(value: unknown, text: string, isChosen: (name: string) => boolean, name = ''): unknown {
  if (typeof value === 'string') return isChosen(name) ? text : value;
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, text, isChosen, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceTexts(one, text, isChosen, key)]));
}

/** In the fields that name programs, places and addresses, so that the file opens, or in every text there is. */
const WHERE = {
  'the fields that name something': (field: string) => /script|path|url|command|name|cwd|node$/i.test(field),
  'every text': () => true,
};

testCases<keyof typeof WHERE>(['the fields that name something'], ['every text'])(
  'ten hostile sessions are opened and looked at, with a lure in %s: no program of theirs is started, nothing is connected to',
  async (where, context) => {
    context.skip(process.platform !== 'linux');
    const dir = scratch();
    const log = join(dir, 'spy.log');
    let visits = 0;
    const trap = createServer((socket) => void socket.destroy(void visits++)).listen(0, '127.0.0.1');
    onTestFinished(() => void trap.close());
    await new Promise((resolve) => trap.once('listening', resolve));
    writeFileSync(join(dir, 'planted.sh'), `#!/bin/sh\ntouch ${dir}/ran\n`, { mode: 0o755 });
    writeFileSync(join(dir, 'planted.cjs'), `require('fs').writeFileSync(${JSON.stringify(join(dir, 'ran'))}, '')`);
    const lures = Object.entries(LURES(dir, `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`));

    const files: string[] = [];
    for (const [name, lure] of lures) {
      const file = join(dir, `${name}.loopscope`);
      await repack(join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope'), file, (parts) =>
        parts.map((part) => {
          if (!part.name.endsWith('.json')) return part;
          return { ...part, content: Buffer.from(JSON.stringify(replaceTexts(JSON.parse(part.content.toString()), lure, WHERE[where]))) };
        }),
      );
      files.push(file);
    }
    expect(files).toHaveLength(10);

    const product = await serveProduct({ env: spyEnvironment(log) });
    onTestFinished(async () => void (await product.stop()));
    const client = await ProductClient.connect(product.link);
    onTestFinished(() => client.close());
    let opened = 0;
    for (const path of files) {
      const answer = await client.request('sessions.open', { path });
      if (!answer.ok) continue;
      opened += 1;
      const { sessionId } = answer.value;
      const profile = { sessionId, ...WHOLE_PROFILE };
      await client.ask('session.info', { sessionId });
      await client.ask('session.report', { sessionId, window: null });
      await client.request('profile.functions', profile);
      for (const format of ['html', 'markdown', 'json'] as const) await client.request('export.text', { sessionId, format });
    }
    // Otherwise nothing was tried.
    if (where !== 'every text') expect(opened).toBe(10);
    await client.ask('sessions.recent', {});
    const spied = readSpied(log);
    // The engine may read files in a process of its own; nothing else is started.
    const strangers = spied.filter(
      ({ spawn, args }) =>
        spawn !== undefined && !(spawn === process.execPath && args?.some((one) => one.startsWith(join(ROOT, 'dist/engine/')))),
    );
    expect(strangers).toEqual([]);
    expect(spied.filter(({ connect }) => connect !== undefined)).toEqual([]);
    expect([visits, existsSync(join(dir, 'ran'))]).toEqual([0, false]);
    // What would be seen is seen: the spy is in the engine.
    expect(readFileSync(`/proc/${product.pid}/environ`, 'utf8')).toContain('network-spy.cjs');
  },
);

test.runIf(process.platform === 'linux')('a script that is profiled listens where it listened before, and nowhere else', async () => {
  for (const name of ['server.cjs', 'cluster.cjs']) {
    const { target, captures, processes, slices } = await launchServer(name);
    const ports = () => processes.flatMap(({ pid }) => listOpenPorts(pid).map(({ host, port }) => `${host}:${port}`)).sort();
    const before = ports();
    expect(new Set(before.map((one) => one.split(':').at(-1)))).toEqual(new Set(target.listeners.map(({ port }) => String(port))));
    await captures.start();
    await sleep(200);
    expect(ports(), name).toEqual(before);
    await captures.stop();
    expect(slices.length).toBeGreaterThan(0);
    expect(ports(), name).toEqual(before);
    await target.stop();
  }
});
