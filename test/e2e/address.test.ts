/** What a screen shows is in its address: reload, Back, Forward and links lead to it. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { dragOverFirstChart } from '../helpers/interface.ts';

let errors: readonly string[];
const open = setupFakePages();
afterEach(() => expect(errors).toEqual([]));

async function show(hash: string): Promise<Page> {
  const opened = await open(hash, { speed: 10, runsByHand: true });
  errors = opened.errors;
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened.page;
}

/** The part of the address behind the question mark, and how many entries the history has. */
const queryOf = (page: Page) => page.evaluate(() => window.location.hash.split('?')[1] ?? '');
const steps = (page: Page) => page.evaluate(() => window.history.length);
const chosenTab = (page: Page) => page.getByRole('tab', { selected: true });
const untilQuery = (page: Page, query: string | RegExp) => expect.poll(() => queryOf(page)).toMatch(query);

test('tab, window and zoom are one step of Back each, typing and folding are none, and a reload shows the same', async () => {
  const page = await show('#/run/finished');
  const chip = page.getByRole('group', { name: 'Chosen window' });
  const crumbs = page.getByRole('navigation', { name: 'Zoomed into' });
  const search = page.getByRole('searchbox');
  const before = await steps(page);
  await dragOverFirstChart(page, 0.25, 0.5);
  await chip.waitFor();
  await page.getByRole('tab', { name: 'Flame graph' }).click();
  await page.locator('g.frame[name="renderPage"]').click();
  await crumbs.getByText('renderPage', { exact: true }).waitFor();
  await search.pressSequentially('render');
  await page.getByRole('button', { name: /^Fold: native/i }).click();
  await untilQuery(page, /^tab=flame&window=\d+\.\.\d+&zoom=[^&]+renderPage[^&]+&hide=native&q=render$/);
  expect(await steps(page)).toBe(before + 3);

  const shown = await chip.textContent();
  await page.reload();
  await crumbs.getByText('renderPage', { exact: true }).waitFor();
  expect(await chip.textContent()).toBe(shown);
  expect(await search.inputValue()).toBe('render');
  expect(await chosenTab(page).textContent()).toBe('Flame graph');

  await page.goBack();
  await expect.poll(() => crumbs.getByText('renderPage', { exact: true }).count()).toBe(0);
  expect(await chosenTab(page).textContent()).toBe('Flame graph');
  await page.goBack();
  await expect.poll(() => chosenTab(page).textContent()).toBe('Overview');
  expect(await chip.textContent()).toBe(shown);
  await page.goBack();
  await expect.poll(() => chip.count()).toBe(0);
  await page.goForward();
  await chip.waitFor();
});

test('Esc takes the last zoom back, however fast it is pressed, and Back then leads to what was before it', async () => {
  const page = await show('#/run/finished?tab=flame');
  const before = await steps(page);
  await page.locator('g.frame[name="handle"]').click();
  await untilQuery(page, /zoom=[^&]*handle/);
  await page.locator('g.frame[name="renderPage"]').click();
  await untilQuery(page, /zoom=[^&]*renderPage/);
  expect(await steps(page)).toBe(before + 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await untilQuery(page, /^tab=flame$/);
  await page.getByRole('tab', { name: 'Output' }).click();
  await untilQuery(page, /^tab=output$/);
  expect(await steps(page)).toBe(before + 1);
  await page.goBack();
  await untilQuery(page, /^tab=flame$/);
});

test('the order of the functions and what is listed of them survive Home and back', async () => {
  const page = await show('#/run/finished?tab=functions');
  const table = page.getByRole('treegrid', { name: 'Functions by time' });
  await table.getByRole('button', { name: 'Function' }).click();
  await page.getByRole('searchbox').fill('render');
  await untilQuery(page, /^tab=functions&filter=render&sort=function$/);
  const first = await table.locator('tbody th').first().textContent();
  await page.getByRole('link', { name: 'Loopscope' }).click();
  await page.getByRole('heading', { name: 'Recent' }).waitFor();
  expect(await queryOf(page)).toBe('');
  await page.goBack();
  await expect.poll(() => table.locator('tbody th').first().textContent()).toBe(first);
  expect(await page.getByRole('searchbox').inputValue()).toBe('render');
});

test('round, tab, folds and search of a comparison survive a reload, and Back leads to the tab before', async () => {
  const page = await show('#/compare/compared');
  const flame = page.locator('[data-figure=flame]');
  const search = flame.getByRole('searchbox');
  await page.getByRole('table', { name: 'Metric by metric' }).waitFor();
  const before = await steps(page);
  await page.keyboard.press(']');
  await page.getByRole('tab', { name: 'Flame graphs' }).click();
  await flame.getByRole('button', { name: /^Fold: native/i }).click();
  await flame.getByRole('radio', { name: 'Side by side' }).click();
  await search.fill('render');
  await untilQuery(page, /^tab=flame&round=2&hide=native&pairAs=side&q=render$/);
  expect(await steps(page)).toBe(before + 1);

  await page.reload();
  await flame.locator('g.frame').first().waitFor();
  expect(await chosenTab(page).textContent()).toBe('Flame graphs');
  expect(await search.inputValue()).toBe('render');
  await flame.getByRole('button', { name: /^Folded: native/i }).waitFor();

  await page.goBack();
  await expect.poll(() => chosenTab(page).textContent()).toBe('Overview');
  await page.goForward();
  await expect.poll(() => chosenTab(page).textContent()).toBe('Flame graphs');
  await page.keyboard.press('3');
  await page.getByRole('combobox', { name: 'Round', exact: true }).getByText('Round 2').waitFor();
});

test('a link with nonsense shows what is shown at first, without an error', async () => {
  const page = await show(
    '#/run/finished?tab=nothing&window=9e9..x&pid=1&zoom=a|%E0,0,1&sort=constructor&hide=everything&chart=5..1&q=%E0&thread=77',
  );
  expect(await chosenTab(page).textContent()).toBe('Overview');
  await page.getByText('99 % of responses').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.evaluate(() => {
    window.location.hash = '#/run/finished?tab=flame&window=999999999..9999999999&zoom=a|nobody,0,1';
  });
  await page.locator('g.frame').first().waitFor();
  await untilQuery(page, /^tab=flame&zoom=/);
});
