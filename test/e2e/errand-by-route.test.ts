/**
 * An errand: which route of an Express application eats the machine, which line of it, and what happened to the slowest request? A terminal
 * says the same. Once by mouse, once by keyboard alone.
 */
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { requestPlan } from '../../shared/words/en/request-plan.ts';
import { typed } from '../helpers/command.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';
import { ensureNode, WITH_PERMISSIONS } from '../setup/nodes.mjs';

const { run, setup } = ui.words;
const SHOP = join(import.meta.dirname, '../fixtures/e2e/bookshop');
/** The loops of the function that search.js spends its time in. */
const LOOPS = loopsOf(readFileSync(join(SHOP, 'search.js'), 'utf8').split('\n'));
const ROUTE = 'GET /search';
/** Four requests of a hundred search for a text ten times as long. */
const PLAN = `plan: 1
requests:
  - { name: home, url: /, weight: 30 }
  - { name: book, url: /books/17, weight: 30 }
  - { name: search, url: /search?q=the%20quiet%20gardener, weight: 36 }
  - { name: long search, url: "/search?q=${'the%20quiet%20gardener%20'.repeat(10)}", weight: 4 }
`;
const openProduct = setupProductPages();

/** From the first `for` to the line before `return`. */
function loopsOf(lines: readonly string[]): readonly [from: number, to: number] {
  return [lines.findIndex((line) => /^ {2}for /.test(line)) + 1, lines.findIndex((line) => /^ {2}return row/.test(line))];
}

/** Under a Node with a database of its own, where that can be had: the first on the path is the one that is used. */
async function runShop(): Promise<Page> {
  const node = ensureNode(WITH_PERMISSIONS) ?? process.execPath;
  const page = await openProduct({ env: { PATH: [dirname(node), process.env.PATH].join(delimiter) } });
  await ui.allowClipboard(page);
  await ui.fillSetup(page, { script: join(SHOP, 'app.js'), connections: 4, measure: { requests: 240 } });
  await page.getByRole('radio', { name: requestPlan.several, exact: true }).click();
  const view = page.getByRole('radiogroup', { name: requestPlan.view });
  await view.getByRole('radio', { name: requestPlan.text, exact: true }).click();
  await page.getByLabel(requestPlan.textLabel, { exact: true }).fill(PLAN);
  await ui.main(page).getByText('4 requests, no mistake in the plan.').waitFor();
  await page.getByRole('checkbox', { name: setup.field.byRequest.label, exact: true }).click();
  await ui.runButton(page).click();
  await ui.untilSaved(page);
  return page;
}

const panel = (page: Page, tab: keyof typeof run.tab) => page.getByRole('tabpanel', { name: run.tab[tab], exact: true });
const rows = (inside: Locator) => inside.locator('tbody tr');
const plain = (cell: string): string => cell.replace(/\s+/g, ' ').trim();
/** Cells of the tables that a terminal has printed. */
const cellsOf = (printed: string) => printed.split('\n').map((line) => line.split('│').slice(1, -1).map(plain));

const exportMenu = (page: Page) => ui.button(page, run.head.export);
const story = (page: Page) => panel(page, 'requests').getByRole('region', { name: run.story.title });
const files = (page: Page) => panel(page, 'lines').getByRole('group', { name: run.lines.filesLabel });
const slowestTen = (page: Page) => ui.button(panel(page, 'requests'), run.requests.slowest);
const requests = (page: Page) => panel(page, 'requests').getByRole('group', { name: run.requests.label });
const untilSlowest = (page: Page) => panel(page, 'requests').getByText('The slowest 10 of 240 requests').waitFor();

/** The command that was copied, and what a terminal prints for it. */
async function printed(page: Page, flags: RegExp): Promise<string> {
  await expect.poll(() => ui.copied(page)).toMatch(flags);
  return typed(await ui.copied(page));
}

async function expectRoutes(page: Page): Promise<void> {
  const [first] = await ui.tableRows(panel(page, 'routes'));
  expect(first![0]).toBe(ROUTE);
  expect(Number.parseFloat(first![3]!)).toBeGreaterThan(50);
}

async function expectRoutesInTerminal(page: Page): Promise<void> {
  const cells = cellsOf(await printed(page, /^loopscope show \S+ --table routes$/));
  for (const row of await ui.tableRows(panel(page, 'routes'))) expect(cells).toContainEqual(row.map(plain));
}

/** Its code, and not that of worker threads, which ran for another route. */
async function expectFlame(page: Page): Promise<void> {
  const flame = panel(page, 'flame');
  await expect.poll(() => flame.getByRole('combobox', { name: run.routes.of, exact: true }).textContent()).toContain(ROUTE);
  await flame.locator('g.frame[name=search]').first().waitFor();
  expect(await flame.locator('g.frame[name=drawCover]').count()).toBe(0);
}

