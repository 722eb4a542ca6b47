/** A failure that the engine answers with is shown where what was asked for would be, or as the notice of the screen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fail } from '../../shared/model/failure.ts';
import type { RequestName } from '../../shared/protocol/contract.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { testCases } from '../helpers/cases.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { type FakePage, setupFakePages } from '../helpers/fake-pages.ts';
import { verbatim } from '../helpers/worded.ts';

let engine: FakeEngine;
let page: Page;
const open = setupFakePages();

/** `failed`: the requests that fail from the start. */
async function show(hash: string, ...failed: RequestName[]): Promise<void> {
  const prepare = (opened: FakePage) => {
    ({ engine, page } = opened);
    failing(...failed);
  };
  // So slow that a run is still being started at the end of any test.
  await open(hash, { comparisonsByHand: true, speed: 0.000_1 }, { prepare });
}

const sentenceOf = (name: RequestName) => `The engine could not do ${name}.`;
const failing = (...names: RequestName[]) => {
  for (const name of names) engine.answerWith(name, () => fail('internal', verbatim(sentenceOf(name)), verbatim('Try again.')));
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const failure = (name: RequestName) => page.getByRole('alert').filter({ hasText: sentenceOf(name) });

testCases<RequestName>(['session.load-series'], ['session.server-series', 'session.machine-series'])(
  'the charts of a run show the failure of %s',
  async (name) => {
    await show('#/run/finished', name);
    await failure(name).waitFor();
  },
);

test('a failure to load callers is shown above the table; the row stays closed and can be retried', async () => {
  await show('#/run/finished', 'profile.related');
  await page.getByRole('tab', { name: run.tab.functions }).click();
  const row = page.getByRole('treegrid', { name: run.functions.label }).getByRole('button', { expanded: false }).first();
  await row.click();
  await failure('profile.related').waitFor();
  await row.click();
  await expect.poll(() => engine.received.filter((one) => one.name === 'profile.related').length).toBe(2);
});

testCases<[RequestName, string]>([['profile.flame', run.tab.flame]], [['profile.functions', run.tab.functions]])(
  'another base than the one on screen: %s',
  async ([name, tab]) => {
    await show('#/run/finished');
    await page.getByRole('tab', { name: tab }).click();
    const wall = page.getByRole('radio', { name: run.profile.wall });
    await wall.waitFor();
    failing(name);
    await wall.click();
    // What was answered before stays beside it.
    await failure(name).waitFor();
    expect(await wall.isVisible()).toBe(true);
  },
);

test('a failure to load the figures of a run', async () => {
  await show('#/run/finished', 'session.report');
  await failure('session.report').waitFor();
});

test('failures to load the requests and the charts of a round', async () => {
  await show('#/compare/compared?tab=requests', 'compare.response-order', 'session.load-series');
  await page.locator('[data-figure=answer-order]').getByText(sentenceOf('compare.response-order')).waitFor();
  await page.getByRole('tab', { name: compare.sections.time }).click();
  await page.locator('[data-figure=time]').getByText(sentenceOf('session.load-series')).waitFor();
});

test('failures to stop a run and to choose an address', async () => {
  await show('#/', 'run.stop', 'run.choose-url');
  await button(home.studies.single).click();
  await button('Run: Many small tasks').click();
  await page.waitForURL(/#\/run\/run-/);
  await button(run.live.stop).click();
  await failure('run.stop').waitFor();
  expect(await button(run.live.stop).isEnabled()).toBe(true);
  const sessionId = page.url().split('/').at(-1)!;
  const question = { urls: ['http://127.0.0.1:3000'] };
  engine.answerWith('session.info', () => fail('internal', { verbatim: 'Not now.' }));
  engine.emit({ type: 'run.state', sessionId, state: 'waiting', elapsedMs: {}, message: null, question, failure: null });
  await page.getByRole('button', { name: /127\.0\.0\.1:3000/ }).click();
  await failure('run.choose-url').waitFor();
});

test('a failure to stop a comparison', async () => {
  await show('#/compare/compared', 'compare.stop');
  await button(compare.head.again).click();
  await button(compare.more.start).click();
  await page.waitForURL(/#\/compare\/comparison-/);
  await button(compare.live.stop).click();
  await failure('compare.stop').waitFor();
  expect(await button(compare.live.stop).isEnabled()).toBe(true);
});

test('a failure to estimate the duration of a comparison', async () => {
  await show('#/compare/compared', 'compare.estimate');
  await button(compare.head.again).click();
  await page.getByRole('dialog').getByText(sentenceOf('compare.estimate')).waitFor();
});

test('failures to discard a recording and to remove a session from the list', async () => {
  await show('#/', 'recordings.discard', 'sessions.forget');
  await page.getByRole('button', { name: /^Discard server/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: home.recordings.confirm }).click();
  await failure('recordings.discard').waitFor();
  await page
    .getByRole('button', { name: /checkout after the index/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: home.recent.forget }).click();
  await failure('sessions.forget').waitFor();
});

test('failures to list recordings and to store the theme', async () => {
  await show('#/', 'recordings.list', 'settings.set');
  await failure('recordings.list').waitFor();
  await page.goto(`${engine.url}#/settings`);
  await page.getByRole('radio', { name: settings.themeDark }).click();
  await failure('settings.set').waitFor();
});
