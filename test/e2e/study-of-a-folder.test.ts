/**
 * A study that somebody has written, from its folder: what it would run stands there before anything runs; then guess, run, reveal, and the page for
 * class, as it is printed.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { study } from '../../shared/words/en/study.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';
import { demoWith, writeStudy } from '../helpers/written-study.ts';

const { common, home } = ui.words;
const openProduct = setupProductPages();
const QUESTION = 'The server adds up twice as many roots. What happens to the median latency?';
const GUESS = 'It doubles.';

/** The study of docs/user/WRITE-A-STUDY.md with one short pair, so that it describes. */
function writeShort(): string {
  return writeStudy({
    'demo.json': demoWith((demo) => {
      demo.load = { connections: 2, end: { by: 'amount', requests: 60 }, warmupS: 0 };
      demo.comparisons = [{ name: 'quick', title: 'One look', variants: ['once', 'twice'], pairs: 1, profiled: false }];
    }),
  });
}

async function openStudy(page: Page, folder: string): Promise<void> {
  await ui.button(ui.main(page), home.studies.openFolder).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(common.picker.folder, { exact: true });
  await field.fill(folder);
  await field.press('Enter');
  await dialog
    .getByText('demo.json')
    .or(dialog.getByRole('button', { name: common.picker.thisFolder }))
    .first()
    .waitFor();
  await expect.poll(() => field.inputValue()).toBe(folder);
  await ui.button(dialog, common.picker.thisFolder).click();
  await page.getByText(QUESTION).first().waitFor();
}

const sessionsOf = async (page: Page): Promise<number> => {
  await page.getByRole('banner').getByRole('link', { name: common.app.name, exact: true }).click();
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  return page.getByText('Once against Twice').count();
};

test('what it would run is said before it runs; guess, run, reveal, and a page that prints', async () => {
  const page = await openProduct();
  const folder = writeShort();
  await openStudy(page, folder);
  await page.getByRole('radio', { name: GUESS }).click();
  await ui.button(ui.main(page), study.predict.guess).click();

  const plan = page.getByRole('region', { name: study.folder.title });
  await plan.waitFor();
  for (const said of [folder, 'server.mjs', study.folder.trust]) expect(await plan.textContent()).toContain(said);
  const commands = await plan.locator('pre').allTextContents();
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(command).toContain(`loopscope run ${join(folder, 'server.mjs')}`);
  expect(commands[1]).toContain('ROUNDS=2');
  // Nothing has run by looking at it.
  expect(await sessionsOf(page)).toBe(0);
  await page.goBack();

  // The guess is still there.
  await page.getByRole('navigation', { name: study.steps }).getByRole('button', { name: study.step.run }).click();
  await page.getByText(study.predict.guessed.replace('{guess}', GUESS)).waitFor();
  await ui.button(ui.main(page), study.run.start).click();
  await page.getByText(study.run.done).waitFor({ timeout: 60_000 });
  await ui.button(ui.main(page), study.run.reveal).click();
  const revealed = page.getByRole('region', { name: study.reveal.title });
  await revealed.getByText(GUESS).first().waitFor();
  await revealed.getByText(study.reveal.right).waitFor();

  await ui.button(ui.main(page), study.reveal.next).click();
  await ui.button(ui.main(page), study.page.open).click();
  const dialog = page.getByRole('dialog', { name: study.page.title });
  const sheet = dialog.frameLocator('iframe');
  await sheet.getByText(QUESTION).waitFor();
  expect(await sheet.locator('.guess').textContent()).toContain(GUESS);
  // The sheet is printed, not the window around it.
  await dialog.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    frame.contentWindow!.print = () => frame.setAttribute('data-printed', frame.contentDocument!.title);
  });
  await ui.button(dialog, study.page.print).click();
  expect(await dialog.locator('iframe').getAttribute('data-printed')).toContain('Twice the work');
});
