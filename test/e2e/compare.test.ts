/** A comparison that is stopped. */
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { compare } from '../../shared/words/en/compare.ts';
import { EXPRESS_APP } from '../helpers/express-app.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { home, run, setup } = ui.words;

const openProduct = setupProductPages();

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** A asks for a page, B for one that works; everything else is equal. */
async function fillComparison(page: Page): Promise<void> {
  await ui.button(page, home.compare).click();
  await field(page, setup.field.script.label).fill(EXPRESS_APP);
  await field(page, setup.field.url.label).fill('/');
  await field(page, setup.field.connections.label).fill('4');
  await page.getByRole('radio', { name: setup.end.amount, exact: true }).click();
  await field(page, setup.field.requests.label).fill('60');
  await field(page, setup.field.warmupS.label).fill('0');
  await page.getByRole('tab', { name: /^B/ }).click();
  await field(page, setup.field.url.label).fill('/work/slow');
  await page.getByRole('radio', { name: compare.setup.verdict, exact: true }).click();
}

test('Stop keeps the finished runs without a verdict; one of them opens as a run with a link back', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await fillComparison(page);
  await ui.button(page, compare.setup.run).click();
  await page.getByText(/^So far, with/).waitFor({ timeout: 90_000 });
  await ui.button(page, compare.live.stop).click();
  await page.getByRole('region', { name: compare.live.label }).waitFor({ state: 'detached', timeout: 30_000 });
  await page
    .getByText(/a verdict needs ten\. *$/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: compare.sections.setup, exact: true }).click();
  await page.getByRole('link', { name: 'Open run 1 as a run' }).click();
  await page
    .getByRole('region', { name: run.answer.label })
    .getByText(/60 of 60 requests completed/)
    .waitFor();
  await page.getByRole('link', { name: run.head.ofComparison }).click();
  await page.getByRole('table', { name: compare.verdicts.title }).waitFor();
});
