/** The call tree behind a flame graph: plain nested data with the marks of a search, and queries on it. */
import { type FrameColumns, frameKey } from '../../shared/charts/flame-layout.ts';
import { calledName } from '../../shared/format/place.ts';
import { FRAME_KINDS } from '../../shared/model/profile/frame-kind.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import { matcherOf } from '../../shared/profile/tree/frame-search.ts';

/** Nodes that are asked for: twice the number of frames one pixel wide. More cost time and would not be visible. */
export const MAX_NODES = 20_000;

export interface FlameNode {
  readonly name: string;
  readonly url: string;
  /** One-based; 0: unknown. */
  readonly line: number;
  readonly kind: FrameKind;
  /** Identifies it among the callees of its caller, in a newer tree, too. They are in the order of their keys. */
  readonly key: string;
  /** Self weight, in the unit of the columns. */
  readonly self: number;
  /** Of what is folded into it; not in `self`. */
  readonly folded: number;
  /** Total weight, the width. */
  readonly value: number;
  readonly children: FlameNode[];
  readonly parent: FlameNode | null;
  readonly depth: number;
  match: boolean;
  /** It or a frame below it is a match. */
  hasMatch: boolean;
  /** The colour, where it is not that of the kind: a name of the palette, for example `diff-less-3`. */
  readonly paint?: string;
  /** The label, if it is more than the name. */
  readonly label?: string;
}

/** By name, not by weight, so that frames keep their places during a run. */
function byKey(a: FlameNode, b: FlameNode): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** Parents come before their children in the columns, so one pass links them. Null: there are no nodes. */
export function buildFlameTree(columns: FlameColumns): FlameNode | null {
  // In place: of ten thousand nodes copies would be felt.
  return linkNodes<FlameNode>(columns, (node, index) => {
    node.folded = columns.folded[index] ?? 0;
    node.self = (columns.self[index] ?? 0) - node.folded;
    node.value = columns.total[index] ?? 0;
    return node;
  });
}

/** A node whose weights are still to be set. */
type Bare = Omit<FlameNode, 'self' | 'folded' | 'value'> & { self: number; folded: number; value: number };

export function linkNodes<T extends FlameNode>(columns: FrameColumns, weigh: (node: Bare, index: number) => T): T | null {
  const nodes: T[] = [];
  const functionOf = nameFunctions(columns);
  for (let index = 0; index < columns.parent.length; index++) {
    const parent = nodes[columns.parent[index] ?? -1] ?? null;
    const { name, url, line, key } = functionOf(index);
    const bare: Bare = {
      name,
      url,
      line,
      key,
      self: 0,
      folded: 0,
      value: 0,
      kind: FRAME_KINDS[columns.kind[index] ?? 3] ?? 'native',
      children: [],
      parent,
      depth: parent === null ? 0 : parent.depth + 1,
      match: false,
      hasMatch: false,
    };
    const node = weigh(bare, index);
    parent?.children.push(node);
    nodes.push(node);
  }
  for (const node of nodes) if (node.children.length > 1) node.children.sort(byKey);
  return nodes[0] ?? null;
}

type NamedFunction = Pick<FlameNode, 'name' | 'url' | 'line' | 'key'>;

/** A function has many frames. Its key is made once: making and comparing texts is what takes long in building a tree. */
function nameFunctions({ meta: { names, urls }, ...columns }: FrameColumns): (index: number) => NamedFunction {
  const known = new Map<number, Map<number, NamedFunction>>();
  return (index) => {
    const [nameAt, urlAt, line] = [columns.name[index] ?? 0, columns.url[index] ?? 0, columns.line[index] ?? 0];
    const lines = getOrMake(known, nameAt * urls.length + urlAt, () => new Map<number, NamedFunction>());
    return getOrMake(lines, line, () => {
      const [name, url] = [names[nameAt] ?? '', urls[urlAt] ?? ''];
      return { name, url, line, key: frameKey(name, url, line) };
    });
  };
}

function getOrMake<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** What a node is called where its file is not beside it. */
export function calledNode({ name, url, line }: Pick<FlameNode, 'name' | 'url' | 'line'>): string {
  return calledName(name, url, line);
}

/** Keys from below the root down to the node; empty for the root. */
export type FramePath = readonly string[];

