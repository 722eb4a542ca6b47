/** A machine without a Node that is new enough: sessions open all the same, and a new run says what is missing. */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { compare } from '../../shared/words/en/compare.ts';
import { study as studyWords } from '../../shared/words/en/study.ts';
import { clickMenu, keepPicture, launchDesktop, needElectron } from '../helpers/desktop.ts';
import * as ui from '../helpers/interface.ts';

const { common, home, run } = ui.words;
const WHY = /Runs need Node\.js 20\.19 or newer, and none was found/;
const SESSION = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');

needElectron();

test('opens a session; controls that would run something explain why they are disabled', { tags: ['long'] }, async () => {
  const { app, page, errors } = await launchDesktop({ files: [SESSION], env: { LOOPSCOPE_NODE: '/nonexistent/node' } });
  await ui.untilSaved(page);
  await page.getByRole('region', { name: run.answer.label }).waitFor();
  await clickMenu(app, 'newRun');
  await page.getByText(WHY).first().waitFor();
  await expectGrey(ui.runButton(page));
  await ui.button(page, common.action.getNode).waitFor();
  await keepPicture(page, 'electron-no-node');
  const opened = await app.evaluate(({ shell }) => {
    const links: string[] = [];
    (globalThis as { links?: string[] }).links = links;
    shell.openExternal = async (url) => void links.push(url);
    return links;
  });
  expect(opened).toEqual([]);
  await ui.button(page, common.action.getNode).click();
  await expect.poll(() => app.evaluate(() => (globalThis as { links?: string[] }).links)).toEqual(['https://nodejs.org/en/download']);

  await clickMenu(app, 'home');
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await page.getByRole('alert').getByText(WHY).waitFor();
  const study = page.getByRole('article').filter({ hasText: 'Server-side rendering' });
  await study.getByText(home.studies.single).click();
  await expectGrey(study.getByRole('button', { name: /^Run: / }).first());
  await keepPicture(page, 'electron-no-node-home');

  await ui.button(page, home.compare).click();
  await page.getByRole('heading', { name: compare.setup.title }).waitFor();
  await page.getByRole('alert').getByText(WHY).waitFor();
  await expectGrey(ui.button(page, compare.setup.run));

  await clickMenu(app, 'home');
  await study.getByRole('button', { name: /^Start the study/ }).click();
  await ui.button(page, studyWords.predict.skip).click();
  await page.getByRole('alert').getByText(WHY).waitFor();
  await expectGrey(ui.button(page, studyWords.run.start));
  await keepPicture(page, 'electron-no-node-study');
  expect(errors).toEqual([]);
  await app.close();
});

/** It cannot be pressed, and says why to whoever points at it or hears it. */
async function expectGrey(button: Locator): Promise<void> {
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  expect(await button.getAttribute('title')).toMatch(WHY);
}
