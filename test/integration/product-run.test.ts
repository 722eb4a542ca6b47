/** `loopscope run` against scripts that are well and scripts that are not: a clear sentence, the right exit code, nothing recorded is lost. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope, loopscopeHere, runJson, scratch, start } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const script = (name: string): string => join(TARGETS_DIR, name);
const SHORT = ['-c', '2', '-a', '30'];

async function failure(...args: string[]): Promise<{ code: string; message: string; hint: string; report: ReportDocument }> {
  const { code, report } = await runJson(...args);
  expect(code).toBe(1);
  return { ...report.failure!, report };
}

test('a healthy server: the JSON document, the session file, and the same figures from the session', async () => {
  const file = join(scratch(), 'ж ü session.loopscope');
  const { code, report } = await runJson(script('server.cjs'), '-c', '2', '-d', '1', '--env', 'LATE_MS=2', '-o', file);
  expect(code).toBe(0);
  expect(report).toMatchObject({ version: 1, failure: null, session: file });
  const { sent, completed, failed, unfinished } = report.runs[0]!.requests!;
  expect(sent).toBe(completed + failed + unfinished);
  expect(unfinished).toBeLessThanOrEqual(2);
  expect(report.runs[0]!.server.length).toBeGreaterThan(0);
  const shown = JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  expect(shown).toEqual(report);
});

test('sends exactly the given amount with any number of connections', async () => {
  const { report } = await runJson(script('server.cjs'), '-c', '7', '-a', '101', '--capture', 'none');
  expect(report.runs[0]!.requests).toMatchObject({ sent: 101, completed: 101 });
  expect(report.runs[0]!.profile).toBeNull();
});

test('a run with several load processes and pipelining states both', { tags: ['long'] }, async () => {
  const file = join(scratch(), 'workers.loopscope');
  const { code, report } = await runJson(script('server.cjs'), '-c', '5', '-a', '301', '-w', '2', '--pipelining', '3', '-o', file);
  expect(code).toBe(0);
  const [run] = report.runs;
  expect(run!.requests).toMatchObject({ sent: 301, completed: 301, unfinished: 0 });
  expect(run!.load).toMatchObject({ connections: 5, pipelining: 3, workers: 2 });
  const { cpuPercent, busiestPercent } = run!.generator;
  expect(busiestPercent).toBeLessThanOrEqual(cpuPercent!);
  const shown = await loopscope('show', file, '--json');
  expect(JSON.parse(shown.stdout)).toEqual(report);
  expect((await loopscope('show', file)).stdout).toContain(
    '5 connections with 3 requests in flight on each from 2 load processes, 301 requests',
  );
});

test.each([
  ['syntax-error.cjs', 'target-crashed', /syntax|ended|code 1/i],
  ['throws.cjs', 'target-crashed', /ended|code 1/],
  ['exits-at-once.cjs', 'target-exited', /code 0/],
  ['two-ports.cjs', 'several-ports', /127\.0\.0\.1:\d+.*127\.0\.0\.1:\d+/],
])('%s: %s', async (name, code, message) => {
  const found = await failure(script(name), ...SHORT);
  expect(found).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(found.hint).not.toBe('');
});

test('refuses what is not a script before anything starts, and remembers no set-up that never became a server', async () => {
  const env = { LOOPSCOPE_DATA_DIR: scratch() };
  const remembered = join(env.LOOPSCOPE_DATA_DIR, 'setups.json');
  const recording = join(scratch(), 'a.loopscope');
  writeFileSync(recording, '');
  for (const [path, sentence] of [
    [script('does-not-exist.cjs'), /^error: There is no file .*does-not-exist\.cjs\. Check the path of the script\.\n$/],
    [join(ROOT, 'package.json'), /^error: .*package\.json is not a script that Node can run\. Give the script .*\.mjs.*\n$/],
    [recording, /^error: .*a\.loopscope is a recording, not a script\. Open it with `loopscope show` .*\n$/],
  ] as const) {
    const { code, stderr } = await loopscopeHere('run', path, ...SHORT);
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  }
  expect((await start(['run', script('throws.cjs'), ...SHORT], env).ended).code).toBe(1);
  expect(existsSync(remembered)).toBe(false);
  expect((await start(['run', script('server.cjs'), ...SHORT], env).ended).code).toBe(0);
  expect(readFileSync(remembered, 'utf8')).toContain('server.cjs');
});

test('a server that listens on a Unix socket only', async () => {
  const found = await failure(script('unix-socket.cjs'), ...SHORT, '--env', `SOCKET=${join(scratch(), 's')}`);
  expect(found).toMatchObject({ code: 'unix-socket-only', message: expect.stringContaining('Unix socket') });
});

test('a script that never listens: names the flags for a longer wait and for a URL', async () => {
  const found = await failure(script('never-listens.cjs'), ...SHORT, '--port-timeout', '1');
  expect(found).toMatchObject({ code: 'never-listened' });
  expect(found.hint).toMatch(/--url/);
});

test('names a port that is in use', { tags: ['long'] }, async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as { port: number };
  try {
    const { report } = await runJson(script('server.cjs'), ...SHORT, '--env', `PORT=${port}`);
    expect(report.failure).toMatchObject({ code: 'port-in-use', message: expect.stringContaining(String(port)) });
  } finally {
    holder.close();
  }
});

testCases(['crash'], ['exit'])('a script that ends during the run (%s): exit code 1, a message, and the recording is kept', async (how) => {
  const file = join(scratch(), 'cut.loopscope');
  const { code, report } = await runJson(script('misbehaves.cjs'), '-c', '1', '-a', '1000', '-o', file, '--', how);
  expect(code).toBe(1);
  // Which script crashed is seen at once; one that exits says nothing of an error.
  expect(report.failure!.message).toMatch(
    how === 'crash' ? /^The script ended with code 1 under load: \w*Error: / : /^The script ended with code \d+ under load\.$/,
  );
  expect(report.runs[0]!.status['200']).toBe(20);
  expect(report.runs[0]!.ending).toBe('target-exited');
  const shown = JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument;
  expect(shown.runs).toEqual(report.runs);
});

test('a server that hangs: timeouts are counted, and the run ends and has failed', async () => {
  // One connection: of two, the server may get a request before one that was sent earlier, and which were the last depends on it.
  const { code, report } = await runJson(script('misbehaves.cjs'), '-c', '1', '-a', '26', '--timeout', '0.5', '--', 'hang');
  expect(code).toBe(1);
  expect(report.failure).toMatchObject({ code: 'stopped-answering' });
  expect(report.answer![0]!.text).toMatch(/^No response came in the last [\d.]+ s: the last 6 requests got none\.$/);
  expect(report.runs[0]!.requests).toMatchObject({ sent: 26, completed: 20, failed: 6, timedOut: 6 });
  expect(report.runs[0]!.warnings.join(' ')).toMatch(/fail/);
});

test('a server that responds with 500: reported, and not part of the latency', async () => {
  const { code, report } = await runJson(script('misbehaves.cjs'), '-c', '2', '-a', '100', '--', 'error500');
  expect(code).toBe(0);
  const run = report.runs[0]!;
  expect(run.requests).toMatchObject({ completed: 100, unexpected: 80, failed: 0 });
  expect(run.latencyMs!.count).toBe(20);
  expect(run.unexpectedLatencyMs!.count).toBe(80);
  expect(run.warnings.join(' ')).toMatch(/80/);
});

test('a server that closes connections', { tags: ['long'] }, async () => {
  const { report } = await runJson(script('misbehaves.cjs'), '-c', '2', '-a', '40', '--', 'close');
  expect(report.runs[0]!.requests).toMatchObject({ sent: 40, completed: 20, failed: 20 });
  expect(Object.keys(report.runs[0]!.errors).every((kind) => ['CLOSED', 'ECONNRESET'].includes(kind))).toBe(true);
});

test('HTTPS with a self-signed certificate', async () => {
  const { code, report } = await runJson(script('https.cjs'), ...SHORT);
  expect(report.failure).toBeNull();
  expect(code).toBe(0);
  expect(report.runs[0]!.target.url).toMatch(/^https:/);
});

test('a cluster of two: both workers are found and profiled', async () => {
  const { report } = await runJson(script('cluster.cjs'), '-c', '4', '-d', '1');
  expect(report.failure).toBeNull();
  expect(report.runs[0]!.server.map(({ role }) => role).sort()).toEqual(['cluster worker', 'cluster worker', 'main']);
  expect(report.runs[0]!.profile!.samples).toBeGreaterThan(0);
});

test('a flood of output is recorded up to the limit and not printed', { tags: ['long'] }, async () => {
  const { report, code } = await runJson(script('floods.cjs'), '-c', '2', '-d', '1');
  expect(code).toBe(0);
  expect(report.runs[0]!.requests!.completed).toBeGreaterThan(0);
});

test('refuses load on another machine without --allow-host, before anything is started', async () => {
  const { stderr } = await loopscope('run', script('server.cjs'), ...SHORT, '--url', 'http://192.0.2.1/');
  expect(stderr).toContain('Load to "192.0.2.1" is refused');
  expect(stderr).not.toMatch(/launching|stopping/);
  const found = await failure(script('server.cjs'), ...SHORT, '--url', 'http://192.0.2.1/');
  expect(found).toMatchObject({ code: 'host-refused', message: expect.stringContaining('192.0.2.1') });
  expect(`${found.message} ${found.hint}`).toContain('--allow-host');
});

test('Ctrl-C pressed once stops the run and saves the recording', async () => {
  const file = join(scratch(), 'stopped.loopscope');
  const run = start(['run', script('server.cjs'), '-c', '2', '-d', '60', '--env', 'LATE_MS=2', '-o', file, '--json']);
  await run.said('complete');
  run.child.kill('SIGINT');
  const { code, stdout } = await run.ended;
  const report = JSON.parse(stdout) as ReportDocument;
  expect(code).toBe(0);
  expect(report.runs[0]!.ending).toBe('stopped');
  expect(report.runs[0]!.requests!.completed).toBeGreaterThan(0);
  expect(existsSync(file)).toBe(true);
});

test('Ctrl-C pressed twice ends the command and the script at once', async () => {
  const pidFile = join(scratch(), 'pid');
  const run = start(['run', script('obeys.cjs'), '-c', '1', '-d', '60', '--env', `PID_FILE=${pidFile}`]);
  await run.said('measuring').catch(() => run.said('waiting'));
  run.child.kill('SIGINT');
  await run.said('Ctrl-C again');
  run.child.kill('SIGINT');
  const { code } = await run.ended;
  expect([0, 130]).toContain(code);
});

test('exits with code 2 on wrong usage', async () => {
  for (const args of [
    ['run'],
    ['run', 'x.js', '-c', 'many'],
    ['run', 'x.js', '-d', '1', '-a', '1'],
    ['run', 'x.js', '--arrivals', 'fast'],
    ['run', 'x.js', '--poisson', '-d', '1'],
    ['run', 'x.js', '--capture', 'nonsense'],
    ['run', 'x.js', '-c', '2', '-w', '3'],
    ['run', 'x.js', '--no-keepalive', '--pipelining', '2'],
    ['probe'],
    ['probe', 'http://127.0.0.1/', '--max', '1'],
    ['probe', 'http://127.0.0.1/', '--budget', 'long'],
    ['show', 'x.loopscope', '--table', 'nonsense'],
    ['export', 'x.loopscope', '--format', 'png', '-o', 'x'],
    ['nonsense'],
  ]) {
    const { code, stderr, stdout } = await loopscopeHere(...args);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    expect(stderr).toMatch(/error: /);
  }
});

test('every command has --help and --version', { tags: ['long'] }, async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  for (const command of [[], ['run'], ['show'], ['export'], ['demo'], ['serve']]) {
    expect(await loopscope(...command, '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
    const { code, stdout } = await loopscope(...command, '--help');
    expect({ code, help: stdout.includes('Usage: loopscope') }).toEqual({ code: 0, help: true });
  }
});

test('show prints the table of functions of a profile from another tool, and nothing about requests', { tags: ['long'] }, async () => {
  const { code, stdout } = await loopscope('show', join(import.meta.dirname, '../fixtures/profiles/split.cpuprofile'));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^[^\n┌]+\n\nFunctions by self time\n┌[^\n]*\n│ +Self/);
  expect(stdout).not.toMatch(/Latency|Throughput|sent =/);
  const file = join(import.meta.dirname, '../fixtures/profiles/split.cpuprofile');
  const [run] = (JSON.parse((await loopscope('show', file, '--json')).stdout) as ReportDocument).runs;
  expect(run).toMatchObject({ load: null, requests: null, latencyMs: null });
  expect(run!.profile!.heavy.length).toBeGreaterThan(1);
});
