/**
 * Where the frames of a flame graph stand: widest at the top, below a frame what it called, by name; frames that are too narrow to be seen
 * are joined. Pure geometry, for screen and paper. On the screen a library places the frames so that they can move; order, widths and which of
 * them are joined are from here, and a test holds both together.
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

/** A call tree, asked frame by frame. A caller is at least as wide as what it called. */
export interface FlameTree<N> {
  /** What the width stands for. */
  readonly valueOf: (node: N) => number;
  /** In the order of `frameKey`. */
  readonly childrenOf: (node: N) => readonly N[];
}

/**
 * A frame, or neighbours that are too narrow to be drawn one by one:
 *
 *   caller ------------------------        caller ------------------------
 *   a - b c d e - f ---------------   ->   a - ////// f ---------------
 *       g h     i                               (b to e, and g to i below them)
 */
export interface PlacedFrame<N = number> {
  /** Of joined frames the first. */
  readonly node: N;
  /** The frames joined, all of them callees of one caller, with everything below them; null: a frame of its own. */
  readonly joined: readonly N[] | null;
  /** Of joined frames the sum. */
  readonly value: number;
  readonly x: number;
  readonly width: number;
  readonly depth: number;
  /** Place of its caller in the list; -1: it is in the first row. */
  readonly caller: number;
}

export interface FlameLimits {
  /** Width of `full`. */
  readonly width: number;
  /** The value that fills the width. */
  readonly full: number;
  /** Narrower frames are joined. */
  readonly least: number;
  /** Most frames of their own; the widest stay, the others are joined. */
  readonly most: number;
  /** Most rows; what is below them is left out. */
  readonly levels: number;
}

/** A page of paper; deeper stacks are recursion that says the same again. */
export const PAPER_LEVELS = 60;

/** Joined frames are not wider, so that whoever zooms into them sees more. The share is for narrow pictures. */
const WIDEST_JOINED = { pixels: 80, share: 0.25 };

/**
 * Places `tops` beside each other and below each frame what it called; callers before their callees. A frame of its own stands exactly where
 * it would if all were drawn. Frames without any width are left out.
 */
export function layoutFlame<N>(
  tree: FlameTree<N>,
  tops: readonly N[],
  { width, full, least, most, levels }: FlameLimits,
): readonly PlacedFrame<N>[] {
  const scale = full > 0 ? width / full : 0;
  const alone = pickWidest(tree, tops, (value) => value > 0 && value * scale >= least, most, levels);
  const widestJoined = Math.min(WIDEST_JOINED.pixels, WIDEST_JOINED.share * width);
  const frames: PlacedFrame<N>[] = [];
  // Left edges as values: adding up what the profile counted is exact where adding up pixels is not.
  const edges: number[] = [];
  const place = (joined: readonly N[], edge: number, value: number, depth: number, caller: number): void => {
    const [node] = joined as readonly [N];
    const isOne = joined.length === 1 && (alone.has(node) || tree.childrenOf(node).length === 0);
    frames.push({ node, joined: isOne ? null : joined, value, x: edge * scale, width: value * scale, depth, caller });
    edges.push(edge);
  };
  const placeRow = (nodes: readonly N[], start: number, depth: number, caller: number): void => {
    let edge = start;
    let run: N[] = [];
    let runEdge = edge;
    const placeRun = (): void => {
      if (run.length > 0) place(run, runEdge, edge - runEdge, depth, caller);
      run = [];
    };
    for (const node of nodes) {
      const value = tree.valueOf(node);
      if (value <= 0) continue;
      const isAlone = alone.has(node);
      if (isAlone || (edge + value - runEdge) * scale > widestJoined) placeRun();
      if (isAlone) place([node], edge, value, depth, caller);
      else {
        if (run.length === 0) runEdge = edge;
        run.push(node);
      }
      edge += value;
    }
    placeRun();
  };
  placeRow(tops, 0, 0, -1);
  for (let caller = 0; caller < frames.length; caller++) {
    const { node, joined, depth } = frames[caller]!;
    if (joined === null && depth + 1 < levels) placeRow(tree.childrenOf(node), edges[caller]!, depth + 1, caller);
  }
  return frames;
}

/** A caller is at least as wide as its callees and comes before them, so the widest ones are a tree. */
function pickWidest<N>(
  tree: FlameTree<N>,
  tops: readonly N[],
  isWide: (value: number) => boolean,
  most: number,
  levels: number,
): ReadonlySet<N> {
  const wide: N[] = [];
  let row = tops;
  for (let depth = 0; depth < levels && row.length > 0; depth++) {
    const below: N[] = [];
    for (const node of row) {
      if (!isWide(tree.valueOf(node))) continue;
      wide.push(node);
      for (const child of tree.childrenOf(node)) below.push(child);
    }
    row = below;
  }
  if (wide.length <= most) return new Set(wide);
  return new Set(wide.sort((a, b) => tree.valueOf(b) - tree.valueOf(a)).slice(0, most));
}

/** The tree of columns in which callers come before their callees. Node 0 is the root. */
export function treeOfColumns(parent: Int32Array, value: ArrayLike<number>, keyOf: (node: number) => string): FlameTree<number> {
  const children = Array.from(parent, (): { key: string; node: number }[] => []);
  for (let node = 1; node < parent.length; node++) children[parent[node]!]!.push({ key: keyOf(node), node });
  const sorted = children.map((some) =>
    some.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.node - b.node)).map(({ node }) => node),
  );
  return { valueOf: (node) => value[node]!, childrenOf: (node) => sorted[node]! };
}

/** How many frames a tree has below `nodes`, these included. */
export function countFrames<N>({ childrenOf }: FlameTree<N>, nodes: readonly N[]): number {
  const stack = [...nodes];
  let count = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    count += 1;
    for (const child of childrenOf(node)) stack.push(child);
  }
  return count;
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
