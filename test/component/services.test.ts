/** The study of two unknown services in a browser, with an engine that answers from canned data: answers first, then the probe, then the truth. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { RunningServices } from '../../shared/model/services.ts';
import { services } from '../../shared/words/en/services.ts';
import { study } from '../../shared/words/en/study.ts';
import { DEMOS } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { ENDED_PROBE, NO_PROBE, PROBE_UNDER_WAY } from '../helpers/fake-probe.ts';
import { button } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();
const { screen } = services;

const [ssr] = DEMOS;
const { question, before, reveal, explain, tryNext } = ssr!.lesson!;
const STUDY = {
  ...ssr!,
  name: 'unknown-service',
  title: 'Two unknown services',
  variants: [],
  comparisons: [],
  lesson: null,
  services: {
    script: '/opt/loopscope/resources/demos/unknown-service/service.js',
    forms: [{ name: 'quick', title: 'Drawn by a number', max: 32, budgetS: 30, fixed: null }],
    lesson: { question, before, reveal, explain, tryNext },
  },
};
const RUNNING: RunningServices = {
  study: 'unknown-service',
  form: 'quick',
  seed: 7,
  services: ['A', 'B'].map((name, at) => ({
    name,
    url: `http://127.0.0.1:400${at}/`,
    lightUrl: `http://127.0.0.1:400${at}/light`,
    probe: NO_PROBE,
  })),
  isUp: true,
  truths: null,
};
const [A, B] = RUNNING.services;

function become(running: RunningServices): void {
  engine.answerWith('services.state', () => succeed({ running }));
  engine.emit({ type: 'services.changed' });
}
const step = (name: keyof typeof study.step) =>
  page.getByRole('navigation', { name: study.steps }).getByRole('button', { name: study.step[name] });

/** What looks into the sheet for a spec is refused there, as all scripts are. */
const OF_SPEC = /^Blocked script execution in 'about:srcdoc'/;

afterEach(() => expect(errors.filter((error) => !OF_SPEC.test(error))).toEqual([]));

test('answers come first, then the probe, and what the services are is shown on request only', async () => {
  ({ engine, page, errors } = await open('#/'));
  engine.answerWith('demo.list', () => succeed([STUDY]));
  await page.evaluate(() => {
    location.hash = '#/study/unknown-service';
  });
  await page.getByLabel(screen.start.seed).fill('0');
  await page.getByText('A whole number from 1 to 9999, or nothing.').waitFor();
  expect(await button(page, screen.start.button).isDisabled()).toBe(true);
  await page.getByLabel(screen.start.seed).fill('7');
  engine.answerWith('services.state', () => succeed({ running: RUNNING }));
  await button(page, screen.start.button).click();
  await page.getByText('http://127.0.0.1:4000/light').waitFor();
  expect(engine.received.find(({ name }) => name === 'services.start')?.params).toEqual({
    study: 'unknown-service',
    form: 'quick',
    seed: 7,
  });
  for (const name of ['run', 'reveal'] as const) expect(await step(name).isDisabled()).toBe(true);
  const ofA = page.getByRole('region', { name: 'Service A' });
  await ofA.getByLabel(screen.answer.workers).fill('3');
  await ofA.getByRole('radio', { name: screen.answer.yes }).click();
  await page.getByRole('region', { name: 'Service B' }).getByLabel(screen.answer.noLimit).click();
  await expectGoodLooks(page);
  await button(page, screen.answer.done).click();
  await button(page, screen.run.start).click();
  expect(engine.received.some(({ name }) => name === 'services.probe')).toBe(true);
  become({ ...RUNNING, services: [{ ...A!, probe: PROBE_UNDER_WAY }, B!] });
  await page.getByText('Now: 5 connections for 1 s').waitFor();
  await page.getByText(screen.run.waiting).waitFor();
  const probed = { ...RUNNING, services: [A!, B!].map((one) => ({ ...one, probe: ENDED_PROBE })) };
  become(probed);
  await page.getByText('It works on 3 requests at once').first().waitFor();
  expect(await step('reveal').isDisabled()).toBe(true);
  await step('predict').click();
  await page.getByText(screen.answer.fixed).waitFor();
  await step('run').click();
  const truths = [
    { kind: 'limit', workers: 3, serviceMs: 25 },
    { kind: 'synchronous', workers: 1, serviceMs: 25 },
  ] as const;
  engine.answerWith('services.state', () => succeed({ running: { ...probed, truths } }));
  await button(page, screen.run.reveal).click();
  await page.getByText('A is one process that works on 3 requests at once').waitFor();
  await page.getByText('1 of 3 answers are right.').waitFor();
  const table = page.getByRole('table', { name: services.table.caption });
  await table.getByRole('row', { name: 'A: at once 3 ✓ 3 3' }).waitFor();
  await table.getByRole('row', { name: /^B: at once no limit ✗ 3 1/ }).waitFor();
  await expectGoodLooks(page);
  await step('explain').click();
  await button(page, study.page.open).click();
  const dialog = page.getByRole('dialog', { name: study.page.title });
  await dialog.getByRole('textbox').fill('Three at once: the fourth waits.');
  const sheet = dialog.frameLocator('iframe');
  for (const said of ['Three at once: the fourth waits.', 'Seed 7.', 'loopscope demo unknown-service --form quick --seed 7'])
    await sheet.getByText(said).waitFor();
  await sheet.getByRole('row', { name: 'A: at once 3 ✓ 3 3' }).waitFor();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  // Stopping the services takes nothing away.
  await step('predict').click();
  engine.answerWith('services.state', () => succeed({ running: { ...probed, truths, isUp: false } }));
  await button(page, screen.start.stop).click();
  await page.getByRole('heading', { name: screen.start.stopped }).waitFor();
  expect(await ofA.getByLabel(screen.answer.workers).inputValue()).toBe('3');
  await step('run').click();
  await page.getByText(screen.run.stopped).waitFor();
  expect(await button(page, screen.run.again).isDisabled()).toBe(true);
  await step('reveal').click();
  await page.getByText('1 of 3 answers are right.').waitFor();
  await step('predict').click();
  await button(page, screen.next).click();
  await page.getByLabel(screen.start.seed).waitFor();
});
