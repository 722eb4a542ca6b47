/** The flame chart in a browser: profiles whose calls are known to the microsecond, opened in the real product, and the run screen over the stand-in engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STRIP_PX } from '../../renderer/flame-chart/chart-picture.ts';
import { RULER_PX } from '../../renderer/flame-chart/draw-chart.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { drawnComparison } from '../helpers/drawn-comparison.ts';
import { buildRenderer, type FakeEngine, startFakeEngine } from '../helpers/fake-engine.ts';
import * as ui from '../helpers/interface.ts';
import { type ServedProduct, serveProduct } from '../helpers/serve.ts';
import { drawSlice } from '../unit/shared/profile/draw.ts';

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
  /** Height of the time scale. */
  readonly scale?: number;
}

/** A point of the chart, in CSS px from its corner: `share` of the plot's width, in the middle of a row. */
async function place(chart: Locator, sides: Sides, share: number, row: number): Promise<{ x: number; y: number }> {
  const { width } = (await chart.boundingBox())!;
  return placeIn(width, sides, share, row);
}

function placeIn(width: number, { left, right, scale = RULER_PX }: Sides, share: number, row: number): { x: number; y: number } {
  return { x: left + share * (width - left - right), y: scale + 2 * STRIP_PX + row * 18 + 3 };
}

const PAINTS = ['--kind-own', '--kind-dependency', '--kind-core', '--kind-native', '--flame-match', '--bg-sunken'];

/** The colours of the calls at these shares and rows. */
async function colorsAt(chart: Locator, sides: Sides, points: readonly (readonly [number, number])[]): Promise<string[]> {
  const { width } = (await chart.boundingBox())!;
  const places = points.map(([share, row]) => placeIn(width, sides, share, row));
  const { pixels, paints } = await chart
    .locator('canvas')
    .first()
    .evaluate(
      (canvas, { at, names }) => {
        const context = (canvas as HTMLCanvasElement).getContext('2d')!;
        const ratio = window.devicePixelRatio;
        const style = getComputedStyle(document.documentElement);
        return {
          pixels: at.map(({ x, y }) => Array.from(context.getImageData(x * ratio, y * ratio, 1, 1).data)),
          paints: names.map((name) => style.getPropertyValue(name).trim()),
        };
      },
      { at: places, names: PAINTS },
    );
  return pixels.map(([red, green, blue, opacity]) => {
    // Outside a chosen window everything is dimmed, where nothing is as well.
    if (opacity! < 255) return 'nothing';
    const hex = `#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`;
    const index = paints.indexOf(hex);
    return index < 0 ? 'mixed' : PAINTS[index]!.replace(/^--(kind-)?/, '');
  });
}

