/**
 * Where the frames of a flame graph stand: widest at the top, below a frame what it called, by name. Pure geometry over a call tree in
 * columns. On the screen a library places the frames so that they can move; order and widths are these, and a test holds both together.
 */

/** Columns that name the frames of one profile or of two: parents before their children. */
export interface FrameColumns {
  readonly meta: { readonly names: readonly string[]; readonly urls: readonly string[] };
  readonly parent: Int32Array;
  readonly name: Uint32Array;
  readonly url: Uint32Array;
  readonly line: Uint32Array;
  readonly kind: Uint8Array;
}

/** Names a frame under its caller. Frames are in the order of these, so that the same function stands at the same place. */
export function frameKey(name: string, url: string, line: number): string {
  return `${name}\n${url}\n${line}`;
}

/** What a frame of two profiles is as wide as. `both`: the mean, so that frames of one side only are seen, too. */
export type DiffWidth = 'a' | 'b' | 'both';
interface Totals {
  readonly totalA: number;
  readonly totalB: number;
}
export const widthOf: Readonly<Record<DiffWidth, (totals: Totals) => number>> = {
  a: ({ totalA }) => totalA,
  b: ({ totalB }) => totalB,
  both: ({ totalA, totalB }) => (totalA + totalB) / 2,
};

export interface FlameShape {
  /** Parents before their children; node 0 is the root, its parent -1. */
  readonly parent: Int32Array;
  /** What the width stands for. */
  readonly value: ArrayLike<number>;
  /** `frameKey` of a node: orders the frames under one parent. */
  readonly keyOf: (node: number) => string;
}

export interface PlacedFrame {
  readonly node: number;
  readonly x: number;
  readonly width: number;
  readonly depth: number;
}

export interface FlameLayout {
  /** Parents before their children. */
  readonly frames: readonly PlacedFrame[];
  readonly levels: number;
  /** Nodes too small, or too deep, to be drawn. */
  readonly folded: number;
}

export interface FlameLimits {
  /** Width of `full`. */
  readonly width: number;
  /** The value that fills the width. */
  readonly full: number;
  /** Narrower frames are left out. */
  readonly least: number;
  /** Most frames; the widest stay. */
  readonly most: number;
}

/** A page of paper; deeper stacks are recursion that says the same again. */
const MOST_LEVELS = 60;

export function layoutFlame({ parent, value, keyOf }: FlameShape, { width, full, least, most }: FlameLimits): FlameLayout {
  const depth = new Int32Array(parent.length);
  for (let node = 1; node < parent.length; node++) depth[node] = depth[parent[node]!]! + 1;
  const scale = full > 0 ? width / full : 0;
  // A caller is at least as wide as what it called, so the widest ones are a tree.
  const kept = new Set(
    Array.from(parent, (_, node) => node)
      .filter((node) => depth[node]! < MOST_LEVELS && value[node]! * scale >= least)
      .sort((a, b) => value[b]! - value[a]! || depth[a]! - depth[b]! || a - b)
      .slice(0, most),
  );
  const children = new Map<number, number[]>();
  for (let node = 1; node < parent.length; node++) {
    if (!kept.has(node) || !kept.has(parent[node]!)) continue;
    const siblings = children.get(parent[node]!);
    if (siblings === undefined) children.set(parent[node]!, [node]);
    else siblings.push(node);
  }
  const frames: PlacedFrame[] = [];
  if (kept.has(0)) frames.push({ node: 0, x: 0, width: value[0]! * scale, depth: 0 });
  for (let next = 0; next < frames.length; next++) {
    const above = frames[next]!;
    let x = above.x;
    for (const node of sortByKey(children.get(above.node) ?? [], keyOf)) {
      const wide = value[node]! * scale;
      frames.push({ node, x, width: wide, depth: above.depth + 1 });
      x += wide;
    }
  }
  return { frames, levels: frames.reduce((most, frame) => Math.max(most, frame.depth + 1), 0), folded: parent.length - frames.length };
}

function sortByKey(nodes: readonly number[], keyOf: (node: number) => string): number[] {
  return nodes
    .map((node) => ({ node, key: keyOf(node) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.node - b.node))
    .map(({ node }) => node);
}

/** As much of a name as fits a frame; wide letters (Chinese, Japanese, Korean, most symbols) take two places. */
export function fitName(name: string, width: number, perLetter: number): string {
  let room = Math.floor((width - 6) / perLetter);
  if (room < 2) return '';
  let fitting = '';
  for (const letter of name) {
    room -= letter.codePointAt(0)! >= 0x1100 ? 2 : 1;
    if (room < 0) return `${dropLast(fitting)}…`;
    fitting += letter;
  }
  return fitting;
}

function dropLast(text: string): string {
  return Array.from(text).slice(0, -1).join('');
}
