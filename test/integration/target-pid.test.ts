/** A process that runs already: watched and profiled, and left as it was found. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { listOpenPorts } from '../../electron/engine/target/listening-ports.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { testCases } from '../helpers/cases.ts';
import { COMMAND, type Ended, loopscope, loopscopeHere, type Started, scratch, start } from '../helpers/command.ts';
import { TARGETS_DIR, until } from '../helpers/targets.ts';
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
  stderr(): string;
}

/** Started by the test: no process of Loopscope is among its ancestors. */
async function startServer(script: string, ...nodeArgs: string[]): Promise<Server> {
  return startServerIn({}, script, ...nodeArgs);
}

async function startServerIn(env: Record<string, string>, script: string, ...nodeArgs: string[]): Promise<Server> {
  const child = spawn(process.execPath, [...nodeArgs, join(TARGETS_DIR, script)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  servers.push(child);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = child.pid!;
  return {
    pid,
    origin: `http://127.0.0.1:${String(port).trim()}`,
    process: child,
    ports: () => listOpenPorts(pid).map((open) => open.port),
    stderr: () => stderr,
  };
}

const OWN_HANDLER = 'It may have a handler of SIGUSR1 of its own, which has run instead.';

const runAsIs = (server: Server, ...flags: string[]) => loopscope('run', '--pid', String(server.pid), ...flags, '--json');
const run = (server: Server, ...flags: string[]) => runAsIs(server, '--signal', ...flags);
const warningsOf = (stdout: string): string => JSON.stringify(JSON.parse(stdout).runs[0].warnings);

test('it is profiled while it is measured, and afterwards it runs as before: no inspector, nothing of ours in it', async () => {
  const port = await unusedPort();
  const server = await startServer('tells-globals.cjs', `--inspect-port=${port}`);
  const before = server.ports();
  const { code, stdout, stderr } = await run(server, '--url', '/work', '-c', '2', '-d', '2');
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(`looking at process ${server.pid}; a CPU profile is taken through its inspector`);
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
  const { code, stdout } = await runAsIs(server, '--url', `${server.origin}/`, '-c', '1', '-d', '1');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runs[0].profile).not.toBeNull();
  expect(server.ports()).toContain(port);
});

test('nothing is sent to it without a yes: its figures come from outside, and it says how to get a profile', async () => {
  const server = await startServer('own-signal.cjs', `--inspect-port=${await unusedPort()}`);
  const { code, stdout } = await runAsIs(server, '-d', '1');
  expect(code).toBe(0);
  const [measured] = JSON.parse(stdout).runs;
  expect(measured.profile).toBeNull();
  expect(measured.server[0].cpuPercent.mean).toBeGreaterThan(0);
  expect(warningsOf(stdout)).toContain('Start it with node --inspect, or allow SIGUSR1 by --signal');
  expect(await (await fetch(`${server.origin}/signals`)).text()).toBe('0');
});

test('without a profile nothing is sent to it', async () => {
  const port = await unusedPort();
  const server = await startServer('own-signal.cjs', `--inspect-port=${port}`);
  const { code } = await run(server, '-a', '5', '--capture', 'none');
  expect(code).toBe(0);
  expect(await (await fetch(`${server.origin}/signals`)).text()).toBe('0');
});

testCases<{ why: string; script: string; take: boolean }>(
  [{ why: 'a handler of its own', script: 'own-signal.cjs', take: false }],
  [{ why: 'a taken port', script: 'announces.cjs', take: true }],
)('where its inspector cannot be opened ($why) there are figures from outside, and a warning', async ({ script, take }) => {
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

/** Of a process that does not respond: its own time limits together, and as much again for a busy machine. */
const ENDS_WITHIN_MS = 20_000;

/** Ctrl-C, and what it says then. */
async function interrupt({ child, ended }: Started): Promise<Ended> {
  const from = performance.now();
  child.kill('SIGINT');
  const end = await ended;
  expect(performance.now() - from).toBeLessThan(ENDS_WITHIN_MS);
  return end;
}

const startRun = ({ pid, origin }: Server, duration: string): Started =>
  start(['run', '--pid', String(pid), '--signal', '--url', `${origin}/`, '-d', duration, '--json']);

async function expectAsBefore(server: Server, port: number): Promise<void> {
  expect((await fetch(server.origin)).status).toBe(200);
  expect({ code: server.process.exitCode, signal: server.process.signalCode }).toEqual({ code: null, signal: null });
  expect(server.ports()).not.toContain(port);
}

testCases<{ what: string; script: string; env: Record<string, string>; pause: NodeJS.Signals }>(
  [{ what: 'stopped', script: 'tells-globals.cjs', env: {}, pause: 'SIGSTOP' }],
  [{ what: 'blocked in a native call', script: 'blocks-when-told.cjs', env: { BLOCK: 'native' }, pause: 'SIGUSR2' }],
)(
  'Ctrl-C ends the run of a process that is $what: it says that its inspector stays open, and the process goes on',
  async ({ script, env, pause }) => {
    const port = await unusedPort();
    const server = await startServerIn(env, script, `--inspect-port=${port}`);
    const running = startRun(server, '60');
    await running.said('measuring');
    server.process.kill(pause);
    const { stdout } = await interrupt(running);
    expect(server.ports()).toContain(port);
    const warnings = warningsOf(stdout);
    expect(warnings.match(new RegExp(`on port ${port}`, 'g'))).toHaveLength(1);
    expect(warnings).toContain(
      `Process ${server.pid} does not respond, so its inspector stays open on port ${port} until the process ends.`,
    );
    server.process.kill('SIGCONT');
    server.process.stdin!.write('.');
    expect((await fetch(server.origin)).status).toBe(200);
    expect({ code: server.process.exitCode, signal: server.process.signalCode }).toEqual({ code: null, signal: null });
  },
);

test('a process that is blocked in JavaScript is profiled, and its inspector is closed meanwhile', async () => {
  const port = await unusedPort();
  const server = await startServerIn({ BLOCK: 'js' }, 'blocks-when-told.cjs', `--inspect-port=${port}`);
  const running = startRun(server, '60');
  await running.said('measuring');
  server.process.kill('SIGUSR2');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { stdout } = await interrupt(running);
  expect(server.ports()).not.toContain(port);
  const [measured] = JSON.parse(stdout).runs;
  expect(measured.profile.heavy[0].function).toBe('blockHere');
  expect(warningsOf(stdout)).not.toContain(`process ${server.pid}`);
  await expectAsBefore(server, port);
});

/** A run of a server that was stopped before it could open its inspector. */
async function measureStopped(): Promise<{ port: number; server: Server; running: Started }> {
  const port = await unusedPort();
  const server = await startServer('tells-globals.cjs', `--inspect-port=${port}`);
  server.process.kill('SIGSTOP');
  const running = startRun(server, '60');
  await running.said('measuring');
  return { port, server, running };
}

test('an inspector that opens too late for the recording is closed at its end', { tags: ['long'] }, async () => {
  const { port, server, running } = await measureStopped();
  server.process.kill('SIGCONT');
  await until(() => server.ports().includes(port), 'its inspector is open');
  const { stdout } = await interrupt(running);
  expect(warningsOf(stdout)).toContain('has not done so within 2 s.');
  await expectAsBefore(server, port);
});

test('an inspector that may open after the run is said', { tags: ['long'] }, async () => {
  const { port, running } = await measureStopped();
  const { stdout } = await interrupt(running);
  const warnings = warningsOf(stdout);
  expect(warnings.match(new RegExp(`on port ${port}`, 'g'))).toHaveLength(1);
  expect(warnings).toContain('If it opens it after the run, it stays open until the process ends.');
});

testCases<{ when: string; answers: boolean }>(
  [],
  [
    { when: 'never is said', answers: false },
    { when: 'later is closed at the end', answers: true },
  ],
)('an inspector that opens and answers $when', async ({ answers }) => {
  const port = await unusedPort();
  const server = await startServer('deaf-inspector.cjs', `--inspect-port=${port}`);
  const running = startRun(server, '60');
  await running.said('measuring');
  if (answers) {
    server.process.kill('SIGUSR2');
    await until(() => server.stderr().includes('Debugger listening'), 'its inspector is there');
  }
  const { stdout } = await interrupt(running);
  const leftOpen = `The inspector of process ${server.pid} is still open on port ${port}.`;
  if (answers) {
    expect(warningsOf(stdout)).not.toContain(leftOpen);
    await expectAsBefore(server, port);
  } else {
    expect(warningsOf(stdout)).toContain(leftOpen);
  }
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
  const gone = await loopscopeHere('run', '--pid', '4194399', '-a', '1');
  expect(gone).toMatchObject({ code: 1 });
  expect(gone.stderr).toMatch(/There is no process 4194399\. Node\.js servers of yours that run now: .*announces\.cjs/);
  const elsewhere = await loopscopeHere('run', '--pid', String(server.pid), '--url', `http://127.0.0.1:${await unusedPort()}/`, '-a', '1');
  expect(elsewhere).toMatchObject({ code: 1 });
  expect(elsewhere.stderr).toContain(`Neither process ${server.pid} nor anything it has started listens on port`);
  expect((await loopscopeHere('run', '--pid', 'server', '-a', '1')).stderr).toContain('server is not the number of a process.');
});

// `script` gives its child a terminal; it is part of every Debian.
test.skipIf(process.platform !== 'linux').for([
  ['y', '1'],
  ['n', '0'],
] as const)('in a terminal it is asked whether the signal may be sent: %s', async ([answer, signals]) => {
  ensureBuilt();
  const server = await startServer('own-signal.cjs', `--inspect-port=${await unusedPort()}`);
  const command = `exec '${process.execPath}' '${COMMAND}' run --pid ${server.pid} --url ${server.origin}/ -a 5 -c 1 --wait`;
  const asked = spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, LOOPSCOPE_DATA_DIR: scratch() } });
  onTestFinished(() => void asked.kill());
  let said = '';
  for (const stream of [asked.stdout, asked.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(asked, 'exit');
  await until(() => said.includes('SIGUSR1'), 'it asks');
  expect(await (await fetch(`${server.origin}/signals`)).text()).toBe('0');
  asked.stdin.write(`${answer}\r`);
  expect(await ended).toEqual([0, null]);
  expect(await (await fetch(`${server.origin}/signals`)).text()).toBe(signals);
  if (answer === 'n') expect(said).toContain('allow SIGUSR1 by');
});
