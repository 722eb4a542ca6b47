/** A call tree from the leaves up, and the callers and callees of one function, drawn by hand and checked on random profiles. */
import { expect, test } from 'vitest';
import { type CallTree, computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { listFunctions } from '../../../../shared/profile/tree/functions.ts';
import { reshapeTree } from '../../../../shared/profile/tree/reshape-tree.ts';
import { drawProfile, makeRandom, makeRandomProfile, printTree } from './draw.ts';

const TREE = computeCallTree(
  [
    drawProfile(`
      time 0 10 30 60 100 150
           a a  b  a  b
           . c  c  c  .
           . .  .  a  .`),
  ],
  WHOLE_PROFILE,
);
const of = (name: string) => {
  const { url, line } = TREE.frames.find((frame) => frame.name === name)!;
  return { function: name, url, line: line + 1 };
};

test('bottom up: functions by self time, below each who called it', () => {
  expect(printTree(reshapeTree(TREE, { as: 'bottomUp' }))).toEqual([
    '(root) self 0 total 150',
    '  a self 10 total 50',
    '    c self 0 total 40',
    '      a self 40 total 40',
    '  c self 0 total 50',
    '    a self 20 total 20',
    '    b self 30 total 30',
    '  b self 50 total 50',
  ]);
});

test('callers: who called it, with all its time; of a recursive stack the outermost call', () => {
  expect(printTree(reshapeTree(TREE, { as: 'callers', ...of('c') }))).toEqual([
    '(root) self 0 total 90',
    '  c self 0 total 90',
    '    a self 60 total 60',
    '    b self 30 total 30',
  ]);
  expect(printTree(reshapeTree(TREE, { as: 'callers', ...of('a') }))).toEqual(['(root) self 0 total 70', '  a self 70 total 70']);
});

test('callees: what it called, wherever it stands', () => {
  expect(printTree(reshapeTree(TREE, { as: 'callees', ...of('c') }))).toEqual([
    '(root) self 0 total 90',
    '  c self 50 total 90',
    '    a self 40 total 40',
  ]);
  expect(printTree(reshapeTree(TREE, { as: 'callees', ...of('a'), line: 99 }))).toEqual(['(root) self 0 total 0']);
});

test('on any profile: nothing is lost bottom up, and of each function both sides have its total', () => {
  const key = ({ name, url, line }: CallTree['frames'][number]) => `${name} ${url} ${line}`;
  for (const seed of [1, 2, 3, 4]) {
    const tree = computeCallTree([makeRandomProfile(makeRandom(seed), 300)], WHOLE_PROFILE);
    const bottomUp = reshapeTree(tree, { as: 'bottomUp' });
    expect(bottomUp.total[0]).toBe(tree.base);
    const selfOf = new Map<string, number>();
    bottomUp.parent.forEach((above, node) => {
      if (above === 0) selfOf.set(key(bottomUp.frames[bottomUp.frame[node]!]!), bottomUp.total[node]!);
    });
    for (const row of listFunctions(tree)) {
      expect(selfOf.get(`${row.function} ${row.url} ${row.line - 1}`) ?? 0).toBe(row.self);
      for (const as of ['callers', 'callees'] as const)
        expect(reshapeTree(tree, { as, function: row.function, url: row.url, line: row.line }).total[0]).toBe(row.total);
    }
  }
});
