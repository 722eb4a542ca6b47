/** Tables and figures are copied and saved: what is on the clipboard and in the files, in a browser, against the stand-in engine. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeCrowdedFlame } from '../helpers/crowded-flame.ts';
import { type FakePage, setupFakePages } from '../helpers/fake-pages.ts';
import { untilAnswered, untilFocused } from '../helpers/interface.ts';

let page: Page;
let errors: readonly string[];
const open = setupFakePages();
afterEach(() => expect(errors).toEqual([]));

async function show(hash: string, prepare?: (opened: FakePage) => unknown, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  ({ page, errors } = await open(hash, { speed: 10, runsByHand: true }, { prepare, colorScheme }));
}

const allowClipboard = ({ page }: FakePage) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
/** As in old browsers, and where the system does not allow it. */
const forbidClipboard = ({ page }: FakePage) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));

const take = (title: RegExp | string) => page.getByRole('button', { name: title }).first();
const item = (name: string) => page.getByRole('menuitem', { name });
const said = () => page.getByRole('status').filter({ hasText: /Copied|Saved|clipboard/ });
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

async function saved(button: Locator, name: string): Promise<{ name: string; content: Buffer }> {
  await button.click();
  const [download] = await Promise.all([page.waitForEvent('download'), item(name).click()]);
  return { name: download.suggestedFilename(), content: await readFile((await download.path())!) };
}

/** What a program that opens the picture finds in it: whether it can be read, these texts, and how many of these shapes. */
const readPicture = (svg: Buffer, find: { texts: string; shapes: string }) =>
  page.evaluate(
    ({ markup, texts, shapes }) => {
      const picture = new DOMParser().parseFromString(markup, 'image/svg+xml');
      return {
        isBroken: picture.querySelector('parsererror') !== null,
        texts: Array.from(picture.querySelectorAll(texts), (text) => text.textContent ?? ''),
        shapes: picture.querySelectorAll(shapes).length,
      };
    },
    { markup: svg.toString(), ...find },
  );

/** Cells of the table of functions, as they are shown. */
const shownRows = () =>
  page
    .getByRole('treegrid', { name: run.functions.label })
    .evaluate((grid) =>
      Array.from(grid.querySelectorAll('tr'), (row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent ?? '')),
    );

test('a table is copied as it is shown, with the keyboard alone, and the page says so', async () => {
  await show('#/run/finished', allowClipboard);
  await page.keyboard.press('4');
  await page.getByRole('treegrid', { name: run.functions.label }).locator('tbody tr').first().waitFor();
  await take(`Copy or save: ${run.functions.label}`).focus();
  await page.keyboard.press('Enter');
  await untilFocused(item('Copy for a spreadsheet'));
  await page.keyboard.press('Enter');
  const rows = await shownRows();
  await expect.poll(() => said().textContent()).toContain(`Copied for a spreadsheet: ${rows.length - 1} rows`);
  // Intervals of shares are for reading; a spreadsheet gets numbers.
  const figures = (cell: string): string => cell.replace(/ ±[\d.]+$/, '');
  expect((await clipboard()).trimEnd().split('\n')).toEqual(rows.map((cells) => cells.map(figures).join('\t')));
  await take(`Copy or save: ${run.functions.label}`).click();
  await item('Copy as Markdown').click();
  await expect.poll(clipboard).toContain('| --- |');
});

test('a long table is saved with the rows that are not in sight, under the name of its session', async () => {
  await show('#/run/finished');
  await page.keyboard.press('7');
  const table = page.getByRole('table', { name: run.server.samplesLabel });
  await table.waitFor();
  const { name, content } = await saved(take(`Copy or save: ${run.server.samplesLabel}`), 'Save as CSV');
  const lines = content.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(Number(await table.getAttribute('aria-rowcount')));
  expect(lines.length).toBeGreaterThan((await table.getByRole('row').count()) + 10);
  expect(name).toMatch(/^[\w .,-]+\.csv$/);
});

