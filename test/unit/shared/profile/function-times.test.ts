/** When a function ran: from the samples, and adding up to what the table of functions says. */
import { expect, test } from 'vitest';
import { computeFunctionLines } from '../../../../shared/charts/function-chart.ts';
import { computeFunctionSeries } from '../../../../shared/profile/time/function-times.ts';
import { mergeTrees, weighTree } from '../../../../shared/profile/tree/call-tree.ts';
import { listFunctions } from '../../../../shared/profile/tree/functions.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { drawProfile, makeRandomProfile } from './draw.ts';

const S = 1_000_000;
const of = (name: string) => ({ function: name, url: 'file:///app/main.js', line: 1 });

test('a sample lasts until the next one, also into other seconds; idle time is nobody’s', () => {
  const profile = drawProfile(`
    time   0    200000    900000    1500000   2000000  3000000
           a    a         a         (idle)    b
           b    .         a         .         a
  `);
  const series = computeFunctionSeries([profile], of('a'), 3.5 * S);
  expect([...series.total]).toEqual([1_000_000, 500_000, 1_000_000, 0]);
  // Of 0.2 to 0.9 s, of 0.9 to 1.5 s, and under b.
  expect([...series.self]).toEqual([800_000, 500_000, 1_000_000, 0]);
  expect([...series.sampled]).toEqual([1_000_000, 1_000_000, 1_000_000, 0]);
  expect(series.meta).toEqual({ bucketUs: S, endUs: 3.5 * S, unit: 'microseconds', isTimed: true, samples: 4 });
  const lines = computeFunctionLines(series);
  expect(lines.total).toEqual([100, 50, 100, null]);
  expect(lines.spans.at(-1)).toEqual({ from: 3, to: 3.5 });
});

test.each([1, 2, 3])('all seconds together are its row in the table of functions, seed %d', (seed) => {
  const profile = makeRandomProfile(seededRandom(seed), 400);
  const tree = weighTree(mergeTrees([profile], { hide: [], base: 'wall' }), null);
  const rows = listFunctions(tree).filter(({ function: name }) => !name.startsWith('('));
  expect(rows.length).toBeGreaterThan(4);
  for (const row of rows) {
    const { total, self, meta } = computeFunctionSeries([profile], row, profile.endTime);
    const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
    expect(sum(total)).toBeCloseTo(row.total, 3);
    expect(sum(self)).toBeCloseTo(row.self, 3);
    expect(meta.samples).toBeGreaterThanOrEqual(row.samples);
  }
});

test('what is counted is of the second in which it was counted, as a part of all that was', () => {
  const drawn = drawProfile(`
    time   0    200000    900000    1500000   2000000  3000000
           a    a         b         (idle)    b
           b    .         .         .         a
  `);
  const counted = { ...drawn, unit: 'samples' as const, weights: Float64Array.from([1, 2, 3, 9, 4]) };
  const series = computeFunctionSeries([counted], of('a'), 0);
  expect([[...series.total], [...series.self]]).toEqual([
    [3, 0, 4],
    [2, 0, 4],
  ]);
  expect(computeFunctionLines(series).total).toEqual([50, null, 100]);
  expect(series.meta).toMatchObject({ unit: 'samples', isTimed: false });
  const untimed = { ...counted, sampleTime: new Float64Array(5), startTime: 0, endTime: 0 };
  expect(computeFunctionSeries([untimed], of('a'), 0).total).toHaveLength(0);
});
