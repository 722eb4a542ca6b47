/** Every response is in one cell, and each cell has the responses of its time and its latency. */
import { expect, test } from 'vitest';
import { cellAt, computeDensity, nextCell } from '../../../../shared/charts/density.ts';
import { LatencyDensity } from '../../../../shared/load/latency-density.ts';
import { seededRandom } from '../../../helpers/random.ts';

interface Response {
  readonly at: number;
  readonly took: number;
}

/** µs; latencies over seven decades, edges of rows among them. */
function responses(seed: number, seconds: number, count: number): Response[] {
  const random = seededRandom(seed);
  const took = () => (random() < 0.2 ? 10 ** (2 + Math.floor(random() * 5)) : Math.floor(10 ** (1 + random() * 7)));
  return Array.from({ length: count }, () => ({ at: Math.floor(random() * seconds * 1e6), took: took() }));
}

function densityOf(all: readonly Response[]) {
  const density = new LatencyDensity();
  for (const { at, took } of all) density.add(at, took);
  return density.toColumns();
}

test.each([
  { seed: 1, seconds: 12, cellMs: 1_000 },
  { seed: 2, seconds: 1_000, cellMs: 1_000 },
  { seed: 3, seconds: 7_200, cellMs: 8_000 },
  { seed: 4, seconds: 86_400, cellMs: 128_000 },
])('$seconds s in cells of $cellMs ms', ({ seed, seconds, cellMs }) => {
  const all = responses(seed, seconds, 4_000);
  const columns = densityOf(all);
  expect(columns.meta.cellMs).toBe(cellMs);
  const { cells, steps, most } = computeDensity(columns);
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
  for (const { from, to, low, high, count, step } of cells) {
    const inside = all.filter(({ at, took }) => at >= from * 1e6 && at < to * 1e6 && took >= low * 1e3 && took < high * 1e3);
    expect(inside).toHaveLength(count);
    expect(count).toBeGreaterThanOrEqual(steps[step]!);
    expect(count).toBeLessThan(steps[step + 1] ?? most + 1);
  }
});

test('what is faster or slower than all rows is in the first or the last', () => {
  const { cells } = computeDensity(
    densityOf([
      { at: 0, took: 0 },
      { at: 1, took: 4e9 },
    ]),
  );
  expect(cells.map(({ count }) => count)).toEqual([1, 1]);
});

test('keys go from cell to cell: to the nearest in time, and up and down within it', () => {
  const at = (second: number, ms: number) => ({ at: second * 1e6, took: ms * 1e3 });
  const density = computeDensity(densityOf([at(0, 10), at(0, 10), at(0, 500), at(2, 12), at(3, 400)]));
  const [usual, slow, later, last] = [
    [0, 10],
    [0, 500],
    [2, 12],
    [3, 400],
  ].map(([second, ms]) => cellAt(density, second!, ms!)!);
  expect(nextCell(density, null, 'right')).toBe(usual);
  expect(nextCell(density, usual!, 'up')).toBe(slow);
  expect(nextCell(density, slow!, 'down')).toBe(usual);
  expect(nextCell(density, slow!, 'up')).toBe(slow);
  expect(nextCell(density, usual!, 'right')).toBe(later);
  expect(nextCell(density, later!, 'right')).toBe(last);
  expect(nextCell(density, last!, 'right')).toBe(last);
  expect(nextCell(density, later!, 'left')).toBe(usual);
  expect(cellAt(density, 1.5, 10)).toBeNull();
});
