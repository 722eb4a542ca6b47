/** The main job, as a new user does it: a script, load, a look while it runs, a stop, the result, the file, and back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { common, home, run, setup } = ui.words;
const FIXTURES = join(import.meta.dirname, '../fixtures/e2e');

const openProduct = setupProductPages();

async function downloadSession(page: Page): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'loopscope-e2e-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  await ui.button(page, run.head.saveAs).click();
  const link = page.getByRole('menuitem', { name: run.head.download });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const file = join(dir, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

async function uploadSession(page: Page, file: string): Promise<void> {
  await ui.button(page, common.app.open).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), ui.button(page, common.picker.upload).click()]);
  await chooser.setFiles(file);
}

test('a run from a typed path has the same result after download and upload', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.fillSetup(page, { script: EXPRESS_APP, url: '/work/slow', connections: 5, measure: { seconds: 60 } });
  await ui.main(page).getByText('app.js is started with Node').waitFor();
  await ui.runButton(page).click();

  const live = page.getByRole('region', { name: run.live.label });
  await live.locator('[aria-current=step]').filter({ hasText: run.live.measuring }).waitFor();
  await live.getByText(/[1-9][\d,]* completed, \d+ in flight/).waitFor();
  // The flame graph is there while the run goes on.
  await (await ui.showTab(page, 'flame')).getByText('countPrimes').first().waitFor();

  // Leaving it loses nothing: it is in the bar, and beside the message of a start that it prevents.
  await page.getByRole('banner').getByRole('link', { name: common.app.name, exact: true }).click();
  await page
    .getByRole('group', { name: common.running.label })
    .getByText(/\d+\s%$/)
    .waitFor();
  await page.getByRole('navigation').getByRole('link', { name: common.app.newRun }).click();
  await ui.runButton(page).click();
  await page.getByRole('alert').getByRole('link', { name: common.running.show }).click();
  await page.keyboard.press('Escape');
  await ui.button(live, run.live.stop).click();
  await ui.untilSaved(page);

  const file = await downloadSession(page);
  expect(file).toMatch(/\.loopscope$/);

  // Another engine, which has never seen this run.
  const other = await openProduct();
  await uploadSession(other, file);
  await ui.untilSaved(other);
  // Both may still be reading: the live page its last second, the other one its first.
  await vi.waitFor(async () => expect(await ui.readFigures(page)).toEqual(await ui.readFigures(other)), ui.READING);
  const figures = await ui.readFigures(other);
  expect(figures.answer).toMatch(/9\d\s% of responses arrived within/);
  expect(figures.functions).toEqual(expect.arrayContaining([expect.arrayContaining(['countPrimes'])]));
  expect(figures.output).toContain('shop listening on');
});

test('the bundled study starts from Home and is listed there afterwards', async () => {
  const page = await openProduct();
  const openVariants = async () => {
    const study = page.getByRole('article').filter({ hasText: 'Server-side rendering' });
    await study.getByText(home.studies.single, { exact: true }).click();
  };
  await openVariants();
  await ui.button(page, home.studies.runTitle.replace('{title}', 'One long task')).click();
  // Not to its end: its pages are large.
  const live = page.getByRole('region', { name: run.live.label });
  await live.getByText(/[1-9][\d,]* completed, \d+ in flight/).waitFor();
  await ui.button(live, run.live.stop).click();
  await ui.untilSaved(page);
  const overview = await ui.showTab(page, 'overview');
  await overview.getByText('200', { exact: true }).first().waitFor();
  expect((await ui.tableRows(await ui.showTab(page, 'functions'))).flat().join(' ')).toContain('renderToString');

  await page.getByRole('banner').getByRole('link', { name: common.app.name }).click();
  await page.getByRole('table', { name: home.recent.title }).getByText('One long task').first().waitFor();
  await openVariants();
  await ui.button(page, home.studies.setUpTitle.replace('{title}', 'Many small tasks')).click();
  await expect.poll(() => page.getByLabel(setup.field.connections.label, { exact: true }).inputValue()).toBe('50');
});

test('asks which of two ports of a script to load, and loads the chosen one', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.fillSetup(page, { script: join(FIXTURES, 'two-ports.mjs'), connections: 2, measure: { requests: 20 } });
  await ui.runButton(page).click();
  const question = page.getByRole('alert').filter({ hasText: run.live.ports });
  const choices = question.getByRole('button', { name: ui.pattern(run.live.choose) });
  await choices.nth(1).waitFor();
  expect(await choices.count()).toBe(2);
  const chosen = /http:\S+/.exec((await choices.nth(1).textContent())!)![0];
  await choices.nth(1).click();
  await ui.untilSaved(page);
  await (await ui.showTab(page, 'overview')).getByText(chosen).first().waitFor();
  await (await ui.showTab(page, 'output'))
    .getByText(`served by ${new URL(chosen).port}`)
    .first()
    .waitFor();
});

test('reports a missing script while typing', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.fillSetup(page, { script: '/no/such/script.js', measure: { seconds: 1 } });
  await ui.main(page).getByText('There is no file /no/such/script.js').first().waitFor();
});

test('shows why a script crashed at start and keeps its output', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.fillSetup(page, { script: join(FIXTURES, 'throws.mjs'), measure: { seconds: 1 } });
  await ui.runButton(page).click();
  await page.getByRole('alert').first().waitFor();
  await (await ui.showTab(page, 'output')).getByText('the reason it throws').first().waitFor();
});
