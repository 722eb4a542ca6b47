/** The tree of ticks, its widths, its heat and its colours against 0x's and d3-fg's own code, run on the same ticks. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { HEAT_FROM } from '../../../../shared/charts/heat.ts';
import type { TickCategory, TickFrame, TickStacks, TickType } from '../../../../shared/model/profile/ticks.ts';
import { computeTickTree, HIDDEN_AT_FIRST } from '../../../../shared/profile/ticks/tick-flame.ts';
import { seededRandom } from '../../../helpers/random.ts';

const require = createRequire(import.meta.url);

/** A node of 0x's trees, as 0x writes them and d3-fg draws them. `fn`: the name without the mark of the tier. */
interface ZeroXNode {
  readonly name: string;
  readonly fn?: string;
  readonly S?: number;
  readonly value: number;
  readonly top: number;
  readonly children?: ZeroXNode[];
  readonly type?: string;
}
interface RawFrame {
  readonly name: string;
  readonly type: string;
  readonly kind?: string;
}

/** What V8 logs, and whose code it is. */
const RAW: readonly (readonly [TickType, RawFrame])[] = [
  ['app', { name: 'handle /app/server.js:3:10', type: 'JS', kind: 'Opt' }],
  ['app', { name: 'handle /app/server.js:3:10', type: 'JS', kind: 'Unopt' }],
  ['app', { name: 'render /app/views.js:7:1', type: 'JS', kind: 'Opt' }],
  ['app', { name: 'escape /app/views.js:9:1', type: 'JS', kind: 'Unopt' }],
  ['deps', { name: 'parse /app/node_modules/qs/index.js:1:5', type: 'JS', kind: 'Opt' }],
  ['core', { name: 'emit events.js:4:2', type: 'JS', kind: 'Unopt' }],
  ['core', { name: 'internalBinding internal/bootstrap/loaders.js:4:2', type: 'JS', kind: 'Unopt' }],
  ['regexp', { name: 'a+b', type: 'CODE', kind: 'RegExp' }],
  ['v8', { name: 'ArrayMap', type: 'CODE', kind: 'Builtin' }],
  ['v8', { name: 'LoadIC', type: 'CODE', kind: 'LoadIC' }],
  ['cpp', { name: 'node::fs::Read', type: 'CPP' }],
];
/** `escape` was inlined into whatever calls it from `render`. */
const INLINED = { 'escape /app/views.js': [{ pos: 1, caller: { key: 'render /app/views.js' } }] };

function makeTicks(seed: number): RawFrame[][] {
  const next = seededRandom(seed);
  const pick = () => RAW[Math.floor(next() * RAW.length)]![1];
  return Array.from({ length: 400 }, () => Array.from({ length: 1 + Math.floor(next() * 7) }, pick));
}

const TAG = / \[(?:CODE:\w+|CPP)\]| \[INIT\]| \[INLINABLE\]/g;

/** 0x's tree with tiers as the product stores it. */
function toStacks(root: ZeroXNode): TickStacks {
  const frames: TickFrame[] = [];
  const stacks = { parent: [-1], frame: [-1], top: [root.top], total: [root.value] };
  const add = (node: ZeroXNode, parent: number): void => {
    const { S = 0, fn = '' } = node;
    const name = fn.replace(TAG, '');
    const [type] = RAW.find(([, raw]) => raw.name === name)!;
    const tier = S === 0 ? 'none' : S % 2 === 0 ? 'optimised' : 'unoptimised';
    frames.push({ name, url: '', line: -1, column: -1, type, tier, inlined: S > 2, init: fn.includes(' [INIT]') });
    stacks.frame.push(frames.length - 1);
    stacks.top.push(node.top);
    stacks.total.push(node.value);
    const index = stacks.parent.push(parent) - 1;
    for (const child of node.children ?? []) add(child, index);
  };
  for (const child of root.children!) add(child, 0);
  return { ...shareFrames(frames, stacks.frame), parent: stacks.parent, top: stacks.top, total: stacks.total };
}

function shareFrames(frames: readonly TickFrame[], frame: readonly number[]): Pick<TickStacks, 'frames' | 'frame'> {
  const keys = frames.map((one) => JSON.stringify(one));
  const kept = [...new Set(keys)];
  return {
    frames: kept.map((key) => frames[keys.indexOf(key)]!),
    frame: frame.map((index) => (index < 0 ? -1 : kept.indexOf(keys[index]!))),
  };
}

/** By path of visible names: ticks on the stack and on top of it. Equal paths are added up: d3-fg draws them one by one. */
type Drawn = Map<string, { total: number; top: number }>;

function addTo(drawn: Drawn, path: string, total: number, top: number): void {
  const before = drawn.get(path) ?? { total: 0, top: 0 };
  drawn.set(path, { total: before.total + total, top: before.top + top });
}

const bareName = (name: string) => name.replace(TAG, '');

interface D3FgNode {
  readonly data: ZeroXNode & { readonly hide?: boolean };
  readonly parent: D3FgNode | null;
}

