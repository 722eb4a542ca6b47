/** A snapshot with what follows from it: what each object takes itself, what keeps it alive, and what it keeps alive. */
import { addUp, type Dominators, findDominators } from './dominators.ts';
import { ownSizes } from './own-sizes.ts';
import type { HeapSnapshot } from './snapshot.ts';

/** Columns by node. Sizes in bytes. */
export interface Heap extends HeapSnapshot, Dominators {
  /** Its own, with arrays that belong to it. */
  readonly ownSize: Float64Array;
  /** What would be gone with it, itself included. */
  readonly retainedSize: Float64Array;
}

export function makeHeap(snapshot: HeapSnapshot): Heap {
  const ownSize = ownSizes(snapshot);
  const dominators = findDominators(snapshot);
  return { ...snapshot, ...dominators, ownSize, retainedSize: addUp(dominators, ownSize) };
}
