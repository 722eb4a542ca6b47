/** An errand: find the highest rate my server holds, and which request breaks first. With a plan of a login and three routes of different cost. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { requestPlan } from '../../shared/words/en/request-plan.ts';
import { typed } from '../helpers/command.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { setup, run } = ui.words;
const SHOP = join(import.meta.dirname, '../fixtures/e2e/shop.cjs');
const openProduct = setupProductPages();

const ROUTES = ['home', 'search', 'report'];
const PLAN = `plan: 1
sequence:
  - { name: login, url: /login, capture: { token: { json: $.token } } }
${ROUTES.map((name) => `  - { name: ${name}, url: /${name}, headers: { authorization: "Bearer {{token}}" } }\n`).join('')}`;
/** A report takes 60 ms, one after the other: 16 a second at the most. */
const [HELD, BROKE] = [3, 40];
const HOLD_S = 3;

async function sweep(page: Page): Promise<void> {
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await ui.fillSetup(page, { script: SHOP, measure: { seconds: 1 } });
  await page.getByRole('radio', { name: requestPlan.several, exact: true }).click();
  await page.getByRole('radiogroup', { name: requestPlan.view }).getByRole('radio', { name: requestPlan.text, exact: true }).click();
  await field(requestPlan.textLabel).fill(PLAN);
  await field(setup.load.label).click();
  await page.getByRole('option', { name: new RegExp(`^${setup.load.model.sweep}`) }).click();
  await field(setup.field.levels.label).fill(`${HELD}/s, ${BROKE}/s`);
  await field(setup.field.holdS.label).fill(String(HOLD_S));
  await ui.runButton(page).click();
  await ui.untilSaved(page);
}

test('the answer says it, a table shows it, and a terminal says the same', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.allowClipboard(page);
  await sweep(page);
  const answer = page.getByRole('region', { name: run.answer.label });
  await answer.getByText(`Errors first appeared at ${BROKE} visitors a second, mostly in “report”`).waitFor();

  const overview = await ui.showTab(page, 'overview');
  const levels = overview.locator('section', { has: page.getByRole('heading', { name: run.parts.levelsByRequest }) });
  const rows = (await ui.tableRows(levels)).map((row) => row.map(plain));
  expect(rows.map(([name, rate]) => [name, rate])).toEqual(
    ['login', ...ROUTES].flatMap((name) => [HELD, BROKE].map((rate) => [name, String(rate)])),
  );
  // Whoever came made all requests at that rate.
  expect(rows.filter(([, rate]) => rate === String(HELD)).map(([, , sent]) => sent)).toEqual(['9', '9', '9', '9']);
  // On a busy machine a cheap request, too, may wait too long at the higher rate.
  const broken = rows.filter(([, , , errors]) => errors !== '0 %');
  expect(broken.map(([, rate]) => rate).filter((rate) => rate !== String(BROKE))).toEqual([]);
  expect(broken.map(([name]) => name)).toContain('report');

  await ui.button(page, run.head.export).click();
  await ui.item(page, run.head.copyCommand).click();
  const command = await ui.copied(page);
  expect(command).toMatch(/^loopscope show /);
  const printed = (await typed(`${command.replace(/ --table \S+/, '')} --table level-requests`))
    .split('\n')
    .map((line) => line.split('│').slice(1, -1).map(plain));
  for (const row of rows) expect(printed).toContainEqual(row);
});

const plain = (cell: string): string => cell.replace(/\s+/g, ' ').trim();
