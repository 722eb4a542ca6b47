/**
 * The way to an object that says most: over properties and variables rather than over what V8 has in between, and not by way of compiled code,
 * which refers to whatever it once saw.
 */
import type { Index } from '../base/units.ts';
import { isBlockVariable } from './block-variables.ts';
import { EDGE, type HeapSnapshot, NODE } from './snapshot.ts';

/** By type of edge. 0: not a way. */
const COST = new Uint8Array(Object.keys(EDGE).length);
COST[EDGE.other] = 12;
COST[EDGE.context] = 2;
COST[EDGE.element] = 3;
COST[EDGE.property] = 2;
COST[EDGE.internal] = 6;
COST[EDGE.hidden] = 12;
COST[EDGE.shortcut] = 2;
const COST_OF_BLOCK_VARIABLE = COST[EDGE.context]!;
const COST_INTO_CODE = 8;
const HIGHEST = 12 + COST_INTO_CODE;

const ROOT = 0;
const NONE = 0xffff_ffff;

/** A step of a way: the edge, and the node that it leaves. */
export interface Step {
  readonly from: Index;
  readonly edge: Index;
}

/** From the root to each of the wanted nodes; without those that are not reached. */
export function cheapestPaths(snapshot: HeapSnapshot, wanted: ReadonlySet<Index>): ReadonlyMap<Index, readonly Step[]> {
  const { nodeCount, firstEdge, edgeType, edgeTo, nodeType } = snapshot;
  const cost = new Uint32Array(nodeCount).fill(NONE);
  const cameFrom = new Uint32Array(nodeCount);
  const cameBy = new Uint32Array(nodeCount);
  /** Nodes by what it costs to reach them; one may be in several, and the first counts. */
  const waiting: Index[][] = Array.from({ length: HIGHEST + 1 }, () => []);
  const isDone = new Uint8Array(nodeCount);
  let left = wanted.size;
  let waits = 1;
  cost[ROOT] = 0;
  waiting[0]!.push(ROOT);
  for (let spent = 0; waits > 0 && left > 0; spent++) {
    const now = waiting[spent % waiting.length]!;
    for (let node = now.pop(); node !== undefined; node = now.pop()) {
      waits -= 1;
      if (isDone[node] === 1) continue;
      isDone[node] = 1;
      if (wanted.has(node)) left -= 1;
      for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
        const step = isBlockVariable(snapshot, node, edge) ? COST_OF_BLOCK_VARIABLE : COST[edgeType[edge]!]!;
        const to = edgeTo[edge]!;
        if (step === 0) continue;
        const reached = spent + step + (nodeType[to] === NODE.code ? COST_INTO_CODE : 0);
        if (reached >= cost[to]!) continue;
        cost[to] = reached;
        cameFrom[to] = node;
        cameBy[to] = edge;
        waiting[reached % waiting.length]!.push(to);
        waits += 1;
      }
    }
  }
  const pathTo = (node: Index): Step[] => {
    const steps: Step[] = [];
    for (let at = node; at !== ROOT; at = cameFrom[at]!) steps.push({ from: cameFrom[at]!, edge: cameBy[at]! });
    return steps.reverse();
  };
  return new Map([...wanted].filter((node) => isDone[node] === 1).map((node) => [node, pathTo(node)]));
}
