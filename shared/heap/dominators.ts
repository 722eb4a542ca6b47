/**
 * Who keeps what alive: the dominator of a node is the last one through which every way from the root to it leads. Were it gone, so would the node be.
 * What a node retains is the sum of what it dominates.
 *
 * The algorithm is the simple one of Lengauer and Tarjan (A fast algorithm for finding dominators in a flowgraph, 1979); which edges count is decided
 * as in DevTools, so that figures are the same there.
 */
import type { Index } from '../base/units.ts';
import { EDGE, type HeapSnapshot, NODE } from './snapshot.ts';

export interface Dominators {
  /** Of each node; that of the root is the root. */
  readonly dominator: Uint32Array;
  /** The nodes, each behind its dominator. */
  readonly order: Uint32Array;
}

const ROOT = 0;
const NONE = 0xffff_ffff;

export function findDominators(snapshot: HeapSnapshot): Dominators {
  const counts = countingEdges(snapshot);
  const walk = walkDepthFirst(snapshot, counts);
  const byNumber = dominatorsByNumber(walk, referrersOf(snapshot, counts));
  const { order } = walk;
  const dominator = new Uint32Array(order.length);
  for (let number = 0; number < order.length; number++) dominator[order[number]!] = order[byNumber[number]!]!;
  return { dominator, order };
}

/** For each node the sum of what it dominates, itself included. */
export function addUp({ dominator, order }: Dominators, values: Float64Array): Float64Array {
  const sums = values.slice();
  for (let number = order.length - 1; number > 0; number--) sums[dominator[order[number]!]!]! += sums[order[number]!]!;
  return sums;
}

/** Which edges keep their target alive: 1 for each. */
function countingEdges(snapshot: HeapSnapshot): Uint8Array {
  const { nodeCount, edgeCount, firstEdge, edgeType, edgeTo, edgeName, nodeId, strings } = snapshot;
  const ofProgram = reachedFromGlobals(snapshot);
  const counts = new Uint8Array(edgeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
      const [type, to] = [edgeType[edge], edgeTo[edge]!];
      if (type === EDGE.weak || to === node) continue;
      // A value of a WeakMap is kept by its key and by the table, and gone with either: the key says more.
      if (type === EDGE.internal && strings.tableOfPair(edgeName[edge]!) === nodeId[node]) continue;
      // Shortcuts lead from the root to global objects. What a debugger or Node itself holds of the program's objects does not count.
      if (node !== ROOT && (type === EDGE.shortcut || (ofProgram[to] === 1 && ofProgram[node] === 0))) continue;
      counts[edge] = 1;
    }
  }
  return counts;
}

function reachedFromGlobals(snapshot: HeapSnapshot): Uint8Array {
  const { firstEdge, edgeType, edgeTo } = snapshot;
  const reached = new Uint8Array(snapshot.nodeCount);
  const waiting: Index[] = [];
  const reach = (node: Index): void => {
    if (reached[node] === 1) return;
    reached[node] = 1;
    waiting.push(node);
  };
  for (let edge = firstEdge[ROOT]!; edge < firstEdge[ROOT + 1]!; edge++) {
    if (edgeType[edge] === EDGE.shortcut || isDocuments(snapshot, edge)) reach(edgeTo[edge]!);
  }
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) if (edgeType[edge] !== EDGE.weak) reach(edgeTo[edge]!);
  }
  return reached;
}

/** In a page. */
function isDocuments({ edgeType, edgeTo, nodeType, nodeName, strings }: HeapSnapshot, edge: Index): boolean {
  const to = edgeTo[edge]!;
  return edgeType[edge] === EDGE.element && nodeType[to] === NODE.synthetic && strings.is(nodeName[to]!, '(Document DOM trees)');
}

/** The nodes that refer to each: `from` between `first[node]` and `first[node + 1]`. */
interface Referrers {
  readonly first: Uint32Array;
  readonly from: Uint32Array;
}

function referrersOf({ nodeCount, firstEdge, edgeTo }: HeapSnapshot, counts: Uint8Array): Referrers {
  const first = new Uint32Array(nodeCount + 1);
  for (let edge = 0; edge < counts.length; edge++) if (counts[edge] === 1) first[edgeTo[edge]! + 1]! += 1;
  for (let node = 0; node < nodeCount; node++) first[node + 1]! += first[node]!;
  const from = new Uint32Array(first[nodeCount]!);
  const next = first.slice(0, nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) if (counts[edge] === 1) from[next[edgeTo[edge]!]!++] = node;
  }
  return { first, from };
}

