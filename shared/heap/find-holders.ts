/** Who keeps it: the objects furthest from the root that still keep most of what was kept alive. */
import type { Bytes, Index } from '../base/units.ts';
import { SCOPE } from './block-variables.ts';
import { addUp } from './dominators.ts';
import type { Heap } from './heap.ts';
import { EDGE, NODE } from './snapshot.ts';

/** Of all that is kept: an object that keeps less is no holder of it. */
const LEAST_SHARE = 0.25;
/** Of all that is kept: an object that alone keeps more is told in place of the one above it ... */
const SHARE_OF_ONE = 0.5;
/** ... and so are several that together keep as much of what the one above them keeps: not two of the ten parts of a store. */
const SHARE_OF_SEVERAL = 0.8;
const MOST_HOLDERS = 3;
const ROOT = 0;

export interface Holder {
  readonly node: Index;
  /** Bytes of what is looked for that it keeps alive. */
  readonly bytes: Bytes;
}

/**
 * `bytes`: of each node that is looked for, 0 for others; `isKept`: what belongs to the growth itself, and holds nothing but by being held. Empty:
 * nobody keeps a quarter of it.
 */
export function findHolders(heap: Heap, bytes: Float64Array, isKept: Uint8Array): Holder[] {
  const sums = addUp(heap, bytes);
  const least = LEAST_SHARE * sums[ROOT]!;
  if (least === 0) return [];
  const below = new Map<Index, Index[]>();
  for (const node of heap.order) {
    if (node === ROOT || sums[node]! < least || isKept[node] === 1 || repeats(heap, node)) continue;
    const above = heap.dominator[node]!;
    below.set(above, [...(below.get(above) ?? []), node]);
  }
  const globals = globalsOf(heap);
  const holders: Index[] = [];
  const waiting = [ROOT];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const inside = below.get(node) ?? [];
    const together = inside.reduce((sum, one) => sum + sums[one]!, 0);
    const isOneEnough = inside.some((one) => sums[one]! > SHARE_OF_ONE * sums[ROOT]!);
    if (isOneEnough || together >= SHARE_OF_SEVERAL * sums[node]!) waiting.push(...inside);
    else holders.push(node);
  }
  return holders
    .filter((node) => heap.nodeType[node] !== NODE.synthetic && !globals.has(node))
    .map((node) => ({ node, bytes: sums[node]! }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MOST_HOLDERS);
}

/** What they keep is spread over all of the program. */
export function globalsOf({ firstEdge, edgeType, edgeTo }: Heap): ReadonlySet<Index> {
  const found = new Set([ROOT]);
  for (let edge = firstEdge[ROOT]!; edge < firstEdge[ROOT + 1]!; edge++) if (edgeType[edge] === EDGE.shortcut) found.add(edgeTo[edge]!);
  return found;
}

/** The next object of a list that is linked: like the one before it, an instance of a class. */
function repeats({ nodeType, nodeName, dominator, strings }: Heap, node: Index): boolean {
  const above = dominator[node]!;
  return (
    nodeType[node] === NODE.object &&
    nodeType[above] === NODE.object &&
    nodeName[node] === nodeName[above] &&
    !strings.is(nodeName[node]!, 'Object') &&
    !strings.is(nodeName[node]!, SCOPE)
  );
}
