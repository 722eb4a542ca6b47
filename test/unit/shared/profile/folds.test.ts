import { expect, test } from 'vitest';
import type { Profile } from '../../../../shared/model/profile/profile.ts';
import { type CallTree, computeCallTree, WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { compareTrees } from '../../../../shared/profile/tree/compare-trees.ts';
import type { Fold } from '../../../../shared/profile/tree/folds.ts';
import { computeFunctions } from '../../../../shared/profile/tree/functions.ts';
import { drawProfile, makeRandom, makeRandomProfile } from './draw.ts';

const fold = (how: 'function' | 'recursion', name: string, url = 'file:///app/main.js'): Fold => ({
  how,
  function: name,
  url,
  line: url === '' ? 0 : 1,
});
const MINE: Fold = { how: 'mine' };

const treeOf = (profile: Profile, folds: readonly Fold[]) => computeCallTree([profile], { ...WHOLE_PROFILE, folds });

/** One line a node: its own time, what is folded into it, and its total. */
function print({ frames, parent, frame, self, folded, total }: Omit<CallTree, 'unit'>): string[] {
  const lines = (node: number, depth: number): string[] => [
    `${'  '.repeat(Math.max(0, depth - 1))}${frames[frame[node]!]!.name} ${self[node]! - folded[node]!} + ${folded[node]} = ${total[node]}`,
    ...Array.from(parent.keys())
      .filter((child) => parent[child] === node)
      .flatMap((child) => lines(child, depth + 1)),
  ];
  return lines(0, 0).slice(1);
}

const RECURSIVE = drawProfile(`
  time  0  10  30  60  100  150
        a  a   a   a   a
        .  b   b   b   c
        .  .   a   a   .
        .  .   .   b   .`);

test('a function is folded into its callers, and its time is told apart from theirs', () => {
  expect(print(treeOf(RECURSIVE, [fold('function', 'b')]))).toEqual(['a 10 + 20 = 150', '  a 30 + 40 = 70', '  c 50 + 0 = 50']);
});

test('calls of a function within itself become one call, whose own time they are', () => {
  expect(print(treeOf(RECURSIVE, [fold('recursion', 'a')]))).toEqual(['a 40 + 0 = 150', '  b 60 + 0 = 60', '  c 50 + 0 = 50']);
  expect(print(treeOf(RECURSIVE, [fold('recursion', 'a'), fold('recursion', 'b'), fold('function', 'c')]))).toEqual([
    'a 40 + 50 = 150',
    '  b 60 + 0 = 60',
  ]);
});

/** Node calls express, which calls a handler of one's own, which has express render with pug. */
const SERVER = drawProfile(`
  time  0           10           30           60           100          150            210           300   330
        parse@core  parse@core   parse@core   parse@core   parse@core   parse@core     parse@core    (gc)
        .           express@dep  express@dep  express@dep  express@dep  express@dep    express@dep   .      .
        .           .            handler      handler      handler      handler        handler       .
        .           .            .            map@native   express@dep  express@dep    express@dep   .      .
        .           .            .            each         .            pug@dep        pug@dep       .
        .           .            .            .            .            join@native    helper        .      .`);

test('my code and what it calls: one row a package, and functions of one’s own directly below each other', () => {
  expect(print(treeOf(SERVER, [MINE]))).toEqual([
    'Node.js 0 + 10 = 10',
    'express 0 + 20 = 20',
    'handler 30 + 0 = 270',
    '  each 40 + 0 = 40',
    '  express 0 + 50 = 50',
    '  pug 0 + 60 = 60',
    '  helper 90 + 0 = 90',
    '(garbage collector) 30 + 0 = 30',
  ]);
});

test('a row of a package can be folded as well', () => {
  const row: Fold = { how: 'function', function: 'pug', url: '', line: 0 };
  expect(print(treeOf(SERVER, [MINE, row]))).toContain('handler 30 + 60 = 270');
});

test('the table of functions tells folded time apart', () => {
  const rows = computeFunctions(treeOf(RECURSIVE, [fold('function', 'b')])).rows;
  expect(rows.map(({ function: name, self, folded, total }) => [name, self, folded, total])).toEqual([
    ['a', 100, 60, 150],
    ['c', 50, 0, 50],
  ]);
});

test('a function that has moved in the other variant is folded there, too', () => {
  const moved = { ...RECURSIVE, frames: RECURSIVE.frames.map((frame) => (frame.line < 0 ? frame : { ...frame, line: frame.line + 7 })) };
  const { frames, frame, a, b } = compareTrees(
    { profiles: [RECURSIVE], requests: 1 },
    { profiles: [moved], requests: 1 },
    { ...WHOLE_PROFILE, folds: [fold('function', 'b')] },
  );
  expect(Array.from(frame, (index) => frames[index]!.name)).toEqual(['(root)', 'a', 'a', 'c']);
  expect(b.total).toEqual(a.total);
});

test('whatever is folded, no time is lost and none is added', () => {
  const random = makeRandom(7);
  const names = ['a', 'b', 'c'].map((name) => [name, 'file:///app/main.js'] as const);
  const others = [
    ['lib', 'file:///app/node_modules/lib/index.js'],
    ['http', 'node:http'],
    ['map', ''],
    ['Node.js', ''],
  ] as const;
  let folded = 0;
  for (let round = 0; round < 60; round++) {
    const profiles = [makeRandomProfile(random, 80), makeRandomProfile(random, 40, 2)];
    const folds: Fold[] = random() < 0.5 ? [MINE] : [];
    for (const [name, url] of [...names, ...others]) {
      if (random() < 0.3) folds.push(fold(random() < 0.5 ? 'function' : 'recursion', name, url));
    }
    const base = random() < 0.5 ? 'cpu' : 'wall';
    const plain = computeCallTree(profiles, { ...WHOLE_PROFILE, base });
    const tree = computeCallTree(profiles, { ...WHOLE_PROFILE, base, folds });
    const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
    expect([tree.total[0], tree.base, sum(tree.self), tree.sampleCount]).toEqual([plain.base, plain.base, plain.base, plain.sampleCount]);
    expect(plain.folded.every((time) => time === 0)).toBe(true);
    for (let node = 0; node < tree.parent.length; node++) {
      expect(tree.folded[node]).toBeLessThanOrEqual(tree.self[node]!);
      const children = Array.from(tree.parent.keys()).filter((child) => tree.parent[child] === node);
      expect(tree.total[node]).toBe(tree.self[node]! + children.reduce((all, child) => all + tree.total[child]!, 0));
    }
    folded += sum(tree.folded);
  }
  expect(folded).toBeGreaterThan(0);
});
