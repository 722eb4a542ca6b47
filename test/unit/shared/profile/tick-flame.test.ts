/** The tree that 0x draws of ticks, and how hot its frames are, worked out by hand. */
import { expect, test } from 'vitest';
import { heatPaint } from '../../../../shared/charts/heat.ts';
import { TICK_CATEGORIES, type TickFrame, type TickStacks, type TickType } from '../../../../shared/model/profile/ticks.ts';
import { computeTickTree, HIDDEN_AT_FIRST, type TickFlameQuery } from '../../../../shared/profile/ticks/tick-flame.ts';
import { toTickFlameColumns } from '../../../../shared/profile/ticks/tick-flame-columns.ts';
import { RunRecording } from '../../../../shared/session/recording.ts';
import { makeTicks } from '../../../helpers/fake-ticks.ts';

const FRAME: TickFrame = { name: '', url: '', line: 0, column: 0, type: 'app', tier: 'none', inlined: false, init: false };

/** One line a node: indentation, name, ticks on the stack, of them on top. The flags behind say what the frame is. */
function draw(lines: string): TickStacks {
  const frames: TickFrame[] = [];
  const stacks = { parent: [-1], frame: [-1], top: [0], total: [0] };
  const above = [0];
  for (const line of lines.trim().split('\n')) {
    const [, indent, name, total, top, flags] = /^( *)(\S+) (\d+) (\d+) ?(.*)$/.exec(line.replace(/^ {4}/, ''))!;
    const depth = indent!.length / 2;
    const [type = 'app', ...rest] = flags === '' ? [] : flags!.split(' ');
    const tier = rest.includes('*') ? 'optimised' : rest.includes('~') ? 'unoptimised' : 'none';
    const made = {
      ...FRAME,
      name: name!,
      type: type as TickType,
      tier,
      inlined: rest.includes('inlined'),
      init: rest.includes('init'),
    } as const;
    const index = frames.findIndex((one) => JSON.stringify(one) === JSON.stringify(made));
    stacks.frame.push(index < 0 ? frames.push(made) - 1 : index);
    above[depth + 1] = stacks.parent.push(above[depth]!) - 1;
    stacks.top.push(Number(top));
    stacks.total.push(Number(total));
    if (depth === 0) stacks.total[0]! += Number(total);
  }
  return { frames, ...stacks };
}

function print(stacks: TickStacks, query: Partial<TickFlameQuery>): string[] {
  const { frames, parent, frame, self, total } = computeTickTree(stacks, { hide: [], merged: false, ...query });
  const line = (node: number, depth: number): string[] => [
    `${'  '.repeat(depth)}${frames[frame[node]!]!.name} ${total[node]} ${self[node]}`,
    ...[...parent.keys()].filter((child) => parent[child] === node).flatMap((child) => line(child, depth + 1)),
  ];
  return line(0, 0);
}

const STACKS = draw(`
    handle 100 10 app *
      each 60 8 v8
        render 45 45 app *
        copy 7 7 cpp
      render 20 20 app ~
      parse 10 10 deps * inlined
    load 5 1 core ~ init
      handle 4 4 app ~
`);

test('with tiers: each tier and inlined functions are separate frames', () => {
  expect(print(STACKS, {})).toEqual([
    '(root) 105 0',
    '  handle 100 10',
    '    each 60 8',
    '      render 45 45',
    '      copy 7 7',
    '    render 20 20',
    '    parse 10 10',
    '  load 5 1',
    '    handle 4 4',
  ]);
});

test('a hidden frame adds its ticks to its caller and its callees move up, as in 0x', () => {
  // each calls copy, which is hidden, too: both go to handle. load calls only what is drawn, so its tick goes nowhere.
  expect(print(STACKS, { hide: HIDDEN_AT_FIRST })).toEqual([
    '(root) 105 0',
    '  handle 100 25',
    '    render 45 45',
    '    render 20 20',
    '    parse 10 10',
    '  handle 4 4',
  ]);
  expect(print(STACKS, { hide: ['v8'] })).toEqual([
    '(root) 105 0',
    '  handle 100 10',
    '    render 45 45',
    '    copy 7 7',
    '    render 20 20',
    '    parse 10 10',
    '  load 5 1',
    '    handle 4 4',
  ]);
});

test('merged: one frame per function, without inlined functions', () => {
  expect(print(STACKS, { merged: true, hide: HIDDEN_AT_FIRST })).toEqual(['(root) 105 0', '  handle 104 29', '    render 65 65']);
});

test('columns have category and tier, the count of each category and of frames too small to draw', () => {
  const tree = computeTickTree(STACKS, { hide: [], merged: false });
  const { meta, category, tier, name, self } = toTickFlameColumns(tree, 4);
  expect(Array.from(name, (index, node) => [meta.names[index], TICK_CATEGORIES[category[node]!], tier[node], self[node]])).toEqual([
    ['(root)', 'cpp', 2, 0],
    ['handle', 'app', 0, 10],
    ['each', 'v8', 2, 8],
    ['render', 'app', 0, 45],
  ]);
  expect(meta).toMatchObject({ base: 105, unit: 'ticks', folded: 5 });
  expect(meta.categories).toEqual({ app: 79, deps: 0, core: 0, wasm: 0, inlinable: 10, native: 0, regexp: 0, v8: 8, cpp: 7, init: 1 });
});

test('a recording builds the tree of a question once, and again for other ticks', () => {
  const recording = new RunRecording();
  expect(recording.tickTree({ hide: [], merged: false })).toBe(null);
  recording.apply({ type: 'ticks', ticks: makeTicks() });
  const tree = recording.tickTree({ hide: ['v8', 'cpp'], merged: false });
  expect(recording.tickTree({ hide: ['cpp', 'v8'], merged: false })).toBe(tree);
  expect(recording.tickTree({ hide: ['cpp', 'v8'], merged: true })).not.toBe(tree);
  recording.apply({ type: 'ticks', ticks: makeTicks(2) });
  expect(recording.tickTree({ hide: ['v8', 'cpp'], merged: false })!.base).toBeGreaterThan(1.9 * tree!.base);
});

test('a share has the last colour that begins at or below it', () => {
  expect([0, 0.4, 0.5, 1, 4.99, 5, 9.9, 10, 39, 40, 100].map(heatPaint)).toEqual(
    [0, 0, 1, 2, 5, 6, 6, 7, 8, 9, 9].map((step) => `heat-${step}`),
  );
});
