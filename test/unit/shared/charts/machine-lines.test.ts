import { expect, test } from 'vitest';
import { joinMachineSeries } from '../../../../renderer/charts/series-join.ts';
import { computeMachineLines } from '../../../../shared/charts/machine-lines.ts';
import type { MachineSeriesColumns } from '../../../../shared/model/series.ts';

const { NaN: none } = Number;

/** at s | gap s | foreign | steal | generator */
function columns(rows: readonly (readonly [number, number, number, number, number])[], fromRow = 0): MachineSeriesColumns {
  const pick = (index: number) => rows.map((row) => row[index]!);
  return {
    meta: { fromRow },
    atMs: Float64Array.from(pick(0), (s) => s * 1e3),
    gapMs: Float64Array.from(pick(1), (s) => s * 1e3),
    foreignPercent: Float32Array.from(pick(2)),
    stealPercent: Float32Array.from(pick(3)),
    generatorPercent: Float32Array.from(pick(4)),
    latenessMs: new Float64Array(rows.length).fill(none),
  };
}

test('lines of the known figures, and the intervals in which nothing ran', () => {
  const lines = computeMachineLines(
    columns([
      [-0.2, 9, 5, none, none],
      [0.8, 0, 6, none, none],
      [1.8, 3.5, none, none, 40],
      [2.8, -60, 8, none, 50],
      [3.3, 2, 9, none, 60],
      [4.4, 0, 99, none, 99],
    ]),
    3_000,
  );
  expect(lines).toEqual({
    x: [0.8, 1.8, 2.8, 3],
    lines: [
      { measure: 'foreign', values: [6, null, 8, 9] },
      { measure: 'generator', values: [null, 40, 50, 60] },
    ],
    gaps: [
      { from: 0.8, to: 1.8, seconds: 3.5 },
      { from: 1.8, to: 2.8, seconds: -60 },
    ],
    tellsOthers: true,
  });
});

test('a recording of an earlier version has none', () => {
  expect(computeMachineLines(columns([]))).toBeNull();
});

test('later samples are appended', () => {
  const first = columns([[1, 0, 1, 1, 1]]);
  const joined = joinMachineSeries(first, columns([[2, 0, 2, 2, 2]], 1));
  expect([...joined.atMs]).toEqual([1_000, 2_000]);
  expect(joined.meta.fromRow).toBe(0);
  expect(joinMachineSeries(first, columns([[1, 0, 1, 1, 1]])).atMs).toHaveLength(1);
});
