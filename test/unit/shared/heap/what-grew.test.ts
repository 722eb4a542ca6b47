import { expect, test } from 'vitest';
import { makeHeap } from '../../../../shared/heap/heap.ts';
import { whatGrew } from '../../../../shared/heap/what-grew.ts';
import { type MadeEdge, type MadeNode, madeSnapshot } from '../../../helpers/made-snapshot.ts';
import { readSnapshotText } from '../../../helpers/read-snapshot.ts';

/** Objects that the program's code knows by name, beside those of the root. */
const code = (...names: readonly string[]): MadeNode[] => [
  { type: 'code', name: '(constant pool)', edges: names.map((_, at) => ({ type: 'hidden', name: at, to: 2 + at })) },
  ...names.map((name): MadeNode => ({ type: 'string', name, size: 0 })),
];

/** A root whose global object is node 1 + 1 + names; `of` gets the place of the first node behind it. */
function grownIn(
  names: readonly string[],
  of: (first: number) => { readonly global: readonly MadeEdge[]; readonly nodes: readonly MadeNode[] },
  sizes: readonly (readonly [id: number, bytes: number])[] = [],
) {
  const global = 2 + names.length;
  const { global: edges, nodes } = of(global + 1);
  const root: MadeNode = {
    type: 'synthetic',
    name: '',
    size: 0,
    edges: [
      { type: 'element', name: 1, to: 1 },
      { type: 'shortcut', name: 'global', to: global },
    ],
  };
  const heap = makeHeap(readSnapshotText(madeSnapshot([root, ...code(...names), { name: 'global', edges }, ...nodes])));
  const isOld = (node: number) => !heap.strings.text(heap.nodeName[node]!).startsWith('New');
  const old = heap.nodeId.filter((_, node) => isOld(node));
  return whatGrew({ ids: old, sizes: new Map(sizes) }, heap.nodeId.slice(), heap, 10);
}

const news = (count: number): MadeNode[] => Array.from({ length: count }, () => ({ name: 'New', size: 100 }));
const to = (first: number, count: number): MadeEdge[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'element', name: at, to: first + at }));
const holders = (grown: ReturnType<typeof grownIn>) =>
  grown.grown.map(({ heldBy }) => heldBy.map(({ name, constructor: of, share }) => `${name} (${of}) ${share}`));

test('counts and bytes are those of a request', () => {
  const grown = grownIn(['list'], (first) => ({
    global: [{ name: 'list', to: first }],
    nodes: [{ name: 'Array', edges: to(first + 1, 20) }, ...news(20)],
  }));
  expect(grown).toMatchObject({
    bytesPerRequest: 200,
    grown: [{ constructor: 'New', countPerRequest: 2, bytesPerRequest: 200, functions: [] }],
  });
  expect(holders(grown)).toEqual([['list (Array) 1']]);
});

test('what is below 8 bytes a request is left out', () => {
  const grown = grownIn(['list'], (first) => ({
    global: [{ name: 'list', to: first }],
    nodes: [
      { name: 'Array', edges: to(first + 1, 1) },
      { name: 'New', size: 79 },
    ],
  }));
  expect(grown).toEqual({ bytesPerRequest: 7.9, grown: [] });
});

test('two holders are told with their shares', () => {
  const grown = grownIn(['a', 'b'], (first) => ({
    global: [
      { name: 'a', to: first },
      { name: 'b', to: first + 1 },
    ],
    nodes: [{ name: 'Array', edges: to(first + 2, 4) }, { name: 'Set', edges: to(first + 6, 6) }, ...news(10)],
  }));
  expect(holders(grown)).toEqual([['b (Set) 0.6', 'a (Array) 0.4']]);
});

test('of a store in ten parts the store is told', () => {
  const grown = grownIn(['parts'], (first) => ({
    global: [{ name: 'parts', to: first }],
    nodes: [
      { name: 'Array', edges: to(first + 1, 10) },
      ...Array.from({ length: 10 }, (_, at): MadeNode => ({ name: 'Map', edges: to(first + 11 + at, 1) })),
      ...news(10),
    ],
  }));
  expect(holders(grown)).toEqual([['parts (Array) 1']]);
});

test('nobody is told where it is spread over the heap', () => {
  const grown = grownIn(
    Array.from({ length: 8 }, (_, at) => `v${at}`),
    (first) => ({
      global: Array.from({ length: 8 }, (_, at) => ({ name: `v${at}`, to: first + at })),
      nodes: [...Array.from({ length: 8 }, (_, at): MadeNode => ({ name: 'Array', edges: to(first + 8 + at, 1) })), ...news(8)],
    }),
  );
  expect(holders(grown)).toEqual([[]]);
});

test('a property that the code does not name is a key, and so is the place in a list', () => {
  const grown = grownIn(['stores', 'not an identifier'], (first) => ({
    global: [{ name: 'stores', to: first }],
    nodes: [
      { name: 'Object', edges: [{ name: 'sid_5f2c', to: first + 1 }] },
      { name: 'Object', edges: [{ name: 'not an identifier', to: first + 2 }] },
      { name: 'Array', edges: [{ type: 'element', name: 4711, to: first + 3 }] },
      { name: 'Set', edges: to(first + 4, 5) },
      ...news(5),
    ],
  }));
  expect(holders(grown)).toEqual([['stores[key][key][key] (Set) 1']]);
});

test('a table that became larger is told without new objects', () => {
  const grown = grownIn(
    ['numbers', 'steady'],
    (first) => ({
      global: [
        { name: 'numbers', to: first },
        { name: 'steady', to: first + 1 },
      ],
      nodes: [
        { name: 'Set', size: 50, edges: [{ type: 'internal', name: 'table', to: first + 2 }] },
        { name: 'Map', size: 9_000 },
        { type: 'array', name: '', size: 8_000 },
      ],
    }),
    [
      [11, 4_050],
      [13, 8_900],
    ],
  );
  expect(grown).toMatchObject({ bytesPerRequest: 200, grown: [{ constructor: 'Set', countPerRequest: 0, bytesPerRequest: 200 }] });
  expect(holders(grown)).toEqual([['numbers (Set) 1']]);
});

test.each([
  ['of a block is named by its place among the names', [], 'list (Array) 1'],
  ['that a function has beside its variables is not named', [{ type: 'context', name: 'list', to: 1 }], ' (Array) 1'],
])('what a scope numbers: what is %s', (_, variables, holder) => {
  const grown = grownIn(['run', 'list'], (first) => ({
    global: [{ name: 'run', to: first }],
    nodes: [
      { type: 'closure', name: '', edges: [{ type: 'internal', name: 'context', to: first + 1 }] },
      {
        name: 'system / Context',
        edges: [...variables, { type: 'internal', name: 'scope_info', to: first + 2 }, { type: 'hidden', name: 4, to: first + 3 }],
      },
      { type: 'code', name: 'system / ScopeInfo', edges: [{ type: 'hidden', name: 0, to: 3 }] },
      { name: 'Array', edges: to(first + 4, 10) },
      ...news(10),
    ],
  }));
  expect(holders(grown)).toEqual([[holder]]);
});
