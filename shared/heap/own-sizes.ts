/**
 * What objects take themselves: that of a Map includes its table, that of an array its elements. V8 writes these as nodes of their own, which would
 * fill a table of constructors with "(array)". Bytes of an array or a hidden node go to the object that alone refers to them, as in DevTools, so that
 * figures are the same there.
 */
import type { Index } from '../base/units.ts';
import { EDGE, type HeapSnapshot, NODE } from './snapshot.ts';

const UNVISITED = 0xffff_ffff;
const SEVERAL = 0xffff_fffe;

export function ownSizes(snapshot: HeapSnapshot): Float64Array {
  // Otherwise V8 was asked to show its internals (`exposeInternals`), and they are shown.
  if (!hasProgramRoots(snapshot)) return snapshot.selfSize;
  const { nodeCount, nodeType, selfSize } = snapshot;
  const owner = findOwners(snapshot);
  const sizes = selfSize.slice();
  for (let node = 0; node < nodeCount; node++) {
    const by = owner[node]!;
    if (by === node || by === UNVISITED || by === SEVERAL || by === ROOT || nodeType[by] === NODE.synthetic) continue;
    sizes[by]! += sizes[node]!;
    sizes[node] = 0;
  }
  return sizes;
}

const ROOT = 0;

function hasProgramRoots({ firstEdge, edgeTo, nodeType }: HeapSnapshot): boolean {
  for (let edge = firstEdge[ROOT]!; edge < firstEdge[ROOT + 1]!; edge++) if (nodeType[edgeTo[edge]!] !== NODE.synthetic) return true;
  return false;
}

/** The one object from which each node is reached by way of arrays and hidden nodes only. */
function findOwners(snapshot: HeapSnapshot): Uint32Array {
  const { nodeCount, firstEdge, edgeType, edgeTo } = snapshot;
  const owner = new Uint32Array(nodeCount);
  const waiting: Index[] = [];
  for (let node = 0; node < nodeCount; node++) {
    owner[node] = canBeOwned(snapshot, node) ? UNVISITED : node;
    if (owner[node] === node) waiting.push(node);
  }
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const by = owner[node]!;
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
      if (edgeType[edge] === EDGE.weak) continue;
      const to = edgeTo[edge]!;
      const known = owner[to]!;
      if (known === to || known === by || known === SEVERAL) continue;
      owner[to] = known === UNVISITED ? by : SEVERAL;
      waiting.push(to);
    }
  }
  return owner;
}

function canBeOwned({ nodeType, nodeName, strings }: HeapSnapshot, node: Index): boolean {
  const type = nodeType[node];
  if (type === NODE.native) return strings.is(nodeName[node]!, 'system / ExternalStringData');
  return type === NODE.hidden || type === NODE.array;
}
