/** The objects of each constructor together. */
import type { ConstructorFigures } from '../model/heap-summary.ts';
import { className, classOf } from './class-names.ts';
import { type DominatorTree, ROOT } from './dominator-tree.ts';
import type { Heap } from './heap.ts';

/** Of all constructors, the one that retains most first. The root is none, nor is what belongs to another object (`own-sizes.ts`). */
export function classFigures(heap: Heap, tree: DominatorTree): ConstructorFigures[] {
  const { strings, nodeCount, ownSize } = heap;
  const most = strings.length + 32;
  const [count, self, retained] = [new Uint32Array(most), new Float64Array(most), retainedByClass(heap, tree, most)];
  for (let node = 0; node < nodeCount; node++) {
    if (node === ROOT || ownSize[node] === 0) continue;
    const of = classOf(heap, node);
    count[of]! += 1;
    self[of]! += ownSize[node]!;
  }
  const byName = new Map<string, ConstructorFigures>();
  for (let of = 0; of < most; of++) {
    if (count[of] === 0) continue;
    const name = className(heap, of);
    const known = byName.get(name) ?? { name, count: 0, selfBytes: 0, retainedBytes: 0 };
    byName.set(name, {
      name,
      count: known.count + count[of]!,
      selfBytes: known.selfBytes + self[of]!,
      retainedBytes: known.retainedBytes + retained[of]!,
    });
  }
  return [...byName.values()].sort((a, b) => b.retainedBytes - a.retainedBytes || b.selfBytes - a.selfBytes);
}

/** What several objects of a class retain counts once where one keeps the other alive. */
function retainedByClass(heap: Heap, { first, children }: DominatorTree, most: number): Float64Array {
  const retained = new Float64Array(most);
  /** How many objects of each class the walk is within. */
  const within = new Uint32Array(most);
  const next = first.slice(0, heap.nodeCount);
  /** Objects without a size of their own count as little as in the other columns. */
  const counts = (node: number): boolean => heap.ownSize[node] !== 0 && node !== ROOT;
  const enter = (node: number): void => {
    if (!counts(node)) return;
    const of = classOf(heap, node);
    if (within[of] === 0) retained[of]! += heap.retainedSize[node]!;
    within[of]! += 1;
  };
  enter(ROOT);
  for (let node = ROOT; ; ) {
    if (next[node]! < first[node + 1]!) {
      node = children[next[node]!++]!;
      enter(node);
    } else {
      if (counts(node)) within[classOf(heap, node)]! -= 1;
      if (node === ROOT) return retained;
      node = heap.dominator[node]!;
    }
  }
}
