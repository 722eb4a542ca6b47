/** The study of two unknown services in a browser, with an engine that answers from canned data: answers first, then the probe, then the truth. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { NO_PROBE } from '../../shared/model/probe.ts';
import type { StudiedServices } from '../../shared/model/services.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { formatServicesPage, pageOfServices } from '../../shared/report/services-page.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { home } from '../../shared/words/en/home.ts';
import { services } from '../../shared/words/en/services.ts';
import { study } from '../../shared/words/en/study.ts';
import { DEMOS } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { ENDED_PROBE, PROBE_UNDER_WAY } from '../helpers/fake-probe.ts';
import { recordedServices, TRUTHS } from '../helpers/fake-services.ts';
import { button } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();
const { screen } = services;

const RECORDED = recordedServices(true);
const { plan } = RECORDED;
const STUDY = {
  ...DEMOS[0]!,
  name: plan.study,
  title: plan.title,
  variants: [],
  comparisons: [],
  lesson: null,
  services: {
    script: '/opt/loopscope/resources/demos/unknown-service/service.js',
    forms: [{ name: 'quick', title: 'Drawn by a number', max: 32, budgetS: 30, fixed: null }],
    lesson: plan.lesson,
  },
};
const RUNNING: StudiedServices = {
  sessionId: null,
  plan,
  guesses: null,
  services: RECORDED.services.map(({ name, url, lightUrl }) => ({ name, url, lightUrl, probe: NO_PROBE })),
  isUp: true,
  truths: null,
};
const [A, B] = RUNNING.services;

/** What the session says that keeps them. */
const SESSION: SessionInfo = {
  id: 'services',
  name: RECORDED.name,
  path: '/home/me/Two-unknown-services.loopscope',
  kind: 'services',
  createdAt: '2026-11-01T10:00:00.000Z',
  state: 'done',
  elapsedMs: {},
  question: null,
  failure: null,
  recovered: false,
  setup: null,
  command: null,
  url: null,
  node: null,
  processes: [],
  threads: [],
  exactPass: null,
  profileKinds: [],
  exit: null,
  notes: '',
  keepsValues: false,
  leftOut: [],
  hasProfile: false,
  hasTicks: false,
  imported: null,
  measuredMs: 0,
  progress: null,
};
const GUESSES = RECORDED.services.map(({ guess }) => guess!);
const GUESSED: StudiedServices = { ...RUNNING, sessionId: 'services', guesses: GUESSES };
const PROBED: StudiedServices = { ...GUESSED, services: RUNNING.services.map((one) => ({ ...one, probe: ENDED_PROBE })) };

function become(running: StudiedServices): void {
  engine.answerWith('services.state', () => succeed({ running }));
  engine.emit({ type: 'services.changed' });
}
const step = (name: keyof typeof study.step) =>
  page.getByRole('navigation', { name: study.steps }).getByRole('button', { name: study.step[name] });

const untilProbed = () => expect.poll(() => engine.received.some(({ name }) => name === 'services.probe')).toBe(true);

/** What looks into the sheet for a spec is refused there, as all scripts are. */
const OF_SPEC = /^Blocked script execution in 'about:srcdoc'/;

afterEach(() => expect(errors.filter((error) => !OF_SPEC.test(error))).toEqual([]));

