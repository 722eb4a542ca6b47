/** A comparison as a person makes it: set up, watched, read, written down, saved, and the same when it is opened again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compare } from '../../shared/words/en/compare.ts';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { common, home, run, setup } = ui.words;

const openProduct = setupProductPages();

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** A asks for a page, B for one that works; everything else is equal. */
async function fillComparison(page: Page, pairs: string): Promise<void> {
  await ui.button(page, home.compare).click();
  await field(page, setup.field.script.label).fill(EXPRESS_APP);
  await field(page, setup.field.url.label).fill('/');
  await field(page, setup.field.connections.label).fill('4');
  await page.getByRole('radio', { name: setup.end.amount, exact: true }).click();
  await field(page, setup.field.requests.label).fill('60');
  await field(page, setup.field.warmupS.label).fill('0');
  await page.getByRole('tab', { name: /^B/ }).click();
  await field(page, setup.field.url.label).fill('/work/slow');
  await page.getByRole('radio', { name: pairs, exact: true }).click();
}

async function showTab(page: Page, tab: Exclude<keyof typeof compare.sections, 'label'>): Promise<Locator> {
  await page.getByRole('tab', { name: compare.sections[tab], exact: true }).click();
  return page.getByRole('tabpanel', { name: compare.sections[tab], exact: true });
}

/** Every figure of the comparison as text, tab by tab. */
async function readFigures(page: Page): Promise<Record<string, unknown>> {
  const pictures: (string | null)[] = [];
  for (const tab of ['overview', 'percentiles', 'requests'] as const) {
    const drawn = (await showTab(page, tab)).locator('[data-figure] svg[role=img]');
    await drawn.first().waitFor();
    pictures.push(...(await drawn.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))));
  }
  const frames = (await showTab(page, 'flame')).locator('g.frame');
  await frames.first().waitFor();
  return {
    answer: await page.getByRole('region', { name: compare.headline.label }).textContent(),
    pictures,
    frames: (await frames.allTextContents()).slice(0, 20),
    functions: (await ui.tableRows(await showTab(page, 'functions'))).slice(0, 10),
    runs: (await (await showTab(page, 'setup')).getByRole('row').allTextContents()).filter((row) => row.includes(compare.about.counted)),
    conclusion: await (await showTab(page, 'notes')).getByLabel(compare.conclusion.label, { exact: true }).inputValue(),
    verdicts: await ui.tableRows(await showTab(page, 'overview')),
  };
}

test('one look: a worded difference, no verdict, and the same figures after download and upload', async () => {
  const page = await openProduct();
  await fillComparison(page, compare.setup.oneLook);
  await page.getByText('What to request: ').waitFor();
  await ui.button(page, compare.setup.run).click();
  await page.getByRole('region', { name: compare.live.label }).waitFor();
  await page.getByText(compare.headline.oneLookWhy).waitFor({ timeout: 90_000 });
  await ui.main(page).getByText(ui.pattern(run.head.savedAt)).first().waitFor({ timeout: 60_000 });
  await showTab(page, 'notes');
  await field(page, compare.conclusion.label).fill('Work takes time.');
  await page.getByText(run.notes.saved, { exact: true }).waitFor();
  expect((await readFigures(page)).answer).toMatch(/One look: the median latency of B \(\/work\/slow\) was .* instead of /);

  const dir = mkdtempSync(join(tmpdir(), 'loopscope-e2e-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  await ui.button(page, run.head.saveAs).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: run.head.download }).click()]);
  const file = join(dir, download.suggestedFilename());
  await download.saveAs(file);

  const other = await openProduct();
  await ui.button(other, common.app.open).click();
  const [chooser] = await Promise.all([other.waitForEvent('filechooser'), ui.button(other, common.picker.upload).click()]);
  await chooser.setFiles(file);
  await other.waitForURL(/#\/compare\//);
  await vi.waitFor(async () => expect(await readFigures(other)).toEqual(await readFigures(page)), ui.READING);
});

test('Stop keeps the finished runs without a verdict; one of them opens as a run with a link back', async () => {
  const page = await openProduct();
  await fillComparison(page, compare.setup.verdict);
  await ui.button(page, compare.setup.run).click();
  await page.getByText(/^So far, with/).waitFor({ timeout: 90_000 });
  await ui.button(page, compare.live.stop).click();
  await page.getByRole('region', { name: compare.live.label }).waitFor({ state: 'detached', timeout: 30_000 });
  await page
    .getByText(/a verdict needs ten\. *$/)
    .first()
    .waitFor();
  await showTab(page, 'setup');
  await page.getByRole('link', { name: 'Open run 1 as a run' }).click();
  await page
    .getByRole('region', { name: run.answer.label })
    .getByText(/60 of 60 requests completed/)
    .waitFor();
  await page.getByRole('link', { name: run.head.ofComparison }).click();
  await page.getByRole('table', { name: compare.verdicts.title }).waitFor();
});
