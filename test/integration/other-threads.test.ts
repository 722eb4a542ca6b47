/** Threads that the profile does not see are told, and no sentence passes them over. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { runJson } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

/** As `--json` has it. */
type Worded = Extract<ReportDocument['runs'][number], { readonly load: object }>;

async function runWith(works: string, capture: string) {
  const args = ['-c', '1', '-d', '2', '--capture', capture, '--env', `WORKS=${works}`];
  const { code, report } = await runJson(join(TARGETS_DIR, 'threads.cjs'), ...args);
  expect(code).toBe(0);
  return { run: report.runs[0]! as Worded, codes: report.answer.map((sentence) => sentence.code) };
}

const OTHER =
  /^Threads other than the main one \(worker threads, libuv's pool, V8's helpers\) used [\d.]+ % of a core: the event-loop figures are of the main thread only\.$/;
const UNSEEN = /^Threads that have no profile/;

test('a busy worker thread without a profile causes a warning with its CPU time and is named in the result sentence', {
  tags: ['long'],
}, async () => {
  const { run, codes } = await runWith('worker', 'none');
  expect(run.warnings.filter((text) => OTHER.test(text))).toHaveLength(1);
  expect(codes).toContain('threads');
  expect(codes).not.toContain('loop');
});

test('a busy worker thread is in the profile, which says whose it is, and in the result sentence', async () => {
  const { run, codes } = await runWith('worker', 'cpu');
  expect(run.warnings.filter((text) => OTHER.test(text) || UNSEEN.test(text))).toEqual([]);
  const worker = run.profile!.threads.find(({ thread }) => thread !== 0);
  expect(worker).toMatchObject({ title: 'threads.cjs' });
  expect(run.profile!.threads.find(({ thread }) => thread === 0)).toMatchObject({ title: '' });
  // Of two seconds; on a busy machine the profiler starts late, and the thread waits for a core.
  expect(worker!.cpuMs + worker!.waitedForCoreMs!).toBeGreaterThan(500);
  expect(run.profile!.own.map((row) => row.function)).toContain('spin');
  expect(codes).toContain('threads');
  expect(codes).not.toContain('loop');
});

test('a busy main thread causes no warning about other threads', { tags: ['long'] }, async () => {
  const { run, codes } = await runWith('main', 'cpu');
  expect(run.warnings.filter((text) => OTHER.test(text) || UNSEEN.test(text))).toEqual([]);
  expect(codes).not.toContain('threads');
  // Where the load process has to wait for a processor the loop may be idle for more than half of the time.
  expect(codes.filter((code) => code === 'loop' || code === 'idle')).toHaveLength(1);
});
