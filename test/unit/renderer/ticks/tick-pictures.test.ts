/** Bars that show ticks, worked out by hand. */
import { expect, test } from 'vitest';
import { layoutTickBar } from '../../../../shared/charts/tick-bar.ts';
import type { TickFigures, TickShare } from '../../../../shared/model/profile/ticks.ts';
import { ticksOfLine } from '../../../../shared/profile/ticks/tick-lines.ts';

function makeFigures(ticks: Readonly<Record<TickShare, number>>, unaccounted: number): TickFigures {
  const total = ticks.JavaScript + ticks['C++'] + ticks['Shared libraries'] + unaccounted;
  const summary = (Object.keys(ticks) as TickShare[]).map((name) => ({
    name,
    ticks: ticks[name],
    totalPercent: (100 * ticks[name]) / total,
    nonlibPercent: null,
  }));
  return { total, unaccounted, summary, libraries: [] };
}

const A = makeFigures({ JavaScript: 6_000, 'C++': 1_000, GC: 400, 'Shared libraries': 2_900 }, 100);
const B = makeFigures({ JavaScript: 1_500, 'C++': 510, GC: 0, 'Shared libraries': 1_450 }, 50);

test('the parts of the bar add up to its width, without GC', () => {
  const parts = layoutTickBar(A, A.total);
  expect(parts).toEqual([
    { part: 'javascript', ticks: 6_000, width: 0.6 },
    { part: 'cpp', ticks: 1_000, width: 0.1 },
    { part: 'libraries', ticks: 2_900, width: 0.29 },
    { part: 'unaccounted', ticks: 100, width: 0.01 },
  ]);
  expect(layoutTickBar(B, 2 * B.total).reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(0.5, 12);
  expect(ticksOfLine(A, 'gc')).toBe(400);
});
