/** What is told of a heap: constructors, the objects that retain most, and the top of the dominator tree. */
import type { Index } from '../base/units.ts';
import type { ConstructorFigures, DominatorRow, HeapSummary, OtherConstructors, Retainer } from '../model/heap-summary.ts';
import { SCOPE } from './block-variables.ts';
import { classFigures } from './class-figures.ts';
import { isOfV8 } from './class-names.ts';
import { findCodeNames } from './code-names.ts';
import { dominatorTree, ROOT, type TreeRow, topOfTree } from './dominator-tree.ts';
import { globalsOf } from './find-holders.ts';
import type { Heap } from './heap.ts';
import { nameOfClass } from './name-path.ts';
import { ObjectNames } from './object-names.ts';
import { Scripts } from './scripts.ts';
import { NODE } from './snapshot.ts';

const MOST_CONSTRUCTORS = 5_000;
const MOST_RETAINERS = 50;
/** Objects for which a name is looked for. */
const MOST_LOOKED_AT = 300;

export function summarizeHeap(heap: Heap): HeapSummary {
  const tree = dominatorTree(heap);
  const constructors = classFigures(heap, tree);
  const rows = topOfTree(heap, tree, findCodeNames(heap));
  const largest = largestObjects(heap);
  const single = rows.flatMap(({ node, name }) => (node === null || name !== '' ? [] : [node]));
  const names = new ObjectNames(heap, new Set([...largest, ...single]), new Scripts(heap));
  return {
    objects: heap.nodeCount,
    references: heap.edgeCount,
    bytes: heap.retainedSize[ROOT]!,
    constructors: constructors.slice(0, MOST_CONSTRUCTORS),
    otherConstructors: sumOthers(constructors.slice(MOST_CONSTRUCTORS)),
    retainers: findRetainers(heap, largest, names),
    tree: rows.map((row) => nameRow(heap, row, names)),
  };
}

/** Where what is above it does not refer to an object by a name, the last part of the name that leads to it. */
function nameRow(heap: Heap, { node, ...row }: TreeRow, names: ObjectNames): DominatorRow {
  if (node === null || row.name !== '' || !isNameable(heap, node)) return row;
  return { ...row, name: names.tell(node).name.split('.').at(-1)! };
}

/** A scope and a table of a Map would be called as what they belong to. */
function isNameable(heap: Heap, node: Index): boolean {
  const type = heap.nodeType[node];
  return (type === NODE.object || type === NODE.closure) && nameOfClass(heap, node) !== SCOPE;
}

function sumOthers(others: readonly ConstructorFigures[]): OtherConstructors | null {
  if (others.length === 0) return null;
  const sum = (of: (one: ConstructorFigures) => number): number => others.reduce((all, one) => all + of(one), 0);
  return { constructors: others.length, count: sum(({ count }) => count), selfBytes: sum(({ selfBytes }) => selfBytes) };
}

function findRetainers(heap: Heap, largest: readonly Index[], names: ObjectNames): Retainer[] {
  const found = new Map<string, Retainer>();
  for (const node of largest) {
    const { kind, name, constructor: of, place, delayMs } = names.tell(node);
    const url = place?.url ?? '';
    // A table of a Map is called as the Map that it belongs to, which retains more.
    const key = [kind, name, of, url, delayMs].join('\n');
    if (kind === 'unnamed' || name.startsWith('[') || of === SCOPE || found.has(key)) continue;
    found.set(key, { kind, name, constructor: of, delayMs, url, selfBytes: heap.ownSize[node]!, retainedBytes: heap.retainedSize[node]! });
  }
  return [...found.values()].slice(0, MOST_RETAINERS);
}

function largestObjects(heap: Heap): Index[] {
  const globals = globalsOf(heap);
  const { nodeCount, retainedSize } = heap;
  // Below it no object can be among the largest: as many retain more.
  const sizes = retainedSize.slice().sort();
  const least = sizes[Math.max(0, nodeCount - 4 * MOST_LOOKED_AT)]!;
  const found: Index[] = [];
  for (let node = 0; node < nodeCount; node++)
    if (retainedSize[node]! >= least && !isOfV8(heap, node) && !globals.has(node)) found.push(node);
  return found.sort((a, b) => retainedSize[b]! - retainedSize[a]!).slice(0, MOST_LOOKED_AT);
}
