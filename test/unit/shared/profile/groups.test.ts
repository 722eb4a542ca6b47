/** Time by file and by package, and how well samples fix a share. */
import { expect, test } from 'vitest';
import { marginOf, reachesZero } from '../../../../shared/profile/time/share-interval.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { computeFunctions } from '../../../../shared/profile/tree/functions.ts';
import { listGroups } from '../../../../shared/profile/tree/groups.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

const DRAWN = drawProfile(`
  time 0    10         20        30        40   50
       a    a          a         a         (gc)
       .    express@dep express@dep map@native .
       .    .          b         .         .`);

const told = (rows: ReturnType<typeof listGroups>) => rows.map(({ name, self, total }) => `${name} self ${self} total ${total}`);

test('files: built-ins work for the file of their caller, a file on the stack twice counts once, and the rest is in no file', () => {
  const tree = computeCallTree([DRAWN], WHOLE_PROFILE);
  expect(told(listGroups(tree, 'file'))).toEqual([
    'file:///app/main.js self 30 total 40',
    'file:///app/node_modules/express/index.js self 10 total 20',
    ' self 10 total 10',
  ]);
  expect(told(listGroups(tree, 'package'))).toEqual(['express self 10 total 20']);
});

test('self times of files add up to the base', () => {
  for (const seed of [1, 2, 3]) {
    const tree = computeCallTree([makeRandomProfile(makeRandom(seed), 300)], WHOLE_PROFILE);
    const rows = listGroups(tree, 'file');
    expect(rows.reduce((sum, { self }) => sum + self, 0)).toBeCloseTo(tree.base, 6);
    expect(rows.reduce((sum, { selfPercent }) => sum + selfPercent, 0)).toBeCloseTo(100, 6);
  }
});

test('half the width of an interval', () => {
  // 1.96 * sqrt(0.25 / 100) = 0.098
  expect(marginOf(50, 100)).toBeCloseTo(9.8, 10);
  expect(marginOf(1, 10_000)).toBeCloseTo(0.195, 3);
  expect([marginOf(0, 100), marginOf(100, 100), marginOf(5, 0), marginOf(5, null)]).toEqual([0, 0, null, null]);
});

test('three of many samples may be none, four may not', () => {
  const n = 1_000;
  expect([3, 4].map((of) => reachesZero((100 * of) / n, n))).toEqual([true, false]);
  expect([reachesZero(0, n), reachesZero(0.1, null)]).toEqual([false, false]);
});

test('what a file has counted has no intervals unless it counts samples', () => {
  const of = (change: object) => computeFunctions(computeCallTree([{ ...DRAWN, ...change }], WHOLE_PROFILE)).isSampled;
  const weights = Float64Array.from([1, 1, 1, 1, 1]);
  expect([of({}), of({ weights }), of({ weights, unit: 'bytes' }), of({ weights, unit: 'samples' })]).toEqual([true, false, false, true]);
});
