/** Profiles that do not measure time say what each sample weighs, and in which unit. */
import { expect, test } from 'vitest';
import { formatWeight, formatWeightNumber, weightUnit } from '../../../../shared/format/weights.ts';
import type { ProfileSource } from '../../../../shared/model/profile/profile.ts';
import { toV8Profile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { exportSpeedscope } from '../../../../shared/profile/export/export-speedscope.ts';
import { readCpuProfile } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { clipProfile } from '../../../../shared/profile/time/clip-profile.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { toFlameColumns } from '../../../../shared/profile/tree/flame-columns.ts';
import { computeFunctions } from '../../../../shared/profile/tree/functions.ts';
import { drawProfile } from '../profile/draw.ts';

const SOURCE: ProfileSource = { pid: 7, thread: 3, kind: 'cpu', inlined: true, unit: 'bytes', intervalUs: 0 };
// Samples of `a`, `b` (called by a) and `a` again, taken at 0, 10 and 20 µs.
const drawn = toV8Profile(drawProfile('time 0 10 20 30\n a a a\n . b .'));
const merge = (weights: readonly number[]) => {
  const merger = new ProfileMerger(SOURCE);
  merger.addSlice({ ...drawn, weights });
  return merger.toProfile(0, {});
};
const profile = merge([100, 2_000, 30_000]);
const selfOf = (window: { fromMs: number; toMs: number } | null) => {
  const table = computeFunctions(computeCallTree([profile], { ...WHOLE_PROFILE, window }));
  return { ...Object.fromEntries(table.rows.map((row) => [row.function, row.self])), base: table.base, unit: table.unit };
};

test('weights are independent of the times of samples', () => {
  expect(profile).toMatchObject(SOURCE);
  expect(selfOf(null)).toEqual({ a: 30_100, b: 2_000, base: 32_100, unit: 'bytes' });
  // What covers the beginning of a window weighs where it was taken.
  expect(selfOf({ fromMs: 0.005, toMs: 0.02 })).toEqual({ a: 0, b: 2_000, base: 2_000, unit: 'bytes' });
  expect(clipProfile(profile, 5, 25).weights).toEqual(Float64Array.of(2_000, 30_000));
});

test('a sample in two slices counts once', () => {
  const merger = new ProfileMerger(SOURCE);
  merger.addSlice({ ...drawn, weights: [1, 2, 4] });
  merger.addSlice({ ...drawn, weights: [1, 2, 4] });
  expect(merger.toProfile(0, {}).weights).toEqual(Float64Array.of(1, 2, 4));
});

test('the flame graph and the exports name the unit', () => {
  expect(toFlameColumns(computeCallTree([profile], WHOLE_PROFILE), 10).meta).toMatchObject({
    base: 32_100,
    unit: 'bytes',
  });
  const [written] = (JSON.parse(exportSpeedscope([profile], 'x')) as { profiles: object[] }).profiles;
  expect(written).toMatchObject({
    unit: 'bytes',
    name: 'x (pid 7, thread 3)',
    weights: [100, 2_000, 30_000],
    startValue: 0,
    endValue: 32_100,
  });
  expect([formatWeight(32_100, 'bytes'), formatWeightNumber(32_100, 'bytes'), weightUnit('bytes')]).toEqual(['32.1\u00a0kB', '32.1', 'kB']);
  expect([formatWeight(32_100, 'microseconds'), formatWeightNumber(32_100, 'microseconds'), weightUnit('microseconds')]).toEqual([
    '32.1\u00a0ms',
    '32.1',
    'ms',
  ]);
  expect([formatWeight(1, 'samples'), formatWeight(1_234, 'ticks')]).toEqual(['1 sample', '1,234 ticks']);
});

test('profiles with different units give no common tree', () => {
  expect(() => computeCallTree([profile, drawProfile('time 0 10\n a')], WHOLE_PROFILE)).toThrow(/microseconds/);
});

test('weights survive a round trip; invalid ones are refused', () => {
  const read = (weights: unknown) => readCpuProfile(JSON.stringify({ ...toV8Profile(profile), weights }), 'p', true);
  const known = read([...profile.weights!]);
  expect(known.ok && known.value.profile.weights).toEqual([...profile.weights!]);
  for (const wrong of [undefined, [1, 2], [1, 2, -3], [1, 2, '3'], 'many'])
    expect(read(wrong)).toMatchObject({ failure: { code: 'damaged' } });
  // A file of another tool may have a key of this name.
  expect(readCpuProfile(JSON.stringify({ ...drawn, weights: 'many' }), 'p').ok).toBe(true);
});
