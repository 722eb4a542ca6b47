/** The flame chart in a browser: a profile whose calls are known to the microsecond, opened in the real product, and the run screen over the stand-in engine. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STRIP_PX } from '../../renderer/flame-chart/chart-picture.ts';
import { RULER_PX } from '../../renderer/flame-chart/draw-chart.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { buildRenderer, type FakeEngine, startFakeEngine } from '../helpers/fake-engine.ts';
import * as ui from '../helpers/interface.ts';
import { type ServedProduct, serveProduct } from '../helpers/serve.ts';
import { drawSlice } from '../unit/profile/draw.ts';

const { run } = ui.words;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const chartOn = (page: Page): Locator => page.getByRole('application', { name: /^Flame chart/ });
const chip = (page: Page): Locator => page.getByRole('group', { name: 'Chosen window' });

interface Sides {
  readonly left: number;
  readonly right: number;
}

/** A point of the chart, in CSS px from its corner: `share` of the plot's width, in the middle of a row. */
async function place(page: Page, sides: Sides, share: number, row: number): Promise<{ x: number; y: number }> {
  const { width } = (await chartOn(page).boundingBox())!;
  return { x: sides.left + share * (width - sides.left - sides.right), y: RULER_PX + 2 * STRIP_PX + row * 18 + 3 };
}

/** The colour of the calls there. */
async function colorAt(page: Page, sides: Sides, share: number, row: number): Promise<string> {
  const at = await place(page, sides, share, row);
  const pixel = await chartOn(page)
    .locator('canvas')
    .first()
    .evaluate((canvas, { x, y }) => {
      const ratio = window.devicePixelRatio;
      return Array.from((canvas as HTMLCanvasElement).getContext('2d')!.getImageData(x * ratio, y * ratio, 1, 1).data);
    }, at);
  const names = ['--kind-own', '--kind-dependency', '--kind-core', '--kind-native', '--flame-match'];
  const colors = await page.evaluate(
    (all) => all.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()),
    names,
  );
  // Outside a chosen window everything is dimmed, where nothing is as well.
  if (pixel[3]! < 255) return 'nothing';
  const hex = `#${pixel
    .slice(0, 3)
    .map((part) => part!.toString(16).padStart(2, '0'))
    .join('')}`;
  const index = colors.indexOf(hex);
  return index < 0 ? 'mixed' : names[index]!.replace(/^--(kind-)?/, '');
}

const colorsAt = async (page: Page, sides: Sides, points: readonly (readonly [number, number])[]): Promise<string[]> => {
  const colors: string[] = [];
  for (const [share, row] of points) colors.push(await colorAt(page, sides, share, row));
  return colors;
};

async function moveTo(page: Page, sides: Sides, share: number, row: number): Promise<void> {
  const at = await place(page, sides, share, row);
  const box = (await chartOn(page).boundingBox())!;
  await page.mouse.move(box.x + at.x, box.y + at.y);
}

