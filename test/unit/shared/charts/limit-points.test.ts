/** The levels of a search for the highest rate as they are drawn. */
import { expect, test } from 'vitest';
import { layoutLimit } from '../../../../shared/charts/limit-points.ts';
import { drawLimits } from '../../../helpers/simulated-limits.ts';

const FRAME = { width: 600, height: 280, left: 50, right: 10, top: 20, bottom: 40 };

test('each level has its point, those that held are below the bound, and the limit is between what held and what broke', () => {
  const limit = drawLimits()[1]!;
  const { points, boundY, heldX, brokeX, line, unit, ticks } = layoutLimit(limit, FRAME)!;
  expect(points.map(({ level }) => level)).toEqual(limit.levels);
  for (const { level, x, y } of points) {
    // Further down is faster.
    if (level.held === 'held') expect(y).toBeGreaterThan(boundY);
    expect([x >= FRAME.left && x <= 590, y >= FRAME.top && y <= 240]).toEqual([true, true]);
  }
  expect(heldX!).toBeLessThan(brokeX!);
  expect(line).toHaveLength(new Set(limit.levels.map(({ rate }) => rate)).size);
  expect(line.map(([x]) => x)).toEqual(line.map(([x]) => x).sort((a, b) => a - b));
  expect(unit).toBe('ms');
  expect(ticks.map(({ level }) => level)).toContain(limit.soFar.held!.at);
});

test('before the first level there is nothing to draw', () => {
  const nothing = drawLimits().find(({ levels }) => levels.length === 0)!;
  expect(layoutLimit(nothing, FRAME)).toBeNull();
});
