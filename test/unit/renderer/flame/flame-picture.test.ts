/** What stands on the frames of a picture, where nothing can be pointed at. */
import { expect, test } from 'vitest';
import { NO_ZOOM } from '../../../../renderer/flame/flame-frames.ts';
import { buildFlameTree } from '../../../../renderer/flame/flame-model.ts';
import { flamePicture } from '../../../../renderer/take/pictures.ts';
import type { FlameColumns } from '../../../../shared/model/profile/profile-views.ts';
import { foldLines } from '../../../../shared/phrases/fold-words.ts';
import { flameDocument } from '../../../../shared/report/drawings/flame-svg.ts';
import { drawPicture } from '../../../../shared/report/drawings/picture.ts';
import { makeCrowdedFlame } from '../../../helpers/crowded-flame.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';

const COLUMNS: FlameColumns = {
  meta: {
    names: ['(root)', 'render', 'escape'],
    urls: ['', '/shop/app.js'],
    base: 1_000,
    unit: 'microseconds',
    samples: 1_000,
    timeBase: 'cpu',
    cpu: KNOWN_CPU,
    folded: 0,
  },
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

test('a flame graph as a file says of which run it is, what is folded, and what its colours mean', () => {
  const folds = [{ how: 'mine' }, { how: 'recursion', function: 'render', url: '/shop/app.js', line: 13 }] as const;
  const about = ['50 connections for 2 s · Node 24.1.0', '', ...foldLines({ hide: ['core', 'native'], folds })];
  const svg = flameDocument({ name: 'shop', about }, COLUMNS, 100);
  const texts = [...svg.matchAll(/<text class="help"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts.slice(0, 3)).toEqual([
    '50 connections for 2 s · Node 24.1.0',
    'Folded into their callers: Node core, Native and GC',
    'Folded: My code and what it calls; Recursion of render',
  ]);
  const legend = /<g class="legend">(.*)<\/g>/.exec(svg)![1]!;
  expect([...legend.matchAll(/rect class="k-([a-z]+)"/g)].map(([, kind]) => kind)).toEqual(['own', 'dependency', 'core', 'native']);
  const head = svg.slice(0, svg.indexOf('<g class="flame"'));
  const lines = [...head.matchAll(/ y="(\d+)"/g)].map(([, y]) => Number(y));
  const frames = Number(/<g class="flame" transform="translate\(\d+ (\d+)\)">/.exec(svg)![1]);
  expect(frames).toBeGreaterThan(Math.max(...lines));
});

test('what is searched, marked or joined is in the legend of a picture', () => {
  const tree = buildFlameTree(makeCrowdedFlame(500, 3))!;
  const legendOf = (query: string, marked: string | null) =>
    flamePicture({
      ...{ title: 'Flame graph', about: [], sides: [{ title: null, tree, share: 1 }], zoom: NO_ZOOM, colors: 'kinds', query, marked },
      weight: String,
    }).legend.map(({ text }) => text);
  const joined = 'Hatched: several functions, too narrow to draw';
  expect(legendOf('', null)).toEqual(expect.arrayContaining(['Your code', joined]));
  expect(legendOf('', null)).not.toContain('Found');
  expect(legendOf('render', null)).toContain('Found');
  expect(legendOf('', 'optimised')).toContain('Found');
});
