/** An errand: find what makes `/` of an Express application slow, and copy the evidence. Once by mouse, once by keyboard alone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { run } = ui.words;
const words = run.frameMenu;
const openProduct = setupProductPages();

async function runExpress(): Promise<Page> {
  const page = await openProduct();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ui.fillSetup(page, { script: EXPRESS_APP, url: '/', connections: 5, measure: { requests: 8_000 } });
  await ui.runButton(page).click();
  await ui.untilSaved(page);
  return page;
}

/** "31 % of CPU time is below template.js:20", with the place as a link to the frame. */
const answer = (page: Page) => page.getByRole('region', { name: run.answer.label });
const place = (page: Page) => answer(page).getByTitle(run.answer.showFrame);
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const chosenRow = (page: Page) => page.locator('tr[aria-selected=true][aria-expanded=true]');

/** What was copied says the same as the answer, with the path to the file. */
async function expectEvidence(page: Page): Promise<void> {
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^.+ \(\/.+\/express-app\/[\w/-]+\.js:\d+\): [\d.,]+\s\S+, [\d.]+\s%$/);
  const [, percent = ''] = /([\d.]+)\s%$/.exec(await copied())!;
  const [, told = ''] = /([\d.]+)\s% (?:of (?:CPU|active) time )?is below/.exec((await answer(page).textContent())!)!;
  expect(Math.abs(Number(percent) - Number(told))).toBeLessThanOrEqual(0.5);
}

test('by mouse', async () => {
  const page = await runExpress();
  await place(page).click();
  await page.locator('g.frame:not(.fade)').first().click({ button: 'right' });
  await item(page, words.callers).click();
  await chosenRow(page).click({ button: 'right' });
  await item(page, words.copyAll).click();
  await expectEvidence(page);
});

test('by keyboard alone', async () => {
  const page = await runExpress();
  const isThere = () => place(page).evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses++) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
  await page.keyboard.press('Enter');
  await ui.untilFocused(page.getByRole('application'));
  await page.locator('g.frame:not(.fade)').first().waitFor();
  await page.keyboard.press('Shift+F10');
  await ui.untilMenuHasFocus(page);
  await page.keyboard.type('show');
  await ui.untilFocused(item(page, words.callers));
  await page.keyboard.press('Enter');
  await chosenRow(page).waitFor();
  await ui.untilFocused(page.getByRole('group', { name: run.functions.label }));
  await page.keyboard.press('Shift+F10');
  await ui.untilMenuHasFocus(page);
  await page.keyboard.press('End');
  await ui.untilFocused(item(page, words.copyAll));
  await page.keyboard.press('Enter');
  await expectEvidence(page);
});