describe('an imported profile', () => {
  /** One sample a millisecond, four seconds: one call, a thousand of two functions in turn, nothing, one call with another in it. */
  const PROFILE = drawSlice(
    [
      (ms: number) => String(ms * 1_000),
      (ms: number) => (ms < 2_000 || ms >= 3_000 ? 'main' : '(idle)'),
      (ms: number) => (ms < 1_000 || ms >= 3_000 ? 'render' : ms >= 2_000 ? '.' : ms % 2 === 0 ? 'read@core' : 'lib@dep'),
      (ms: number) => (ms >= 3_500 ? 'map@native' : '.'),
    ]
      .map(
        (cell, row) =>
          `${row === 0 ? 'time ' : ''}${Array.from({ length: 4_000 }, (_, ms) => cell(ms)).join(' ')}${row === 0 ? ' 4000000' : ''}`,
      )
      .join('\n'),
  );
  const SIDES = { left: 120, right: 18 };
  let product: ServedProduct;
  let page: Page;
  let errors: readonly string[];

  beforeAll(async () => {
    product = await serveProduct();
    const opened = await openPage(browser);
    ({ page, errors } = opened);
    await ui.openInterface(page, product.link);
    await ui.dropFile(page, 'drawn.cpuprofile', JSON.stringify(PROFILE));
    await ui.main(page).getByRole('heading', { name: 'drawn.cpuprofile' }).waitFor();
  });
  afterAll(async () => {
    await page.context().close();
    await product.stop();
    expect(errors).toEqual([]);
  });
  beforeEach(async () => {
    await ui.showTab(page, 'flameChart');
    await chartOn(page).waitFor();
    await chartOn(page).focus();
    await page.keyboard.press('0');
    // The picture of it all has arrived.
    await expect
      .poll(() =>
        colorsAt(page, SIDES, [
          [0.1, 0],
          [0.9, 0],
        ]),
      )
      .toEqual(['own', 'own']);
  });
  afterEach(async () => {
    if ((await chip(page).count()) > 0) await page.getByRole('button', { name: run.window.clear }).click();
    await page.getByRole('searchbox').or(page.getByLabel(run.profile.search)).first().fill('');
  });

  test('far away: calls where they are, a gap where nothing ran, narrow calls joined', async () => {
    const points = [
      [0.1, 0],
      [0.1, 1],
      [0.1, 2],
      [0.24, 1],
      [0.37, 0],
      [0.6, 0],
      [0.6, 1],
      [0.74, 0],
      [0.76, 1],
      [0.86, 2],
      [0.88, 2],
    ] as const;
    await expect
      .poll(() => colorsAt(page, SIDES, points))
      .toEqual(['own', 'own', 'nothing', 'own', 'own', 'nothing', 'nothing', 'nothing', 'own', 'nothing', 'native']);
    await moveTo(page, SIDES, 0.37, 1);
    const tip = page.locator('[data-tip]');
    await tip.getByText(/^[\d,]+ calls$/).waitFor();
  });

  test('close up: every call, to the sample', async () => {
    await moveTo(page, SIDES, 0.375, 1);
    // At 1,500 ms, until 20 ms are in sight.
    for (let step = 0; step < 24; step++) await page.mouse.wheel(0, -100);
    const tip = page.locator('[data-tip]');
    await expect
      .poll(async () => {
        const colors: string[] = [];
        for (let share = 0.005; share < 1; share += 0.01) colors.push(await colorAt(page, SIDES, share, 1));
        // Runs of equal colours, without the gaps between calls and their edges.
        const calls = colors.filter((color) => color === 'core' || color === 'dependency');
        return calls
          .filter((color, i) => color !== calls[i - 1])
          .slice(1, 9)
          .sort();
      })
      .toEqual(['core', 'core', 'core', 'core', 'dependency', 'dependency', 'dependency', 'dependency']);
    await moveTo(page, SIDES, 0.37, 1);
    await expect.poll(() => tip.textContent()).toMatch(/^(read|index)?.*1\.00\sms/);
    expect(await tip.textContent()).toMatch(/about 1, one every 1\.00\sms/);
  });

  test('fitted: the call is in the middle, with a little around it', async () => {
    const at = await place(page, SIDES, 0.8, 1);
    await chartOn(page).dblclick({ position: at });
    await page.getByText(/^2\.9\d*\ss – 4\.00\ss, /).waitFor();
    // 2.9 to 4.0 s are in sight, since the recording ends there.
    await expect
      .poll(() =>
        colorsAt(page, SIDES, [
          [0.085, 1],
          [0.1, 1],
          [0.53, 2],
          [0.56, 2],
        ]),
      )
      .toEqual(['nothing', 'own', 'nothing', 'native']);
  });

  test('a click selects: flame graph, call tree and functions are of that time, to the microsecond, and zoomed into that frame', async () => {
    await chartOn(page).click({ position: await place(page, SIDES, 0.8, 1) });
    await chip(page).getByText('3.00 s – 4.00 s').waitFor();
    const flame = await ui.showTab(page, 'flame');
    await flame.getByText('Percent of 1.00 s active time (idle left out, waiting for a core included), 1,000 samples.').waitFor();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Zoomed into' }).getByRole('listitem').allInnerTexts())
      .toEqual(['All', 'main', 'render']);
    const rows = await ui.tableRows(await ui.showTab(page, 'functions'));
    expect(rows.map((row) => [row[4], row[0], row[2]])).toEqual([
      ['render', '500.0', '1,000.0'],
      ['map', '500.0', '500.0'],
      ['main', '0.0', '1,000.0'],
    ]);
  });

  test('dragging over the time scale chooses a window, and Esc lets it go', async () => {
    const from = await place(page, SIDES, 0.125, 0);
    const to = await place(page, SIDES, 0.5, 0);
    const box = (await chartOn(page).boundingBox())!;
    await page.mouse.move(box.x + from.x, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + to.x, box.y + 12, { steps: 4 });
    await page.mouse.up();
    await chip(page)
      .getByText(/^0\.5\d* s – 2\.\d+ s$/)
      .waitFor();
    const functions = await ui.showTab(page, 'functions');
    await expect.poll(async () => (await functions.locator('tbody tr').first().textContent()) ?? '').toMatch(/^(500|49\d|50\d)/);
    await page.keyboard.press('Escape');
    await chip(page).waitFor({ state: 'detached' });
  });

  test('by keyboard: calls are walked and said, fitted, measured spans chosen, and Esc goes back step by step', async () => {
    const said = page.getByRole('status').filter({ hasText: /self/ });
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => said.textContent()).toMatch(/^main: 2\.00\ss, /);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => said.textContent()).toMatch(/^render: 1\.00\ss, 1\.00\ss self, starts at 0/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => said.textContent()).toMatch(/^main: 1\.00\ss, .* starts at 3\.00\ss; sampled every 1\.00\sms/);
    await page.keyboard.press('Enter');
    await chip(page).getByText('3.00 s – 4.00 s').waitFor();
    await page.keyboard.press('f');
    await page.getByText(/^2\.9\d*\ss – 4\.00\ss, /).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText(run.flameChart.hint).waitFor();
    await page.keyboard.press('w');
    await page.getByText(/^\d+\s?ms – \d\.\d+\ss, 2\.56\ss of 4\.00\ss/).waitFor();
  });

  test('Shift-drag measures, Enter makes it the window', async () => {
    const from = await place(page, SIDES, 0.25, 1);
    const to = await place(page, SIDES, 0.5, 1);
    const box = (await chartOn(page).boundingBox())!;
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + from.x, box.y + from.y);
    await page.mouse.down();
    await page.mouse.move(box.x + to.x, box.y + to.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.getByText(/^Measured 1\.00\ss from 1\.00\ss on\./).waitFor({ state: 'attached' });
    expect(await chip(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await chip(page).waitFor();
    await page.getByText(/^Measured/).waitFor({ state: 'detached' });
  });

  test('a search marks the calls that match and counts all of them', async () => {
    await page.getByLabel(run.profile.search).fill('read');
    await page.getByText(/^500 calls, 500\sms$/).waitFor();
    await page.getByLabel(run.profile.search).fill('"render"');
    await page.getByText(/^2 calls, 2\.00\ss$/).waitFor();
    await expect
      .poll(() =>
        colorsAt(page, SIDES, [
          [0.1, 0],
          [0.1, 1],
          [0.8, 1],
        ]),
      )
      .toEqual(['own', 'flame-match', 'flame-match']);
  });

  test('the table has the same calls', async () => {
    const tab = await ui.showTab(page, 'flameChart');
    await tab.getByRole('radio', { name: run.flameChart.table }).click();
    const rows = await ui.tableRows(tab);
    expect(rows.slice(0, 4).map((row) => row.slice(0, 5))).toEqual([
      ['0.000', '2,000.000', '0.000', '1', 'main'],
      ['0.000', '1,000.000', '1,000.000', '2', 'render'],
      ['3,000.000', '1,000.000', '0.000', '1', 'main'],
      ['3,000.000', '1,000.000', '500.000', '2', 'render'],
    ]);
    await tab.getByRole('radio', { name: run.flameChart.chart }).click();
  });
});