export function pathOf(node: FlameNode): FramePath {
  const path: string[] = [];
  for (let at: FlameNode | null = node; at?.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** The node at `path`, or the deepest one above it that (still) exists. */
export function findNode(root: FlameNode, path: FramePath): FlameNode {
  let node = root;
  for (const key of path) {
    const next = node.children.find((child) => child.key === key);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

/** The node at `path`; null: this tree has none there. */
export function findExactly(root: FlameNode, path: FramePath): FlameNode | null {
  const found = findNode(root, path);
  return found.depth === path.length ? found : null;
}

/** Whether its function is on the stack more than once, above or below it. */
export function recurs(node: FlameNode): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (at.key === node.key) return true;
  const open = [...node.children];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.key === node.key) return true;
    open.push(...at.children);
  }
  return false;
}

/** Of the frames of a function the widest. */
export function findHeaviest(root: FlameNode, key: string): FlameNode | null {
  return heaviestOf(root, (node) => node.key === key);
}

/** Where the user's own code begins that most of the time is below. */
export function findHeaviestOwn(root: FlameNode): FlameNode | null {
  return heaviestOf(root, ({ kind, parent }) => kind === 'own' && parent !== null);
}

/** Of a stack the outermost: what it called is no heavier. */
function heaviestOf(root: FlameNode, is: (node: FlameNode) => boolean): FlameNode | null {
  let found: FlameNode | null = null;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (is(node) && (found === null || node.value > found.value)) found = node;
    open.push(...node.children);
  }
  return found;
}

/** Of the time of a function. A few samples are always taken in another stack: of code that is not optimised yet, or already inlined. */
const NEARLY_ALL = 0.95;

/** Whether this frame is nearly all that there is of its function; what the function called of itself is in the same stack. */
export function isNearlyAll(root: FlameNode, { key, value }: FlameNode): boolean {
  let all = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.key === key) all += node.value;
    else open.push(...node.children);
  }
  return value >= NEARLY_ALL * all;
}

export function rootOf(node: FlameNode): FlameNode {
  let at = node;
  while (at.parent !== null) at = at.parent;
  return at;
}

export function ancestorsOf(node: FlameNode): FlameNode[] {
  const out: FlameNode[] = [];
  for (let at: FlameNode | null = node; at !== null; at = at.parent) out.unshift(at);
  return out;
}

/** Of a function wherever it stands below a node, also where it calls itself. */
export function selfOf(root: FlameNode, key: string): number {
  let self = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.key === key) self += node.self;
    open.push(...node.children);
  }
  return self;
}

export interface SearchResult {
  readonly frames: number;
  /** Weight of the matching frames and their callees, each sample counted once. */
  readonly weight: number;
  /** The matching frames, callers before their callees, from left to right. */
  readonly hits: readonly FlameNode[];
}

/** Whether a frame is marked without being searched for. */
export type IsMarked = (node: FlameNode) => boolean;

/** Roots of trees in which something is marked. */
const markedTrees = new WeakSet<FlameNode>();

/** A function has many frames and is looked at once. Null: no search. */
function findFunctions(query: string): IsMarked | null {
  const isFound = matcherOf(query);
  if (isFound === null) return null;
  const known = new Map<string, boolean>();
  return ({ key, name, url, line }) => getOrMake(known, key, () => isFound(name, url, line));
}

/** A match inside a match adds no weight. */
export function markMatchesThroughMutation(root: FlameNode, query: string, isMarked?: IsMarked): SearchResult {
  const isFound = findFunctions(query);
  const isPlain = isFound === null && isMarked === undefined;
  if (isPlain && !markedTrees.has(root)) return { frames: 0, weight: 0, hits: [] };
  if (isPlain) markedTrees.delete(root);
  else markedTrees.add(root);
  const hits: FlameNode[] = [];
  let weight = 0;
  const look = (start: FlameNode): void => {
    const stack: { node: FlameNode; inside: boolean }[] = [{ node: start, inside: false }];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { node, inside } = at;
      node.match = node.parent !== null && ((isMarked?.(node) ?? false) || (isFound?.(node) ?? false));
      node.hasMatch = false;
      if (node.match) {
        hits.push(node);
        // Callers come first, so what is set here stays.
        for (let above: FlameNode | null = node; above !== null && !above.hasMatch; above = above.parent) above.hasMatch = true;
        if (!inside) weight += node.value;
      }
      for (let child = node.children.length - 1; child >= 0; child--) {
        stack.push({ node: node.children[child]!, inside: inside || node.match });
      }
    }
  };
  look(root);
  return { frames: hits.length, weight, hits };
}
