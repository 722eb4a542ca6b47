/** Scripts that become a server, or do not: each with a sentence that says what happened. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchTarget } from '../../electron/engine/target/launch.ts';
import { type UrlAnswer, waitForUrl } from '../../electron/engine/target/wait-for-url.ts';
import type { TargetSpec } from '../../shared/model/setup.ts';
import { launch, launchServer, newRunId, specOf, TARGETS_DIR, temporaryFolder } from '../helpers/targets.ts';

const never = new AbortController().signal;
const silent = {
  onProcess: () => {},
  onListening: () => {},
  onSample: () => {},
  onSlice: () => {},
  onOutput: () => {},
  onExit: () => {},
  onWarning: () => {},
};

async function startAndWait(script: string, spec: Partial<TargetSpec> = {}, timeoutS = 10, url = '/hello'): Promise<UrlAnswer> {
  const { target } = await launch(script, spec);
  return waitForUrl(target, url, timeoutS, never);
}

async function failureOf(script: string, spec: Partial<TargetSpec> = {}, timeoutS = 10) {
  const answer = await startAndWait(script, spec, timeoutS);
  if (answer.kind === 'found') throw new Error(`found ${answer.url}`);
  return answer.failure;
}

async function refusalOf(spec: TargetSpec) {
  const outcome = await launchTarget(spec, newRunId(), silent);
  if (outcome.ok) {
    await outcome.value.stop();
    throw new Error('it was launched');
  }
  return outcome.failure;
}

test('a script that is not there', async () => {
  const script = join(TARGETS_DIR, 'no-such-script.js');
  expect(await refusalOf(specOf(script))).toMatchObject({ code: 'script-missing', message: `There is no file ${script}.` });
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
  expect(failure.message).toContain("SyntaxError: Unexpected token '='");
  expect(failure.detail).toContain('syntax-error.cjs');
});

test('a throw at start', async () => {
  const failure = await failureOf('throws.cjs');
  expect(failure).toMatchObject({ code: 'target-crashed' });
  expect(failure.message).toContain('TypeError: no database');
});

test('an exit with code 0 before listening', async () => {
  expect(await failureOf('exits-at-once.cjs')).toMatchObject({
    code: 'target-exited',
    message: 'The script exited with code 0 before it listened on a port.',
  });
});

test('a script that never listens', async () => {
  const failure = await failureOf('never-listens.cjs', {}, 1);
  expect(failure.code).toBe('never-listened');
  expect(failure.hint).toMatch(/--port-timeout.*--url/);
});

test('two ports are a question', async () => {
  const answer = await startAndWait('two-ports.cjs');
  if (answer.kind !== 'several') throw new Error(answer.kind);
  expect(answer.urls).toHaveLength(2);
  expect(answer.failure.code).toBe('several-ports');
  expect(await (await fetch(answer.urls[0]!)).text()).toMatch(/one|two/);
});

test('a port in use names the port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = String((other.address() as { port: number }).port);
  const env = [
    { name: 'PORT', value: port },
    { name: 'HOST', value: '127.0.0.1' },
  ];
  const failure = await failureOf('server.cjs', { env });
  // Somebody accepts at that address, but it is not the script.
  const byUrl = await startAndWait('server.cjs', { env }, 10, `http://127.0.0.1:${port}/`);
  other.close();
  expect(failure).toMatchObject({
    code: 'port-in-use',
    message: `The script could not listen: port ${port} is in use by another program.`,
  });
  expect(byUrl).toMatchObject({ kind: 'failed', failure: { code: 'port-in-use' } });
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

test('a server that opens its port in C++ is found from outside, the debugger’s port is not one', async () => {
  const env = [{ name: 'NODE_OPTIONS', value: '--inspect=127.0.0.1:0' }];
  const { url, target } = await launchServer('native-port.cjs', { env });
  expect(target.listeners).toHaveLength(1);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test('HTTPS is told from HTTP', async () => {
  expect((await launchServer('https.cjs')).url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/);
});

test('a whole URL is waited for', async () => {
  const port = await freePort();
  const env = [{ name: 'PORT', value: String(port) }];
  expect(await startAndWait('server.cjs', { env }, 10, `http://localhost:${port}/a?b=c`)).toEqual({
    kind: 'found',
    url: `http://localhost:${port}/a?b=c`,
  });
});

test('waiting ends when it is called off', async () => {
  const { target } = await launch('never-listens.cjs');
  const stop = new AbortController();
  const waiting = waitForUrl(target, '/', 30, stop.signal);
  stop.abort(new Error('called off'));
  await expect(waiting).rejects.toThrow('called off');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
