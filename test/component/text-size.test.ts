/**
 * The text size of the settings in a browser, against the stand-in engine: what it changes, that it is kept, and that all stays within reach.
 * @module-tag long
 */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { TextSize } from '../../shared/base/text-size.ts';
import { succeed } from '../../shared/model/failure.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { makeCrowdedFlame } from '../helpers/crowded-flame.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';

let page: Page;
let engine: FakeEngine;
let errors: readonly string[];
const open = setupFakePages();
afterEach(() => expect(errors).toEqual([]));

async function show(hash: string): Promise<void> {
  ({ page, engine, errors } = await open(hash, {}, { width: 1024, height: 768 }));
}

const option = (size: TextSize) => page.getByRole('radiogroup', { name: settings.textSize }).getByRole('radio', { name: `${size} %` });

async function choose(size: TextSize): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await option(size).click();
  await expect.poll(() => option(size).getAttribute('aria-checked')).toBe('true');
}

/** From the settings, which are shown until the page has heard of its new address. */
async function goTo(hash: string): Promise<void> {
  await page.evaluate((next) => {
    window.location.hash = next;
  }, hash);
  await page.getByRole('radiogroup', { name: settings.textSize }).waitFor({ state: 'detached' });
}

/** The height of a row that the keyboard or the pointer meets, and the size of its text, px. */
const measure = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => ({
      height: Math.round(element.getBoundingClientRect().height * 10) / 10,
      font: Number.parseFloat(getComputedStyle(element).fontSize),
    }));

test.each<TextSize>([90, 100, 150])('%i %: text, rows of tables, axes of charts and rows of flame graphs have it', async (size) => {
  await show('#/settings');
  await choose(size);
  const of = (px: number) => (px * size) / 100;
  expect((await measure('body')).font).toBeCloseTo(of(13));

  await goTo('#/run/finished');
  const plot = page.locator('.uplot').first();
  await plot.waitFor();
  // Its left edge is where the labels of the axis end.
  expect(await plot.locator('.u-over').evaluate((over: HTMLElement) => over.offsetLeft)).toBeCloseTo(of(52), -0.5);
  await page.getByRole('tab', { name: run.tab.flame, exact: true }).click();
  await page.locator('g.frame rect').first().waitFor();
  expect((await measure('g.frame rect')).height).toBeCloseTo(of(20), 0);
  expect((await measure('g.frame .d3-flame-graph-label')).font).toBeCloseTo(of(12));
  await page.getByRole('tab', { name: run.tab.functions, exact: true }).click();
  await page.locator('tbody tr[aria-selected]').first().waitFor();
  expect((await measure('tbody tr[aria-selected]')).height).toBeCloseTo(of(20), 0);
});

test('150 %: a frame that is zoomed into stands below two of its callers', async () => {
  await show('#/settings');
  await choose(150);
  engine.answerWith('profile.flame', () => succeed(makeCrowdedFlame(10_000, 7)));
  await goTo('#/run/finished');
  await page.getByRole('tab', { name: run.tab.flame, exact: true }).click();
  await page.locator('g.frame').first().waitFor();
  await page.locator('[data-pane] [data-searched]').focus();
  for (let depth = 0; depth < 9; depth++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const room = () =>
    page.locator('[data-pane]').evaluate((pane) => {
      const frame = pane.querySelector('g.frame.focused');
      return frame === null ? null : frame.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    });
  await expect.poll(room).toBeCloseTo(2 * 30, -0.5);
});

test('what is chosen before the engine has told its settings stays chosen', async () => {
  await show('#/settings');
  const tell: (() => void)[] = [];
  engine.answerWith('settings.get', () => new Promise((told) => void tell.push(() => told(succeed({ theme: 'system', textSize: 90 })))));
  await page.reload();
  await choose(125);
  await expect.poll(() => tell.length).toBe(1);
  tell[0]!();
  // The next answer on the same connection comes after that one.
  await goTo('#/run/finished');
  await page.getByRole('table').first().waitFor();
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await expect.poll(() => option(125).getAttribute('aria-checked')).toBe('true');
  expect((await measure('body')).font).toBeCloseTo(16.25);
});

test('it is kept by the engine, and is there before the page asks for it', async () => {
  await show('#/settings');
  await choose(125);
  expect(await option(125).evaluate((element) => document.activeElement === element)).toBe(true);
  await expect.poll(() => engine.received.filter(({ name }) => name === 'settings.set').at(-1)?.params).toEqual({ textSize: 125 });
  await page.reload();
  await expect.poll(() => option(125).getAttribute('aria-checked')).toBe('true');
  // Another browser, which has nothing stored.
  await page.evaluate(() => window.localStorage.removeItem('loopscope.textSize'));
  await page.reload();
  await expect.poll(() => option(125).getAttribute('aria-checked')).toBe('true');
  expect((await measure('body')).font).toBeCloseTo(16.25);
});

/** Names of what can be used but is outside of the window, with nothing that scrolls it into view. */
const outOfReach = () =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('#root button, #root a[href], #root input, #root [role=tab]')];
    return controls
      .filter(
        (one) =>
          one.checkVisibility?.() !== false &&
          one.getClientRects().length > 0 &&
          !one.matches('a[href="#content"], input[aria-hidden=true]'),
      )
      .filter((one) => {
        one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return right - left > 1 && (left < -1 || right > window.innerWidth + 1 || top < -1 || bottom > window.innerHeight + 1);
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.tagName);
  });

test.each<[string, string, string?]>([
  ['home', '#/'],
  ['the set-up of a run', '#/setup'],
  ['a flame graph', '#/run/finished', run.tab.flame],
  ['functions', '#/run/finished', run.tab.functions],
  ['the set-up of a comparison', '#/compare-setup'],
  ['a comparison', '#/compare/compared'],
])('150 %, 1024 x 768: everything of %s can be reached', async (_, hash, tab) => {
  await show('#/settings');
  await choose(150);
  await goTo(hash);
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click();
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBeGreaterThan(2);
  expect(await outOfReach()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

/** Pixels of the screen below the window. */
const below = () =>
  page.evaluate(() => document.querySelector('#content > *')!.scrollHeight - document.querySelector('#content')!.clientHeight);

test.each<[string, string, readonly string[]]>([
  ['run', '#/run/finished', [run.tab.overview, run.tab.flame, run.tab.functions, run.tab.requests]],
  ['comparison', '#/compare/compared', [compare.sections.overview, compare.sections.flame]],
])('125 %, 1024 x 768: a %s fills the window, and only its view scrolls', async (_, hash, tabs) => {
  await show('#/settings');
  await choose(125);
  await goTo(hash);
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const panel = page.locator('[role=tabpanel][data-state=active]');
    await panel.locator('table, svg').first().waitFor();
    expect.soft(await below(), tab).toBeLessThanOrEqual(0);
    // A flame graph scrolls below its bars.
    if (tab === run.tab.flame)
      expect.soft(await panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0);
    expect.soft((await panel.boundingBox())!.height, tab).toBeGreaterThan(160);
  }
});
