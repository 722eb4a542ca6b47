/** The recent sessions of the built product, by mouse and by keyboard: real files, a real trash. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import type { RecentSummary } from '../../shared/model/recent-session.ts';
import { common } from '../../shared/words/en/common.ts';
import { home } from '../../shared/words/en/home.ts';
import { button, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const words = home.recent;
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
const SUMMARY: RecentSummary = {
  script: '/srv/shop/app.js',
  connections: 20,
  completed: 1_000,
  failed: 0,
  p50Ms: 3.1,
  p99Ms: 12.4,
  requestsPerSecond: 200,
  ending: 'completed',
  unexpected: 0,
  kind: 'run',
  request: '/products',
};

const openProduct = setupProductPages();

async function start() {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-recents-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const library = new Library(join(dir, 'data'));
  for (const name of [...NAMES].reverse()) {
    const path = join(dir, `${name}.loopscope`);
    copyFileSync(join(ROOT, 'resources/samples/slow-route.loopscope'), path);
    await library.remember(path, name, name === 'beta' ? { ...SUMMARY, ending: 'target-exited', request: '/slow' } : SUMMARY);
  }
  const profile = join(dir, 'work.cpuprofile');
  copyFileSync(join(ROOT, 'test/fixtures/profiles/split.cpuprofile'), profile);
  await library.remember(profile, 'work.cpuprofile', null);
  const page = await openProduct({ dataDir: library.dir, env: { XDG_DATA_HOME: join(dir, 'xdg') } });
  await page.getByRole('table', { name: words.title }).waitFor();
  const trash = join(dir, 'xdg/Trash/files');
  return { page, dir, trashed: () => (existsSync(trash) ? readdirSync(trash) : []) };
}

const names = (page: Page) => page.locator('[data-recent]').allTextContents();
const opener = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: words.menu.replace('{name}', name) }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
}

test('by mouse: filtered, renamed in place, moved to the trash after the file was named', { tags: ['long'] }, async () => {
  const { page, dir, trashed } = await start();
  const search = page.getByRole('searchbox', { name: words.filter });
  await search.fill('slow');
  await page.getByText('1 of 8').waitFor();
  expect(await names(page)).toEqual(['beta']);
  await search.fill('');
  await page.getByRole('combobox', { name: words.state }).click();
  await page.getByRole('option', { name: words.states.crashed }).click();
  await page.getByText('1 of 8').waitFor();
  await page.getByRole('combobox', { name: words.kind }).click();
  await page.getByRole('option', { name: words.kinds.profile }).click();
  await page.getByText(words.none).waitFor();
  await expectGoodLooks(page);
  await page.reload();
  await page.getByRole('button', { name: words.showAll }).click();
  await expect.poll(() => names(page)).toEqual(['work.cpuprofile', ...NAMES]);

  await choose(page, 'gamma', words.rename);
  await page.getByRole('textbox', { name: 'New title of gamma' }).fill('third');
  await page.getByRole('heading', { name: words.title }).click();
  await opener(page, 'third').waitFor();
  expect(await names(page)).toEqual(['work.cpuprofile', 'alpha', 'beta', 'third', ...NAMES.slice(3)]);
  expect(existsSync(join(dir, 'gamma.loopscope'))).toBe(true);

  await choose(page, 'third', words.trash);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/gamma\.loopscope/).waitFor();
  await dialog.getByRole('button', { name: words.trashIt }).click();
  await page.getByText(words.trashed.replace('{file}', 'gamma.loopscope')).waitFor();
  await expect.poll(() => names(page)).toEqual(['work.cpuprofile', 'alpha', 'beta', ...NAMES.slice(3)]);
  expect(trashed()).toEqual(['gamma.loopscope']);
  expect(existsSync(join(dir, 'gamma.loopscope'))).toBe(false);
});

test('by keyboard: / filters, F2 renames, Del asks, and the focus stays where the work is', async () => {
  const { page, trashed } = await start();
  await page.keyboard.press('/');
  await page.keyboard.type('products');
  await page.getByText('6 of 8').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('6 of 8').waitFor({ state: 'detached' });
  await opener(page, 'alpha').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('first');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('alpha');
  await page.keyboard.press('F2');
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('first');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Delete');
  await untilFocused(button(dialog, common.action.cancel));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(trashed()).toEqual([]);
  await expect.poll(() => focused(page)).toBe('first');
  await page.keyboard.press('Delete');
  await untilFocused(button(dialog, common.action.cancel));
  await page.keyboard.press('Tab');
  await untilFocused(button(dialog, words.trashIt));
  await page.keyboard.press('Enter');
  await page.getByText(words.trashed.replace('{file}', 'alpha.loopscope')).waitFor();
  expect(trashed()).toEqual(['alpha.loopscope']);
  await expect.poll(() => focused(page)).toBe('beta');
});

test('the columns follow the width of the window', async () => {
  const { page } = await start();
  const median = page.getByRole('columnheader', { name: words.p50 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await median.waitFor();
  await page.setViewportSize({ width: 1024, height: 768 });
  await median.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await median.waitFor();
});
