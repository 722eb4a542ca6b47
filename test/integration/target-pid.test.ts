/** A process that runs already: watched and profiled, and left as it was found. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { listOpenPorts } from '../../electron/engine/target/listening-ports.ts';
import { loopscope } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';

const servers: ChildProcess[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.kill('SIGKILL');
});

interface Server {
  readonly pid: number;
  readonly origin: string;
  readonly process: ChildProcess;
  ports(): number[];
}

/** Started by the test: no process of Loopscope is among its ancestors. */
async function startServer(script: string, ...nodeArgs: string[]): Promise<Server> {
  const child = spawn(process.execPath, [...nodeArgs, join(TARGETS_DIR, script)], { stdio: ['ignore', 'pipe', 'ignore'] });
  servers.push(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = child.pid!;
  return {
    pid,
    origin: `http://127.0.0.1:${String(port).trim()}`,
    process: child,
    ports: () => listOpenPorts(pid).map((open) => open.port),
  };
}

const OWN_HANDLER = 'It may have a handler of SIGUSR1 of its own, which has run instead.';

const run = (server: Server, ...flags: string[]) => loopscope('run', '--pid', String(server.pid), ...flags, '--json');
const warningsOf = (stdout: string): string => JSON.stringify(JSON.parse(stdout).runs[0].warnings);

test('it is profiled while it is measured, and afterwards it runs as before: no inspector, nothing of ours in it', async () => {
  const port = await unusedPort();
  const server = await startServer('tells-globals.cjs', `--inspect-port=${port}`);
  const before = server.ports();
  const { code, stdout, stderr } = await run(server, '--url', '/work', '-d', '2');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain(`looking at process ${server.pid}; for the CPU profile its inspector`);
  const [measured] = JSON.parse(stdout).runs;
  expect(measured.target).toMatchObject({
    subject: String(server.pid),
    url: `${server.origin}/work`,
    node: process.versions.node,
    exit: null,
  });
  expect(measured.server).toMatchObject([{ pid: server.pid, role: 'main', elu: null }]);
  expect(measured.profile.heavy[0].function).toBe('spin');
  expect(measured.profile.heavy[0].selfPercent).toBeGreaterThan(50);
  expect(server.ports()).toEqual(before);
  expect(await (await fetch(`${server.origin}/globals`)).text()).toBe('0');
  expect(server.process.exitCode).toBeNull();
  // Once more, as the first time.
  expect(JSON.parse((await run(server, '--url', '/work', '-a', '20')).stdout).runs[0].profile).not.toBeNull();
});

test('an inspector that was open already stays open', async () => {
  const port = await unusedPort();
  const server = await startServer('announces.cjs', `--inspect=127.0.0.1:${port}`);
  const { code, stdout } = await run(server, '--url', `${server.origin}/`, '-d', '1');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runs[0].profile).not.toBeNull();
  expect(server.ports()).toContain(port);
});

test('without a profile nothing is sent to it', async () => {
  const port = await unusedPort();
  const server = await startServer('own-signal.cjs', `--inspect-port=${port}`);
  const { code } = await run(server, '-a', '5', '--capture', 'none');
  expect(code).toBe(0);
  expect(await (await fetch(`${server.origin}/signals`)).text()).toBe('0');
});

test.each([
  { why: 'a handler of its own', script: 'own-signal.cjs', take: false },
  { why: 'a taken port', script: 'announces.cjs', take: true },
])('where its inspector cannot be opened ($why) there are figures from outside, and a warning', async ({ script, take }) => {
  const holder = createServer();
  await once(holder.listen(0, '127.0.0.1'), 'listening');
  const { port: taken } = holder.address() as AddressInfo;
  const port = take ? taken : await unusedPort();
  const server = await startServer(script, `--inspect-port=${port}`);
  const { code, stdout } = await run(server, '-d', '1');
  holder.close();
  expect(code).toBe(0);
  const [measured] = JSON.parse(stdout).runs;
  expect(measured.profile).toBeNull();
  expect(measured.server[0].cpuPercent.mean).toBeGreaterThan(0);
  expect(warningsOf(stdout)).toContain(take ? `needs port ${port}, which` : OWN_HANDLER);
  expect(server.process.exitCode).toBeNull();
});

test('it ends under load: said with its name', async () => {
  const server = await startServer('tells-globals.cjs');
  const running = run(server, '-d', '20', '--capture', 'none');
  await once(server.process.stdout!, 'data');
  server.process.kill('SIGKILL');
  const { code, stdout } = await running;
  expect(code).toBe(1);
  expect(JSON.parse(stdout).failure.message).toBe(`tells-globals.cjs (process ${server.pid}) ended under load.`);
});

test('what cannot be measured is refused with what can', async () => {
  const server = await startServer('announces.cjs');
  const gone = await loopscope('run', '--pid', '4194399', '-a', '1');
  expect(gone).toMatchObject({ code: 1 });
  expect(gone.stderr).toMatch(/There is no process 4194399\. Node\.js servers of yours that run now: .*announces\.cjs/);
  const elsewhere = await loopscope('run', '--pid', String(server.pid), '--url', `http://127.0.0.1:${await unusedPort()}/`, '-a', '1');
  expect(elsewhere).toMatchObject({ code: 1 });
  expect(elsewhere.stderr).toContain(`Neither process ${server.pid} nor anything it has started listens on port`);
  expect((await loopscope('run', '--pid', 'server', '-a', '1')).stderr).toContain('server is not the number of a process.');
});
