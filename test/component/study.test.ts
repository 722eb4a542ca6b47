/** The steps of a study in a browser, against the stand-in engine: whose guess is shown, and beside what. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RequestName } from '../../shared/protocol/contract.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { study } from '../../shared/words/en/study.ts';
import { launchBrowser, openPage } from '../helpers/browser.ts';
import { buildRenderer, type FakeEngine, startFakeEngine } from '../helpers/fake-engine.ts';

let browser: Browser;
let dist: string;
let engine: FakeEngine;
let page: Page;
const after: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [browser, dist] = await Promise.all([launchBrowser(), buildRenderer()]);
});
afterAll(() => browser.close());
afterEach(async () => {
  for (const close of after.splice(0)) await close();
});

async function start(hash: string): Promise<void> {
  engine = await startFakeEngine({ dist, comparisonsByHand: true });
  const opened = await openPage(browser, {});
  page = opened.page;
  after.push(() => opened.context.close(), engine.close);
  await go(hash);
}

async function go(hash: string): Promise<void> {
  await page.goto(`${engine.url}${hash}`);
  await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
}

const asked = (name: RequestName) => engine.received.filter((one) => one.name === name).map(({ params }) => params);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const step = (name: keyof typeof study.step) =>
  page.getByRole('navigation', { name: study.steps }).getByRole('button', { name: study.step[name] });
const guess = async (words: string) => {
  await page.getByRole('radio', { name: words }).click();
  await button(study.predict.guess).click();
};
const WAITS_LESS = 'Everybody waits less.';

test('after a comparison the guess is the one saved with it, whatever was guessed in this window since', async () => {
  await start('#/study/ssr');
  await guess(WAITS_LESS);
  await page.getByText(WAITS_LESS).waitFor();
  await page.evaluate(() => {
    location.hash = '#/study/ssr/compared';
  });
  await page.getByText(study.reveal.noGuess).waitFor();
  expect(await page.getByText(WAITS_LESS).count()).toBe(0);
  // And the next comparison from here does not take what belongs to another.
  await step('run').click();
  await button(study.run.again).click();
  await button(study.run.start).click();
  await page.waitForURL(/#\/study\/ssr\/comparison-/);
  expect(asked('study.guess')).toEqual([]);
});

test('once the comparison has begun the guess cannot be changed, and another form is run with it', async () => {
  await start('#/study/ssr');
  await guess(WAITS_LESS);
  await button(study.run.start).click();
  await page.getByText(study.run.going).waitFor();
  engine.finishRuns();
  await button(study.run.reveal).click();
  await page.getByText(study.reveal.wrong).waitFor();
  await step('predict').click();
  await page.getByText(`The guess written down before this comparison: ${WAITS_LESS}`).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  await step('run').click();
  await button(study.run.again).click();
  await button(study.run.start).click();
  await expect.poll(() => asked('study.guess').length).toBe(2);
  expect(asked('study.guess')[1]).toMatchObject({ choice: 'faster' });
  await step('predict').click();
  await button(study.predict.anew).click();
  await page.waitForURL(/#\/study\/ssr$/);
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
});

test('a form that asks something else has its own text, and no right and wrong', async () => {
  await start('#/study/ssr');
  await guess(WAITS_LESS);
  await page.getByRole('radio', { name: 'A cheap route beside the pages' }).click();
  await page.getByText(study.run.otherQuestion).waitFor();
  await button(study.run.start).click();
  await page.getByText(study.run.going).waitFor();
  engine.finishRuns();
  await button(study.run.reveal).click();
  await page.getByText('The cheap route waits for').waitFor();
  await page.getByText(study.reveal.other).waitFor();
  for (const words of [study.reveal.right, study.reveal.wrong, study.reveal.usual, 'Look at the']) {
    expect(await page.getByText(words).count(), words).toBe(0);
  }
});

test('before it starts it says what it can show on this machine', async () => {
  await start('#/study/ssr');
  await step('run').click();
  await page.getByRole('heading', { name: compare.setup.canShow }).waitFor();
  await page.getByText('about 44\u00a0%').waitFor();
});

test('a link to the table of verdicts leads to it', async () => {
  await start('#/study/ssr/compared');
  await page.setViewportSize({ width: 1024, height: 500 });
  await button('standard deviation').scrollIntoViewIfNeeded();
  await button('standard deviation').click();
  const table = page.getByRole('table', { name: compare.verdicts.title });
  await expect.poll(async () => (await table.boundingBox())!.y).toBeGreaterThan(0);
  expect(await table.evaluate((element) => element.closest(':focus') !== null)).toBe(true);
});
