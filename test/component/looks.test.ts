/** The states of a screen that come with work: what is being measured, imported, open, asked. Each in both themes. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { common } from '../../shared/words/en/common.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { study } from '../../shared/words/en/study.ts';
import { testCases } from '../helpers/cases.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, item, main, showTab, tableRows, untilAnswered } from '../helpers/interface.ts';
import { expectGoodLooks, expectHeardInThemes } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(hash: string): Promise<void> {
  ({ engine, page, errors } = await open(hash, { speed: 10, runsByHand: true, comparisonsByHand: true }));
}
afterEach(() => expect(errors).toEqual([]));

const frame = () => page.locator('g.frame[name="renderPage"]');
const moreAbout = (title: string) => button(page, run.chart.more.replace('{title}', title));

test('a run that is being measured', async () => {
  await start('#/setup');
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
  await page.getByLabel(setup.field.script.label, { exact: true }).blur();
  await page.keyboard.press('Control+Enter');
  const live = page.getByRole('region', { name: run.live.label });
  await live.getByText(/completed, .*in flight/).waitFor();
  await expectGoodLooks(page);
});

test('a comparison that is being measured', { tags: ['long'] }, async () => {
  await start('#/compare/compared');
  await button(page, compare.head.again).click();
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await page.waitForURL(/#\/compare\/comparison-/);
  engine.finishRuns(2);
  await expect.poll(() => page.getByRole('banner').getByRole('group').textContent()).toMatch(/[1-9]\d*\s%/);
  await expectGoodLooks(page);
});

test('a study whose runs are going on', { tags: ['long'] }, async () => {
  await start('#/study/ssr');
  await page.getByRole('radio').first().click();
  await button(page, study.predict.guess).click();
  await button(page, study.run.start).click();
  await page.getByText(study.run.going).waitFor();
  await expectGoodLooks(page);
});

test('the figures of a comparison as tables', { tags: ['long'] }, async () => {
  await start('#/compare/compared');
  const menus = main(page).getByRole('button', { name: new RegExp(`^${run.chart.more.split('{')[0]}`) });
  // The percentiles, and the charts over time: below the menu of the whole, once their series are there.
  for (const [key, firstMenu] of [
    ['2', 0],
    ['4', 1],
  ] as const) {
    await page.keyboard.press(key);
    await menus.nth(firstMenu).waitFor();
    const before = await page.getByRole('table').count();
    for (const menu of await menus.all()) {
      await menu.click();
      const table = item(page, run.chart.showTable);
      await page.getByRole('menu').waitFor();
      await ((await table.count()) > 0 ? table.click() : page.keyboard.press('Escape'));
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('table').count()).toBeGreaterThan(before);
    await expectGoodLooks(page);
  }
});

describe('an imported profile', () => {
  testCases<[name: Parameters<typeof showTab>[1], whenFilled: () => Promise<unknown>]>(
    [['functions', () => tableRows(main(page))]],
    [
      ['flame', () => frame().waitFor()],
      ['flameChart', () => page.getByRole('application').first().waitFor()],
      ['notes', () => main(page).getByText(run.notes.ofForeign).waitFor()],
    ],
  )('%s', async ([tab, whenFilled]) => {
    await start('#/run/imported');
    await main(page).getByText(run.head.imported.cpuprofile).waitFor();
    await showTab(page, tab);
    await whenFilled();
    await expectGoodLooks(page);
  });
});

/** Name -> where, how it is opened. */
type Openings = Record<string, [hash: string, show: () => Promise<unknown>]>;

const OPENED: Openings = {
  'menu: a frame': ['#/run/finished?tab=flame', () => frame().click({ button: 'right' })],
  'dialog: keys': ['#/', () => page.keyboard.press('?')],
  'listbox: editor': ['#/settings', () => page.getByRole('combobox', { name: settings.editor }).click()],
};

/** Each of a kind that is among those above. */
const MORE_OPENED: Openings = {
  'menu: export': ['#/run/finished', () => button(page, run.head.export).click()],
  'menu: a recent session': ['#/', () => button(page, home.recent.menu.replace('{name}', 'checkout after the index')).click()],
  'dialog: open a file': [
    '#/',
    async () => {
      await button(page, common.app.open).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  ],
  'dialog: add pairs': ['#/compare/compared', () => button(page, compare.head.again).click()],
  'menu: save as': ['#/run/finished', () => button(page, run.head.saveAs).click()],
  'menu: a chart': ['#/run/finished', () => moreAbout(run.chart.throughput).click()],
  'menu: export of a comparison': ['#/compare/compared', () => button(page, run.head.export).click()],
  'dialog: rename': ['#/run/finished', () => choose(run.head.rename)],
  'dialog: save to a path': ['#/run/finished', () => choose(run.head.saveToPath)],
  'listbox: question of a comparison': ['#/compare-setup', () => page.getByRole('combobox', { name: compare.setup.question }).click()],
};

async function choose(name: string): Promise<void> {
  await button(page, run.head.saveAs).click();
  await item(page, name).click();
}

testCases(Object.entries(OPENED), Object.entries(MORE_OPENED))('%s', async ([name, [hash, show]]) => {
  await start(hash);
  // What is above the tabs has its height: nothing moves below the pointer.
  if (hash.startsWith('#/run/')) await untilAnswered(page);
  await show();
  // What lies behind is dimmed on purpose, and is heard without it above.
  await expectHeardInThemes(page, `[role=${name.split(':')[0]}]`);
});
