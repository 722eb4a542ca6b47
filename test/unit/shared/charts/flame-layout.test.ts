import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countFrames,
  type FlameLimits,
  fitName,
  layoutFlame,
  PAPER_LEVELS,
  treeOfColumns,
} from '../../../../shared/charts/flame-layout.ts';

//   root 100
//   a 20 | b 60 | (20 its own)      in the order of names, not of weight
//          c 50
const NAMES = ['root', 'b', 'a', 'c'];
const TREE = treeOfColumns(Int32Array.of(-1, 0, 0, 1), [100, 60, 20, 50], (node) => NAMES[node]!);
const ALL: FlameLimits = { width: 200, full: 100, least: 0, most: 1_000, levels: PAPER_LEVELS };

/** What a frame shows, and where. */
const shown = (limits: Partial<FlameLimits>, tops = [0], tree = TREE) =>
  layoutFlame(tree, tops, { ...ALL, ...limits }).map(({ node, joined, x, width, depth }) => [joined ?? node, x, width, depth]);

test('frames are below their callers, sorted by name', () => {
  expect(shown({})).toEqual([
    [0, 0, 200, 0],
    [2, 0, 40, 1],
    [1, 40, 120, 1],
    [3, 40, 100, 2],
  ]);
});

test('two sides are drawn on the scale of the longer one', () => {
  expect(shown({ full: 200 })[0]).toEqual([0, 0, 100, 0]);
});

test('zoomed into a frame, its callees fill the width', () => {
  expect(shown({ full: 80 }, [2, 1])).toEqual([
    [2, 0, 50, 0],
    [1, 50, 150, 0],
    [3, 50, 125, 1],
  ]);
});

//   root 100
//   a 40 | b 1 | c 1 | d 1 | e 40 | f 1
//                i 1
const WIDE = [100, 40, 1, 1, 1, 40, 1, 1];
const NARROW = treeOfColumns(Int32Array.of(-1, 0, 0, 0, 0, 0, 0, 3), WIDE, (node) => 'rabcdefi'[node]!);

test('narrow neighbours are joined together with their callees; a single frame without callees is not', () => {
  expect(shown({ least: 5 }, [0], NARROW)).toEqual([
    [0, 0, 200, 0],
    [1, 0, 80, 1],
    [[2, 3, 4], 80, 6, 1],
    [5, 86, 80, 1],
    [6, 166, 2, 1],
  ]);
  expect(countFrames(NARROW, [2, 3, 4])).toBe(4);
});

test('the widest frames stay, others are joined in frames narrow enough to zoom into', () => {
  expect(shown({ most: 2, width: 1_000 }, [0], NARROW)).toEqual([
    [0, 0, 1_000, 0],
    [1, 0, 400, 1],
    [[2, 3, 4], 400, 30, 1],
    [5, 430, 400, 1],
    [6, 830, 10, 1],
  ]);
  const many = treeOfColumns(
    Int32Array.from({ length: 1_001 }, (_, node) => (node === 0 ? -1 : 0)),
    [1_000, ...Array(1_000).fill(1)],
    (node) => String(node).padStart(4, '0'),
  );
  const joined = layoutFlame(many, [0], { width: 1_000, full: 1_000, least: 2, most: 100, levels: 10 }).slice(1);
  expect(joined.map(({ width }) => width).sort((a, b) => b - a)[0]).toBeLessThanOrEqual(80);
  expect(joined.flatMap(({ joined }) => joined)).toHaveLength(1_000);
});

test('deep recursion is cut off at one page', () => {
  const parent = Int32Array.from({ length: 500 }, (_, node) => node - 1);
  const tree = treeOfColumns(parent, new Float64Array(500).fill(1), String);
  expect(layoutFlame(tree, [0], { width: 100, full: 1, least: 1, most: 1_000, levels: PAPER_LEVELS })).toHaveLength(60);
});

/** Any tree, its values whole numbers as those of a profile are. */
const anyTree = fc.array(fc.tuple(fc.nat(), fc.nat(50)), { maxLength: 80 }).map((nodes) => {
  const parent = Int32Array.from([-1, ...nodes.map(([above], index) => above % (index + 1))]);
  const value = [0, ...nodes.map(([, self]) => self)];
  for (let node = value.length - 1; node > 0; node--) value[parent[node]!]! += value[node]!;
  return { parent, value, tree: treeOfColumns(parent, value, String) };
});
const anyLimits = fc.record({ least: fc.integer({ min: 0, max: 60 }), most: fc.integer({ min: 1, max: 50 }) });

test('a frame that is drawn alone has the position it would have if all were drawn, and no time is lost', () => {
  fc.assert(
    fc.property(anyTree, anyLimits, ({ parent, value, tree }, limits) => {
      const common = { width: 1_000, full: value[0]!, levels: 100 };
      const all = new Map(
        layoutFlame(tree, [0], { ...common, least: 0, most: Number.POSITIVE_INFINITY }).map((frame) => [frame.node, frame]),
      );
      const cut = layoutFlame(tree, [0], { ...common, ...limits });
      const covered = new Set<number>();
      for (const { node, joined, value: sum, x, width, depth } of cut) {
        if (joined === null) {
          expect({ x, width, depth, sum }).toEqual({
            x: all.get(node)!.x,
            width: all.get(node)!.width,
            depth: all.get(node)!.depth,
            sum: value[node],
          });
          covered.add(node);
          continue;
        }
        expect(sum).toBe(joined.reduce((total, one) => total + value[one]!, 0));
        expect(x).toBe(all.get(node)!.x);
        expect(new Set(joined.map((one) => parent[one])).size).toBe(1);
        const below = [...joined];
        for (let one = below.pop(); one !== undefined; one = below.pop()) {
          covered.add(one);
          below.push(...tree.childrenOf(one).filter((child) => value[child]! > 0));
        }
      }
      expect(covered).toEqual(new Set(all.keys()));
      expect(cut.filter(({ node, joined }) => joined === null && tree.childrenOf(node).length > 0).length).toBeLessThanOrEqual(limits.most);
    }),
  );
});

test('neighbours do not overlap, and no frame extends beyond its caller', () => {
  fc.assert(
    fc.property(anyTree, anyLimits, ({ value, tree }, limits) => {
      const frames = layoutFlame(tree, [0], { width: 1_000, full: value[0]!, levels: 100, ...limits });
      const ends = new Map<number, number>();
      for (const { x, width, caller } of frames.slice(1)) {
        const above = frames[caller]!;
        expect(x).toBeGreaterThanOrEqual((ends.get(caller) ?? above.x) - 1e-6);
        expect(x + width).toBeLessThanOrEqual(above.x + above.width + 1e-6);
        ends.set(caller, x + width);
      }
    }),
  );
});

test.each([
  ['render', 100, 'render'],
  ['renderToString', 60, 'renderT…'],
  ['render', 10, ''],
  ['列表列表列表', 60, '列表列…'],
])('%s in %d pixels is "%s"', (name, width, shown) => {
  expect(fitName(name, width, 6.7)).toBe(shown);
});
