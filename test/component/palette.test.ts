/** Ctrl+K: everything that can be done now, by a few letters of its name. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { common } from '../../shared/words/en/common.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeFlame } from '../helpers/fake-data.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { main, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();

const palette = (page: Page) => page.getByRole('dialog', { name: common.palette.title });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });
const tabNamed = (name: string) => common.command.tab.replace('{name}', name);

test('a tab is found by a few letters, shown, and has the focus', async () => {
  const { page, errors } = await open('#/run/finished');
  await main(page).getByRole('tab', { name: run.tab.overview }).waitFor();
  await page.keyboard.press('Control+k');
  await untilFocused(field(page));
  await expectGoodLooks(page);
  await page.keyboard.type('tab flam');
  await expect.poll(() => chosen(page).textContent()).toContain(tabNamed(run.tab.flame));
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
  await untilFocused(main(page).getByRole('tabpanel', { name: run.tab.flame }));
  expect(errors).toEqual([]);
});

test('the arrows go round, the key of each stands beside it, and what nothing is called is said', async () => {
  const { page, errors } = await open('#/run/finished?tab=flame');
  await page.locator('g.frame').first().waitFor();
  await page.keyboard.press('Control+k');
  await untilFocused(field(page));
  const first = await chosen(page).textContent();
  // The engine lists sessions, below everything else.
  await palette(page).getByRole('group', { name: common.palette.sessions }).waitFor();
  await page.keyboard.press('ArrowUp');
  const last = await chosen(page).textContent();
  expect(last).not.toBe(first);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen(page).textContent()).toBe(first);
  await page.keyboard.type('search');
  await expect.poll(() => options(page).first().locator('kbd').textContent()).toBe('/');
  await page.keyboard.press('Enter');
  await untilFocused(page.getByLabel(run.profile.search));
  // Also while typing, which it does not disturb.
  await page.keyboard.type('ren');
  await page.keyboard.press('Control+k');
  await untilFocused(field(page));
  await page.keyboard.type('zzz');
  await palette(page).getByText(common.palette.none).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await untilFocused(page.getByLabel(run.profile.search));
  expect(await page.getByLabel(run.profile.search).inputValue()).toBe('ren');
  expect(errors).toEqual([]);
});

test('a session is opened, and what a screen cannot do is not offered on it', async () => {
  const { page, errors } = await open('#/settings');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
  await untilFocused(field(page));
  const names = await options(page).allTextContents();
  expect(names.filter((name) => name.startsWith(tabNamed('')) || name.startsWith(common.command.pause))).toEqual([]);
  const session = palette(page).getByRole('group', { name: common.palette.sessions }).getByRole('option').first();
  await session.click();
  await page.waitForURL(/#\/run\//);
  expect(errors).toEqual([]);
});

test('from another tab it leads to the search field', { tags: ['long'] }, async () => {
  const { page, errors } = await open('#/run/finished?tab=overview');
  await main(page).getByRole('tab', { name: run.tab.overview }).waitFor();
  await page.keyboard.press('Control+k');
  await untilFocused(field(page));
  await page.keyboard.type(common.command.toSearch);
  await page.keyboard.press('Enter');
  await untilFocused(page.getByLabel(run.profile.search));
  expect(errors).toEqual([]);
});

test('the search field of a tab that is still loading has the focus when it is there', async () => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const { page, errors } = await open(
    '#/run/finished?tab=flame',
    {},
    { prepare: ({ engine }) => engine.answerWith('profile.flame', () => asked.then(() => succeed(makeFlame(20_000)))) },
  );
  await main(page).getByText(run.loading).waitFor();
  await page.keyboard.press('/');
  answer();
  await untilFocused(page.getByLabel(run.profile.search));
  expect(errors).toEqual([]);
});
