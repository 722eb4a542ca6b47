/** What was made between two snapshots and is still there in a third, and what was there before and became larger. */
import { firstNotBelow } from '../base/ascending.ts';
import type { Bytes, Index } from '../base/units.ts';
import type { Heap } from './heap.ts';
import type { HeapSnapshot } from './snapshot.ts';

/** Of a snapshot of the settled program. */
export interface Before {
  readonly ids: Uint32Array;
  /** Own sizes by the number of the object; without those below 1 kB. */
  readonly sizes: ReadonlyMap<number, Bytes>;
}

/** Below it no table grows by what is told: it would have to be larger afterwards. */
const SMALL: Bytes = 1_000;

export function settled({ nodeId }: HeapSnapshot, ownSize: Float64Array): Before {
  const sizes = new Map<number, Bytes>();
  for (let node = 0; node < nodeId.length; node++) if (ownSize[node]! >= SMALL) sizes.set(nodeId[node]!, ownSize[node]!);
  return { ids: nodeId, sizes };
}

/** Objects that were there before and became larger by at least so much: a Set of numbers makes no objects. By node, in bytes. */
export function markGrown({ nodeId, ownSize }: Heap, { ids, sizes }: Before, least: Bytes): Map<Index, Bytes> {
  const grown = new Map<Index, Bytes>();
  for (let node = 0; node < nodeId.length; node++) {
    if (ownSize[node]! < least) continue;
    const more = ownSize[node]! - (sizes.get(nodeId[node]!) ?? SMALL);
    if (more >= least && has(ids, nodeId[node]!)) grown.set(node, more);
  }
  return grown;
}

/** 1 for each node whose number `made` has and `old` has not. Sorts these two. */
export function markKept(ids: Uint32Array, old: Uint32Array, made: Uint32Array): Uint8Array {
  old.sort();
  made.sort();
  const kept = new Uint8Array(ids.length);
  for (let node = 0; node < ids.length; node++) if (has(made, ids[node]!) && !has(old, ids[node]!)) kept[node] = 1;
  return kept;
}

function has(sorted: Uint32Array, id: number): boolean {
  return sorted[firstNotBelow(sorted, id)] === id;
}
