/** What the samples of threads are divided into, against functions whose CPU time is known. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runJson } from '../helpers/command.ts';
import { runPlanted, sharesOf } from '../helpers/planted.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

/** A busy machine samples a starved thread where it was preempted; how near shares are on a free one is in acceptance. */
const BUSY_POINTS = 15;

test('work has the CPU time it used; commands that are waited for, waits and the start of another program have none of it', async () => {
  const { run, truth } = await runPlanted('main', 2);
  const profile = run.profile!;
  for (const { name, told, known } of sharesOf(run, truth, ['loops', 'parses', 'hashes', 'worksAndWaits']))
    expect(Math.abs(told - known), `${name}: ${told} instead of ${known}`).toBeLessThan(BUSY_POINTS);
  const calls = profile.blocked.map(({ call, function: name }) => `${call} ${name}`);
  expect(calls).toEqual(expect.arrayContaining(['spawnSync runsAnother', 'Atomics.wait worksAndWaits', expect.stringMatching(/^spawn /)]));
  const [main] = profile.threads;
  // It waits for more than half of the time, and none of that is CPU.
  expect(main!.blockedMs).toBeGreaterThan(main!.cpuMs / 4);
  const sum = main!.cpuMs + main!.blockedMs + main!.idleMs + main!.waitedForCoreMs! + main!.stoppedMs;
  expect(Math.abs(sum - 2_000)).toBeLessThan(100);
  expect(profile.heavy.find((row) => row.function === 'spawn')?.selfPercent ?? 0).toBeLessThan(10);
  expect(profile.heavy.find((row) => row.function === 'worksAndWaits')!.blockedMs).toBeGreaterThan(50);
});

test('a worker thread that works between waits has the CPU time it used, and the waits have none', { tags: ['long'] }, async () => {
  const { run, truth } = await runPlanted('pool', 2);
  const worker = run.profile!.threads.find(({ thread }) => thread !== 0)!;
  for (const { name, told, known } of sharesOf(run, truth, ['works', 'parses']))
    expect(Math.abs(told - known), `${name}: ${told} instead of ${known}`).toBeLessThan(BUSY_POINTS);
  expect(worker.blockedMs).toBeGreaterThan(worker.cpuMs);
  expect(run.profile!.blocked[0]).toMatchObject({ call: 'Atomics.wait', threads: 1 });
});

test('a line that waits and works is said to be unclear', { tags: ['long'] }, async () => {
  const { run } = await runPlanted('line', 2);
  expect(run.profile!.unclear).toMatchObject([{ function: 'onOneLine' }]);
  expect(run.warnings.filter((text) => /^onOneLine.* calls Atomics\.wait on a line that does something else/.test(text))).toHaveLength(1);
});

test('a server that aborts loses its last slice, and the CPU time of that is told to be of no function', async () => {
  const { code, report } = await runJson(join(TARGETS_DIR, 'aborts.cjs'), '-c', '2', '-d', '6');
  const { profile, server } = report.runs[0]!;
  const main = server[0]!.cpuByThread!.rows.find(({ kind }) => kind === 'main')!;
  const { cpuMs, unseenMs, lostMs } = profile!.hot.cpu;
  expect(code).not.toBe(0);
  // The last reading of its time is of 50 ms before, or later on a busy machine.
  expect(Math.abs(cpuMs - main.cpuMs)).toBeLessThan(0.15 * main.cpuMs);
  // A slice is a second, and its beginning is not bound to that of the load: what is left after the last one may be nearly nothing.
  const isLost = profile!.unseenPercent! >= 5 && lostMs > unseenMs / 2;
  const says = (text: RegExp) => report.answer.some((sentence) => text.test(sentence.text));
  expect(says(/the samples of [\d.]+.% of it are lost/)).toBe(isLost);
  if (isLost) expect(says(/work \(aborts\.cjs/)).toBe(false);
});
