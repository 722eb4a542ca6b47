import { expect, test } from 'vitest';
import { firstOpen } from '../../../../renderer/flame/first-open.ts';
import {
  countMatches,
  countNodes,
  cutToFrames,
  type FlameFrame,
  findZoomed,
  findZoomedExactly,
  frameAt,
  NO_ZOOM,
  stepFrom,
  zoomInto,
} from '../../../../renderer/flame/flame-frames.ts';
import {
  ancestorsOf,
  buildFlameTree,
  type FlameNode,
  findHeaviest,
  findNode,
  isNearlyAll,
  markMatchesThroughMutation,
  pathOf,
  selfOf,
} from '../../../../renderer/flame/flame-model.ts';
import { frameKey } from '../../../../shared/charts/flame-layout.ts';
import { calledName, placeOf, shortPlace } from '../../../../shared/format/place.ts';
import type { FlameColumns } from '../../../../shared/model/profile/profile-views.ts';
import { matcherOf } from '../../../../shared/profile/tree/frame-search.ts';
import { makeCrowdedFlame } from '../../../helpers/crowded-flame.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';

/**
 * Indentation draws the tree: `name self`, kinds by prefix (d: dependency, c: core, n: native).
 */
function columnsOf(drawing: string): FlameColumns {
  const rows = drawing
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ depth: line.search(/\S/) / 2, text: line.trim() }));
  const names: string[] = [];
  const parent: number[] = [];
  const self: number[] = [];
  const kind: number[] = [];
  const last: number[] = [];
  for (const [index, { depth, text }] of rows.entries()) {
    const [, prefix, name, ms] = /^(?:([dcn]):)?(.+?) (\d+)$/.exec(text)!;
    names.push(name!);
    parent.push(depth === 0 ? -1 : last[depth - 1]!);
    self.push(Number(ms));
    kind.push(prefix === undefined ? 0 : 'dcn'.indexOf(prefix) + 1);
    last[depth] = index;
  }
  const total = [...self];
  for (let index = rows.length - 1; index > 0; index--) total[parent[index]!]! += total[index]!;
  const url = names.map((_, index) => index);
  return {
    meta: {
      names,
      urls: names.map((name) => `/app/${name}.js`),
      base: total[0]!,
      unit: 'microseconds',
      samples: total[0]!,
      timeBase: 'cpu',
      cpu: KNOWN_CPU,
      folded: 0,
    },
    parent: Int32Array.from(parent),
    name: Uint32Array.from(url),
    url: Uint32Array.from(url),
    line: Uint32Array.from(names.map((_, index) => index)),
    kind: Uint8Array.from(kind),
    self: Float64Array.from(self),
    folded: new Float64Array(self.length),
    total: Float64Array.from(total),
  };
}

const tree = () =>
  buildFlameTree(
    columnsOf(`
(root) 0
  serve 1
    render 10
      d:escape 5
      c:write 20
    parse 4
  gc 10`),
  )!;

const names = (nodes: readonly FlameNode[]) => nodes.map(({ name }) => name);
const at = (root: FlameNode, ...path: string[]): FlameNode =>
  path.reduce((node, name) => node.children.find((child) => child.name === name)!, root);

test('builds a tree from columns, callees sorted by name so that they keep their positions', () => {
  const root = tree();
  expect(names(root.children)).toEqual(['gc', 'serve']);
  expect(names(at(root, 'serve').children)).toEqual(['parse', 'render']);
  expect(at(root, 'serve', 'render').value).toBe(35);
  expect(at(root, 'serve', 'render', 'escape').kind).toBe('dependency');
  expect(at(root, 'serve', 'render').depth).toBe(2);
});

test('no columns give no tree', () => {
  const empty = columnsOf('');
  expect(buildFlameTree(empty)).toBeNull();
});

/** Rows of frames from the top; `~` is above what is zoomed into, in brackets are joined ones. */
function rows(root: FlameFrame): string[] {
  const out: string[] = [];
  for (let row = [root]; row.length > 0; row = row.flatMap(({ children }) => children))
    out.push(
      row
        .map(({ node, joined, fade }) => (joined === null ? `${fade ? '~' : ''}${node.name}` : `[${names(joined).join(' ')}]`))
        .join(' | '),
    );
  return out;
}

test('the self time of a function is that of all its calls, of those that it makes itself, too', () => {
  const columns = columnsOf(`
(root) 0
  walk 1
    read 10
      walk 4
        walk 20
  gc 10`);
  const root = buildFlameTree({ ...columns, line: columns.line.fill(7) })!;
  expect(selfOf(root, at(root, 'walk').key)).toBe(25);
  expect(selfOf(root, frameKey('walk', '/app/walk.js', 99))).toBe(0);
});

