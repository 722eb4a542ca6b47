/** The dominators as a tree that is read from the root on, and the top of it. */
import type { Bytes, Index } from '../base/units.ts';
import type { DominatorRow } from '../model/heap-summary.ts';
import { className, classOf } from './class-names.ts';
import type { Heap } from './heap.ts';
import { edgeLabel } from './name-path.ts';

export const ROOT = 0;

/** `children` between `first[node]` and `first[node + 1]`. */
export interface DominatorTree {
  readonly first: Uint32Array;
  readonly children: Uint32Array;
}

export function dominatorTree({ nodeCount, dominator }: Heap): DominatorTree {
  const first = new Uint32Array(nodeCount + 1);
  for (let node = 1; node < nodeCount; node++) first[dominator[node]! + 1]! += 1;
  for (let node = 0; node < nodeCount; node++) first[node + 1]! += first[node]!;
  const children = new Uint32Array(nodeCount - 1);
  const next = first.slice(0, nodeCount);
  for (let node = 1; node < nodeCount; node++) children[next[dominator[node]!]!++] = node;
  return { first, children };
}

/** Rows that are kept of a tree. */
const MOST_ROWS = 2_000;
/** Of all bytes: rows of less are left out. */
const LEAST_SHARE = 0.001;
/** Of all bytes: an object that retains as much has a row of its own; the others of its constructor share one. */
const OWN_ROW = 0.01;

interface Group {
  readonly nodes: readonly Index[];
  readonly retained: Bytes;
  readonly name: string;
  readonly below: Group[];
}

/** `node`: of a row of one object; null: it has several. */
export interface TreeRow extends DominatorRow {
  readonly node: Index | null;
}

/** The rows that retain most, in the order in which they are read. */
export function topOfTree(heap: Heap, tree: DominatorTree, codeNames: ReadonlySet<Index>): TreeRow[] {
  const least = LEAST_SHARE * heap.retainedSize[ROOT]!;
  const root = groupOf(heap, [ROOT], '');
  // Opened in the order of what they retain.
  const waiting = [root];
  for (let left = MOST_ROWS; left > 0 && waiting.length > 0; ) {
    const largest = waiting.reduce((best, one, at) => (one.retained > waiting[best]!.retained ? at : best), 0);
    const [group] = waiting.splice(largest, 1);
    const below = groupsBelow(heap, tree, group!, codeNames).filter(({ retained }) => retained >= least);
    group!.below.push(...below.slice(0, left));
    left -= group!.below.length;
    waiting.push(...group!.below);
  }
  return flatten(heap, root.below, 0);
}

function flatten(heap: Heap, groups: readonly Group[], depth: number): TreeRow[] {
  return groups.flatMap((group) => [rowOf(heap, group, depth), ...flatten(heap, group.below, depth + 1)]);
}

function groupsBelow(heap: Heap, { first, children }: DominatorTree, { nodes }: Group, codeNames: ReadonlySet<Index>): Group[] {
  const alone = OWN_ROW * heap.retainedSize[ROOT]!;
  const groups: Group[] = [];
  const byClass = new Map<Index, Index[]>();
  for (const above of nodes) {
    for (let at = first[above]!; at < first[above + 1]!; at++) {
      const node = children[at]!;
      if (heap.retainedSize[node]! >= alone) groups.push(groupOf(heap, [node], edgeLabel(heap, above, node, codeNames)));
      else {
        const of = classOf(heap, node);
        const known = byClass.get(of);
        if (known === undefined) byClass.set(of, [node]);
        else known.push(node);
      }
    }
  }
  groups.push(...[...byClass.values()].map((same) => groupOf(heap, same, '')));
  return groups.sort((a, b) => b.retained - a.retained);
}

function groupOf(heap: Heap, nodes: readonly Index[], name: string): Group {
  return { nodes, retained: sumOf(nodes, heap.retainedSize), name, below: [] };
}

function rowOf(heap: Heap, { nodes, retained, name }: Group, depth: number): TreeRow {
  return {
    depth,
    name,
    constructor: className(heap, classOf(heap, nodes[0]!)),
    count: nodes.length,
    selfBytes: sumOf(nodes, heap.ownSize),
    retainedBytes: retained,
    node: nodes.length === 1 ? nodes[0]! : null,
  };
}

function sumOf(nodes: readonly Index[], sizes: Float64Array): Bytes {
  return nodes.reduce((all, node) => all + sizes[node]!, 0);
}
