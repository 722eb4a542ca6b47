/** The figures of a flame graph are the same wherever it is read: on the screen and in a file, of the whole run and of a window. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { SAMPLES_DIR } from '../../electron/engine/machine/paths.ts';
import { buildFlameTree, calledNode, MAX_NODES } from '../../renderer/flame/flame-model.ts';
import { percentOf } from '../../shared/base/percent-of.ts';
import type { TimeWindow } from '../../shared/base/units.ts';
import { formatPercent } from '../../shared/format/figures.ts';
import { placeOf, shortName } from '../../shared/format/place.ts';
import { formatWeight } from '../../shared/format/weights.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { openFileIn } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const engine = new Engine({ dataDir: temporaryFolder(), host: 'browser' });
let sessionId: string;
beforeAll(async () => {
  sessionId = await openFileIn(engine, join(SAMPLES_DIR, 'slow-route.loopscope'));
});
afterAll(() => engine.close());

/** Function, place, total and self time with their shares, of each frame that the file draws. */
async function inFile(window: TimeWindow | null): Promise<string[]> {
  const { text } = unwrap(await engine.handle('export.text', { sessionId, format: 'svg', window }));
  const unescaped = (markup: string) =>
    markup
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&');
  return [...text.matchAll(/<g class="k-(?!joined)[^"]*"><title>([^<]*)<\/title>/g)].map(([, title]) => unescaped(title!));
}

/** The same of each frame of the screen's flame graph, and how often it is there. */
async function onScreen(window: TimeWindow | null): Promise<Map<string, number>> {
  const query = { sessionId, window, selection: ALL_SAMPLES, base: 'cpu', maxNodes: MAX_NODES } as const;
  const columns = unwrap(await engine.handle('profile.flame', { ...query, hide: [], folds: [] }));
  const { unit, base } = columns.meta;
  const figure = (value: number, of: string) => `${formatWeight(value, unit)} ${of} (${formatPercent(percentOf(value, base))})`;
  const frames = new Map<string, number>();
  const nodes = [buildFlameTree(columns)!];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const figures = `${figure(node.value, 'total')}, ${figure(node.self, 'self')}`;
    const key = [shortName(calledNode(node)), placeOf(node.url, node.line), figures].filter((line) => line !== '').join('\n');
    frames.set(key, (frames.get(key) ?? 0) + 1);
    nodes.push(...node.children);
  }
  return frames;
}

test.each<[string, TimeWindow | null]>([
  ['the whole run', null],
  ['a window', { fromMs: 700, toMs: 1_900 }],
  ['a window whose ends are within samples', { fromMs: 333.3, toMs: 1_234.5 }],
])('every frame of the file has the figures that it has on the screen: %s', async (_, window) => {
  const screen = await onScreen(window);
  const drawn = await inFile(window);
  expect(drawn.length).toBeGreaterThan(20);
  const differing = drawn.filter((frame) => {
    const left = screen.get(frame) ?? 0;
    screen.set(frame, left - 1);
    return left === 0;
  });
  expect(differing).toEqual([]);
});
