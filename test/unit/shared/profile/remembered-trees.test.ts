/** The call tree of a question is built once. */
import { expect, test } from 'vitest';
import { ALL_SAMPLES, type ProfileSelection } from '../../../../shared/model/profile/selection.ts';
import { computeCallTree, type TreeQuery, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { treeOf } from '../../../../shared/profile/tree/remembered-trees.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

const of = (part: Partial<ProfileSelection>) => ({ selection: { ...ALL_SAMPLES, ...part } });
const one = drawProfile('time 0 10 20\n a b', 1);
const two = drawProfile('time 0 10 20\n a c', 2);
const ALL = [one, two];

test('the same query gives the same tree, whatever its order and its other fields', () => {
  const first = treeOf(ALL, { ...WHOLE_PROFILE, hide: ['core', 'native'] });
  expect(treeOf(ALL, { ...WHOLE_PROFILE, hide: ['native', 'core'], maxNodes: 100 } as TreeQuery)).toBe(first);
});

test.each<Partial<TreeQuery>>([
  of({ process: 1 }),
  of({ thread: 0 }),
  { window: { fromMs: 0, toMs: 1 } },
  { hide: ['own'] },
  { base: 'wall' },
])('another question gives another tree: %j', (other) => {
  expect(treeOf(ALL, { ...WHOLE_PROFILE, ...other })).not.toBe(treeOf(ALL, WHOLE_PROFILE));
});

test('of one process or thread only', () => {
  const base = (query: Partial<TreeQuery>) => treeOf(ALL, { ...WHOLE_PROFILE, ...query }).base;
  expect([base({}), base(of({ process: 2 })), base(of({ thread: 0 })), base(of({ process: 2, thread: 1 }))]).toEqual([40, 20, 40, 0]);
});

test('profiles to which something was added have trees of their own', () => {
  const old = treeOf(ALL, WHOLE_PROFILE);
  expect(treeOf([one, two], WHOLE_PROFILE)).not.toBe(old);
  expect(treeOf([one, two], WHOLE_PROFILE)).toEqual(old);
});

test('a window of a tree that is known has the same weights as one that is built for it, to the microsecond', () => {
  const random = makeRandom(11);
  const all = [makeRandomProfile(random, 400, 1), makeRandomProfile(random, 300, 2)];
  const endMs = Math.max(...all.map(({ endTime }) => endTime)) / 1_000;
  const pickOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  for (let round = 0; round < 200; round++) {
    const fromMs = random() * endMs;
    const query: TreeQuery = {
      ...WHOLE_PROFILE,
      ...of({ process: pickOf([null, 1, 2]) }),
      window: { fromMs, toMs: fromMs + random() * (endMs - fromMs) },
      hide: pickOf([[], ['native'], ['dependency', 'core']]),
      base: pickOf(['cpu', 'wall']),
    };
    const { process } = query.selection;
    const alone = all.filter(({ pid }) => process === null || process === pid);
    expect(treeOf(all, query)).toEqual(computeCallTree(alone, query));
  }
});

test('drops the least recently used tree', () => {
  const ask = (toMs: number) => treeOf(ALL, { ...WHOLE_PROFILE, window: { fromMs: 0, toMs } });
  const [first, second] = [ask(1), ask(2)];
  for (let toMs = 3; toMs <= 6; toMs++) ask(toMs);
  expect(ask(1)).toBe(first);
  ask(7);
  expect(ask(1)).toBe(first);
  expect(ask(2)).not.toBe(second);
});
