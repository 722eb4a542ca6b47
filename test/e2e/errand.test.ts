/** An errand: find what makes `/` of an Express application slow, and copy the evidence. Once by mouse, once by keyboard alone. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { run } = ui.words;
const words = run.frameMenu;
const openProduct = setupProductPages();

async function runExpress(): Promise<Page> {
  const page = await openProduct();
  await ui.allowClipboard(page);
  await ui.fillSetup(page, { script: EXPRESS_APP, url: '/', connections: 5, measure: { requests: 8_000 } });
  await ui.runButton(page).click();
  await ui.untilSaved(page);
  return page;
}

/** "31 % of CPU time goes through template.js:20", with the place as a link to the frame. */
const answer = (page: Page) => page.getByRole('region', { name: run.answer.label });
const BELOW = /([\d.]+)\s% of (?:this )?(?:CPU|active) time (goes through|is in)/;
const place = (page: Page) => answer(page).getByTitle(run.answer.showFrame);
/** The frame that the view was zoomed into; its callers are faded. */
async function zoomedFrame(page: Page) {
  await page.locator('g.frame.fade').first().waitFor();
  return page.locator('g.frame:not(.fade)').first();
}
/** Nothing scrolls to it: callers of an Express application alone fill the view. */
async function expectInSight(one: Locator): Promise<void> {
  const isOnTop = () =>
    one.evaluate((group) => {
      const { x, y, width, height } = group.getBoundingClientRect();
      return group.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
}
const chosenRow = (page: Page) => page.locator('tr[aria-selected=true][aria-expanded=true]');

/** What was copied says the same as the answer, with the path to the file. */
async function expectEvidence(page: Page): Promise<void> {
  await expect.poll(() => ui.copied(page)).toMatch(/^.+ \(\/.+\/express-app\/[\w/-]+\.js:\d+\): [\d.,]+\s\S+, [\d.]+\s%$/);
  const [, percent = ''] = /([\d.]+)\s%$/.exec(await ui.copied(page))!;
  const said = await answer(page).textContent();
  expect(said).toMatch(BELOW);
  const [, told = '', where] = BELOW.exec(said!)!;
  // What is in a function itself is a part of what goes through it.
  expect(Number(percent)).toBeGreaterThanOrEqual(Number(told) - 0.5);
  if (where === 'goes through') expect(Number(percent)).toBeLessThanOrEqual(Number(told) + 0.5);
}

test('by mouse', { tags: ['long'] }, async () => {
  const page = await runExpress();
  await place(page).click();
  await expectInSight(await zoomedFrame(page));
  await (await zoomedFrame(page)).click({ button: 'right' });
  await ui.item(page, words.callers).click();
  await chosenRow(page).click({ button: 'right' });
  await ui.item(page, words.copyAll).click();
  await expectEvidence(page);
});

test('by keyboard alone', { tags: ['long'] }, async () => {
  const page = await runExpress();
  await ui.pressOn(place(page));
  await ui.untilFocused(page.getByRole('application'));
  await (await zoomedFrame(page)).waitFor();
  await page.keyboard.press('Shift+F10');
  await ui.chooseItem(page, words.callers);
  await chosenRow(page).waitFor();
  await ui.untilFocused(page.getByRole('group', { name: run.functions.label }));
  await page.keyboard.press('Shift+F10');
  await ui.chooseItem(page, words.copyAll);
  await expectEvidence(page);
});
