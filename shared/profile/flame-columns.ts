/** A call tree as the flame graph draws it: columns, the heaviest nodes only. */
import type { FlameColumns } from '../protocol/contract.ts';
import type { CallTree } from './call-tree.ts';
import { FRAME_KINDS } from './frame-kind.ts';

/** Gives equal texts one index, for columns that name texts. */
export class TextTable {
  readonly texts: string[] = [];
  readonly #indices = new Map<string, number>();

  add(text: string): number {
    let index = this.#indices.get(text);
    if (index === undefined) {
      index = this.texts.push(text) - 1;
      this.#indices.set(text, index);
    }
    return index;
  }
}

/**
 * The `maxNodes` heaviest nodes, level by level; on a level the heaviest first, then by name. Of what is left out the weight
 * stays in the totals of its callers, and `folded` counts the nodes.
 */
export function toFlameColumns(tree: CallTree, maxNodes: number, nodes = pickHeaviest(tree, maxNodes)): FlameColumns {
  const place = new Int32Array(tree.parent.length);
  nodes.forEach((node, i) => {
    place[node] = i;
  });
  const names = new TextTable();
  const urls = new TextTable();
  const frames = Array.from(nodes, (node) => tree.frames[tree.frame[node]!]!);
  return {
    meta: {
      names: names.texts,
      urls: urls.texts,
      base: tree.base,
      unit: tree.unit,
      samples: tree.sampleCount,
      folded: tree.parent.length - nodes.length,
    },
    parent: nodes.map((node) => (node === 0 ? -1 : place[tree.parent[node]!]!)),
    name: Uint32Array.from(frames, (frame) => names.add(frame.name)),
    url: Uint32Array.from(frames, (frame) => urls.add(frame.url)),
    line: Uint32Array.from(frames, (frame) => frame.line + 1),
    kind: Uint8Array.from(frames, (frame) => FRAME_KINDS.indexOf(frame.kind)),
    self: Float64Array.from(nodes, (node) => tree.self[node]!),
    total: Float64Array.from(nodes, (node) => tree.total[node]!),
  };
}

/** Nodes of the columns, in their order. */
export function pickHeaviest(tree: CallTree, maxNodes: number): Int32Array {
  const { parent, total, frame, frames } = tree;
  const heaviest = keepHeaviest(total, Math.max(1, maxNodes));
  const depth = new Int32Array(parent.length);
  for (let node = 1; node < depth.length; node++) depth[node] = depth[parent[node]!]! + 1;
  const nameOf = (node: number) => frames[frame[node]!]!.name;
  return heaviest.sort((a, b) => depth[a]! - depth[b]! || total[b]! - total[a]! || compareText(nameOf(a), nameOf(b)) || a - b);
}

/**
 * Of equals the first. No child is heavier than its parent and each comes after it, so these are a tree. Numbers alone are sorted much faster
 * than nodes by their numbers, and this is done for each window that somebody drags over.
 */
function keepHeaviest(total: Float64Array, most: number): Int32Array {
  const nodes = new Int32Array(total.length).map((_, node) => node);
  if (nodes.length <= most) return nodes;
  const sorted = total.slice().sort();
  const least = sorted[sorted.length - most]!;
  let equals = most;
  for (let i = sorted.length - 1; sorted[i]! > least; i--) equals--;
  return nodes.filter((node) => total[node]! > least || (total[node] === least && equals-- > 0));
}

/** By code unit: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
