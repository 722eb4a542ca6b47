import { expect, test } from 'vitest';
import { cutToFrames, type FlameFrame, type FlameZoom, findZoomed, NO_ZOOM } from '../../../../renderer/flame/flame-frames.ts';
import { buildFlameTree, type FlameNode, markMatchesThroughMutation } from '../../../../renderer/flame/flame-model.ts';
import { panBy, zoomAt, zoomToSee } from '../../../../renderer/flame/flame-span.ts';
import { moveTo, NO_STEPS, shownOf, stepBack, stepInto } from '../../../../renderer/flame/zoom-steps.ts';
import { makeCrowdedFlame } from '../../../helpers/crowded-flame.ts';

const into = (...path: string[]): FlameZoom => ({ path, among: null, part: null });
const part = (from: number, to: number): FlameZoom => ({ path: [], among: null, part: { from, to } });

test('a click is a step, a gesture is one step however long it is, and going back takes them one by one', () => {
  const clicked = stepInto(stepInto(NO_STEPS, into('a')), into('a', 'b', 'c', 'd'));
  const moved = moveTo(moveTo(moveTo(clicked, part(0.1, 0.6)), part(0.2, 0.5)), part(0.3, 0.4));
  const shown = [];
  for (let steps = moved; ; steps = stepBack(steps)) {
    shown.push(shownOf(steps));
    if (steps.length === 1) break;
  }
  expect(shown).toEqual([part(0.3, 0.4), into('a', 'b', 'c', 'd'), into('a'), NO_ZOOM]);
  expect(stepBack(NO_STEPS)).toBe(NO_STEPS);
});

test('a gesture that ends where it began, and a click on what is shown, are no steps', () => {
  const clicked = stepInto(NO_STEPS, into('a'));
  expect(moveTo(moveTo(clicked, part(0.1, 0.2)), into('a'))).toHaveLength(2);
  expect(stepInto(clicked, into('a'))).toBe(clicked);
});

/** Each frame that is drawn as its own, with its place in pixels of the whole. */
function places(tree: FlameNode, zoom: FlameZoom, width: number): Map<FlameNode, readonly [number, number]> {
  const root = cutToFrames(findZoomed(tree, zoom), width);
  const scale = width / root.value;
  const found = new Map<FlameNode, readonly [number, number]>();
  const look = (frame: FlameFrame, left: number): void => {
    if (frame.joined === null) found.set(frame.node, [left, left + frame.value * scale]);
    let edge = left;
    for (const child of frame.children) {
      look(child, edge);
      edge += child.value * scale;
    }
  };
  look(root, 0);
  return found;
}

const WIDTH = 1_000;
const tree = buildFlameTree(makeCrowdedFlame(3_000, 11))!;

test('zooming at the pointer makes everything wider around it, and cuts off what leaves the sides', () => {
  const before = places(tree, NO_ZOOM, WIDTH);
  const at = 0.37;
  const after = places(tree, zoomAt(tree, NO_ZOOM, at, 4), WIDTH);
  const moved = (x: number) => Math.min(WIDTH, Math.max(0, at * WIDTH + (x - at * WIDTH) * 4));
  let compared = 0;
  for (const [node, [left, right]] of after) {
    const was = before.get(node);
    if (was === undefined) continue;
    compared += 1;
    expect(left).toBeCloseTo(moved(was[0]), 3);
    expect(right).toBeCloseTo(moved(was[1]), 3);
  }
  expect(compared).toBeGreaterThan(50);
  // Narrower frames can be told apart now.
  expect([...after.keys()].some((node) => !before.has(node))).toBe(true);
});

test('a drag moves the picture sideways, up to its ends', () => {
  const zoom = zoomAt(tree, NO_ZOOM, 0.5, 5);
  const before = places(tree, zoom, WIDTH);
  const after = places(tree, panBy(tree, zoom, 0.1), WIDTH);
  const whole = [...before].filter(([node, [left, right]]) => left > 101 && right < 999 && after.has(node));
  expect(whole.length).toBeGreaterThan(10);
  for (const [node, [left]] of whole) expect(after.get(node)![0]).toBeCloseTo(left - 100, 3);
  const end = panBy(tree, zoom, 99);
  expect(panBy(tree, end, 1)).toEqual(end);
  expect(panBy(tree, NO_ZOOM, 0.5)).toEqual(NO_ZOOM);
});

test('a zoom by hand names the deepest frame it is in, and zooming all the way out shows everything', () => {
  const [widest] = [...tree.children].sort((a, b) => b.value - a.value);
  const start = tree.children.slice(0, tree.children.indexOf(widest!)).reduce((sum, { value }) => sum + value, 0);
  const middle = (start + widest!.value / 2) / tree.value;
  const zoom = zoomAt(tree, NO_ZOOM, middle, (4 * tree.value) / widest!.value);
  expect(zoom.path[0]).toBe(widest!.key);
  expect(zoom.part).not.toBeNull();
  expect(zoomAt(tree, zoom, 0.2, 1e-4)).toEqual(NO_ZOOM);
});

test('a frame that is too narrow to be seen is shown among its neighbours', () => {
  const drawn = places(tree, NO_ZOOM, WIDTH);
  const hidden = markMatchesThroughMutation(tree, 'handle').hits.filter((node) => !drawn.has(node));
  expect(hidden.length).toBeGreaterThan(100);
  for (const node of hidden.slice(0, 100)) {
    const after = places(tree, zoomToSee(tree, node, WIDTH), WIDTH);
    const [left, right] = after.get(node)!;
    expect(right - left).toBeCloseTo(60, 3);
    expect([left, WIDTH - right].every((edge) => edge > -0.001)).toBe(true);
  }
});

test('hits are in the order of reading: callers first, from left to right', () => {
  const { hits, frames } = markMatchesThroughMutation(tree, 'handle12');
  expect(hits).toHaveLength(frames);
  expect(frames).toBeGreaterThan(5);
  const order = new Map<FlameNode, number>();
  const number = (node: FlameNode): void => {
    order.set(node, order.size);
    node.children.forEach(number);
  };
  number(tree);
  const numbers = hits.map((hit) => order.get(hit)!);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});
