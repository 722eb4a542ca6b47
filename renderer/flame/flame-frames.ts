/**
 * What is drawn of a call tree: the frames that can be seen in a given width, below the callers of what is zoomed into. Frames that are too
 * narrow are joined (flame-layout.ts). Pure.
 */
import { countFrames, type FlameTree, layoutFlame } from '../../shared/charts/flame-layout.ts';
import { ancestorsOf, type FlameNode, type FramePath, findNode, pathOf } from './flame-model.ts';

/** A frame of the drawing. The library expects the names `value`, `children` and `fade`. */
export interface FlameFrame {
  /** Of joined frames the first. */
  readonly node: FlameNode;
  /** Neighbours below one caller that are drawn as one frame, with all they called; null: a frame of its own. */
  readonly joined: readonly FlameNode[] | null;
  /** The width: what is seen of it. */
  readonly value: number;
  readonly children: FlameFrame[];
  readonly parent: FlameFrame | null;
  /** It is above what is zoomed into: as wide as the drawing, and faded. */
  readonly fade: boolean;
}

/** Shares of a width, 0 to 1. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** What fills the width: the frame at `path`, or of those that it called the ones from one key to another; or a part of them. */
export interface FlameZoom {
  readonly path: FramePath;
  readonly among: { readonly from: string; readonly to: string } | null;
  readonly part: Part | null;
}

export const NO_ZOOM: FlameZoom = { path: [], among: null, part: null };

export function isAll({ path, among, part }: FlameZoom): boolean {
  return path.length === 0 && among === null && part === null;
}

/** A zoom in one tree. */
export interface Zoomed {
  readonly node: FlameNode;
  /** The callees of `node` that fill the width; null: it does so itself. */
  readonly among: readonly FlameNode[] | null;
  /** The part of them that does; null: all of it. */
  readonly part: Part | null;
}

/** What there is of a zoom in this tree: the nearest frame above where something is missing. */
export function findZoomed(root: FlameNode, { path, among, part }: FlameZoom): Zoomed {
  const node = findNode(root, path);
  if (node.depth < path.length) return { node, among: null, part: null };
  if (among === null) return { node, among, part };
  const found = node.children.filter(({ key }) => key >= among.from && key <= among.to);
  return found.length === 0 ? { node, among: null, part: null } : { node, among: found, part };
}

/** The zoom as it is in this tree; null: this tree does not have it. */
export function findZoomedExactly(root: FlameNode, zoom: FlameZoom): Zoomed | null {
  const found = findZoomed(root, zoom);
  const isSame = found.node.depth === zoom.path.length && (found.among === null) === (zoom.among === null);
  return isSame ? found : null;
}

export function valueOfZoomed({ node, among }: Zoomed): number {
  return among === null ? node.value : sumOf(among);
}

/** The zoom of a click on a frame. */
export function zoomInto({ node, joined }: FlameFrame): FlameZoom {
  const last = joined === null ? node : joined[joined.length - 1]!;
  if (node === last || node.parent === null) return zoomTo(node);
  return { path: pathOf(node.parent), among: { from: node.key, to: last.key }, part: null };
}

export function zoomTo(node: FlameNode): FlameZoom {
  return { path: pathOf(node), among: null, part: null };
}

/** Pixels. Narrower frames can neither be told apart nor be pointed at. */
const LEAST_WIDTH = 2;
/** Frames of their own. More of them make every redraw slow and are a pattern, not a picture. */
const MOST_FRAMES = 2_000;

const TREE: FlameTree<FlameNode> = { valueOf: ({ value }) => value, childrenOf: ({ children }) => children };