test('a zoom shows the callees of a frame and the path to it', () => {
  const root = tree();
  expect(rows(cutToFrames(findZoomed(root, NO_ZOOM), 500))).toEqual(['(root)', 'gc | serve', 'parse | render', 'escape | write']);
  const zoomed = findZoomed(root, { path: pathOf(at(root, 'serve', 'render')), among: null, part: null });
  expect(rows(cutToFrames(zoomed, 500))).toEqual(['~(root)', '~serve', 'render', 'escape | write']);
});

// In 100 pixels what is below `many` is 1 pixel wide each.
const crowded = () =>
  buildFlameTree(
    columnsOf(`
(root) 0
  many 0
    a 10
    b 10
      deep 3
    c 10
  rest 960`),
  )!;

test('reports when one of two trees does not contain the zoomed frame, joined frames included', () => {
  const root = tree();
  const path = pathOf(at(root, 'serve', 'render'));
  const [first] = at(root, 'serve', 'render').children;
  const among = { from: first!.key, to: first!.key };
  expect(findZoomedExactly(root, { path, among: null, part: null })?.node.name).toBe('render');
  expect(findZoomedExactly(root, { path, among, part: null })?.among).toEqual([first]);
  expect(findZoomedExactly(root, { path: [...path, 'nothing'], among: null, part: null })).toBeNull();
  expect(findZoomedExactly(root, { path, among: { from: 'nothing', to: 'nothing' }, part: null })).toBeNull();
});

test('zooms into joined frames together, also in a newer tree with further frames', () => {
  const root = crowded();
  const frame = cutToFrames(findZoomed(root, NO_ZOOM), 100);
  expect(rows(frame)).toEqual(['(root)', 'many | rest', '[a b c]']);
  const joined = frameAt(frame, pathOf(at(root, 'many', 'b', 'deep')));
  expect([countNodes(joined.joined!), joined.value]).toEqual([4, 33]);
  const zoom = zoomInto(joined);
  const zoomed = findZoomed(root, zoom);
  expect(rows(cutToFrames(zoomed, 100))).toEqual(['~(root)', '~many', 'a | b | c', 'deep']);
  const later = buildFlameTree(
    columnsOf(`
(root) 0
  many 0
    a 10
    b2 10
    d 10`),
  )!;
  expect(rows(cutToFrames(findZoomed(later, zoom), 100))).toEqual(['~(root)', '~many', 'a | b2']);
  markMatchesThroughMutation(root, 'deep');
  expect(countMatches(joined.joined!)).toBe(1);
});

test('a path finds the same frame in a newer tree, or the nearest one above it', () => {
  const path = pathOf(at(tree(), 'serve', 'render', 'write'));
  expect(names(ancestorsOf(findNode(tree(), path)))).toEqual(['(root)', 'serve', 'render', 'write']);
  const older = buildFlameTree(
    columnsOf(`
(root) 0
  serve 3`),
  )!;
  expect(findNode(older, path).name).toBe('serve');
});

test('a match inside a match adds no weight', () => {
  const root = tree();
  // render (35 with all below) holds escape and write; "r" is in serve, render, parse, write.
  expect(markMatchesThroughMutation(root, 'R')).toMatchObject({ frames: 4, weight: 40 });
  expect(markMatchesThroughMutation(root, 'escape')).toMatchObject({ frames: 1, weight: 5 });
  expect(at(root, 'serve').match).toBe(false);
  expect(markMatchesThroughMutation(root, '  ')).toMatchObject({ frames: 0, weight: 0 });
});

/** Callers before their callees. */
function allNodes(root: FlameNode): FlameNode[] {
  return [root, ...root.children.flatMap(allNodes)];
}

test.each([1, 2, 3])('frames know of the matches below them and forget those of the last search (seed %i)', (seed) => {
  const root = buildFlameTree(makeCrowdedFlame(3_000, seed))!;
  const nodes = allNodes(root);
  for (const query of ['handle1', '"handle12"', 'nowhere', '7', '']) {
    markMatchesThroughMutation(root, query);
    expect(nodes.filter(({ hasMatch }) => hasMatch)).toEqual(nodes.filter((node) => countMatches([node]) > 0));
    expect(nodes.some(({ hasMatch }) => hasMatch)).toBe(query !== 'nowhere' && query !== '');
  }
});

test('a search in quotes matches whole function names and no files', () => {
  const isFound = matcherOf(' "log" ')!;
  expect([isFound('log', '', 0), isFound('Log', 'file:///home/ana/app.js', 1)]).toEqual([true, true]);
  expect([isFound('showInfo', 'file:///demos/console-log/app.js', 1), isFound('consoleLog', '', 0)]).toEqual([false, false]);
  expect(['exports.log', 'Console.log', 'catalog', 'logger'].map((name) => isFound(name, '', 0))).toEqual([true, true, false, false]);
  expect(matcherOf('log')!('showInfo', 'file:///demos/console-log/app.js', 1)).toBe(true);
  expect([matcherOf('  '), matcherOf('""')!('a "" b', '', 0), matcherOf('"')!('"', '', 0)]).toEqual([null, true, true]);
  expect(markMatchesThroughMutation(tree(), '"serve"').frames).toBe(1);
});

