/** A server that is up already: measured, watched from outside, and left as it was found. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CaptureSet } from '../../electron/engine/captures/captures.ts';
import { urlTarget } from '../../electron/engine/target/url-target.ts';
import { loopscope } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';

const servers: ChildProcess[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.kill('SIGKILL');
});

/** Started by the test: no process of Loopscope is among its ancestors. */
async function startServer(script = 'announces.cjs'): Promise<{ readonly origin: string; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, [join(TARGETS_DIR, script)], { stdio: ['ignore', 'pipe', 'ignore'] });
  servers.push(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { origin: `http://127.0.0.1:${String(port).trim()}`, process: child };
}

async function answers(origin: string): Promise<string> {
  return (await fetch(origin, { headers: { connection: 'close' } })).text();
}

test('the URL alone says what is measured; the figures are of the process that listens there, which goes on afterwards', async () => {
  // Each of its requests takes a tick of the system's CPU clock, however busy the machine is.
  const { origin, process: server } = await startServer('tells-globals.cjs');
  const { code, stdout, stderr } = await loopscope('run', '--url', `${origin}/slow`, '-d', '1', '--json');
  expect(code, stderr).toBe(0);
  const { runs } = JSON.parse(stdout);
  expect(runs[0].target).toMatchObject({ subject: origin, url: `${origin}/slow`, node: '', agent: false, exit: null });
  expect(runs[0].requests.completed).toBeGreaterThan(0);
  expect(runs[0].server).toMatchObject([{ pid: server.pid, role: 'main', elu: null, gc: null }]);
  expect(runs[0].server[0].cpuPercent.mean).toBeGreaterThan(0);
  expect(runs[0].profile).toBeNull();
  expect(server.exitCode).toBeNull();
  expect(await answers(`${origin}/globals`)).toBe('0');
});

test('two servers are compared, and the session tells what differs', { tags: ['long'] }, async () => {
  const [a, b] = await Promise.all([startServer(), startServer()]);
  const { code, stdout } = await loopscope('compare', `${a.origin}/x`, `${b.origin}/x`, '-a', '20', '--pairs', '2', '--json');
  expect(code).toBe(0);
  const { runs } = JSON.parse(stdout);
  expect(new Set(runs.map(({ target }: { target: { url: string } }) => target.url))).toEqual(new Set([`${a.origin}/x`, `${b.origin}/x`]));
  expect([a.process.exitCode, b.process.exitCode]).toEqual([null, null]);
});

test('nothing listens there: said at once, with what to do', async () => {
  const { code, stderr } = await loopscope('run', `http://127.0.0.1:${await unusedPort()}/x`, '-a', '1');
  expect(code).toBe(1);
  expect(stderr).toMatch(/Nothing accepts connections at http:\/\/127\.0\.0\.1:\d+\. Start the server first/);
});

test('another machine is not loaded without its name', async () => {
  const { code, stderr } = await loopscope('run', 'http://192.0.2.1:3000/', '-a', '1');
  expect(code).toBe(1);
  expect(stderr).toContain('--allow-host 192.0.2.1');
});

test('a server that answers when the run has been stopped is not watched', async () => {
  const { origin } = await startServer();
  const run = { id: 'stopped', captures: new CaptureSet([]), record: () => {}, guard: () => {} };
  const target = unwrap(await urlTarget.start({ kind: 'url', server: origin }, run));
  const stopping = new AbortController();
  const looking = target.findUrl('/', null, stopping.signal);
  stopping.abort();
  await target.stop();
  await expect(looking).rejects.toThrow('aborted');
  expect(target.processes()).toBeNull();
});