/** `width`: pixels of the drawing. */
export function cutToFrames(zoomed: Zoomed, width: number): FlameFrame {
  const { node, among, part } = zoomed;
  const whole = valueOfZoomed(zoomed);
  const full = part === null ? whole : (part.to - part.from) * whole;
  const tree = part === null ? TREE : cutToPart(among ?? [node], part.from * whole, part.to * whole);
  const above = ancestorsOf(node).slice(0, among === null ? -1 : undefined);
  const caller = above.reduce<FlameFrame | null>((parent, at) => attach(parent, { node: at, joined: null, value: full, fade: true }), null);
  const placed = layoutFlame(tree, among ?? [node], {
    width,
    full,
    least: LEAST_WIDTH,
    most: MOST_FRAMES,
    levels: Number.POSITIVE_INFINITY,
  });
  const frames: FlameFrame[] = [];
  for (const { node: at, joined, value, caller: index } of placed) {
    frames.push(attach(frames[index] ?? caller, { node: at, joined, value, fade: false }));
  }
  // A side of a comparison in which nothing took time has no frames.
  const top = caller ?? frames[0] ?? attach(null, { node, joined: null, value: 0, fade: false });
  return rootOf(top);
}

/**
 * The tree with what is outside of a part cut off. Callees stand at the left edge of their caller, and still do after the cut: what is cut off at
 * the left is cut off of both.
 */
function cutToPart(tops: readonly FlameNode[], from: number, to: number): FlameTree<FlameNode> {
  const cut = new Map<FlameNode, number>();
  const rows = [{ nodes: tops, start: 0 }];
  for (let row = rows.pop(); row !== undefined; row = rows.pop()) {
    let edge = row.start;
    for (const node of row.nodes) {
      const end = edge + node.value;
      const seen = Math.max(0, Math.min(end, to) - Math.max(edge, from));
      if (seen < node.value) {
        cut.set(node, seen);
        if (seen > 0) rows.push({ nodes: node.children, start: edge });
      }
      edge = end;
    }
  }
  return { ...TREE, valueOf: (node) => cut.get(node) ?? node.value };
}

function attach(parent: FlameFrame | null, frame: Omit<FlameFrame, 'children' | 'parent'>): FlameFrame {
  const attached: FlameFrame = { ...frame, children: [], parent };
  parent?.children.push(attached);
  return attached;
}

function rootOf(frame: FlameFrame): FlameFrame {
  let at = frame;
  while (at.parent !== null) at = at.parent;
  return at;
}

/** With those below them. */
export function countNodes(nodes: readonly FlameNode[]): number {
  return countFrames(TREE, nodes);
}

export function sumOf(nodes: readonly FlameNode[]): number {
  return nodes.reduce((sum, { value }) => sum + value, 0);
}

/** The frame in which the node at `path` is drawn, or the deepest one above it. */
export function frameAt(root: FlameFrame, path: FramePath): FlameFrame {
  let frame = root;
  for (const key of path) {
    const next = frame.children.find(({ node, joined }) => (joined === null ? node.key === key : joined.some((one) => one.key === key)));
    if (next === undefined) break;
    frame = next;
    if (frame.joined !== null) break;
  }
  return frame;
}

/** How many of them match the search, with those below them. */
export function countMatches(nodes: readonly FlameNode[]): number {
  const stack = [...nodes];
  let count = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.match) count += 1;
    for (const child of node.children) stack.push(child);
  }
  return count;
}

export type Step = 'up' | 'down' | 'left' | 'right';

function widest(frames: readonly FlameFrame[]): FlameFrame | null {
  return frames.reduce<FlameFrame | null>((best, frame) => (best === null || frame.value > best.value ? frame : best), null);
}

/**
 * The frame that a key moves to in a graph that grows downwards: up is the caller, down the widest callee, left and right the
 * neighbours among `isDrawn`. Null: there is none.
 */
export function stepFrom(frame: FlameFrame, step: Step, isDrawn: (frame: FlameFrame) => boolean): FlameFrame | null {
  if (step === 'up') return frame.parent;
  if (step === 'down') return widest(frame.children.filter(isDrawn));
  const siblings = frame.parent?.children.filter((sibling) => sibling === frame || isDrawn(sibling)) ?? [];
  return siblings[siblings.indexOf(frame) + (step === 'left' ? -1 : 1)] ?? null;
}