test('answers come first, then the probe, and what the services are is shown on request only', async () => {
  // Before the page asks for the first time: home keeps the reply for the study.
  ({ engine, page, errors } = await open('#/', {}, { prepare: (fake) => fake.engine.answerWith('study.list', () => succeed([STUDY])) }));
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
  await ofA.getByLabel(screen.guess.workers).fill('3');
  await ofA.getByRole('radio', { name: screen.guess.yes }).click();
  await page.getByRole('region', { name: 'Service B' }).getByLabel(screen.guess.noLimit).click();
  await expectGoodLooks(page);
  engine.answerWith('services.guess', () => succeed({ sessionId: 'services' }));
  engine.answerWith('session.info', () => succeed(SESSION));
  engine.answerWith('services.state', () => succeed({ running: GUESSED }));
  await button(page, screen.guess.done).click();
  await button(page, screen.run.start).click();
  expect(engine.received.find(({ name }) => name === 'services.guess')?.params).toEqual({ guesses: GUESSES });
  await untilProbed();
  become({ ...GUESSED, services: [{ ...A!, probe: PROBE_UNDER_WAY }, B!] });
  await page.getByText('Now: 5 connections for 1 s').waitFor();
  await page.getByText(screen.run.waiting).waitFor();
  become(PROBED);
  await page.getByText('It works on 3 requests at once').first().waitFor();
  expect(await step('reveal').isDisabled()).toBe(true);
  await step('predict').click();
  await page.getByText(screen.guess.fixed).waitFor();
  await step('run').click();
  engine.answerWith('services.state', () => succeed({ running: { ...PROBED, truths: TRUTHS } }));
  await button(page, screen.run.reveal).click();
  await page.getByText('A is one process that works on 3 requests at once').waitFor();
  await page.getByText('1 of 3 guesses are right.').waitFor();
  const table = page.getByRole('table', { name: services.table.caption });
  await table.getByRole('row', { name: 'A: at once 3 ✓ 3 3' }).waitFor();
  await table.getByRole('row', { name: /^B: at once no limit ✗ 3 1/ }).waitFor();
  await expectGoodLooks(page);
  await step('explain').click();
  engine.answerWith('export.text', ({ conclusion = '', language = null }) =>
    succeed({ fileName: 'page.html', text: formatServicesPage(pageOfServices(RECORDED, conclusion, language)), isBase64: false }),
  );
  await button(page, study.page.open).click();
  const dialog = page.getByRole('dialog', { name: study.page.title });
  await dialog.getByRole('textbox', { name: compare.conclusion.label }).fill('Three at once: the fourth waits.');
  await dialog.getByRole('textbox', { name: study.page.language }).fill('en');
  const sheet = dialog.frameLocator('iframe');
  for (const said of ['Three at once: the fourth waits.', 'Seed 7.', 'loopscope demo unknown-service --form quick --seed 7'])
    await sheet.getByText(said).waitFor();
  await sheet.locator('div[lang=en]', { hasText: 'Three at once: the fourth waits.' }).waitFor();
  await sheet.getByRole('row', { name: 'A: at once 3 ✓ 3 3' }).waitFor();
  await expectGoodLooks(page);
  await page.keyboard.press('Escape');
  expect(engine.received.findLast(({ name }) => name === 'notes.set')?.params).toEqual({
    sessionId: 'services',
    text: 'Three at once: the fourth waits.',
  });
  // Whoever goes Home and comes back finds the answer.
  await page.evaluate(() => {
    location.hash = '#/';
  });
  await page.getByRole('heading', { name: home.recent.title }).waitFor();
  await page.evaluate(() => {
    location.hash = '#/study/unknown-service';
  });
  await page.getByText('1 of 3 guesses are right.').waitFor();
  // Stopping the services takes nothing away.
  await step('predict').click();
  engine.answerWith('services.state', () => succeed({ running: { ...PROBED, truths: TRUTHS, isUp: false } }));
  await button(page, screen.start.stop).click();
  await page.getByRole('heading', { name: screen.start.stopped }).waitFor();
  expect(await ofA.getByLabel(screen.guess.workers).inputValue()).toBe('3');
  await step('run').click();
  await page.getByText(screen.run.stopped).waitFor();
  expect(await button(page, screen.run.again).isDisabled()).toBe(true);
  await step('reveal').click();
  await page.getByText('1 of 3 guesses are right.').waitFor();
  await step('predict').click();
  await button(page, screen.next).click();
  await page.getByLabel(screen.start.seed).waitFor();
});

/** A session from Recent: its services have ended with their engine. */
async function openSession(shown: StudiedServices): Promise<void> {
  ({ engine, page, errors } = await open(
    '#/',
    {},
    {
      prepare: ({ engine }) => {
        engine.answerWith('session.info', () => succeed(SESSION));
        engine.answerWith('services.session', () => succeed({ ...shown, isUp: false }));
        engine.answerWith('study.list', () => succeed([]));
      },
    },
  ));
  await page.evaluate(() => {
    location.hash = '#/run/services';
  });
  await page.getByRole('heading', { name: SESSION.name }).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe('#/study/unknown-service/services');
}

test('a session shows guesses, probe and truth, without its study and without the services', { tags: ['long'] }, async () => {
  await openSession({ ...PROBED, truths: TRUTHS });
  await page.getByText('1 of 3 guesses are right.').waitFor();
  await expectGoodLooks(page);
  await step('predict').click();
  await page.getByText(screen.guess.fixed).waitFor();
  const ofA = page.getByRole('region', { name: 'Service A' });
  expect(await ofA.getByLabel(screen.guess.workers).inputValue()).toBe('3');
  expect(await ofA.getByLabel(screen.guess.workers).isDisabled()).toBe(true);
  await step('run').click();
  await page.getByText('It works on 3 requests at once').first().waitFor();
  for (const name of [screen.run.again, screen.run.start, screen.run.reveal]) expect(await button(page, name).count()).toBe(0);
  await step('explain').click();
  await button(page, study.page.open).waitFor();
  await step('next').click();
  await button(page, screen.next).click();
  expect(await page.evaluate(() => location.hash)).toBe('#/study/unknown-service');
});

test('a session that was not told says so, and how the same services are started again', { tags: ['long'] }, async () => {
  await openSession(PROBED);
  await page.getByText(screen.run.untold).waitFor();
  await page.getByText('loopscope demo unknown-service --form quick --seed 7').waitFor();
  for (const name of ['reveal', 'explain', 'next'] as const) expect(await step(name).isDisabled()).toBe(true);
  await expectGoodLooks(page);
});

test('a session whose services still run goes on where it was', async () => {
  await openSession(GUESSED);
  become(GUESSED);
  await button(page, screen.run.start).click();
  await untilProbed();
});