/** Nodes in the order of a walk: `numberOf` their numbers in it, `parent` the number from which each was reached. */
interface Walk {
  readonly order: Uint32Array;
  readonly numberOf: Uint32Array;
  readonly parent: Uint32Array;
}

/** Nodes that cannot be reached, such as those of weak references, are walked from the root, too: first those to which nothing refers. */
function walkDepthFirst({ nodeCount, firstEdge, edgeTo }: HeapSnapshot, counts: Uint8Array): Walk {
  const order = new Uint32Array(nodeCount);
  const numberOf = new Uint32Array(nodeCount).fill(NONE);
  const parent = new Uint32Array(nodeCount);
  const nextEdge = firstEdge.slice(0, nodeCount);
  let count = 0;
  const number = (node: Index, from: Index): void => {
    numberOf[node] = count;
    parent[count] = from;
    order[count++] = node;
  };
  const nextUnvisited = (node: Index): Index => {
    while (nextEdge[node]! < firstEdge[node + 1]!) {
      const edge = nextEdge[node]!++;
      if (counts[edge] === 1 && numberOf[edgeTo[edge]!] === NONE) return edgeTo[edge]!;
    }
    return NONE;
  };
  const walkFrom = (start: Index): void => {
    number(start, 0);
    const startNumber = numberOf[start]!;
    for (let at = startNumber; ; ) {
      const to = nextUnvisited(order[at]!);
      if (to !== NONE) {
        number(to, at);
        at = count - 1;
      } else if (at === startNumber) return;
      else at = parent[at]!;
    }
  };
  walkFrom(ROOT);
  if (count < nodeCount) {
    const isReferredTo = new Uint8Array(nodeCount);
    for (let edge = 0; edge < counts.length; edge++) if (counts[edge] === 1) isReferredTo[edgeTo[edge]!] = 1;
    for (let node = 0; node < nodeCount; node++) if (numberOf[node] === NONE && isReferredTo[node] === 0) walkFrom(node);
    for (let node = 0; node < nodeCount; node++) if (numberOf[node] === NONE) number(node, 0);
  }
  return { order, numberOf, parent };
}

/** All by number of the walk. The names are those of the paper. */
function dominatorsByNumber({ order, numberOf, parent }: Walk, { first, from }: Referrers): Uint32Array {
  const count = order.length;
  const semi = new Uint32Array(count);
  const label = new Uint32Array(count);
  for (let w = 0; w < count; w++) semi[w] = label[w] = w;
  const ancestor = new Uint32Array(count).fill(NONE);
  const dom = new Uint32Array(count);
  /** Lists of numbers, each linked to the next. */
  const bucket = new Uint32Array(count).fill(NONE);
  const nextInBucket = new Uint32Array(count);
  const path = new Uint32Array(count);

  const evaluate = (v: number): number => {
    if (ancestor[v] === NONE) return v;
    let length = 0;
    for (let u = v; ancestor[ancestor[u]!] !== NONE; u = ancestor[u]!) path[length++] = u;
    while (length > 0) {
      const u = path[--length]!;
      const above = ancestor[u]!;
      if (semi[label[above]!]! < semi[label[u]!]!) label[u] = label[above]!;
      ancestor[u] = ancestor[above]!;
    }
    return label[v]!;
  };

  for (let w = count - 1; w > 0; w--) {
    const node = order[w]!;
    // Nodes to which nothing refers count as referred to by the root.
    if (first[node] === first[node + 1]) semi[w] = 0;
    for (let at = first[node]!; at < first[node + 1]!; at++) {
      const reached = semi[evaluate(numberOf[from[at]!]!)]!;
      if (reached < semi[w]!) semi[w] = reached;
    }
    nextInBucket[w] = bucket[semi[w]!]!;
    bucket[semi[w]!] = w;
    const above = parent[w]!;
    ancestor[w] = above;
    for (let v = bucket[above]!; v !== NONE; v = nextInBucket[v]!) {
      const u = evaluate(v);
      dom[v] = semi[u]! < semi[v]! ? u : above;
    }
    bucket[above] = NONE;
  }
  for (let w = 1; w < count; w++) if (dom[w] !== semi[w]) dom[w] = dom[dom[w]!]!;
  return dom;
}