async function moveTo(chart: Locator, sides: Sides, share: number, row: number): Promise<void> {
  const at = await place(chart, sides, share, row);
  const box = (await chart.boundingBox())!;
  await chart.page().mouse.move(box.x + at.x, box.y + at.y);
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
    // The picture of it all has arrived: no part of it has its gap there as well.
    await expect
      .poll(() =>
        colorsAt(chartOn(page), SIDES, [
          [0.1, 0],
          [0.6, 0],
          [0.9, 0],
        ]),
      )
      .toEqual(['own', 'nothing', 'own']);
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
      .poll(() => colorsAt(chartOn(page), SIDES, points))
      .toEqual(['own', 'own', 'nothing', 'own', 'own', 'nothing', 'nothing', 'nothing', 'own', 'nothing', 'native']);
    await moveTo(chartOn(page), SIDES, 0.37, 1);
    const tip = page.locator('[data-tip]');
    await tip.getByText(/^[\d,]+ calls$/).waitFor();
  });

  test('close up: every call, to the sample', async () => {
    await moveTo(chartOn(page), SIDES, 0.375, 1);
    // At 1,500 ms, until 20 ms are in sight.
    for (let step = 0; step < 24; step++) await page.mouse.wheel(0, -100);
    const tip = page.locator('[data-tip]');
    await expect
      .poll(async () => {
        const colors = await colorsAt(
          chartOn(page),
          SIDES,
          Array.from({ length: 100 }, (_, i) => [(i + 0.5) / 100, 1] as const),
        );
        // Runs of equal colours, without the gaps between calls and their edges.
        const calls = colors.filter((color) => color === 'core' || color === 'dependency');
        return calls
          .filter((color, i) => color !== calls[i - 1])
          .slice(1, 9)
          .sort();
      })
      .toEqual(['core', 'core', 'core', 'core', 'dependency', 'dependency', 'dependency', 'dependency']);
    await moveTo(chartOn(page), SIDES, 0.37, 1);
    await expect.poll(() => tip.textContent()).toMatch(/^(read|index)?.*1\.00\sms/);
    expect(await tip.textContent()).toMatch(/about 1, one every 1\.00\sms/);
  });

  test('fitted: the call is in the middle, with a little around it', async () => {
    const at = await place(chartOn(page), SIDES, 0.8, 1);
    await chartOn(page).dblclick({ position: at });
    await page.getByText(/^2\.9\d*\ss – 4\.00\ss, /).waitFor();
    // 2.9 to 4.0 s are in sight, since the recording ends there.
    await expect
      .poll(() =>
        colorsAt(chartOn(page), SIDES, [
          [0.085, 1],
          [0.1, 1],
          [0.53, 2],
          [0.56, 2],
        ]),
      )
      .toEqual(['nothing', 'own', 'nothing', 'native']);
  });

  test('a click selects: flame graph, call tree and functions are of that time, to the microsecond, and zoomed into that frame', async () => {
    await chartOn(page).click({ position: await place(chartOn(page), SIDES, 0.8, 1) });
    await chip(page).getByText('3.00 s – 4.00 s').waitFor();
    const flame = await ui.showTab(page, 'flame');
    await flame.getByText('Percent of 1.00 s sampled time').waitFor();
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
    const from = await place(chartOn(page), SIDES, 0.125, 0);
    const to = await place(chartOn(page), SIDES, 0.5, 0);
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
    const from = await place(chartOn(page), SIDES, 0.25, 1);
    const to = await place(chartOn(page), SIDES, 0.5, 1);
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
        colorsAt(chartOn(page), SIDES, [
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
    await moveTo(chartOn(page), SIDES, 0.5, 0);
    const cursor = page.locator('.u-cursor-x').last();
    const shift = () => cursor.evaluate((line) => new DOMMatrix(getComputedStyle(line).transform).m41);
    await expect.poll(async () => Math.abs((await shift()) - plot.width / 2)).toBeLessThanOrEqual(1);
    await page.mouse.move(5, 5);
    await expect.poll(() => cursor.isVisible()).toBe(false);
  });

  test('it shows the window that is chosen over the charts, its own zoom until another is chosen, and all of it on demand', async () => {
    const tab = () => page.getByRole('tabpanel', { name: run.tab.flameChart });
    const shows = (span: RegExp) => tab().getByText(span).waitFor();
    await page.goto(`${engine.url}#/run/finished?tab=flameChart&window=4000..8000`);
    await shows(/^3\.80\ss – 8\.20\ss, 4\.40\ss of 20\.0\ss$/);
    // The chart has the picture of that.
    const asked = () => engine.received.filter(({ name }) => name === 'profile.chart').at(-1)!.params as { fromUs: number; toUs: number };
    await expect.poll(() => [asked().fromUs <= 3_800_000, asked().toUs < 15_000_000]).toEqual([true, true]);
    await tab().getByRole('button', { name: run.flameChart.all, exact: true }).click();
    await page.getByText(run.flameChart.hint).waitFor();
    expect(await chip(page).count()).toBe(1);
    // Another window, from elsewhere.
    await page.getByRole('button', { name: run.window.clear }).click();
    await page.getByRole('button', { name: run.window.worst }).click();
    await shows(/^\d.* 1\.\d+\ss of 20\.0\ss$/);
    await chartOn(page).focus();
    await page.keyboard.press('w');
    await shows(/^\d.* \d{3}\sms of 20\.0\ss$/);
    await expect.poll(() => page.url()).toContain('&chart=');
    await page.reload();
    await shows(/^\d.* \d{3}\sms of 20\.0\ss$/);
    // Without the window, what was zoomed to stays.
    await page.getByRole('button', { name: run.window.clear }).click();
    await chip(page).waitFor({ state: 'detached' });
    await shows(/^\d.* \d{3}\sms of 20\.0\ss$/);
  });

  test('panning and zooming ask the engine for a few pictures only, and for no more than can be drawn', { tags: ['long'] }, async () => {
    const asked = () => engine.received.filter(({ name }) => name === 'profile.chart');
    await expect.poll(() => asked().length).toBeGreaterThan(0);
    await moveTo(chartOn(page), SIDES, 0.5, 2);
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

describe('two runs of a comparison', () => {
  const SIDES = { left: 120, right: 18 };
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-e2e-'));
  let product: ServedProduct;
  let page: Page;
  let errors: readonly string[];

  /** A is four seconds long, with one task of three; B two seconds, with a task of 10 ms every 20. */
  beforeAll(async () => {
    const file = join(dir, 'drawn.loopscope');
    await drawnComparison(file, [
      { ms: 4_000, stack: (ms) => (ms < 3_000 ? ['main', 'render'] : ['main']), stallMs: (ms) => (ms <= 3_000 ? ms : 0) },
      { ms: 2_000, stack: (ms) => (ms % 20 < 10 ? ['main', 'render'] : []), stallMs: () => 10 },
    ]);
    product = await serveProduct({ args: [file] });
    const opened = await openPage(browser);
    ({ page, errors } = opened);
    await page.goto(product.link);
    await page.getByRole('tab', { name: compare.sections.flameChart }).click();
    await chartOf('B').waitFor();
  });
  afterAll(async () => {
    await page.context().close();
    await product.stop();
    rmSync(dir, { recursive: true });
    expect(errors).toEqual([]);
  });
  beforeEach(async () => {
    // What had the focus in it is forgotten.
    await chartOf('B').focus();
    await chartOf('A').focus();
    await page.keyboard.press('0');
    await page.getByText(compare.flameCharts.hint).waitFor();
  });

  const chartOf = (letter: 'A' | 'B') => page.getByRole('application', { name: new RegExp(`^Flame chart of ${letter} `) });
  const figure = () => page.locator('[data-figure=flame-charts]');
  const sidesOf = (letter: 'A' | 'B') => ({ ...SIDES, scale: letter === 'A' ? RULER_PX : 0 });
  const colorsOf = (letter: 'A' | 'B', points: readonly (readonly [number, number])[]) =>
    colorsAt(chartOf(letter), sidesOf(letter), points);
  /** How often a row changes from nothing to a call, from left to right. */
  const callsSeen = async (letter: 'A' | 'B'): Promise<number> => {
    const colors = await colorsOf(
      letter,
      Array.from({ length: 150 }, (_, i) => [(i + 0.5) / 150, 1] as const),
    );
    return colors.filter((color, i) => color === 'own' && colors[i - 1] !== 'own').length;
  };

  /** The task of A is still there at both sides of what is shown. */
  const expectTaskThroughout = async (): Promise<void> => {
    const sides = [
      [0.05, 1],
      [0.95, 1],
    ] as const;
    expect(await colorsOf('A', sides)).toEqual(['own', 'own']);
  };

  test('they have one scale, and the shorter one says where it ends', async () => {
    const points = [
      [0.1, 1],
      [0.74, 1],
      [0.76, 1],
      [0.95, 0],
    ] as const;
    await expect.poll(() => colorsOf('A', points)).toEqual(['own', 'own', 'nothing', 'own']);
    await expect.poll(async () => (await colorsOf('B', points)).slice(1)).toEqual(['bg-sunken', 'bg-sunken', 'bg-sunken']);
    const [a, b] = [(await chartOf('A').boundingBox())!, (await chartOf('B').boundingBox())!];
    expect([b.x, b.width]).toEqual([a.x, a.width]);
    const sides = figure().getByRole('region');
    await sides.filter({ hasText: 'A (one)' }).getByText('measured for 4.00 s').waitFor();
    await sides.filter({ hasText: 'B (other)' }).getByText('measured for 2.00 s').waitFor();
  });

  test('the longest stall of each is a click away, and shown in both', async () => {
    await figure()
      .getByRole('button', { name: /^Show the longest stall of A \(one\), 3\.00\ss/ })
      .waitFor();
    await figure()
      .getByRole('button', { name: /^Show the longest stall of B \(other\), 10\.0\sms/ })
      .click();
    await figure()
      .getByText(/^0\sms – 286\sms, 286\sms of 4\.00\ss/)
      .waitFor();
    await expect.poll(() => callsSeen('B')).toBe(15);
    await expectTaskThroughout();
  });

  test('the wheel over one zooms both, and both have the cursor', async () => {
    await chartOf('B').scrollIntoViewIfNeeded();
    await moveTo(chartOf('B'), sidesOf('B'), 0.1, 1);
    for (let step = 0; step < 12; step++) await page.mouse.wheel(0, -100);
    await figure()
      .getByText(/275\sms of 4\.00\ss$/)
      .waitFor();
    await expect.poll(() => callsSeen('B')).toBeLessThan(16);
    await expectTaskThroughout();
    const { x } = await place(chartOf('A'), sidesOf('A'), 0.1, 0);
    const cursor = () =>
      chartOf('A')
        .locator('canvas')
        .last()
        .evaluate((canvas, at) => {
          const ratio = window.devicePixelRatio;
          return Array.from((canvas as HTMLCanvasElement).getContext('2d')!.getImageData((at - 6) * ratio, 60, 12 * ratio, 1).data).some(
            (part) => part > 0,
          );
        }, x);
    await expect.poll(cursor).toBe(true);
    await page.mouse.move(5, 5);
    await expect.poll(cursor).toBe(false);
  });

  test('Shift-drag in one measures in both, Enter zooms in on it', async () => {
    const box = (await chartOf('B').boundingBox())!;
    const [from, to] = [await place(chartOf('B'), sidesOf('B'), 0.25, 1), await place(chartOf('B'), sidesOf('B'), 0.5, 1)];
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + from.x, box.y + from.y);
    await page.mouse.down();
    await page.mouse.move(box.x + to.x, box.y + to.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.getByText(/^Measured 1\.00\ss from 1\.00\ss on\. Enter zooms in on it/).waitFor();
    await page.keyboard.press('Enter');
    await figure()
      .getByText(/^1\.00\ss – 2\.00\ss, 1\.00\ss of 4\.00\ss/)
      .waitFor();
    await page.getByText(/^Measured/).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText(compare.flameCharts.hint).waitFor();
  });

  test('a click marks the function in both and counts its calls, a second one no longer', async () => {
    const at = await place(chartOf('A'), sidesOf('A'), 0.2, 1);
    await chartOf('A').click({ position: at });
    const search = page.getByLabel(compare.flameCharts.search, { exact: true });
    await expect.poll(() => search.inputValue()).toBe('"render"');
    await page.getByText(/^A: 1 call, 3\.00\ss; B: 100 calls, 1\.00\ss$/).waitFor();
    await expect
      .poll(() =>
        colorsOf('A', [
          [0.2, 0],
          [0.2, 1],
        ]),
      )
      .toEqual(['own', 'flame-match']);
    await chartOf('A').click({ position: at });
    await expect.poll(() => search.inputValue()).toBe('');
  });

  test('by keyboard: Tab goes from one to the other, and the table has the calls of both', async () => {
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => figure().getByRole('status').filter({ hasText: /self/ }).textContent()).toMatch(/^main: 4\.00\ss, /);
    await figure().getByRole('radio', { name: run.flameChart.table }).click();
    const rows = await ui.tableRows(figure());
    expect(rows.slice(0, 3).map((row) => [row[0], row[2], row[5]])).toEqual([
      ['A', '4,000.000', 'main'],
      ['A', '3,000.000', 'render'],
      ['B', '10.000', 'main'],
    ]);
    await figure().getByRole('radio', { name: run.flameChart.chart }).click();
    await chartOf('A').waitFor();
  });
});