test('a chart is saved as SVG with its unit, its session and its lines', async () => {
  await show('#/run/finished');
  await untilAnswered(page);
  const { name, content } = await saved(take(/^More about Latency/), 'Save as SVG');
  expect(name).toMatch(/Latency, ms\.svg$/);
  const { isBroken, texts, shapes: lines } = await readPicture(content, { texts: 'text', shapes: 'path.line' });
  expect(isBroken).toBe(false);
  expect(texts).toEqual(expect.arrayContaining(['Latency, ms', 'p50', 'p99']));
  expect(lines).toBe(4);
});

/** Size and colour of the corner of what is on the clipboard. */
const copiedImage = () =>
  page.evaluate(async () => {
    const [only] = await navigator.clipboard.read();
    const image = await createImageBitmap(await only!.getType('image/png'));
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const colors = new Set<number>();
    for (let at = 0; at < data.length; at += 4) colors.add(data[at]! * 65_536 + data[at + 1]! * 256 + data[at + 2]!);
    return { width: image.width, height: image.height, corner: Array.from(data.slice(0, 3)), colors: colors.size };
  });

test('a flame graph is copied as PNG at twice its size, in the theme or light for paper', async () => {
  const columns = makeCrowdedFlame(2_000, 7);
  await show(
    '#/run/finished',
    async (opened) => {
      opened.engine.answerWith('profile.flame', () => succeed(columns));
      await allowClipboard(opened);
    },
    'dark',
  );
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await page.locator('g.frame').first().waitFor();
  await take('Copy or save: Flame graph').click();
  await item('Copy as PNG').click();
  await expect.poll(() => said().textContent()).toMatch(/Copied as PNG, 2,240 × [\d,]+ pixels/);
  const dark = await copiedImage();
  expect(dark.width).toBe(2_240);
  expect(Math.max(...dark.corner)).toBeLessThan(60);
  // Frames and letters, not an empty ground.
  expect(dark.colors).toBeGreaterThan(50);
  await take('Copy or save: Flame graph').click();
  await page.getByRole('menuitemcheckbox').click();
  await item('Copy as PNG').click();
  await expect.poll(async () => (await copiedImage()).corner).toEqual([255, 255, 255]);
  expect((await copiedImage()).height).toBe(dark.height);
});

