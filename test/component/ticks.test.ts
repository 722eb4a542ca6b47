/** The Ticks tab in a browser, with an engine that answers from canned data. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { compare } from '../../shared/words/en/compare.ts';
import { run } from '../../shared/words/en/run.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { makeTicks } from '../helpers/fake-ticks.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(hash = '#/run/ticked'): Promise<void> {
  ({ engine, page, errors } = await open(hash, { comparisonsByHand: true }));
}

async function openTicks(): Promise<void> {
  await start();
  await tab().click();
  await frame('renderPage').waitFor();
}

const tab = () => page.getByRole('tab', { name: run.tab.ticks });
const frame = (name: string) => page.locator('g.frame').filter({ hasText: name }).first();
const frames = () => page.locator('g.frame').count();
const filter = (name: string) =>
  page.getByRole('group', { name: run.ticks.flame.filters }).getByRole('button', { name: new RegExp(`^${name} [\\d,]`) });
const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row');
const { ticks } = run;

test('a run without ticks has no Ticks tab', async () => {
  await start('#/run/finished');
  await page.getByRole('tab', { name: run.tab.functions }).waitFor();
  expect(await tab().count()).toBe(0);
});

test('has no axe violations and nothing wider than the window, in both themes and sizes', { tags: ['long'] }, async () => {
  await openTicks();
  await page.getByRole('button', { name: ticks.helpTitle }).click();
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});

test('the summary has a sentence, a bar and the table of --prof-process, which add up to all ticks', async () => {
  await openTicks();
  const { total, summary, unaccounted } = makeTicks();
  const cells = await rowsOf('Summary of 15,244 ticks').evaluateAll((rows) =>
    rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(cells.map(([count, percent, nonlib]) => [count, percent, nonlib])).toEqual([
    ['10,823', '71.0', '85.5'],
    ['1,220', '8.0', '9.6'],
    ['793', '5.2', '6.3'],
    ['2,591', '17.0', ''],
    ['610', '4.0', ''],
  ]);
  const [javascript, cpp, , libraries] = summary.map((row) => row.ticks);
  expect(javascript! + cpp! + libraries! + unaccounted).toBe(total);
  await page.getByText('Of 15,244 ticks, 71.0 % were in JavaScript').waitFor();
  await page.getByRole('img', { name: 'JavaScript 71.0 %, C++ 8.0 %, Shared libraries 17.0 %, Unaccounted 4.0 %, GC 5.2 %' }).waitFor();
  await expect.poll(() => rowsOf(ticks.libraries).allTextContents()).toContain('2,56016.8/usr/local/bin/node');
});

describe('the flame graph', () => {
  test('starts with the filters of 0x; each button hides and shows one category', async () => {
    await openTicks();
    expect(await page.locator('g.frame').allTextContents()).not.toContain('writev');
    const before = await frames();
    await filter(ticks.category.v8).click();
    await frame('writev').waitFor();
    await filter(ticks.category.deps).click();
    await expect.poll(() => frame('jsonParser').count()).toBe(0);
    await frame('renderPage').waitFor();
    await filter(ticks.category.v8).click();
    await filter(ticks.category.deps).click();
    await expect.poll(frames).toBe(before);
    for (const category of ['app', 'deps', 'core', 'wasm', 'inlinable'] as const) await filter(ticks.category[category]).click();
    await page.getByText(ticks.flame.hiddenAll).waitFor();
    await page.getByRole('button', { name: ticks.flame.showAll }).click();
    await frame('writev').waitFor();
  });

  test('the heat of a frame is its share of ticks on top of the stack; hidden frames add to their caller', async () => {
    await openTicks();
    const heat = (name: string) => frame(name).getAttribute('data-kind');
    // 9.4 of 92.5 shares of its own, and the 2.2 of the sort that it calls.
    await expect.poll(() => heat('priceOf')).toBe('heat-7');
    await filter(ticks.category.v8).click();
    await expect.poll(() => heat('writev')).toBe('heat-5');
    await frame('priceOf').hover();
    await page.getByText(`${ticks.flame.onTop}`).waitFor();
  });

  test('tiers are marked and can be merged', async () => {
    await openTicks();
    const marked = () => page.locator('g.frame[data-kind=match]');
    await page.getByRole('button', { name: ticks.flame.markUnoptimised }).click();
    await expect.poll(() => marked().count()).toBeGreaterThan(0);
    expect((await marked().allTextContents()).filter((name) => name !== '' && !name.startsWith('~'))).toEqual([]);
    await page.getByRole('radio', { name: ticks.flame.merged }).click();
    await page.getByText(ticks.flame.markNone).waitFor();
    await expect.poll(() => marked().count()).toBe(0);
    await expect.poll(async () => (await page.locator('g.frame').allTextContents()).filter((name) => /^[*~]/.test(name))).toEqual([]);
  });

  test('works by keyboard: search, frames, zoom and back', async () => {
    await openTicks();
    await page.keyboard.press('/');
    await page.keyboard.type('priceOf');
    await expect.poll(() => page.locator('g.frame[data-kind=match]').count()).toBe(1);
    const graph = page.getByRole('application');
    await graph.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .getByText(/parserOnIncoming: [\d,]+ ticks on the stack \([\d.]+\s%\), [\d,]+ on top of it .*, optimised/)
      .waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    const crumbs = page.getByRole('navigation', { name: run.flame.crumbs });
    await crumbs.getByText('parserOnIncoming').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => crumbs.getByText('parserOnIncoming').count()).toBe(0);
  });
});

test('the bottom-up profile expands and collapses by keyboard', async () => {
  await openTicks();
  const tree = page.getByRole('group', { name: ticks.bottomUp });
  const names = () => tree.locator('tbody th').allTextContents();
  expect((await names()).map((name) => name.split(' ')[1] ?? name)).toEqual([
    '*priceOf',
    '*handleCheckout',
    '^renderPage',
    '/usr/local/bin/node',
    '*Cart',
  ]);
  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await names()).length).toBe(3);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await names()).length).toBe(4);
  expect(await tree.locator('[aria-expanded=true]').count()).toBeGreaterThan(0);
});

test('missing ticks are explained, with a way to get them', async () => {
  await start();
  engine.answerWith('session.ticks', () => ({ ok: true, value: null }));
  await tab().click();
  await page.getByText(ticks.none).waitFor();
  await page.getByRole('button', { name: ticks.again }).click();
  await page.waitForURL(/#\/setup$/);
});

test('two variants: bars and flame graphs on one scale, merged by default; a search marks both', { tags: ['long'] }, async () => {
  await start('#/compare/compared-ticks?tab=flame');
  const figure = page.getByRole('region', { name: compare.ticks.title });
  await figure.locator('g.frame').filter({ hasText: 'renderPage' }).nth(1).waitFor();
  const widths = (selector: string) => figure.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  // B has 0.7 times as many ticks, in as many requests.
  const [a, b] = await widths('[role=application]');
  expect(b! / a!).toBeCloseTo(0.7, 2);
  const sums = await figure
    .locator('[role=img]')
    .evaluateAll((bars) =>
      bars.map((bar) =>
        [...bar.querySelectorAll('[data-part]:not([data-part=gc])')].reduce((sum, one) => sum + one.getBoundingClientRect().width, 0),
      ),
    );
  expect(sums[1]! / sums[0]!).toBeCloseTo(0.7, 2);
  expect((await figure.locator('g.frame').allTextContents()).filter((name) => /^[*~]/.test(name))).toEqual([]);
  await figure.getByRole('searchbox').fill('priceOf');
  await expect.poll(() => figure.locator('g.frame[data-kind=match]').count()).toBe(2);
  await expectGoodLooks(page, { inside: '[role=tabpanel][data-state=active]' });
  expect(errors).toEqual([]);
});
