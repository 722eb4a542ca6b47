import { expect, test } from 'vitest';
import { gridParts } from '../../../../shared/analysis/verdicts/grid-parts.ts';
import { planPasses } from '../../../../shared/analysis/verdicts/order.ts';
import type { ComparisonInfo } from '../../../../shared/model/comparison/comparison-info.ts';
import { tellGridPlan } from '../../../../shared/phrases/grid.ts';
import { gridTable } from '../../../../shared/report/grid-table.ts';
import { findStudy } from '../../../helpers/studies.ts';

const form = (name: string) => findStudy('console-log').grids.find((one) => one.name === name)!.comparison;
const setup = form('parts');

/** Profiles in the cells of the third case, 5 and 6, and in one of the last. */
function infoOf(of = setup): ComparisonInfo {
  const profiledPasses = of.variants.map((_, variant) => ([4, 5, 10].includes(variant) ? variant : null));
  const environments = of.variants.map(() => null);
  return {
    setup: of,
    passes: planPasses(of),
    profiledPasses,
    profileKinds: profiledPasses.map(() => ['cpu']),
    environments,
    cells: [],
  } as unknown as ComparisonInfo;
}

test('each case that records is a part: its cells are A and B, and keep the numbers of their runs', () => {
  const parts = gridParts(infoOf());
  expect(parts.map(({ row, first, yields }) => [row, first, yields])).toEqual([
    [1, 2, 'ticks'],
    [2, 4, 'profile'],
    [4, 8, 'ticks'],
    [5, 10, 'profile'],
  ]);
  const { title, info } = parts[1]!;
  expect(title).toBe('100 clients, CPU profile (inspector)');
  expect(info.setup.variants.map((variant) => variant.title)).toEqual(['With console.log', 'Without console.log']);
  expect(info.passes.map(({ index, variant }) => [index, variant])).toEqual([
    [4, 0],
    [5, 1],
  ]);
  expect(info.profiledPasses).toEqual([0, 1]);
  expect(parts[3]!.info.profiledPasses).toEqual([0, null]);
  expect(info.setup).not.toHaveProperty('grid');
  expect(info).not.toHaveProperty('cells');
});

test('of a grid that records nothing there are none, whatever its set-ups say', () => {
  const { records: _, ...grid } = setup.grid!;
  expect(gridParts(infoOf({ ...setup, grid }))).toEqual([]);
});

test('before it starts the cases are named; below the table it is said what recording does to figures', () => {
  const plan = tellGridPlan(setup.grid!, { totalMs: 60_000, sensitivity: null, source: null });
  expect(plan.join(' ')).toContain('12 cells (6 × 2), one run each, about');
  expect(plan[1]).toMatch(
    /^One case after the other: 100 clients, no profiler; 100 clients, ticks .*; 50 users, CPU profile \(inspector\)\.$/,
  );
  expect(gridTable(setup.grid!, []).note).toContain('A cell that records is slowed down by it');
});

test('console-log: what is published with it is recorded in one session of cells that take at most 20 s', () => {
  for (const name of ['parts', 'parts-published']) {
    const { variants, grid, profiled, pairs } = form(name);
    expect([grid!.records, profiled, pairs]).toEqual([true, false, 1]);
    expect(variants.map(({ setup: { capture } }) => capture.kind)).toEqual(
      ['none', 'ticks', 'cpu', 'none', 'ticks', 'cpu'].flatMap((kind) => [kind, kind]),
    );
    expect(variants.every(({ setup: { plan } }) => plan !== null)).toBe(true);
    expect(variants[0]!.setup.load).toMatchObject({ connections: 100, end: { by: 'duration', seconds: name === 'parts' ? 3 : 20 } });
    expect(variants[6]!.setup.load).toMatchObject({ model: 'users', users: 50, requestsEach: 21 });
  }
});
