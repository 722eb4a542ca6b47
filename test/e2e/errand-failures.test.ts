/** An errand: some responses fail: which, since when, and why? With evidence that a terminal confirms. Once by mouse, once by keyboard alone. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { typed } from '../helpers/command.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { run } = ui.words;
const words = run.responses;
const POOL = join(import.meta.dirname, '../fixtures/e2e/pool.cjs');
const openProduct = setupProductPages();

/** The 300th of 900 requests and every third one after it fail. */
async function runPool(): Promise<Page> {
  const page = await openProduct();
  await ui.allowClipboard(page);
  await ui.fillSetup(page, { script: POOL, args: '300 8', connections: 4, measure: { requests: 900 } });
  await ui.runButton(page).click();
  await ui.untilSaved(page);
  await page.getByRole('region', { name: run.answer.label }).getByText('201 of 900').waitFor();
  return page;
}

const tab = (page: Page) => page.getByRole('tabpanel', { name: run.tab.errors, exact: true });
/** The first response that failed, which is open. */
const copyBody = (page: Page) => ui.button(tab(page), words.copy.replace('{what}', words.bodyTitle));
const copyStderr = (page: Page) => ui.button(tab(page), words.copy.replace('{what}', words.stderr));
const showSecond = (page: Page) => ui.button(tab(page), words.second);

async function expectCause(page: Page, cause: string): Promise<void> {
  await expect.poll(() => ui.copied(page)).toContain(cause);
}

/** The window is the second of the first failure, and the table counts those of that second only. */
async function expectSecond(page: Page): Promise<void> {
  const told = await page.getByRole('group', { name: run.window.label }).textContent();
  const [from, to] = /([\d.]+) s – ([\d.]+) s/.exec(told!)!.slice(1).map(Number) as [number, number];
  const facts = await tab(page).getByText(ui.pattern(words.when)).first().textContent();
  const [, value, unit] = /([\d.]+)\s(ms|s) into the run/.exec(facts!)!;
  const at = Number(value) / (unit === 'ms' ? 1_000 : 1);
  expect([from <= at, at <= to, to - from]).toEqual([true, true, 1]);
  await expect.poll(async () => (await ui.tableRows(tab(page)))[0]![1]).not.toBe('201');
}

async function expectSameInTerminal(page: Page): Promise<void> {
  await expect.poll(() => ui.copied(page)).toMatch(/^loopscope show \S+ --table errors --from \d+ --to \d+$/);
  const printed = (await typed(await ui.copied(page))).split('\n').map((line) => line.split('│').slice(1, -1).map(plain));
  for (const row of await ui.tableRows(tab(page))) expect(printed).toContainEqual(row.map(plain));
}

const plain = (cell: string): string => cell.replace(/\s+/g, ' ').trim();

test('by mouse', { tags: ['long'] }, async () => {
  const page = await runPool();
  await ui.showTab(page, 'errors');
  await copyStderr(page).click();
  await expectCause(page, 'Error: the pool has no free connection');
  await copyBody(page).click();
  await expectCause(page, '{"error":"no connection to the database"}');
  await showSecond(page).click();
  await expectSecond(page);
  await ui.button(page, run.head.export).click();
  await ui.item(page, run.head.copyCommand).click();
  await expectSameInTerminal(page);
});

test('by keyboard alone', { tags: ['long'] }, async () => {
  const page = await runPool();
  await page.keyboard.press('8');
  await ui.pressOn(copyStderr(page));
  await expectCause(page, 'Error: the pool has no free connection');
  await ui.pressOn(copyBody(page));
  await expectCause(page, '{"error":"no connection to the database"}');
  await ui.pressOn(showSecond(page));
  await expectSecond(page);
  await ui.pressOn(ui.button(page, run.head.export));
  await ui.chooseItem(page, run.head.copyCommand);
  await expectSameInTerminal(page);
});