describe('on the screen of a run', () => {
  const SIDES = { left: 212, right: 178 };
  let engine: FakeEngine;
  let page: Page;
  let errors: string[];

  beforeEach(async () => {
    engine = await startFakeEngine({ dist: await buildRenderer(), speed: 10, runsByHand: true });
    ({ page, errors } = await openPage(browser));
    await page.goto(`${engine.url}#/run/finished`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('3');
    await chartOn(page).waitFor();
    await chartOn(page).scrollIntoViewIfNeeded();
  });
  afterEach(async () => {
    await page.context().close();
    await engine.close();
    expect(errors).toEqual([]);
  });

  test('it has the axis of the charts above, and their cursor moves with it', async () => {
    const plot = (await page.locator('.u-over').first().boundingBox())!;
    const box = (await chartOn(page).boundingBox())!;
    expect([plot.x, plot.width]).toEqual([box.x + SIDES.left, box.width - SIDES.left - SIDES.right]);
    await moveTo(page, SIDES, 0.5, 0);
    const cursor = page.locator('.u-cursor-x').last();
    const shift = () => cursor.evaluate((line) => new DOMMatrix(getComputedStyle(line).transform).m41);
    await expect.poll(async () => Math.abs((await shift()) - plot.width / 2)).toBeLessThanOrEqual(1);
    await page.mouse.move(5, 5);
    await expect.poll(() => cursor.isVisible()).toBe(false);
  });

  test('panning and zooming ask the engine for a few pictures only, and for no more than can be drawn', async () => {
    const asked = () => engine.received.filter(({ name }) => name === 'profile.chart');
    await expect.poll(() => asked().length).toBeGreaterThan(0);
    await moveTo(page, SIDES, 0.5, 2);
    const before = asked().length;
    for (let step = 0; step < 30; step++) await page.mouse.wheel(0, -100);
    await page.getByText(/ms of 20\.0\ss$/).waitFor();
    await expect
      .poll(() => {
        const { fromUs, toUs, pixels } = asked().at(-1)!.params as { fromUs: number; toUs: number; pixels: number };
        return toUs - fromUs < 100_000 && pixels < 3 * 1_440;
      })
      .toBe(true);
    expect(asked().length - before).toBeLessThan(30);
  });
});