/** d3-fg with what it needs of a page; it draws into nothing and tells which frames, how wide and how hot. */
function drawWithD3Fg(tree: ZeroXNode, hide: readonly TickCategory[]): Drawn {
  const drawn: Drawn = new Map();
  const width = tree.value;
  const v8cats = (require('0x/visualizer/cmp/graph.js') as (render: unknown) => { v8cats: unknown })(null).v8cats;
  let top = 0;
  (require('d3-fg') as (options: object) => void)({
    tree: structuredClone(tree),
    element: new FakeElement(),
    categorizer: v8cats,
    exclude: hide,
    width,
    renderTooltip: null,
    renderLabel: null,
    colorHash: (stackTop: (node: ZeroXNode) => number, { d }: { d: ZeroXNode }) => {
      top = stackTop(d);
      return '#000';
    },
    renderStackFrameBox: (
      { colorHash }: { colorHash: (d: ZeroXNode) => string },
      { node }: { node: D3FgNode },
      rect: { width: number },
    ) => {
      colorHash(node.data);
      const path: string[] = [];
      for (let at: D3FgNode | null = node; at?.parent; at = at.parent)
        if (!at.data.hide) path.unshift(at.data.name.replace(/ \[INIT\]/, ''));
      // The root is as wide as all frames; of it d3-fg draws no heat.
      if (path.length > 0) addTo(drawn, path.map(bareName).join(' > '), Math.round(rect.width), top);
    },
  });
  return drawn;
}

class FakeElement {
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly style = { setProperty: () => {}, removeProperty: () => {} };
  readonly classList = { add: () => {}, remove: () => {}, contains: () => false };
  readonly children: FakeElement[] = [];
  get ownerDocument(): unknown {
    return { documentElement: this, createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  }
  appendChild(child: FakeElement): FakeElement {
    this.children.push(child);
    return child;
  }
  querySelector(): FakeElement | null {
    return this.children[0]?.querySelector() ?? this.children[0] ?? null;
  }
  getContext(): unknown {
    return new Proxy({}, { get: () => () => {}, set: () => true });
  }
  setAttribute(): void {}
  addEventListener(): void {}
  removeEventListener(): void {}
}

function drawOurs(stacks: TickStacks, hide: readonly TickCategory[], merged: boolean): Drawn {
  const { frames, parent, frame, self, total } = computeTickTree(stacks, { hide, merged });
  const marks = { optimised: '*', unoptimised: '~', none: '' };
  const drawn: Drawn = new Map();
  const paths = [''];
  for (let node = 1; node < parent.length; node++) {
    const { name, tier } = frames[frame[node]!]!;
    const above = paths[parent[node]!]!;
    const path = `${above === '' ? '' : `${above} > `}${marks[tier]}${name}`;
    paths.push(path);
    addTo(drawn, path, total[node]!, self[node]!);
  }
  return drawn;
}

beforeAll(() => {
  vi.stubGlobal('document', { addEventListener: () => {}, documentElement: { onmouseenter: null } });
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  vi.stubGlobal('navigator', { maxTouchPoints: 0 });
  return () => vi.unstubAllGlobals();
});

const HIDDEN: readonly (readonly TickCategory[])[] = [
  [],
  HIDDEN_AT_FIRST,
  ['app'],
  ['v8', 'inlinable'],
  ['core', 'deps', 'init'],
  ['app', 'deps', 'core', 'inlinable', 'init'],
];

test.each([1, 2])('seed %i: every frame has the width and heat that 0x gives it, with any filter, with tiers and merged', (seed) => {
  const ticksToTree = require('0x/lib/ticks-to-tree.js') as (
    ticks: RawFrame[][],
    options: object,
  ) => { merged: ZeroXNode; unmerged: ZeroXNode };
  const trees = ticksToTree(makeTicks(seed), { inlined: INLINED, pathToNodeBinary: process.execPath });
  const stacks = toStacks(trees.unmerged);
  expect(stacks.frames.some(({ inlined }) => inlined)).toBe(true);
  expect(stacks.frames.some(({ init }) => init)).toBe(true);
  for (const hide of HIDDEN) {
    expect(drawOurs(stacks, hide, false), `without ${hide}`).toEqual(drawWithD3Fg(trees.unmerged, hide));
    expect(drawOurs(stacks, hide, true), `merged, without ${hide}`).toEqual(drawWithD3Fg(trees.merged, hide));
  }
});

test('up to 5 % the colours of the light theme are those of d3-fg on white', () => {
  const { colorHash } = require('d3-fg') as { colorHash: (node: object, strength: number, all: number) => string };
  const css = readFileSync(join(import.meta.dirname, '../../../../renderer/styles/tokens.css'), 'utf8');
  const ours = HEAT_FROM.map((_, step) => new RegExp(`--heat-${step}: (#[0-9a-f]{6})`).exec(css)![1]);
  const theirs = HEAT_FROM.map((percent) => onWhite(colorHash({ name: 'frame', top: percent }, 1, 100)));
  expect(ours.slice(0, 7)).toEqual(theirs.slice(0, 7));
  // There it becomes white, which is why ours are others from here on.
  expect(theirs[8]).toBe('#ffffff');
});

function onWhite(rgba: string): string {
  const [red, green, blue, alpha] = rgba.match(/[\d.]+/g)!.map(Number) as [number, number, number, number];
  const mix = (value: number) => Math.round(Math.min(255, value) * Math.min(1, alpha) + 255 * (1 - Math.min(1, alpha)));
  return `#${[red, green, blue].map((value) => mix(value).toString(16).padStart(2, '0')).join('')}`;
}