test('a flame chart is saved as it is drawn on the screen', { tags: ['long'] }, async () => {
  await show('#/run/finished');
  await page.keyboard.press('3');
  await page.getByRole('application', { name: /^Flame chart/ }).waitFor();
  const { name, content } = await saved(take('Copy or save: Flame chart'), 'Save as SVG');
  expect(name).toMatch(/Flame chart\.svg$/);
  const { isBroken, texts, shapes: boxes } = await readPicture(content, { texts: 'text.call', shapes: 'rect[fill^="#"]' });
  expect(isBroken).toBe(false);
  expect(texts).toEqual(expect.arrayContaining([run.flameChart.stalls, run.flameChart.collections]));
  expect(boxes).toBeGreaterThan(20);
  expect(content.toString()).not.toMatch(/var\(|="undefined|NaN/);
});

test('without a clipboard a file is saved instead, and the page says so', async () => {
  await show('#/run/finished', forbidClipboard);
  await untilAnswered(page);
  const png = await saved(take(/^More about Latency/), 'Copy as PNG');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  await expect.poll(() => said().textContent()).toContain(`The clipboard could not be written to. Saved as ${png.name} instead.`);
  const markdown = await saved(take(`Copy or save: ${run.chart.latency}`), 'Copy as Markdown');
  expect(markdown.name).toMatch(/\.md$/);
  expect(markdown.content.toString()).toContain(`**${run.chart.latency}**`);
});

test('every figure of a comparison can be saved as a picture that is a picture', async () => {
  await show('#/compare/compared');
  for (const [tab, figure] of [
    ['overview', 'verdict'],
    ['overview', 'runs'],
    ['percentiles', 'percentiles'],
    ['requests', 'answer-order'],
  ] as const) {
    await page.getByRole('tab', { name: compare.sections[tab], exact: true }).click();
    const button = page.locator(`section[data-figure=${figure}] > header button[aria-label^="Copy or save: "]`);
    const { content } = await saved(button, 'Save as SVG');
    const { isBroken, shapes } = await readPicture(content, { texts: 'text', shapes: 'path, rect, circle, line' });
    expect(isBroken).toBe(false);
    expect(shapes).toBeGreaterThan(0);
  }
});

test('the bar of ticks is saved as a picture: each kind of code with its share, and garbage collection below', {
  tags: ['long'],
}, async () => {
  await show('#/run/ticked');
  await page.getByRole('tab', { name: run.tab.ticks }).click();
  await page.getByRole('table', { name: /^Summary of/ }).waitFor();
  const { content } = await saved(take(`Copy or save: ${run.ticks.bar}`), 'Save as SVG');
  const { isBroken, texts, shapes } = await readPicture(content, { texts: 'text', shapes: 'g > rect' });
  expect(isBroken).toBe(false);
  expect(texts).toEqual(expect.arrayContaining(['JavaScript 71.0\u00a0%', 'Shared libraries', 'Unaccounted']));
  expect(shapes).toBe(4);
});

test('the flame charts of a comparison are copied as they stand: both runs, and what is folded', { tags: ['long'] }, async () => {
  await show('#/compare/compared?tab=flameChart');
  const figure = page.locator('section[data-figure="flame-charts"]');
  await figure.getByRole('application').nth(1).waitFor();
  await figure.getByRole('button', { name: 'Fold: Node core' }).click();
  const { name, content } = await saved(figure.getByRole('button', { name: /^Copy or save: / }), 'Save as SVG');
  expect(name).toMatch(/\.svg$/);
  const { isBroken, texts, shapes } = await readPicture(content, { texts: 'text', shapes: 'rect[fill^="#"]' });
  expect(isBroken).toBe(false);
  expect(texts.join('\n')).toContain('Folded into their callers: Node core');
  const names = await figure.getByRole('heading', { level: 3 }).allTextContents();
  expect(names).toHaveLength(2);
  expect(texts).toEqual(expect.arrayContaining(names.map((one) => one.trim())));
  expect(shapes).toBeGreaterThan(20);
});

test('a call tree is copied as far as it is open, each row as deep as it stands', async () => {
  await show('#/run/finished', allowClipboard);
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await page.locator('g.frame').first().waitFor();
  await page.getByRole('radio', { name: run.flame.tree }).click();
  const tree = page.getByRole('treegrid', { name: run.flame.tableLabel });
  await tree.waitFor();
  await take(`Copy or save: ${run.flame.tableLabel}`).click();
  await item('Copy for a spreadsheet').click();
  const shown = await tree.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const cells = Array.from(row.querySelectorAll('td'), (cell) => cell.textContent ?? '');
      return { depth: Number(row.getAttribute('aria-level')), total: cells[0]!, name: cells[4]!.trim() };
    }),
  );
  const outermost = tree.locator('tr[aria-level="1"]');
  const places = await outermost.evaluateAll((rows) =>
    rows.map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')]),
  );
  expect(places).toEqual(places.map((_, nth) => [String(nth + 1), String(places.length)]));
  await expect.poll(() => said().textContent()).toContain(`Copied for a spreadsheet: ${shown.length} rows`);
  const [, ...copied] = (await clipboard()).trimEnd().split('\n');
  expect(
    copied.map((line) => {
      const [total = '', , , , name = ''] = line.split('\t');
      return { depth: 1 + name.search(/\S/) / 2, total, name: name.trim() };
    }),
  ).toEqual(shown);
});

test('on paper a result is light and whole: every row, nothing to press, nothing beyond the edge', async () => {
  await show('#/run/finished', undefined, 'dark');
  await page.keyboard.press('7');
  const table = page.getByRole('table', { name: run.server.samplesLabel });
  await table.waitFor();
  const rows = Number(await table.getAttribute('aria-rowcount'));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(() => table.locator('tr').count()).toBe(rows);
  expect(await page.getByRole('button', { name: /^Copy or save/ }).count()).toBe(0);
  const paper = await page.evaluate(() => ({
    ground: getComputedStyle(document.body).backgroundColor,
    cut: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    isWhole: document.documentElement.scrollHeight >= document.querySelector('main')!.scrollHeight,
  }));
  expect(paper).toEqual({ ground: 'rgb(255, 255, 255)', cut: false, isWhole: true });
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect.poll(() => table.locator('tr').count()).toBeLessThan(rows);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});
