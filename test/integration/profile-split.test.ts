/** A real program profiled by the real V8 in slices as a run does: nothing is lost or counted twice. How its time is divided is in test/acceptance. */
import { beforeAll, expect, test } from 'vitest';
import { exportCpuProfile } from '../../shared/profile/export/export-cpuprofile.ts';
import { WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../shared/profile/tree/profile-figures.ts';
import { runSplitOnce, type SplitRun, splitOf, timesOf } from '../fixtures/profiles/run-split.ts';
import { importCpuProfile } from '../helpers/importers.ts';

let run: SplitRun;
beforeAll(async () => {
  run = await runSplitOnce(4, 1_000);
});

test('merged slices have the samples of one long profile, none twice', () => {
  expect(run.slices.length).toBeGreaterThan(3);
  const merged = new Set(run.merged.sampleTime);
  // A sample V8 wrote out of order is lifted to the latest time before it; apart from those no time is there twice.
  const outOfOrder = run.slices.map((slice) => countOutOfOrder(timesOf(slice))).reduce((sum, count) => sum + count);
  expect(run.merged.sampleTime.length - merged.size).toBeLessThanOrEqual(outOfOrder);
  const last = run.merged.sampleTime.at(-1)!;
  const whole = timesOf(run.whole).filter((time) => time >= run.merged.startTime && time <= last);
  const missing = whole.filter((time) => !merged.has(time));
  expect([...merged].filter((time) => !whole.includes(time))).toEqual([]);
  // V8 drops a sample taken before the next slice began and not yet looked at when the last one ended. Its time goes to the
  // sample before it. Nowhere else is anything lost.
  const seams = run.slices.slice(1).map((slice, i) => [timesOf(run.slices[i]!).at(-1)!, slice.startTime] as const);
  const unexplained = missing.filter((time) => !seams.some(([from, to]) => time > from && time < to));
  expect(unexplained.length).toBeLessThanOrEqual(outOfOrder);
  expect(missing.length).toBeLessThan(whole.length / 20);
});

/** Several in a row, too: 5, 9, 6, 8 are two. */
function countOutOfOrder(times: readonly number[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  return times.filter((time) => {
    const isLate = time <= latest;
    latest = Math.max(latest, time);
    return isLate;
  }).length;
}

test('weights add up to the duration', () => {
  const { timeDeltas, startTime, endTime } = JSON.parse(exportCpuProfile(run.merged)) as SplitRun['whole'];
  expect(timeDeltas.reduce((sum, delta) => sum + delta, 0)).toBe(endTime - startTime);
  const { durationMs } = computeProfileFigures([run.merged], WHOLE_PROFILE, 0);
  const weightMs = (run.merged.endTime - run.merged.sampleTime[0]!) / 1_000;
  expect(Math.abs(weightMs / durationMs - 1)).toBeLessThan(0.001);
});

test('exported and opened again it has the same figures', () => {
  const again = importCpuProfile(exportCpuProfile(run.merged), 'split.cpuprofile');
  expect(again.ok && splitOf(again.value)).toEqual(splitOf(run.merged));
});