/** The line that is selected when a file is opened is the hottest one. */
async function expectLine(page: Page): Promise<void> {
  const hottest = panel(page, 'lines').locator('tr[aria-selected=true]');
  await hottest.getByText(/row\[|corner|typed\[|for \(/).waitFor();
  const [self, share, total, samples, line] = (await hottest.locator('th, td').allTextContents()).map(plain);
  expect(Number(line)).toBeGreaterThanOrEqual(LOOPS[0]);
  expect(Number(line)).toBeLessThanOrEqual(LOOPS[1]);
  const cells = cellsOf(await printed(page, /^loopscope show \S+ --lines \S+\/search\.js --route 'GET \/search'$/));
  const [first] = cells.filter(([file]) => file?.endsWith('/search.js'));
  expect(first!.slice(1, 6)).toEqual([line, self, share, total, samples]);
}

/** That it was long itself, or that it waited for others, read or unread by the server; and which code kept the main thread busy meanwhile. */
async function expectStory(page: Page): Promise<void> {
  await story(page).locator('p').nth(1).waitFor();
  const [happened, code] = (await story(page).locator('p').allTextContents()).map(plain);
  const { running, others, queue } = run.story.told;
  expect(happened).toMatch(new RegExp(`^GET \\S+ took .+(${running}|${others}|${queue})`));
  // On a machine that gives the server little of its cores there are few samples.
  expect(code).toMatch(/^While it was in flight(?:: .*\(search\.js:\d+\)|, the profile has \d+ samples on CPU: too few)/);
  const [, file] = /^loopscope show (\S+)/.exec(await ui.copied(page))!;
  const told = plain(await typed(`loopscope show ${file} --table story`));
  expect(told).toContain(happened);
  expect(told).toContain(code!.replace(run.story.functions, '').trim());
}

/** Of the time of the request and of the main thread, which every view of the profile says and lets one change. */
async function expectMainThread(page: Page, tab: 'functions' | 'lines'): Promise<void> {
  const thread = panel(page, tab).getByRole('combobox', { name: run.profile.thread, exact: true });
  await expect.poll(() => thread.textContent()).toContain(run.profile.mainThread);
}

test('by mouse', { tags: ['long'] }, async () => {
  const page = await runShop();
  const copyCommand = async () => {
    await exportMenu(page).click();
    await ui.item(page, run.head.copyCommand).click();
  };
  await ui.showTab(page, 'routes');
  await expectRoutes(page);
  await copyCommand();
  await expectRoutesInTerminal(page);
  await rows(panel(page, 'routes')).filter({ hasText: ROUTE }).dblclick();
  await expectFlame(page);
  await ui.showTab(page, 'lines');
  await files(page)
    .getByRole('button', { name: /\/search\.js$/ })
    .click();
  await copyCommand();
  await expectLine(page);

  await ui.showTab(page, 'requests');
  await slowestTen(page).click();
  await untilSlowest(page);
  await rows(requests(page)).first().click();
  await expectStory(page);
  await ui.button(story(page), run.story.functions).click();
  await expectMainThread(page, 'functions');
  await ui.showTab(page, 'lines');
  await expectMainThread(page, 'lines');
});

test('by keyboard alone', { tags: ['long'] }, async () => {
  const page = await runShop();
  const copyCommand = async () => {
    await ui.pressOn(exportMenu(page));
    await ui.chooseItem(page, run.head.copyCommand);
  };
  await page.keyboard.press('6');
  await expectRoutes(page);
  await copyCommand();
  await expectRoutesInTerminal(page);
  await ui.tabTo(panel(page, 'routes').getByRole('group', { name: run.routes.title }));
  await ui.selectRow(panel(page, 'routes'), ROUTE);
  await page.keyboard.press('Enter');
  await expectFlame(page);
  await page.keyboard.press('5');
  await ui.tabTo(files(page));
  await rows(files(page))
    .first()
    .getByText(/\/search\.js$/)
    .waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await copyCommand();
  await expectLine(page);

  await page.keyboard.press('8');
  await ui.pressOn(slowestTen(page));
  await untilSlowest(page);
  await ui.tabTo(requests(page));
  await page.keyboard.press('Home');
  await expectStory(page);
  await ui.pressOn(ui.button(story(page), run.story.functions));
  await expectMainThread(page, 'functions');
  await page.keyboard.press('5');
  await expectMainThread(page, 'lines');
});
