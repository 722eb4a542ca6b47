/**
 * Variables of blocks. Those of a function or a module are edges with their names; in the scope of a block, V8 numbers what its variables hold and has
 * their names in a list beside it, in the same order (Node 18 to 26):
 *
 *   { const sessions = new Map(); let count = 0; ... }      scope ── 0 ──► Map      scope_info ── 0 ──► "sessions", 1 ──► "count"
 *
 * A number that stands in the scope itself is no edge, so that there may be fewer of these than names: which of them is meant is not known then.
 */
import type { Index } from '../base/units.ts';
import { EDGE, type HeapSnapshot, NODE } from './snapshot.ts';

/** What variables of a function or a block are in. They lie within each other. */
export const SCOPE = 'system / Context';
/** More names that it may be say nothing. */
const MOST_NAMES = 3;

/** Asked for each edge of a heap. */
export function isBlockVariable({ edgeType, nodeType, nodeName, strings }: HeapSnapshot, from: Index, edge: Index): boolean {
  return edgeType[edge] === EDGE.hidden && nodeType[from] === NODE.object && strings.is(nodeName[from]!, SCOPE);
}

/** `sessions`; `sessions/count`: one of these. Empty: not known. */
export function nameBlockVariable(snapshot: HeapSnapshot, from: Index, edge: Index): string {
  const { edgeTo, edgeName, edgeType, nodeType, nodeName, strings } = snapshot;
  const edges = edgesOf(snapshot, from);
  const info = edges.find((one) => edgeType[one] === EDGE.internal && strings.is(edgeName[one]!, 'scope_info'));
  // What the scope of a function has beside its variables is none.
  if (info === undefined || edges.some((one) => edgeType[one] === EDGE.context)) return '';
  const held = numbered(snapshot, edges);
  const names = numbered(snapshot, edgesOf(snapshot, edgeTo[info]!))
    .map((one) => edgeTo[one]!)
    .filter((node) => nodeType[node] === NODE.string);
  const at = held.indexOf(edge);
  const possible = names.slice(at, at + 1 + names.length - held.length);
  return possible.length > MOST_NAMES ? '' : possible.map((node) => strings.text(nodeName[node]!)).join('/');
}

function edgesOf({ firstEdge }: HeapSnapshot, node: Index): Index[] {
  const first = firstEdge[node]!;
  return Array.from({ length: firstEdge[node + 1]! - first }, (_, at) => first + at);
}

function numbered({ edgeType, edgeName }: HeapSnapshot, edges: readonly Index[]): Index[] {
  return edges.filter((edge) => edgeType[edge] === EDGE.hidden).sort((a, b) => edgeName[a]! - edgeName[b]!);
}
