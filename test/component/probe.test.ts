/** The probe in a browser, with an engine that answers from canned data. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { fail, succeed } from '../../shared/model/failure.ts';
import { common } from '../../shared/words/en/common.ts';
import { probe } from '../../shared/words/en/probe.ts';
import { say } from '../../shared/words/said.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { ENDED_PROBE, PROBE_UNDER_WAY, PROBED } from '../helpers/fake-probe.ts';
import { button } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();
const { screen } = probe;

async function start(hash = '#/'): Promise<void> {
  ({ engine, page, errors } = await open(hash));
}
afterEach(() => expect(errors).toEqual([]));

const asked = () => engine.received.filter(({ name }) => name === 'probe.start').map(({ params }) => params);

test('is reached from every screen, says what it needs, and asks for what was filled in', async () => {
  await start();
  await page.getByRole('navigation').getByRole('link', { name: common.app.probe }).click();
  await page.getByText(screen.emptyText).waitFor();
  await button(page, screen.start).click();
  await page.getByText(screen.urlMissing).waitFor();
  expect(asked()).toEqual([]);
  await page.getByLabel(screen.url).fill('127.0.0.1:3000/slow');
  await page.getByLabel(screen.lightUrl).fill('/health');
  await page.getByLabel(screen.max).fill('1');
  await page.getByText('A whole number from 2 to 1,000.').waitFor();
  await page.getByLabel(screen.max).fill('32');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(asked)
    .toEqual([
      { url: 'http://127.0.0.1:3000/slow', lightUrl: '/health', headers: [], allowHost: null, max: 32, budgetS: 60, timeoutS: 30 },
    ]);
});

test('another machine has to be named once more, and a refusal is shown', async () => {
  await start('#/probe');
  engine.answerWith('probe.start', () =>
    fail('host-refused', say('load.refused', { host: 'shop.example' }), say('load.allowHost', { host: 'shop.example' })),
  );
  await page.getByLabel(screen.url).fill('http://shop.example/');
  await page.getByLabel('Name of the other machine, typed again').fill('shop.example');
  await button(page, screen.start).click();
  await page.getByRole('alert').waitFor();
  expect(asked()).toMatchObject([{ allowHost: 'shop.example' }]);
});

test('what goes on is watched and stopped, and what was found is shown', async () => {
  await start();
  engine.answerWith('probe.state', () => succeed(PROBE_UNDER_WAY));
  await page.getByRole('navigation').getByRole('link', { name: common.app.probe }).click();
  await page.getByText('Now: 5 connections for 1 s').waitFor();
  await expectGoodLooks(page);
  await button(page, screen.stop).click();
  await expect.poll(() => engine.received.some(({ name }) => name === 'probe.stop')).toBe(true);
  engine.answerWith('probe.state', () => succeed(ENDED_PROBE));
  engine.emit({ type: 'probe.changed' });
  await page.getByText('It works on 3 requests at once; each takes about 25.0 ms').waitFor();
  await page.getByRole('img', { name: '4 at once: 1 waited' }).waitFor();
  for (const title of [screen.levelsTitle, screen.ratesTitle])
    await page
      .getByRole('region', { name: title })
      .getByRole('img', { name: /^Throughput, responses\/s/ })
      .waitFor();
  await page
    .getByRole('region', { name: screen.rampTitle })
    .getByRole('img', { name: /^420 requests in 5\.4 s, up to 210\/s: latency 25\.4 ms to / })
    .waitFor();
  await button(page, screen.figures).click();
  for (const name of [probe.levels, probe.ramp]) await page.getByRole('table', { name }).waitFor();
  await expectGoodLooks(page);
});

test('a rising rate whose requests failed is told, and has no chart', { tags: ['long'] }, async () => {
  await start('#/probe');
  engine.answerWith('probe.state', () =>
    succeed({ ...ENDED_PROBE, report: { ...PROBED, ramp: null, cuts: [{ during: 'ramp', reason: 'no-answer' }] } }),
  );
  engine.emit({ type: 'probe.changed' });
  await page.getByText(probe.answer.cut.replace('{missing}', probe.answer.missing.ramp)).waitFor();
  expect(await page.getByRole('region', { name: screen.rampTitle }).count()).toBe(0);
  await expectGoodLooks(page);
});
