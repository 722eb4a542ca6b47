/** What a program starts and sees is as it is without Loopscope. All ways, under every Node: test/acceptance/untimed/starts.test.ts. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REQUESTS_VARIABLE } from '../../electron/engine/agent/protocol.ts';
import type { Report } from '../../shared/model/report.ts';
import { loopscope } from '../helpers/command.ts';
import { expectSameStarts } from '../helpers/starts-suite.ts';
import { launchServer, sleep, TARGETS_DIR, until } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';

const runOf = ({ stdout }: { readonly stdout: string }) => (JSON.parse(stdout) as Report).runs[0]!;
const fixture = (name: string) => join(TARGETS_DIR, name);

test('children and threads, their output, ends and listeners are as without Loopscope', async () => {
  const kinds = [
    'fork',
    'environment of its own',
    'input by a pipe',
    'another user',
    'permission model',
    'permission model, at once',
    'permission model in a shell',
    '--test',
    '--pending-deprecation',
    'an error in a listener of exit',
    'more listeners than ten',
    'harmless signals to itself',
    'signals that there are not',
    'cluster',
    'a thread with an environment',
    'a thread with ten listeners',
    'what the program sees of itself',
  ];
  expect(await expectSameStarts(process.execPath, kinds)).toBe(kinds.length);
});

test('sockets, ports and errors of requests are as without what observes them', async () => {
  const kinds = [
    'sockets of a request',
    'ports of a request',
    'TLS of a request',
    'errors that nobody listens to',
    'what the program sees of itself',
  ];
  expect(await expectSameStarts(process.execPath, kinds, { [REQUESTS_VARIABLE]: 'waits' })).toBe(kinds.length);
});

test('signals to itself that do not end a program do not end its recording', async () => {
  const { captures, url, slices, warnings } = await launchServer('signals-itself.cjs');
  await captures.start();
  expect(await (await fetch(url)).text()).toBe('ERR_UNKNOWN_SIGNAL');
  const came = slices.length;
  await until(() => slices.length >= came + 2, 'slices of the time after them have come');
  await captures.stop();
  expect(warnings).toEqual([]);
});

test('a program that ends with its input lives until it is stopped', async () => {
  const { target, url } = await launchServer('ends-with-stdin.cjs');
  await sleep(200);
  expect(await (await fetch(url)).text()).toBe('ok');
  expect(target.exited).toBeNull();
  expect(await target.stop()).toEqual({ code: null, signal: 'SIGTERM' });
});

test('a server in a PID namespace of its own is one process, by the number that it has outside', { tags: ['long'] }, async (context) => {
  const namespace = ['unshare', '--pid', '--fork', '--mount-proc'];
  if (spawnSync(namespace[0]!, [...namespace.slice(1), 'true']).status !== 0) context.skip('No PID namespace can be made here.');
  const ended = await loopscope(
    'run',
    '--command',
    `${namespace.join(' ')} ${process.execPath} ${fixture('server.cjs')}`,
    '-d',
    '1',
    '--json',
  );
  expect(ended.code, ended.stderr).toBe(0);
  const { server, profile, warnings } = runOf(ended);
  expect(server.filter(({ role }) => role === 'main')).toEqual([expect.objectContaining({ elu: expect.anything() })]);
  expect(server.map(({ pid }) => pid)).not.toContain(1);
  expect(profile).not.toBeNull();
  expect(JSON.stringify(warnings)).not.toContain('does not report');
});

test('a server that ends under load and is started again: said with how often, and no loop of a moment stands for the run', {
  tags: ['long'],
}, async () => {
  const command = `sh -c 'while true; do ${process.execPath} ${fixture('crashes.cjs')}; done'`;
  const port = await unusedPort();
  const ended = await loopscope(
    ...['run', '--command', command, '--env', `PORT=${port}`, '--url', `http://127.0.0.1:${port}/`, '-c', '1', '-d', '3', '--json'],
  );
  expect(runOf(ended).restarts!.startedAgain).toBeGreaterThan(0);
  expect(ended.stdout).toMatch(/The server’s process ended (\d+ times )?during the load \([^)]*\) and was started again/);
  expect(ended.stdout).not.toContain('event loop was busy');
});
