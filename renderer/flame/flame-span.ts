/**
 * Zooming and panning by hand. A span is a piece of the width of the whole tree, in its values; a zoom names the deepest frame that covers it, so
 * that breadcrumbs and a growing profile know where it is. Pure.
 */
import { type FlameZoom, findZoomed, NO_ZOOM, valueOfZoomed, type Zoomed } from './flame-frames.ts';
import { type FlameNode, pathOf } from './flame-model.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of the whole. Narrower frames are not in the tree. */
const LEAST_SHARE = 1e-6;
/** Sums of values in another order differ by less. */
const ROUNDING = 1e-9;

/** Above 1 shows less. `at`: the place that stays where it is, as a share of the width. */
export function zoomAt(root: FlameNode, zoom: FlameZoom, at: number, factor: number): FlameZoom {
  const { from, to } = spanOf(findZoomed(root, zoom));
  const width = Math.max((to - from) / factor, root.value * LEAST_SHARE);
  return zoomOf(root, placeWithin(root, from + at * (to - from - width), width));
}

/** `by`: how far to the right, as a share of the width. */
export function panBy(root: FlameNode, zoom: FlameZoom, by: number): FlameZoom {
  const { from, to } = spanOf(findZoomed(root, zoom));
  return zoomOf(root, placeWithin(root, from + by * (to - from), to - from));
}

/** Pixels. Enough for a few letters. */
const SEEN_WIDTH = 60;

/** A zoom in which a frame can be seen among its neighbours. `width`: pixels of the drawing. */
export function zoomToSee(root: FlameNode, frame: FlameNode, width: number): FlameZoom {
  let node = frame;
  // In a comparison a frame of only the other side has no width.
  while (node.value <= 0 && node.parent !== null) node = node.parent;
  const shown = Math.min(root.value, Math.max((node.value * width) / SEEN_WIDTH, root.value * LEAST_SHARE));
  return zoomOf(root, placeWithin(root, startOf(node) + (node.value - shown) / 2, shown));
}

function placeWithin({ value }: FlameNode, from: number, width: number): Span {
  const start = Math.max(0, Math.min(from, value - width));
  return { from: start, to: Math.min(value, start + width) };
}

function spanOf(zoomed: Zoomed): Span {
  const { node, among, part } = zoomed;
  const start = startOf(node) + (among === null ? 0 : leftOf(among[0]!));
  const whole = valueOfZoomed(zoomed);
  return part === null ? { from: start, to: start + whole } : { from: start + part.from * whole, to: start + part.to * whole };
}

function startOf(node: FlameNode): number {
  let start = 0;
  for (let at = node; at.parent !== null; at = at.parent) start += leftOf(at);
  return start;
}

/** What stands left of it below its caller. */
function leftOf(node: FlameNode): number {
  let sum = 0;
  for (const sibling of node.parent?.children ?? []) {
    if (sibling === node) break;
    sum += sibling.value;
  }
  return sum;
}

function zoomOf(root: FlameNode, { from, to }: Span): FlameZoom {
  const tolerance = root.value * ROUNDING;
  if (from <= tolerance && to >= root.value - tolerance) return NO_ZOOM;
  let node = root;
  let start = 0;
  for (let next: FlameNode | null = root; next !== null; ) {
    next = null;
    let edge = start;
    for (const child of node.children) {
      const end = edge + child.value;
      if (edge <= from + tolerance && end >= to - tolerance) {
        [node, start, next] = [child, edge, child];
        break;
      }
      edge = end;
    }
  }
  const part = { from: Math.max(0, (from - start) / node.value), to: Math.min(1, (to - start) / node.value) };
  const isWhole = from - start <= tolerance && start + node.value - to <= tolerance;
  return { path: pathOf(node), among: null, part: isWhole ? null : part };
}
