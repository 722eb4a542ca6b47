/** Scripts that become a server, or do not: each with a sentence that says what happened. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CaptureSet } from '../../electron/engine/captures/captures.ts';
import { launchTarget } from '../../electron/engine/target/launch.ts';
import { PATIENCE, type UrlOutcome } from '../../electron/engine/target/look-at-url.ts';
import { waitForUrl } from '../../electron/engine/target/wait-for-url.ts';
import type { ScriptTarget } from '../../shared/model/setup/setup.ts';
import { needNode } from '../helpers/nodes.ts';
import { launch, launchServer, newRunId, specOf, TARGETS_DIR, temporaryFolder, until } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';
import { hintOf, messageOf, worded } from '../helpers/worded.ts';
import { WITH_PERMISSIONS } from '../setup/nodes.mjs';

const never = new AbortController().signal;
const silent = {
  onStarted: () => {},
  onProcess: () => {},
  onListening: () => {},
  onSample: () => {},
  onThreads: () => {},
  onTimings: () => {},
  onOutput: () => {},
  onExit: () => {},
  onWarning: () => {},
};

async function startAndWait(
  script: string,
  spec: Partial<ScriptTarget> = {},
  timeoutS = 10,
  url = '/hello',
  patience = PATIENCE,
): Promise<UrlOutcome> {
  const { target } = await launch(script, spec);
  return waitForUrl(target, url, timeoutS, never, { patience });
}

const local = (port: number): string => `http://127.0.0.1:${port}/`;

/** Somebody else's server: this process is no part of any run. */
async function listenAs(host: string): Promise<{ port: number; close(): void }> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, close: () => server.close() };
}

async function failureOf(script: string, spec: Partial<ScriptTarget> = {}, timeoutS = 10) {
  const answer = await startAndWait(script, spec, timeoutS);
  if (answer.kind === 'found') throw new Error(`found ${answer.url}`);
  return answer.failure;
}

async function refusalOf(spec: ScriptTarget) {
  const outcome = await launchTarget(spec, newRunId(), new CaptureSet([]), silent);
  if (outcome.ok) {
    await outcome.value.stop();
    throw new Error('it was launched');
  }
  return outcome.failure;
}

test('a script that is not there', async () => {
  const script = join(TARGETS_DIR, 'no-such-script.js');
  expect(worded(await refusalOf(specOf(script)))).toMatchObject({ code: 'script-missing', message: `There is no file ${script}.` });
});

test('a folder is not a script', async () => {
  expect(await refusalOf(specOf('.'))).toMatchObject({ code: 'script-missing' });
});

test('a Node that is not there, and a program that is not Node', async () => {
  expect(await refusalOf(specOf('server.cjs', { node: '/no/such/node' }))).toMatchObject({ code: 'node-missing' });
  expect(await refusalOf(specOf('server.cjs', { node: '/bin/ls' }))).toMatchObject({ code: 'node-missing' });
});

test('a working folder that is not there', async () => {
  expect(await refusalOf(specOf('server.cjs', { cwd: '/no/such/folder' }))).toMatchObject({ code: 'spawn-failed' });
});

test('a syntax error', async () => {
  const failure = await failureOf('syntax-error.cjs');
  expect(failure).toMatchObject({ code: 'target-crashed' });
  expect(messageOf(failure)).toContain("SyntaxError: Unexpected token '='");
  expect(failure.detail).toContain('syntax-error.cjs');
});

test('a throw at start', async () => {
  const failure = await failureOf('throws.cjs');
  expect(failure).toMatchObject({ code: 'target-crashed' });
  expect(messageOf(failure)).toContain('TypeError: no database');
});

test('an exit with code 0 before listening', async () => {
  expect(worded(await failureOf('exits-at-once.cjs'))).toMatchObject({
    code: 'target-exited',
    message: 'The script exited with code 0 before it listened on a port.',
  });
});

test('a script that never listens', async () => {
  const failure = await failureOf('never-listens.cjs', {}, 1);
  expect(failure.code).toBe('never-listened');
  expect(hintOf(failure)).toMatch(/--port-timeout.*--url/);
});

