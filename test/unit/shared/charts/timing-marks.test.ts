/** Marks and measures on the time axis: a row for each name, joined where they are closer than a pixel, none outside. */
import { expect, test } from 'vitest';
import { computeTimings } from '../../../../shared/analysis/user-timings.ts';
import { computeTimingLines } from '../../../../shared/charts/timing-marks.ts';
import type { UserTiming } from '../../../../shared/model/user-timings.ts';
import { toTimingColumns } from '../../../../shared/session/timing-columns.ts';

const S = 1_000_000;
const ORIGIN = 50 * S;
const timing = (name: string, atS: number, lengthS: number | null = null, pid = 1): UserTiming => ({
  pid,
  name,
  at: ORIGIN + atS * S,
  us: lengthS === null ? null : lengthS * S,
});
const ALL = [
  timing('a', 1),
  timing('a', 1.001),
  timing('b', 2, 0.5),
  timing('a', 3, 2, 2),
  timing('a', -1),
  timing('c', 12),
  timing('b', 9.5, 5),
];

test('a row for each name and kind: measures by their time together, then marks', () => {
  const lines = computeTimingLines(toTimingColumns(ALL, 0, ORIGIN), 10);
  expect(lines).toEqual([
    {
      name: 'b',
      kind: 'measure',
      count: 2,
      spans: [
        { from: 2, to: 2.5, count: 1 },
        { from: 9.5, to: 10, count: 1 },
      ],
    },
    { name: 'a', kind: 'measure', count: 1, spans: [{ from: 3, to: 5, count: 1 }] },
    { name: 'a', kind: 'mark', count: 2, spans: [{ from: 1, to: 1.001, count: 2 }] },
  ]);
  expect(computeTimingLines(toTimingColumns(ALL, 0, null), 10)).toEqual([]);
});

test('figures are of those that began in the part; a median of too few is none', () => {
  const { rows, lost } = computeTimings(ALL, 3, { from: ORIGIN, to: ORIGIN + 10 * S }, ORIGIN);
  expect(lost).toBe(3);
  expect(rows).toEqual([
    { name: 'b', kind: 'measure', count: 2, firstMs: 2_000, lastMs: 9_500, meanMs: 2_750, p50Ms: null, maxMs: 5_000 },
    { name: 'a', kind: 'measure', count: 1, firstMs: 3_000, lastMs: 3_000, meanMs: 2_000, p50Ms: null, maxMs: 2_000 },
    { name: 'a', kind: 'mark', count: 2, firstMs: 1_000, lastMs: 1_001, meanMs: null, p50Ms: null, maxMs: null },
  ]);
});
