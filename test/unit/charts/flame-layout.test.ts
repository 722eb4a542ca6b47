import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitName, layoutFlame } from '../../../shared/charts/flame-layout.ts';

//   root 100
//   a 20 | b 60 | (20 its own)      in the order of names, not of weight
//          c 50
const NAMES = ['root', 'b', 'a', 'c'];
const SHAPE = { parent: Int32Array.of(-1, 0, 0, 1), value: [100, 60, 20, 50], keyOf: (node: number) => NAMES[node]! };

test('frames are below their callers, sorted by name', () => {
  const { frames, levels, folded } = layoutFlame(SHAPE, { width: 200, full: 100, least: 1, most: 10 });
  expect(frames).toEqual([
    { node: 0, x: 0, width: 200, depth: 0 },
    { node: 2, x: 0, width: 40, depth: 1 },
    { node: 1, x: 40, width: 120, depth: 1 },
    { node: 3, x: 40, width: 100, depth: 2 },
  ]);
  expect([levels, folded]).toEqual([3, 0]);
});

test('on the scale of a longer side', () => {
  expect(layoutFlame(SHAPE, { width: 200, full: 200, least: 1, most: 10 }).frames[0]!.width).toBe(100);
});

test('narrow frames are left out and counted, the widest stay', () => {
  expect(layoutFlame(SHAPE, { width: 200, full: 100, least: 50, most: 10 })).toMatchObject({ folded: 1, levels: 3 });
  const { frames, folded } = layoutFlame(SHAPE, { width: 200, full: 100, least: 1, most: 2 });
  expect([frames.map(({ node }) => node), folded]).toEqual([[0, 1], 2]);
});

test('deep recursion is cut off at one page', () => {
  const parent = Int32Array.from({ length: 500 }, (_, node) => node - 1);
  const { levels, folded } = layoutFlame(
    { parent, value: new Float64Array(500).fill(1), keyOf: String },
    { width: 100, full: 1, least: 1, most: 1_000 },
  );
  expect([levels, folded]).toEqual([60, 440]);
});

test('no frame extends beyond its caller', () => {
  const tree = fc.array(fc.tuple(fc.nat(), fc.double({ min: 0, max: 10, noNaN: true })), { maxLength: 40 });
  fc.assert(
    fc.property(tree, fc.integer({ min: 1, max: 50 }), (nodes, most) => {
      const parent = Int32Array.from([-1, ...nodes.map(([above], index) => above % (index + 1))]);
      const value = [0, ...nodes.map(([, self]) => self)];
      for (let node = value.length - 1; node > 0; node--) value[parent[node]!]! += value[node]!;
      const { frames } = layoutFlame({ parent, value, keyOf: String }, { width: 1_000, full: value[0]!, least: 1, most });
      const at = new Map(frames.map((frame) => [frame.node, frame]));
      for (const { node, x, width } of frames.slice(1)) {
        const above = at.get(parent[node]!)!;
        expect(x).toBeGreaterThanOrEqual(above.x - 1e-6);
        expect(x + width).toBeLessThanOrEqual(above.x + above.width + 1e-6);
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
