/** A run that measures what profiling costs: really without the profiler in some blocks, and nothing of the others lost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import { isUnsampled } from '../../shared/model/profile/frame-kind.ts';
import { CUT_MS } from '../../shared/model/profile/profiling-cost.ts';
import { CPU_TIME } from '../../shared/model/profile/selection.ts';
import type { RunReport } from '../../shared/model/report.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';

test('blocks without sampling have no sample and no observed request; the profile says what it covers', { tags: ['long'] }, async () => {
  const file = join(scratch(), 'run.loopscope');
  const script = join(TARGETS_DIR, 'known-routes.cjs');
  const flags = ['--url', '/middle', '-c', '4', '-d', '11', '--measure-cost', '--by-request-limit', '100'];
  const ended = await loopscope('run', script, ...flags, '-o', file, '--json');
  expect(ended.code, ended.stderr).toBe(0);
  const [{ profile }] = JSON.parse(ended.stdout).runs as [RunReport];
  const opened = await openSession(file);
  if (!opened.ok || opened.value.kind !== 'run') throw new Error('not opened as a run');
  const { recording } = opened.value;

  // A machine that is busy may lose a pair.
  const { blocks, served } = recording;
  expect(blocks.length).toBeGreaterThanOrEqual(1);
  expect(profile!.cost).toMatchObject({
    pairs: blocks.length,
    needed: 80,
    cpuPerRequest: { why: 'tooFew' },
    throughput: { why: 'tooFew' },
  });
  expect(profile!.overheadPercent).toBeNull();

  const [sampled] = recording.profiles(CPU_TIME);
  const { sampleTime, sampleNode, frames, frame } = sampled!;
  const isTaken = Array.from(sampleNode, (node) => !isUnsampled(frames[frame[node]!]!));
  const origin = Math.round(recording.originUs!);
  /** Without what switching may take. */
  const takenIn = ({ from, to }: { from: number; to: number }): number =>
    Array.from(sampleTime).filter((time, i) => isTaken[i] && time + origin > from + CUT_MS * 1e3 && time + origin < to).length;
  const starts = Array.from({ length: served.rows }, (_, row) => served.get('start', row));
  const startedIn = ({ from, to }: { from: number; to: number }): number =>
    starts.filter((start) => start > from + CUT_MS * 1e3 && start < to).length;
  for (const { on, off } of blocks) {
    expect([takenIn(off), startedIn(off)]).toEqual([0, 0]);
    expect(takenIn(on)).toBeGreaterThan(50);
    expect(startedIn(on)).toBeGreaterThan(10);
  }
  expect(isTaken.filter((one) => !one).length).toBeGreaterThanOrEqual(blocks.length);
  // The time between is in no figure: of 11 s, some 5 are sampled.
  expect(profile!.processMs).toBeLessThan(9_000);
  expect(profile!.heavy.map(({ function: name }) => name)).not.toContain('(not sampled)');
  // What is observed anew in each block is attributed as ever.
  const { routes, cpu } = recording.routes(null)!;
  expect(routes.map(({ route }) => route)).toEqual(['GET /middle']);
  expect(cpu!.outsideMs / cpu!.activeMs).toBeLessThan(0.3);

  const shown = await loopscope('show', file, '--table', 'heavy', '--wall');
  expect(shown.stdout).toContain('What profiling costs was not measured: the run had');
  expect(shown.stdout).toContain('The profile covers the blocks with sampling only.');
  expect(shown.stdout).not.toContain('(not sampled)');
  const report = join(scratch(), 'report.html');
  const written = await loopscope('export', file, '--format', 'html', '-o', report);
  expect(written.code, written.stderr).toBe(0);
  expect(readFileSync(report, 'utf8')).toContain('What profiling costs was not measured: the run had');
});