test('two ports are a question', async () => {
  const answer = await startAndWait('two-ports.cjs');
  if (answer.kind !== 'several') throw new Error(answer.kind);
  expect(answer.urls).toHaveLength(2);
  expect(answer.failure.code).toBe('several-ports');
  expect(await (await fetch(answer.urls[0]!)).text()).toMatch(/one|two/);
});

test('a port in use names the port', async () => {
  const other = await listenAs('127.0.0.1');
  const { port } = other;
  const env = [
    { name: 'PORT', value: String(port) },
    { name: 'HOST', value: '127.0.0.1' },
  ];
  const failure = await failureOf('server.cjs', { env });
  // Somebody accepts at that address, but it is not the script, which gets the time to say so itself.
  const byUrl = await startAndWait('server.cjs', { env }, 30, local(port), { ...PATIENCE, foreignMs: 30_000 });
  other.close();
  expect(failure.code).toBe('port-in-use');
  expect(messageOf(failure)).toMatch(new RegExp(`^The script could not listen: port ${port} is in use by `));
  expect(byUrl).toMatchObject({ kind: 'failed', failure: { code: 'port-in-use' } });
});

/** Express' port is taken by a server of another run, which is ours. */
async function launchWithoutPort(spec: Partial<ScriptTarget> = {}) {
  const holder = await launchServer('server.cjs');
  const { port } = new URL(holder.url);
  const env = [{ name: 'PORT', value: port }, ...(spec.env ?? [])];
  const { target } = await launch('express-listens.cjs', { ...spec, env });
  return { holder, port, target };
}

async function expressWithoutPort(spec: Partial<ScriptTarget>, timeoutS = 20, toUrl = (_port: string) => '/') {
  const { holder, port, target } = await launchWithoutPort(spec);
  if (timeoutS < 1) await until(() => target.evidence().takenPort !== null, 'its port is taken');
  const answer = await waitForUrl(target, toUrl(port), timeoutS, never);
  if (answer.kind === 'found') throw new Error(`found ${answer.url}`);
  const who =
    process.platform === 'linux' ? `server.cjs (process ${holder.target.pid}), which a run of Loopscope has started` : 'another program';
  return { failure: answer.failure, message: `The script could not listen: port ${port} is in use by ${who}.`, exit: target.exited };
}

test('of Express, which ends with code 0 when its port is taken, the port is told and the process that holds it', async () => {
  const { failure, message, exit } = await expressWithoutPort({});
  expect(exit).toEqual({ code: 0, signal: null });
  expect(worded(failure)).toMatchObject({ code: 'port-in-use', message });
  // It said so itself, wrongly, on stdout.
  expect(failure.detail).toContain('Listening on port');
});

test('what a script told before its end is known with its end, also to an engine that was busy meanwhile', async () => {
  const { port, target } = await launchWithoutPort();
  // By then all of it waits to be read: its output, its end, and what its agent sent.
  const end = performance.now() + 1_500;
  while (performance.now() < end);
  await target.exit;
  expect(target.evidence().takenPort).toBe(Number(port));
});

test('a script that goes on without its port is told with the process that responds there instead', async () => {
  const stays = { env: [{ name: 'STAYS', value: '1' }] };
  const silent = await expressWithoutPort(stays, 0.2);
  expect(worded(silent.failure)).toMatchObject({ code: 'port-in-use', message: silent.message });
  const byUrl = await expressWithoutPort(stays, 20, (port) => `http://127.0.0.1:${port}/`);
  expect(worded(byUrl.failure)).toMatchObject({ code: 'port-in-use', message: byUrl.message });
});

test('a server on ::1 only', async () => {
  const { url } = await launchServer('server.cjs', { env: [{ name: 'HOST', value: '::1' }] });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/$/);
  expect(await (await fetch(url)).text()).toBe('ok');
});

test('a Unix socket only', async () => {
  const failure = await failureOf('unix-socket.cjs', { env: [{ name: 'SOCKET', value: join(temporaryFolder(), 's') }] });
  expect(failure.code).toBe('unix-socket-only');
});

test('a port that was only tried is not a second one', async () => {
  const { url } = await launchServer('port-probe.cjs');
  expect(await (await fetch(url)).text()).toBe('ok');
});

