/** Walks over call trees of any depth, without recursion. */
import type { CallTree } from './call-tree.ts';

/** Children of every node as linked lists: `first[n]`, then `next[child]`, until -1. */
export interface ChildLists {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

export function listChildren({ parent }: Pick<CallTree, 'parent'>): ChildLists {
  const first = new Int32Array(parent.length).fill(-1);
  const next = new Int32Array(parent.length).fill(-1);
  for (let node = parent.length - 1; node > 0; node--) {
    next[node] = first[parent[node]!]!;
    first[parent[node]!] = node;
  }
  return { first, next };
}

/** Calls `enter` before and `leave` after the children of each node, depth first. */
export function walkTree(tree: Pick<CallTree, 'parent'>, enter: (node: number) => void, leave: (node: number) => void): void {
  const { first, next } = listChildren(tree);
  let node = 0;
  enter(0);
  for (;;) {
    if (first[node]! >= 0) {
      node = first[node]!;
      enter(node);
      continue;
    }
    while (next[node]! < 0) {
      leave(node);
      if (node === 0) return;
      node = tree.parent[node]!;
    }
    leave(node);
    node = next[node]!;
    enter(node);
  }
}
