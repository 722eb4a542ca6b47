/** Help where one is: the cards of the glossary, the pages with drawings, and the ways to them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { common } from '../../shared/words/en/common.ts';
import { glossary } from '../../shared/words/en/glossary.ts';
import { help } from '../../shared/words/en/help.ts';
import { run } from '../../shared/words/en/run.ts';
import { testCases } from '../helpers/cases.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { untilAnswered, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(hash: string): Promise<void> {
  ({ page, errors } = await open(hash, { speed: 10 }));
}

const title = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
const card = (term: string) => page.getByRole('dialog', { name: term });

test('a card opens under the pointer and closes when it leaves; the focus stays where it is', async () => {
  await start('#/run/finished');
  const word = title(run.chart.throughput);
  await page.getByRole('tab', { name: run.tab.overview }).focus();
  await untilAnswered(page);
  await word.hover();
  await card(glossary.throughput.term).getByText(glossary.throughput.text).waitFor();
  await untilFocused(page.getByRole('tab', { name: run.tab.overview }));
  // The pointer can go into the card.
  await card(glossary.throughput.term).hover();
  await page.getByRole('tab', { name: run.tab.overview }).hover();
  await card(glossary.throughput.term).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('with keys: Enter or Space opens it, Tab goes to its link, Esc closes it and the word has the focus', async () => {
  await start('#/run/finished');
  const word = title(run.chart.latency);
  for (const key of ['Enter', 'Space']) {
    await word.focus();
    await page.keyboard.press(key);
    await card(glossary.latency.term).waitFor();
    await untilFocused(word);
    await page.keyboard.press('Tab');
    await untilFocused(card(glossary.latency.term).getByRole('link', { name: glossary.more }));
    await page.keyboard.press('Escape');
    await card(glossary.latency.term).waitFor({ state: 'detached' });
    await untilFocused(word);
  }
  await page.keyboard.press('Enter');
  await card(glossary.latency.term).waitFor();
  await expectGoodLooks(page);
  await card(glossary.latency.term).getByRole('link', { name: glossary.more }).click();
  await page.waitForURL(/#\/help\/TIME-CHARTS$/);
  await page.getByRole('img', { name: help.drawing.timeCharts }).waitFor();
});

test('what a set-up does explains its own words: warm-up and closed load', { tags: ['long'] }, async () => {
  await start('#/setup');
  for (const [word, term] of [
    ['warm-up', glossary['warm-up']],
    ['waiting for the response', glossary['closed-load']],
  ] as const) {
    await page.getByRole('button', { name: word, exact: true }).click();
    await card(term.term).getByText(term.text).waitFor();
    await page.keyboard.press('Escape');
    await card(term.term).waitFor({ state: 'detached' });
  }
  await expectGoodLooks(page);
});

test('in the head of a column that sorts, the card is a tooltip and a click sorts', { tags: ['long'] }, async () => {
  await start('#/run/finished');
  await page.getByRole('tab', { name: run.tab.functions }).click();
  const self = page.getByRole('columnheader', { name: /^Self, %/ }).getByRole('button');
  await self.hover();
  await page.getByRole('tooltip', { name: new RegExp(glossary['self-time'].term) }).waitFor();
  await self.click();
  await expect.poll(() => page.getByRole('columnheader', { name: /^Self, %/ }).getAttribute('aria-sort')).toBe('descending');
});

test.each<[string, string | null]>([
  ['START', null],
  ['FLAME-GRAPH', help.drawing.flameGraph],
  ['FLAME-CHART', help.drawing.flameChart],
  ['TIME-CHARTS', help.drawing.timeCharts],
  ['PERCENTILES', help.drawing.percentiles],
  ['VERDICTS', help.drawing.verdicts],
  ['words', null],
])('the page %s has no axe violations and nothing wider than the window', { tags: ['long'] }, async (name, drawing) => {
  await start(`#/help/${name}`);
  await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
  if (drawing !== null) await page.getByRole('img', { name: drawing }).waitFor();
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});

test('the help begins with first steps and is reached from the list of keys', async () => {
  await start('#/');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: common.keys.help }).click();
  await page.getByRole('article').getByRole('heading', { name: 'First steps' }).waitFor();
  // Pages lead to each other.
  await page.getByRole('article').getByRole('link', { name: 'flame graph' }).click();
  await page.waitForURL(/#\/help\/FLAME-GRAPH$/);
});

test('a link to a section of another page leads to that section', async () => {
  await start('#/help/TIME-CHARTS');
  await page.getByRole('article').getByRole('link', { name: 'joined to a recording' }).click();
  await page.waitForURL(/#\/help\/SCALE\/the-server-meanwhile$/);
  const section = page.getByRole('heading', { name: 'The server meanwhile' });
  await expect.poll(() => section.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
});

test('“How this is known” begins at the section about the sentence; Esc and the link lead back to what was shown', async () => {
  await start('#/run/finished');
  await page.getByRole('tab', { name: run.tab.functions }).click();
  const known = page.getByRole('link', { name: run.answer.help });
  for (const back of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: help.back }).click()]) {
    await known.click();
    await page.waitForURL(/#\/help\/ANSWER\/which-code$/);
    const section = page.getByRole('heading', { name: 'Which code' });
    await expect.poll(() => section.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
    await back();
    await page.getByRole('tab', { name: run.tab.functions, selected: true }).waitFor();
  }
});

testCases<{ hash: string; tab: string; opens: string | null; page: string }>(
  [{ hash: '#/run/ticked', tab: run.tab.ticks, opens: run.ticks.helpTitle, page: 'FLAME-GRAPH' }],
  [{ hash: '#/run/finished', tab: run.tab.server, opens: null, page: 'TIME-CHARTS' }],
)('“How to read this” of $tab leads to the page with a drawing', async ({ hash, tab, opens, page: name }) => {
  await start(hash);
  await page.getByRole('tab', { name: tab }).click();
  if (opens !== null) await page.getByRole('button', { name: opens }).click();
  await page.getByRole('link', { name: help.illustrated }).click();
  await expect.poll(() => page.url()).toContain(`#/help/${name}`);
  await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
  expect(errors).toEqual([]);
});
