/** What stands on the frames of a picture, where nothing can be pointed at. */
import { expect, test } from 'vitest';
import { NO_ZOOM } from '../../../renderer/flame/flame-frames.ts';
import { buildFlameTree } from '../../../renderer/flame/flame-model.ts';
import { flamePicture } from '../../../renderer/take/pictures.ts';
import type { FlameColumns } from '../../../shared/protocol/contract.ts';
import { drawPicture } from '../../../shared/report/picture.ts';

const COLUMNS: FlameColumns = {
  meta: { names: ['(root)', 'render', 'escape'], urls: ['', '/shop/app.js'], base: 1_000, unit: 'microseconds', samples: 1_000, folded: 0 },
  parent: Int32Array.of(-1, 0, 0),
  name: Uint32Array.of(0, 1, 2),
  url: Uint32Array.of(0, 1, 1),
  line: Uint32Array.of(0, 13, 40),
  kind: Uint8Array.of(3, 0, 0),
  self: Float64Array.of(0, 930, 70),
  total: Float64Array.of(1_000, 930, 70),
  folded: new Float64Array(3),
};

test('a frame says its place and share where they fit, and the picture says what it is zoomed into', () => {
  const tree = buildFlameTree(COLUMNS)!;
  const picture = (path: readonly string[]) => {
    const about = { title: 'Flame graph', about: [], sides: [{ title: null, tree, share: 1 }], query: '', colors: 'kinds' as const };
    const zoom = { ...NO_ZOOM, path };
    return flamePicture({ ...about, zoom, weight: (value) => `${value / 10} %` });
  };
  const { svg } = drawPicture(picture([]), 'light');
  expect(svg).toContain('>render shop/app.js:13, 93 %</text>');
  expect(svg).toContain('>escape</text>');
  expect(picture([tree.children.find(({ name }) => name === 'render')!.key]).about).toContain('Zoomed into render (shop/app.js:13), 93 %');
});
