import { expect, test } from 'vitest';
import { makeHeap } from '../../../../shared/heap/heap.ts';
import { type MadeEdge, type MadeNode, madeSnapshot } from '../../../helpers/made-snapshot.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { readSnapshotText } from '../../../helpers/read-snapshot.ts';

const heapOf = (nodes: readonly MadeNode[]) => makeHeap(readSnapshotText(madeSnapshot(nodes)));

/** Nodes that are reached from the root without this one. */
function reachedWithout(nodes: readonly MadeNode[], without: number): ReadonlySet<number> {
  const reached = new Set(without === 0 ? [] : [0]);
  for (const node of reached) {
    for (const { to, type } of nodes[node]!.edges ?? []) if (type !== 'weak' && to !== without) reached.add(to);
  }
  return reached;
}

/** Each is reached from one before it. */
function drawNodes(seed: number): MadeNode[] {
  const random = seededRandom(seed);
  const count = 2 + Math.floor(random() * 30);
  const below = (limit: number): number => Math.floor(random() * limit);
  const edges: MadeEdge[][] = Array.from({ length: count }, () => []);
  for (let to = 1; to < count; to++) edges[below(to)]!.push({ name: 'p', to });
  for (let more = below(count); more > 0; more--) {
    edges[below(count)]!.push({ type: random() < 0.2 ? 'weak' : 'property', name: 'p', to: below(count) });
  }
  return edges.map((of): MadeNode => ({ name: 'Thing', size: 1 + below(100), edges: of }));
}

test('what a node retains is what cannot be reached without it', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const nodes = drawNodes(seed);
    const { retainedSize } = heapOf(nodes);
    const reached = reachedWithout(nodes, -1);
    for (const node of reached) {
      if (node === 0) continue;
      const left = reachedWithout(nodes, node);
      const gone = [...reached].filter((one) => !left.has(one)).reduce((sum, one) => sum + nodes[one]!.size!, 0);
      expect(retainedSize[node], `seed ${seed}, node ${node}`).toBe(gone);
    }
    expect(retainedSize[0]).toBe(nodes.reduce((sum, { size }) => sum + size!, 0));
  }
});

test('each node comes behind its dominator', () => {
  const { dominator, order } = heapOf(drawNodes(7));
  const places = [...order].map((_, node) => order.indexOf(node));
  for (const node of order) if (node !== 0) expect(places[dominator[node]!]).toBeLessThan(places[node]!);
});

test('a long chain is no deep recursion', () => {
  const nodes = Array.from(
    { length: 200_000 },
    (_, at): MadeNode => ({ name: 'Link', size: 1, edges: at < 199_999 ? [{ name: 'next', to: at + 1 }] : [] }),
  );
  expect(heapOf(nodes).retainedSize[100_000]).toBe(100_000);
});

test('a value of a WeakMap is kept by its key', () => {
  const pair = '1 / part of key (Key @5) -> value (Value @7) pair in WeakMap (table @3)';
  const { dominator } = heapOf([
    {
      type: 'synthetic',
      name: '',
      edges: [
        { name: 'table', to: 1 },
        { name: 'key', to: 2 },
      ],
    },
    { type: 'array', name: 'table', id: 3, edges: [{ type: 'internal', name: pair, to: 3 }] },
    { name: 'Key', id: 5, edges: [{ type: 'internal', name: pair, to: 3 }] },
    { name: 'Value', id: 7 },
  ]);
  expect([...dominator]).toEqual([0, 0, 0, 2]);
});

test("the table of a Map counts as its own, and one that two of them share as nobody's", () => {
  const { ownSize } = heapOf([
    {
      type: 'synthetic',
      name: '',
      size: 0,
      edges: [
        { name: 'a', to: 1 },
        { name: 'b', to: 2 },
      ],
    },
    {
      name: 'Map',
      size: 10,
      edges: [
        { type: 'internal', name: 'table', to: 3 },
        { type: 'internal', name: 'x', to: 4 },
      ],
    },
    { name: 'Map', size: 20, edges: [{ type: 'internal', name: 'x', to: 4 }] },
    { type: 'array', name: '', size: 100, edges: [{ type: 'internal', name: 'part', to: 5 }] },
    { type: 'array', name: '', size: 200 },
    { type: 'hidden', name: '', size: 1_000 },
  ]);
  expect([...ownSize]).toEqual([0, 1_110, 20, 0, 200, 0]);
});
