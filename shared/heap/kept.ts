/** What was made between two snapshots and is still there in a third. */
import { firstNotBelow } from '../base/ascending.ts';

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
