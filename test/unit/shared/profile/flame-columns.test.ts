import { expect, test } from 'vitest';
import type { FlameColumns } from '../../../../shared/model/profile/profile-views.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { toFlameColumns } from '../../../../shared/profile/tree/flame-columns.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

function print({ meta, parent, name, kind, self, total, line }: FlameColumns): string[] {
  return Array.from(
    parent,
    (above, i) => `${meta.names[name[i]!]} in ${above}: ${self[i]} of ${total[i]} us, kind ${kind[i]}, line ${line[i]}`,
  );
}

const TREE = computeCallTree(
  [
    drawProfile(`
      time  0     1000         3000       3500  7500        8000
            main  main         main       zoo   alpha@core
            .     express@dep  map@native .     .`),
  ],
  WHOLE_PROFILE,
);

test('the heaviest first', () => {
  const flame = toFlameColumns(TREE, 100);
  expect(print(flame)).toEqual([
    '(root) in -1: 0 of 8000 us, kind 3, line 0',
    'zoo in 0: 4000 of 4000 us, kind 0, line 1',
    'main in 0: 1000 of 3500 us, kind 0, line 1',
    'express in 2: 2000 of 2000 us, kind 1, line 1',
    'map in 2: 500 of 500 us, kind 3, line 0',
    'alpha in 0: 500 of 500 us, kind 2, line 1',
  ]);
  expect(flame.meta).toMatchObject({ base: 8_000, unit: 'microseconds', samples: 5, folded: 0 });
  expect(flame.url.length).toBe(6);
});

test('folds the smallest nodes into the totals of their callers and counts them', () => {
  const flame = toFlameColumns(TREE, 4);
  expect(print(flame)).toEqual([
    '(root) in -1: 0 of 8000 us, kind 3, line 0',
    'zoo in 0: 4000 of 4000 us, kind 0, line 1',
    'main in 0: 1000 of 3500 us, kind 0, line 1',
    'express in 2: 2000 of 2000 us, kind 1, line 1',
  ]);
  expect(flame.meta.folded).toBe(2);
});

test('keeps the parent of every node among equally heavy ones', () => {
  const chain = computeCallTree([drawProfile('time 0 10\n z\n y\n x\n a')], WHOLE_PROFILE);
  for (let limit = 1; limit <= 5; limit++) {
    const flame = toFlameColumns(chain, limit);
    expect(Array.from(flame.parent)).toEqual([-1, 0, 1, 2, 3].slice(0, limit));
  }
});

test('for any tree and limit: parents first, the heaviest kept, consistent sums', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const tree = computeCallTree([makeRandomProfile(makeRandom(seed), 300)], WHOLE_PROFILE);
    for (const limit of [1, 7, 50, 5_000]) {
      const { parent, total, meta } = toFlameColumns(tree, limit);
      expect(parent.length + meta.folded).toBe(tree.parent.length);
      parent.forEach((above, i) => {
        if (i === 0) return;
        expect(above).toBeLessThan(i);
        expect(total[above]).toBeGreaterThanOrEqual(total[i]!);
      });
      const kept = Array.from(total).sort((a, b) => b - a);
      const heaviest = Array.from(tree.total).sort((a, b) => b - a);
      expect(kept).toEqual(heaviest.slice(0, kept.length));
    }
  }
});