test('an anonymous function is called by file and line, and found by all of it; one without either has only its name', () => {
  const [app, other] = ['file:///srv/shop/app.js', 'C:\\\\shop\\\\other.js'];
  expect(calledName('(anonymous)', app, 31)).toBe('app.js:31');
  expect(calledName('(anonymous)', other, 0)).toBe('other.js');
  expect(calledName('(anonymous)', 'node:internal/timers', 5)).toBe('node:internal/timers:5');
  expect([calledName('(anonymous)', '', 0), calledName('serve', app, 31)]).toEqual(['(anonymous)', 'serve']);
  // What new Function has made has lines, and so has its place.
  expect([calledName('(anonymous)', '', 4), shortPlace('', 4), placeOf('', 0)]).toEqual(['generated code:4', 'generated code:4', '']);
  expect(matcherOf('generated')!('(anonymous)', '', 4)).toBe(true);
  const finds = (query: string) => [matcherOf(query)!('(anonymous)', app, 31), matcherOf(query)!('(anonymous)', '', 0)];
  expect(['anonymous', 'app.js:31', 'shop/app', '"(anonymous)"', '"app.js:31"'].map(finds)).toEqual([
    [true, true],
    [true, false],
    [true, false],
    [true, true],
    [true, false],
  ]);
});

test('search text is not a regular expression', () => {
  const root = tree();
  expect(markMatchesThroughMutation(root, '(').frames).toBe(0);
  expect(markMatchesThroughMutation(root, '.*').frames).toBe(0);
});

test('arrow keys move up to the caller, down to the widest callee, sideways between drawn frames', () => {
  const root = tree();
  const frames = cutToFrames(findZoomed(root, NO_ZOOM), 500);
  const all = () => true;
  const frame = (...path: string[]) => frameAt(frames, pathOf(at(root, ...path)));
  expect(stepFrom(frame('serve'), 'down', all)).toBe(frame('serve', 'render'));
  expect(stepFrom(frame('serve', 'render'), 'up', all)).toBe(frame('serve'));
  expect(stepFrom(frame('serve'), 'left', all)).toBe(frame('gc'));
  expect(stepFrom(frame('serve'), 'right', all)).toBeNull();
  expect(stepFrom(frame('serve'), 'left', ({ node }) => node.name !== 'gc')).toBeNull();
  expect(stepFrom(frames, 'up', all)).toBeNull();
});

test('locations are shortened for display and complete when copied', () => {
  expect(shortPlace('file:///home/me/app/lib/render.js', 12)).toBe('lib/render.js:12');
  expect(shortPlace('/app/node_modules/react-dom/cjs/server.js', 7)).toBe('react-dom/cjs/server.js:7');
  expect(shortPlace('node:internal/streams/writable', 40)).toBe('node:internal/streams/writable:40');
  expect(shortPlace('', 0)).toBe('');
  expect(placeOf('/a.js', 3)).toBe('/a.js:3');
});

test('names such as __proto__ are ordinary names', () => {
  const root = buildFlameTree(
    columnsOf(`
(root) 0
  __proto__ 3
  constructor 2`),
  )!;
  expect(names(root.children)).toEqual(['__proto__', 'constructor']);
  expect(findNode(root, pathOf(at(root, '__proto__'))).name).toBe('__proto__');
});

test.each([
  [true, '(root) 0\n  a 0\n    b 1\n      b 2'],
  [false, '(root) 0\n  a 0\n    b 1\n      b 2\n  c 0\n    b 3'],
  // A sample or two elsewhere.
  [true, '(root) 0\n  a 0\n    b 97\n  c 0\n    b 2'],
])('the heaviest frame of a function is nearly all of it: %s', (expected, drawing) => {
  const drawn = columnsOf(drawing);
  const root = buildFlameTree({ ...drawn, line: drawn.line.fill(1) })!;
  expect(isNearlyAll(root, findHeaviest(root, at(root, 'a', 'b').key)!)).toBe(expected);
});

test('the call tree opens down to the first own frame on the heaviest path; without one, until it branches', () => {
  const opened = (drawing: string) => [...firstOpen(buildFlameTree(columnsOf(drawing))!)].map((key) => key.split('\u0000').length);
  const deep = ['n:(root) 0', '  c:listen 0', ...Array.from({ length: 14 }, (_, level) => `${'  '.repeat(level + 2)}d:next${level} 0`)];
  expect(opened([...deep, `${'  '.repeat(16)}handler 9`, `${'  '.repeat(17)}render 9`].join('\n'))).toHaveLength(16);
  expect(opened('n:(root) 0\n  c:listen 0\n    d:one 4\n    d:two 3\n    d:three 3')).toHaveLength(1);
});
