/** A grid as a form: topologies without a load, cases without a target, and the cells that they make. */
import { expect, test } from 'vitest';
import { checkComparison } from '../../../../renderer/state/forms/check-comparison.ts';
import {
  addVariant,
  type CompareForm,
  compareFormFrom,
  editVariant,
  emptyCompareForm,
} from '../../../../renderer/state/forms/compare-form.ts';
import {
  addCase,
  asGrid,
  asVariants,
  editCase,
  hasRoomForCase,
  hasRoomForTopology,
  removeCase,
} from '../../../../renderer/state/forms/grid-form.ts';
import type { SetupForm } from '../../../../renderer/state/forms/setup-form.ts';

const variant = (form: CompareForm, index: number, change: Partial<SetupForm>, title = ''): CompareForm =>
  editVariant(form, index, { title, form: { ...form.variants[index]!.form, ...change } });
const row = (form: CompareForm, index: number, change: Partial<SetupForm>, title = ''): CompareForm =>
  editCase(form, index, { title, form: { ...form.cases[index]!.form, ...change } });

/** Two topologies of one script, under two loads. */
function grid(): CompareForm {
  let form = asGrid(emptyCompareForm());
  form = variant(form, 0, { script: '/srv/app.js' }, 'alone');
  form = variant(form, 1, { script: '/srv/app.js', topology: 'nginx:2' });
  form = row(form, 0, { connections: 3 });
  return row(addCase(form), 1, { connections: 30, url: '/list' }, 'many');
}

test('each cell has what is measured from its topology, and the load from its case', () => {
  const { comparison } = checkComparison(grid());
  expect(comparison).toMatchObject({ pairs: 1, profiled: false, grid: { topologies: ['alone', 'nginx:2'] } });
  expect(comparison!.grid!.cases[1]).toBe('many');
  expect(comparison!.variants[3]!.title).toBe('many, nginx:2');
  expect(comparison!.variants.map(({ setup: { target, load, requests } }) => [target, load, requests[0].url])).toMatchObject([
    [{ topology: 'direct' }, { connections: 3 }, '/'],
    [{ topology: 'nginx:2' }, { connections: 3 }, '/'],
    [{ topology: 'direct' }, { connections: 30 }, '/list'],
    [{ topology: 'nginx:2' }, { connections: 30 }, '/list'],
  ]);
});

test('a grid that was run is filled in again', () => {
  const { comparison } = checkComparison(grid());
  expect(checkComparison(compareFormFrom(comparison!)).comparison).toEqual(comparison);
});

test('what is missing is found where it is: in a topology, or in a case', () => {
  const noScript = checkComparison(variant(grid(), 1, { script: '' }));
  expect(noScript.comparison).toBeNull();
  expect(noScript.setups.indexOf(null)).toBe(1);
  const noConnections = checkComparison(row(grid(), 1, { connections: Number.NaN }));
  expect(noConnections.comparison).toBeNull();
  expect([noConnections.setups.includes(null), noConnections.cases.indexOf(null)]).toEqual([false, 1]);
});

test('there are 26 cells at most, and always a case', () => {
  let form = grid();
  for (let cases = 2; cases < 20; cases++) form = addCase(form);
  expect(form.cases).toHaveLength(13);
  expect([hasRoomForCase(form), hasRoomForTopology(form)]).toEqual([false, false]);
  for (let cases = 13; cases > 0; cases--) form = removeCase(form, 0);
  expect(form.cases).toHaveLength(1);
  expect(hasRoomForTopology(addVariant(form))).toBe(true);
});

test('back to variants, they have the load of the first case', () => {
  const { comparison } = checkComparison(asVariants(grid()));
  expect(comparison!.grid).toBeUndefined();
  expect(comparison!.variants.map(({ setup: { load } }) => load)).toMatchObject([{ connections: 3 }, { connections: 3 }]);
});
