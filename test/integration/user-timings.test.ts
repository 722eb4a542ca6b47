/** `performance.mark` and `performance.measure` of a script: recorded, told in every place, bounded, without secrets, and opened again. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import type { RunReport } from '../../shared/model/report.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

const SCRIPT = join(TARGETS_DIR, 'user-timings.cjs');

async function record(...flags: string[]): ReturnType<typeof recordOf> {
  return recordOf(SCRIPT, '--capture', 'none', ...flags);
}

async function recordOf(script: string, ...flags: string[]): Promise<{ file: string; recording: RunRecording; run: RunReport }> {
  const file = join(scratch(), 'run.loopscope');
  const ran = await loopscope('run', script, '--json', '-o', file, ...flags);
  expect(ran.code, ran.stderr).toBe(0);
  const opened = await openSession(file);
  if (!opened.ok || opened.value.kind !== 'run') throw new Error('not opened as a run');
  const run = (JSON.parse(ran.stdout) as { runs: RunReport[] }).runs[0]!;
  const shown = JSON.parse((await loopscope('show', file, '--json')).stdout) as { runs: RunReport[] };
  expect(shown.runs[0]!.timings).toEqual(run.timings);
  return { file, recording: opened.value.recording, run };
}

const nearly = (count: number): number[] => Array.from({ length: 7 }, (_, fewer) => count - fewer);

test('each mark and measure of a request is recorded once, on the clock of the run; its details are not', async () => {
  const { file, recording, run } = await record('--url', '/', '-c', '2', '-a', '60');
  const { rows, lost } = run.timings!;
  expect(lost).toBe(0);
  expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
    ['render', 'measure'],
    ['order', 'mark'],
  ]);
  // Node tells of them after the response: those of the last requests may come too late.
  for (const { count } of rows) expect(nearly(60)).toContain(count);
  const [render, order] = rows;
  expect(render!.p50Ms).toBeGreaterThanOrEqual(5);
  expect(render!.maxMs).toBeGreaterThanOrEqual(render!.p50Ms!);
  expect(order).toMatchObject({ meanMs: null, p50Ms: null, maxMs: null });
  // A measure begins at its mark.
  expect(Math.abs(render!.firstMs - order!.firstMs)).toBeLessThan(0.1);
  expect(order!.firstMs).toBeGreaterThan(0);
  expect(order!.lastMs).toBeLessThan(recording.durationUs / 1_000);
  expect(JSON.stringify(recording.timings)).not.toContain('never recorded');
  const table = await loopscope('show', file, '--table', 'timings');
  expect(table.stdout).toMatch(/│ render +│ measure +│ +[56]\d │/);
  // Of a part of the run only those that began in it.
  const part = await loopscope('show', file, '--to', String(order!.lastMs / 2_000), '--json');
  const { timings } = (JSON.parse(part.stdout) as { runs: RunReport[] }).runs[0]!;
  expect(timings!.rows[0]!.count).toBeLessThan(60);
});

test('workers of a cluster tell theirs, and names do not repeat a secret that was given', { tags: ['long'] }, async () => {
  const { file, recording, run } = await record('--url', '/', '-c', '4', '-a', '80', '--', '--token=Quiet-Walnut-77', '--cluster');
  for (const { count } of run.timings!.rows) expect(nearly(80)).toContain(count);
  expect(run.timings!.rows).toHaveLength(2);
  expect(new Set(recording.timings.all.map(({ pid }) => pid)).size).toBe(2);
  expect(JSON.stringify(recording.timings)).not.toContain('Quiet-Walnut-77');
  expect((await loopscope('show', file, '--table', 'timings')).stdout).not.toContain('Quiet-Walnut-77');
  const copy = join(scratch(), 'copy.loopscope');
  expect(await loopscope('export', file, '--format', 'session', '--without', 'output', '-o', copy)).toMatchObject({ code: 0 });
  expect((JSON.parse((await loopscope('show', copy, '--json')).stdout) as { runs: RunReport[] }).runs[0]!.timings).toBeUndefined();
});

test('a script that marks without end is recorded as far as anybody reads, and the rest is counted', { tags: ['long'] }, async () => {
  const { file, run } = await record('--url', '/flood', '-c', '1', '-d', '2');
  const { rows, lost } = run.timings!;
  const recorded = rows.reduce((sum, { count }) => sum + count, 0);
  // Of each second of its clock, which the run begins and ends within.
  expect(recorded).toBeLessThanOrEqual(200 * 4);
  expect(lost).toBeGreaterThan(1_000);
  expect((await loopscope('show', file, '--table', 'timings')).stdout).toContain('made and not recorded');
});

test.each([
  ['with a profile', 'cpu', /^Thread \d+: resizer$/],
  ['without', 'none', /^Thread \d+$/],
])('those of a worker thread are told with its thread, %s', { tags: ['long'] }, async (_, capture, named) => {
  const { file, run } = await recordOf(join(TARGETS_DIR, 'thread-timings.cjs'), '--capture', capture, '-c', '2', '-a', '60');
  const { rows } = run.timings!;
  expect(new Set(rows.map(({ name, thread, kind }) => `${name} ${kind} ${thread === undefined ? 'main' : 'thread'}`))).toEqual(
    new Set(['parse measure main', 'resize measure thread', 'parse begins mark main', 'resize begins mark thread']),
  );
  for (const { count } of rows) expect(nearly(60)).toContain(count);
  const resize = rows.find(({ name }) => name === 'resize')!;
  expect(resize.thread).toMatch(named);
  // On the clock of the run, as those of the main thread are.
  const parse = rows.find(({ name }) => name === 'parse')!;
  expect(resize.firstMs - parse.firstMs).toBeGreaterThan(2);
  expect(resize.firstMs - parse.firstMs).toBeLessThan(200);
  expect((await loopscope('show', file, '--table', 'timings')).stdout).toContain(resize.thread);
});
