/** A snapshot of a heap of V8 as columns of numbers: objects and what they refer to. */
import type { Bytes, Index } from '../base/units.ts';
import type { StringTable } from './string-table.ts';

/** Types of nodes as files name them; a type that is none of them is `other`. */
const NODE_NAMES = [
  'other',
  'hidden',
  'array',
  'string',
  'object',
  'code',
  'closure',
  'regexp',
  'number',
  'native',
  'synthetic',
  'concatenated string',
  'sliced string',
  'symbol',
  'bigint',
  'object shape',
] as const;
const EDGE_NAMES = ['other', 'context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak'] as const;

export type NodeType = (typeof NODE_NAMES)[number];
type EdgeType = (typeof EDGE_NAMES)[number];

const numbered = <T extends string>(names: readonly T[]) =>
  Object.fromEntries(names.map((name, index) => [name, index])) as Record<T, Index>;
/** Numbers of the types in the columns `nodeType` and `edgeType`. */
export const NODE: Readonly<Record<NodeType, Index>> = numbered(NODE_NAMES);
export const EDGE: Readonly<Record<EdgeType, Index>> = numbered(EDGE_NAMES);

/** Node 0 is the root. Edges of node `n` are those from `firstEdge[n]` up to, and without, `firstEdge[n + 1]`. */
export interface HeapSnapshot {
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly nodeType: Uint8Array;
  /** Indexes of `strings`. */
  readonly nodeName: Uint32Array;
  /** An object has the same number in all snapshots of one process. */
  readonly nodeId: Uint32Array;
  readonly selfSize: Float64Array;
  readonly firstEdge: Uint32Array;
  readonly edgeType: Uint8Array;
  /** An index of `strings`; of elements and hidden edges, a number. */
  readonly edgeName: Uint32Array;
  readonly edgeTo: Uint32Array;
  readonly places: FunctionPlaces;
  readonly strings: StringTable;
}

/** Where functions stand in their scripts: rows of the same index. Lines and columns count from 0. */
export interface FunctionPlaces {
  readonly node: Uint32Array;
  readonly line: Uint32Array;
  readonly column: Uint32Array;
}

/** What a snapshot takes in memory for each node and edge, with what is made of it meanwhile (`dominators.ts`, `own-sizes.ts`). */
export const BYTES_PER_NODE: Bytes = 74;
export const BYTES_PER_EDGE: Bytes = 14;

/** Whether the name of such an edge is a text. */
export function hasTextName(edgeType: Index): boolean {
  return edgeType !== EDGE.element && edgeType !== EDGE.hidden;
}
