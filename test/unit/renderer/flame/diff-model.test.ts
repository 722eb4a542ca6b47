import { describe, expect, test } from 'vitest';
import { buildDiffTree, buildSideTree, type DiffNode, splitOf } from '../../../../renderer/flame/diff-model.ts';
import { paintOf } from '../../../../shared/profile/tree/difference-paint.ts';
import { makeDiffFlame } from '../../../helpers/fake-comparison.ts';

const columns = makeDiffFlame();
const label = (name: string) => `${name}!`;

function framesOf(root: DiffNode): Record<string, DiffNode> {
  const all: Record<string, DiffNode> = {};
  const stack = [root];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    all[at.name] = at;
    stack.push(...(at.children as DiffNode[]));
  }
  return all;
}

describe('the difference flame graph', () => {
  test('frames have the width of the chosen side; with “both”, the mean, so that frames of one side only are visible', () => {
    const widths = (width: 'a' | 'b' | 'both') => {
      const frames = framesOf(buildDiffTree(columns, width, label)!);
      return [frames.log!.value, frames.parse!.value, frames.cache!.value];
    };
    expect(widths('a')).toEqual([200, 150, 0]);
    expect(widths('b')).toEqual([500, 0, 40]);
    expect(widths('both')).toEqual([350, 75, 20]);
  });

  test('callees never extend beyond their caller, for any choice of width', () => {
    for (const width of ['a', 'b', 'both'] as const) {
      for (const frame of Object.values(framesOf(buildDiffTree(columns, width, label)!))) {
        expect(frame.children.reduce((sum, child) => sum + child.value, 0)).toBeLessThanOrEqual(frame.value + 1e-9);
      }
    }
  });

  test('a function around everything of one variant sets the trees apart, which is told; what came and went further in is not', () => {
    expect(splitOf(buildDiffTree(columns, 'both', label)!)).toBeNull();
    // The root, the handler below it in A, the middleware below it in B.
    const [three, none] = [columns.parent.slice(0, 3), new Float64Array(3)];
    const times = {
      selfA: none,
      foldedA: none,
      totalA: Float64Array.of(100, 90, 0),
      selfB: none,
      foldedB: none,
      totalB: Float64Array.of(120, 0, 96),
    };
    const nodes = { ...columns, ...times, parent: three.map((_, node) => (node === 0 ? -1 : 0)) };
    expect(splitOf(buildDiffTree(nodes, 'both', label)!)).toEqual({ a: 0.9, b: 0.8 });
  });

  test('more is orange, less is blue, noise is grey without a figure', () => {
    const frames = framesOf(buildDiffTree(columns, 'both', label)!);
    expect(frames.log).toMatchObject({ paint: 'diff-more-4', label: 'log!' });
    expect(frames.parse).toMatchObject({ paint: 'diff-less-4', label: 'parse!' });
    expect(frames.cache).toMatchObject({ paint: 'diff-more-4' });
    expect(frames.render).toMatchObject({ paint: 'diff-noise', label: 'render' });
  });

  test.each([
    [100, 101, 'noise'],
    [100, 103, 'more-1'],
    [100, 85, 'less-2'],
    [100, 150, 'more-3'],
    [100, 40, 'less-4'],
    [0, 0, 'noise'],
  ])('%d µs becoming %d µs is %s: how much of the frame changed', (totalA, totalB, paint) => {
    expect(paintOf({ totalA, totalB, noise: false })).toBe(paint);
  });
});

test('side by side both have the same frames, so that a path is valid in both', () => {
  const [a, b] = [framesOf(buildSideTree(columns, 'a')!), framesOf(buildSideTree(columns, 'b')!)];
  expect(Object.keys(a).sort()).toEqual(Object.keys(b).sort());
  expect([a.cache!.value, b.cache!.value, a.parse!.value, b.parse!.value]).toEqual([0, 40, 150, 0]);
  expect(a.log!.paint).toBeUndefined();
});
