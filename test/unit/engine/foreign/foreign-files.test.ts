/** The process that reads files, as seen by the rest of the engine. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ForeignFiles } from '../../../../electron/engine/foreign/foreign-files.ts';
import { helperProcesses } from '../../../../electron/engine/machine/own-processes.ts';

test('a process that could not be started does not block the next one', async () => {
  // Node refuses the name before it starts anything, as it throws when memory for a process is lacking.
  const door = new ForeignFiles({ program: 'no\0program', atOnce: 1 });
  const read = () => door.read('a.loopscope', (ask) => ask('file', { path: 'a.loopscope' }));
  await expect(read()).rejects.toThrow(/null bytes/);
  await expect(read()).rejects.toThrow(/null bytes/);
});

test('the CPU time of a running file reader counts as ours', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope reader '));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const program = join(dir, 'replies.mjs');
  writeFileSync(program, "process.on('message', ({ name }) => name === 'done' || process.send({ type: 'reply', value: process.pid }));");
  const door = new ForeignFiles({ program });
  const read = () => door.read('a.loopscope', (ask) => ask('file', { path: 'a.loopscope' }));
  // Those of other specs of this worker may still be ending.
  const others = new Set(helperProcesses());
  const ours = () => [...helperProcesses()].filter((one) => !others.has(one));
  // One waits for the file that is about to be opened.
  door.prepare();
  const [waiting] = ours();
  const pid = (await read()) as unknown as number;
  expect(pid).toBe(waiting);
  expect(ours()).toEqual([pid]);
  door.close();
  await vi.waitFor(() => expect(ours()).toEqual([]), { timeout: 20_000 });
});

test.runIf(process.platform === 'linux')('a file is not refused because other programs have the core of its reader', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope reader '));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const program = join(dir, 'computes.mjs');
  // So much CPU time, whatever it takes on the clock. Of user and system together: how the kernel divides it between them is a guess.
  const computes =
    'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; const from = used(); while (used() - from < 400_000);';
  writeFileSync(
    program,
    `process.on('message', ({ name }) => { if (name !== 'done') { ${computes} process.send({ type: 'reply', value: 1 }); } });`,
  );
  const patienceMs = 2_000;
  const door = new ForeignFiles({ program, patienceMs });
  door.prepare();
  const core = /^Cpus_allowed_list:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!;
  const onOneCore = (pid: number) => execFileSync('taskset', ['-pc', core, String(pid)], { stdio: 'ignore' });
  // A seventh of the core is left for it: it needs 2.8 s by the clock, whatever the scheduler rounds.
  const others = Array.from({ length: 6 }, () => spawn('sh', ['-c', 'while :; do :; done']));
  onTestFinished(() => {
    for (const other of others) other.kill('SIGKILL');
    door.close();
  });
  for (const pid of [...others.map((other) => other.pid!), ...helperProcesses()]) onOneCore(pid);
  const from = performance.now();
  expect(await door.read('a.loopscope', (ask) => ask('file', { path: 'a.loopscope' }))).toBe(1);
  expect(performance.now() - from).toBeGreaterThan(patienceMs);
});
