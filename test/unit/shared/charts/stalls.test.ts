import { expect, test } from 'vitest';
import { computeStalls, findLongestStall, spansTurns } from '../../../../shared/charts/stalls.ts';
import { ticksBetween } from '../../../../shared/charts/time-scales.ts';
import type { ServerSeriesColumns } from '../../../../shared/model/series.ts';

type Row = readonly [atMs: number, pid: number, stallMs: number];

function seriesOf(rows: readonly Row[]): ServerSeriesColumns {
  const column = (index: 0 | 1 | 2) => rows.map((row) => row[index]);
  return {
    atMs: Float64Array.from(column(0)),
    pid: Uint32Array.from(column(1)),
    stallMs: Float64Array.from(column(2)),
  } as unknown as ServerSeriesColumns;
}

test('samples of one stall become one stretch; short ones and those of others are left out', () => {
  const series = seriesOf([
    [250, 1, 10],
    [250, 2, 900],
    [500, 1, 200],
    [750, 1, 450],
    [1_000, 1, Number.NaN],
    [2_000, 1, 60],
  ]);
  expect(computeStalls(series, 1)).toEqual([
    { from: 300_000, to: 750_000 },
    { from: 1_940_000, to: 2_000_000 },
  ]);
  // Of all processes, and only what was reported while it was measured.
  expect(findLongestStall(series, 2_000)).toEqual({ from: -650_000, to: 250_000 });
  expect(findLongestStall(series, 249)).toBe(null);
});

test('stalls that follow each other at once stay apart: none is longer than the longest that was reported', () => {
  // Four of 313 ms from 550 ms on; each sample knows only the longest one.
  const stalls = computeStalls(
    seriesOf([
      [750, 1, 200],
      [1_000, 1, 313],
      [1_250, 1, 313],
      [1_500, 1, 313],
      [1_800, 1, 313],
    ]),
    1,
  );
  expect(Math.max(...stalls.map(({ from, to }) => to - from))).toBeLessThanOrEqual(313_000);
  expect([stalls[0]!.from, stalls.at(-1)!.to]).toEqual([550_000, 1_800_000]);
  for (const [i, { from }] of stalls.slice(1).entries()) expect(from).toBeGreaterThanOrEqual(stalls[i]!.to);
});

test('a time axis that begins anywhere has round moments, down to microseconds', () => {
  expect(ticksBetween(0, 20, 10)).toEqual({ ticks: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20], step: 2 });
  expect(ticksBetween(5.54, 6.11, 6).ticks.map((tick) => tick.toFixed(2))).toEqual(['5.60', '5.70', '5.80', '5.90', '6.00', '6.10']);
  expect(ticksBetween(1.0003, 1.0008, 5).ticks.map((tick) => tick.toFixed(4))).toEqual([
    '1.0003',
    '1.0004',
    '1.0005',
    '1.0006',
    '1.0007',
    '1.0008',
  ]);
  expect(ticksBetween(3, 3, 5).ticks).toEqual([]);
});

test('a bar that is longer than every stall near it is several calls in a row', () => {
  const bar = (lengthMs: number) => ({ from: 1_000_000, to: 1_000_000 + lengthMs * 1_000 });
  const stall = { from: 1_000_000, to: 1_150_000 };
  expect([bar(157), bar(40)].map((one) => spansTurns(one, []))).toEqual([true, false]);
  expect([bar(157), bar(400)].map((one) => spansTurns(one, [stall]))).toEqual([false, true]);
  // Reported up to a quarter of a second late; what was before it is another one.
  expect(spansTurns(bar(157), [{ from: 1_300_000, to: 1_450_000 }])).toBe(false);
  expect(spansTurns(bar(157), [{ from: 500_000, to: 900_000 }])).toBe(true);
});