test('a server that opens its port in C++ is found from outside, the debugger’s port is not one', { tags: ['long'] }, async () => {
  const env = [{ name: 'NODE_OPTIONS', value: '--inspect=127.0.0.1:0' }];
  const { url, target } = await launchServer('native-port.cjs', { env });
  expect(target.listeners).toHaveLength(1);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test('HTTPS is told from HTTP', async () => {
  expect((await launchServer('https.cjs')).url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/);
});

test('a whole URL is waited for', async () => {
  const port = await unusedPort();
  const env = [{ name: 'PORT', value: String(port) }];
  expect(await startAndWait('server.cjs', { env }, 10, `http://localhost:${port}/a?b=c`)).toEqual({
    kind: 'found',
    url: `http://localhost:${port}/a?b=c`,
  });
});

test('a port of somebody else is refused before any load, with who it is and where the script listens', async () => {
  const other = await listenAs('127.0.0.1');
  const { target } = await launch('server.cjs', { env: [{ name: 'HOST', value: '127.0.0.1' }] });
  await until(() => target.listeners.length === 1, 'the script listens');
  const answer = await waitForUrl(target, local(other.port), 10, never);
  other.close();
  if (answer.kind !== 'failed') throw new Error(answer.kind);
  expect(answer.failure).toMatchObject({ code: 'foreign-port' });
  expect(messageOf(answer.failure)).toContain(`Port ${other.port} belongs to another program (process ${process.pid}, `);
  expect(hintOf(answer.failure)).toContain(`http://127.0.0.1:${target.listeners[0]!.port}`);
});

test('a port of somebody else is refused before a script that never listens', { tags: ['long'] }, async () => {
  const other = await listenAs('::1');
  const answer = await startAndWait('never-listens.cjs', {}, 10, `http://[::1]:${other.port}/`);
  other.close();
  expect(worded(answer)).toMatchObject({ kind: 'failed', failure: { code: 'foreign-port', hint: expect.stringMatching(/only a path/) } });
});

test('a proxy that the script started, a worker of its cluster and a script without agent count as the script', async (context) => {
  const atOnce = { ...PATIENCE, foreignMs: 0 };
  const [port, other] = [await unusedPort(), await unusedPort()];
  const proxied = await startAndWait('with-proxy.cjs', { env: [{ name: 'PROXY_PORT', value: String(port) }] }, 20, local(port), atOnce);
  expect(proxied).toEqual({ kind: 'found', url: local(port) });
  const { target } = await launch('cluster.cjs');
  await until(() => target.listeners.length > 0, 'a worker listens');
  const shared = local(target.listeners[0]!.port!);
  expect(await waitForUrl(target, shared, 20, never)).toEqual({ kind: 'found', url: shared });
  const node = needNode(WITH_PERMISSIONS, context);
  const env = [
    { name: 'NODE_OPTIONS', value: '--permission --allow-fs-read=*' },
    { name: 'PORT', value: String(other) },
  ];
  const hidden = await startAndWait('server.cjs', { node, env }, 20, `http://localhost:${other}/`, atOnce);
  expect(hidden).toEqual({ kind: 'found', url: `http://localhost:${other}/` });
});

test('a wrong port: where the script listens is said long before the time-out', async () => {
  const { target } = await launch('server.cjs');
  const answer = await waitForUrl(target, local(await unusedPort()), 600, never, { patience: { ...PATIENCE, otherPortShare: 1 / 600 } });
  if (answer.kind !== 'failed') throw new Error(answer.kind);
  const { port } = target.listeners[0]!;
  expect(messageOf(answer.failure)).toMatch(`The script listens on http://127.0.0.1:${port}, not on port `);
});

test('http to a server of https is told, and the other way round', async () => {
  const { target } = await launch('https.cjs');
  await until(() => target.listeners.length > 0, 'it listens');
  const { port } = target.listeners[0]!;
  expect(worded(await waitForUrl(target, `http://127.0.0.1:${port}/a`, 10, never))).toMatchObject({
    kind: 'failed',
    failure: { code: 'bad-url', hint: `Give https://127.0.0.1:${port}/a as --url.` },
  });
});

test('waiting ends when it is called off', async () => {
  const { target } = await launch('never-listens.cjs');
  const stop = new AbortController();
  const waiting = waitForUrl(target, '/', 30, stop.signal);
  stop.abort(new Error('called off'));
  await expect(waiting).rejects.toThrow('called off');
});
