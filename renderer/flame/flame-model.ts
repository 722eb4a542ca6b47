/** The call tree as the flame graph draws it: plain nested data with the marks of zoom and search, and queries on it. */
import { type FrameColumns, frameKey } from '../../shared/charts/flame-layout.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import { FRAME_KINDS } from '../../shared/profile/frame-kind.ts';
import { matcherOf } from '../../shared/profile/frame-search.ts';
import type { FlameColumns } from '../../shared/protocol/contract.ts';

export interface FlameNode {
  readonly name: string;
  readonly url: string;
  /** One-based; 0: unknown. */
  readonly line: number;
  readonly kind: FrameKind;
  /** Self weight, in the unit of the columns. */
  readonly self: number;
  /** Total weight, the width. The library expects this name. */
  readonly value: number;
  readonly children: FlameNode[];
  readonly parent: FlameNode | null;
  readonly depth: number;
  /** Outside the zoomed frame: not drawn. The library reads and writes these two. */
  hide: boolean;
  /** Ancestor of the zoomed frame: drawn at full width, faded. */
  fade: boolean;
  match: boolean;
  /** The colour, where it is not that of the kind: a name of the palette, for example `diff-less-3`. */
  readonly paint?: string;
  /** Tells frames of one function under one caller apart, where there are such. */
  readonly apart?: string;
  /** The label, if it is more than the name. */
  readonly label?: string;
}

/** Identifies a frame in a newer tree, to keep the zoom. */
export function frameName({ name, url, line, apart }: FlameNode): string {
  return apart === undefined ? frameKey(name, url, line) : `${frameKey(name, url, line)}\n${apart}`;
}

/** By name, not by weight, so that frames keep their places during a run. */
function byName(a: FlameNode, b: FlameNode): number {
  const [first, second] = [frameName(a), frameName(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Parents come before their children in the columns, so one pass links them. Null: there are no nodes. */
export function buildFlameTree(columns: FlameColumns): FlameNode | null {
  return linkNodes(columns, (node, index) => ({ ...node, self: columns.self[index] ?? 0, value: columns.total[index] ?? 0 }));
}

type Bare = Omit<FlameNode, 'self' | 'value'>;

export function linkNodes<T extends FlameNode>(columns: FrameColumns, weigh: (node: Bare, index: number) => T): T | null {
  const nodes: T[] = [];
  for (let index = 0; index < columns.parent.length; index++) {
    const parent = nodes[columns.parent[index] ?? -1] ?? null;
    const bare: Bare = {
      name: columns.meta.names[columns.name[index] ?? 0] ?? '',
      url: columns.meta.urls[columns.url[index] ?? 0] ?? '',
      line: columns.line[index] ?? 0,
      kind: FRAME_KINDS[columns.kind[index] ?? 3] ?? 'native',
      children: [],
      parent,
      depth: parent === null ? 0 : parent.depth + 1,
      hide: false,
      fade: false,
      match: false,
    };
    const node = weigh(bare, index);
    parent?.children.push(node);
    nodes.push(node);
  }
  for (const node of nodes) if (node.children.length > 1) node.children.sort(byName);
  return nodes[0] ?? null;
}

/** Frame names from below the root down to the node; empty for the root. */
export type FramePath = readonly string[];

export function pathOf(node: FlameNode): FramePath {
  const path: string[] = [];
  for (let at: FlameNode | null = node; at?.parent; at = at.parent) path.unshift(frameName(at));
  return path;
}

/** The node at `path`, or the deepest one above it that (still) exists. */
export function findNode(root: FlameNode, path: FramePath): FlameNode {
  let node = root;
  for (const name of path) {
    const next = node.children.find((child) => frameName(child) === name);
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

export function ancestorsOf(node: FlameNode): FlameNode[] {
  const out: FlameNode[] = [];
  for (let at: FlameNode | null = node; at !== null; at = at.parent) out.unshift(at);
  return out;
}

function visit(node: FlameNode, each: (node: FlameNode) => void): void {
  const stack = [node];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    each(at);
    stack.push(...at.children);
  }
}

/** Marks what the library draws when `zoomed` fills the width: its ancestors faded, everything beside them hidden. */
export function markZoomThroughMutation(root: FlameNode, zoomed: FlameNode): void {
  visit(root, (node) => {
    node.hide = false;
    node.fade = false;
  });
  for (let at = zoomed; at.parent !== null; at = at.parent) {
    at.parent.fade = true;
    for (const sibling of at.parent.children) if (sibling !== at) sibling.hide = true;
  }
}

export interface SearchResult {
  readonly frames: number;
  /** Weight of the matching frames and their callees, each sample counted once. */
  readonly weight: number;
}

/** Whether a frame is marked without being searched for. */
export type IsMarked = (node: FlameNode) => boolean;

/** A match inside a match adds no weight. */
export function markMatchesThroughMutation(root: FlameNode, query: string, isMarked: IsMarked = () => false): SearchResult {
  const isFound = matcherOf(query);
  let frames = 0;
  let weight = 0;
  const look = (start: FlameNode): void => {
    const stack: { node: FlameNode; inside: boolean }[] = [{ node: start, inside: false }];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { node, inside } = at;
      node.match = node.parent !== null && (isMarked(node) || (isFound?.(node.name, node.url) ?? false));
      if (node.match) {
        frames += 1;
        if (!inside) weight += node.value;
      }
      for (const child of node.children) stack.push({ node: child, inside: inside || node.match });
    }
  };
  look(root);
  return { frames, weight };
}

export type Step = 'up' | 'down' | 'left' | 'right';

function heaviest(nodes: readonly FlameNode[]): FlameNode | undefined {
  return nodes.reduce<FlameNode | undefined>((best, node) => (best === undefined || node.value > best.value ? node : best), undefined);
}

/**
 * The frame that a key moves to in a graph that grows downwards: up is the caller, down the heaviest callee, left and right the
 * neighbours among `isDrawn`. Null: there is none.
 */
export function stepFrom(node: FlameNode, step: Step, isDrawn: (node: FlameNode) => boolean): FlameNode | null {
  if (step === 'up') return node.parent;
  if (step === 'down') return heaviest(node.children.filter(isDrawn)) ?? null;
  const siblings = node.parent?.children.filter((sibling) => sibling === node || isDrawn(sibling)) ?? [];
  return siblings[siblings.indexOf(node) + (step === 'left' ? -1 : 1)] ?? null;
}
