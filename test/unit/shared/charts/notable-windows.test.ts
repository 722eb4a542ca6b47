import { expect, test } from 'vitest';
import { longestStall, worstSecond } from '../../../../shared/charts/notable-windows.ts';

const spans = [0, 1, 2, 3].map((from) => ({ from, to: from + 1 }));

test('the worst second is that of the highest p99, the first of equal ones', () => {
  expect(worstSecond({ spans, p99: [10, null, 40, 40] })).toEqual({ fromMs: 2_000, toMs: 3_000 });
});

test('of two seconds none is told apart', () => {
  expect(worstSecond({ spans, p99: [10, null, 40, null] })).toBeNull();
  expect(worstSecond({ spans: [], p99: [] })).toBeNull();
});

const series = (rows: readonly (readonly [at: number, stall: number])[]) => ({
  atMs: Float64Array.from(rows, ([at]) => at),
  stallMs: Float64Array.from(rows, ([, stall]) => stall),
});

test('the longest stall lies between its sample and the one before', () => {
  expect(
    longestStall(
      series([
        [250, 5],
        [2_000, 1_200],
        [2_250, Number.NaN],
        [4_000, 300],
      ]),
      5_000,
    ),
  ).toEqual({ window: { fromMs: 550, toMs: 2_000 }, ms: 1_200 });
});

test('what stood still before or after the run, or not for long, is no find', () => {
  expect(
    longestStall(
      series([
        [-100, 900],
        [250, 99],
        [5_100, 1_500],
      ]),
      5_000,
    ),
  ).toBeNull();
});

test('a stall at the very start is shown from there', () => {
  expect(longestStall(series([[250, 400]]), 5_000)).toEqual({ window: { fromMs: 0, toMs: 250 }, ms: 400 });
});
