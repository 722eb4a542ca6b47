/**
 * An errand: a run goes wrong. It is stopped, one setting is changed, it is run again, and the two are compared. Once by mouse, once by keyboard
 * alone.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { compare } from '../../shared/words/en/compare.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { common, home, run, setup } = ui.words;
const POOL = join(import.meta.dirname, '../fixtures/e2e/pool.cjs');
const NAME = 'pool.cjs /';
/** From the 20th request on, every third waits for two seconds and fails: the run would take minutes. */
const WRONG = '20 2000';
const RIGHT = '1000 8';
const openProduct = setupProductPages();

const live = (page: Page) => page.getByRole('region', { name: run.live.label });
const answer = (page: Page) => page.getByRole('region', { name: run.answer.label });
const chip = (page: Page) => page.getByRole('group', { name: common.running.label });
const stop = (page: Page) => ui.button(chip(page), common.running.stopOf.replace('{name}', NAME));
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const usedBefore = (page: Page) => ui.main(page).getByRole('button', { name: POOL });
const select = (page: Page) => ui.button(page, home.recent.select);
const boxes = (page: Page) => page.getByRole('checkbox', { name: home.recent.selectOne.replace('{name}', NAME) });
const table = (page: Page) => page.getByRole('table', { name: home.recent.title });

/** It is seen to go wrong while it goes on, and Esc, which leaves a form, does not leave it. */
async function expectWrong(page: Page): Promise<void> {
  await answer(page)
    .getByText(/status 500/)
    .waitFor();
  const { hash } = new URL(page.url());
  await page.keyboard.press('Escape');
  // The next key is handled after the one before it.
  await page.keyboard.press('2');
  await page.getByRole('tab', { name: run.tab.flame, selected: true }).waitFor();
  expect(new URL(page.url()).hash).toContain(hash);
  await live(page).waitFor();
}

/** A page that knows nothing of what was typed before. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await table(page).waitFor();
}

async function untilRemembered(page: Page): Promise<void> {
  await page.getByText(ui.pattern(setup.remembered.filled)).waitFor();
  expect(await field(page, setup.field.requests.label).inputValue()).toBe('600');
}

async function expectCompared(page: Page): Promise<void> {
  await page.waitForURL(/#\/compare\//);
  const said = page.getByRole('region', { name: compare.headline.label });
  await said.getByText(/^Side by side: the median latency of B \(pool\.cjs 1000 8\) was/).waitFor();
  await ui
    .main(page)
    .getByText(/Responses with a status outside 200 to 399 \(500\): A .+ %, B none/)
    .waitFor();
  await page.keyboard.press('8');
  expect(await ui.tableRows(page.getByRole('tabpanel', { name: compare.sections.setup }))).toEqual([[compare.field.args, WRONG, RIGHT]]);
}

test('by mouse', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.fillSetup(page, { script: POOL, args: WRONG, connections: 4, measure: { requests: 600 } });
  await ui.runButton(page).click();
  await expectWrong(page);
  await page.getByRole('banner').getByRole('link', { name: common.app.name, exact: true }).click();
  await stop(page).click();
  await chip(page).waitFor({ state: 'detached' });
  await reload(page);
  await page.getByRole('navigation').getByRole('link', { name: common.app.newRun }).click();
  await usedBefore(page).click();
  await untilRemembered(page);
  await ui.scriptSection(page).click();
  await field(page, setup.field.args.label).fill(RIGHT);
  await ui.runButton(page).click();
  await ui.untilSaved(page);
  await page.getByRole('banner').getByRole('link', { name: common.app.name, exact: true }).click();
  await select(page).click();
  // The newest is on top; the older one is A, in whatever order they are ticked.
  await boxes(page).nth(0).click();
  await boxes(page).nth(1).click();
  const letters = () =>
    table(page)
      .getByRole('checkbox', { checked: true })
      .evaluateAll((all) => all.map((one) => one.ariaLabel?.at(-1)));
  expect(await letters()).toEqual(['B', 'A']);
  await ui.button(page, home.recent.turn).click();
  expect(await letters()).toEqual(['A', 'B']);
  await ui.button(page, home.recent.turn).click();
  await ui.button(page, home.recent.compare).click();
  await expectCompared(page);
});

test('by keyboard alone', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await page.keyboard.press('n');
  await ui.typeSetup(page, { script: POOL, url: '/', connections: 4, requests: 600 });
  await ui.pressOn(ui.scriptSection(page));
  await ui.typeInto(field(page, setup.field.args.label), WRONG);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectWrong(page);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await ui.pressOn(stop(page));
  await chip(page).waitFor({ state: 'detached' });
  await reload(page);
  await page.keyboard.press('n');
  await ui.pressOn(usedBefore(page));
  await untilRemembered(page);
  await ui.untilFocused(field(page, setup.field.script.label));
  await ui.pressOn(ui.scriptSection(page));
  // What is filled in stays offered as such when its field is left.
  await untilRemembered(page);
  await ui.typeInto(field(page, setup.field.args.label), RIGHT);
  await page.keyboard.press('ControlOrMeta+Enter');
  await ui.untilSaved(page);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await ui.pressOn(select(page));
  await ui.untilFocused(boxes(page).nth(0));
  await ui.pressOn(boxes(page).nth(1), 'Space');
  await page.keyboard.press('Shift+Tab');
  await ui.pressOn(boxes(page).nth(0), 'Space');
  await ui.pressOn(ui.button(page, home.recent.compare));
  await expectCompared(page);
});
