/** Nothing that runs gets lost: what is being measured can be seen, reached and stopped from every screen. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport, deriveSections, SECTIONS } from '../../shared/derive/sections/sections.ts';
import { fail, succeed } from '../../shared/model/failure.ts';
import { hasLoad, type RunReport } from '../../shared/model/report.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { common } from '../../shared/words/en/common.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { machine } from '../../shared/words/en/said/machine.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { study } from '../../shared/words/en/study.ts';
import { testCases } from '../helpers/cases.ts';
import { FakeComparison, makeComparison } from '../helpers/fake-comparison.ts';
import { makeReport } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, showTab } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { verbatim } from '../helpers/worded.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

afterEach(() => expect(errors).toEqual([]));

const chip = () => page.getByRole('group', { name: common.running.label });
const live = () => page.getByRole('region', { name: run.live.label });
const toHome = () => page.getByRole('banner').getByRole('link', { name: common.app.name, exact: true }).click();

async function startRun(): Promise<void> {
  ({ engine, page, errors } = await open('#/setup', { speed: 10, runsByHand: true, comparisonsByHand: true }));
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
  await page.getByLabel(setup.field.script.label, { exact: true }).blur();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/#\/run\/run-/);
  await live()
    .getByText(/completed, .*in flight/)
    .waitFor();
}

/** In every frame from now on: the places of what a reader looks at, by name. */
async function watchPlaces(): Promise<void> {
  await page.evaluate(() => {
    const places: Record<string, string[]> = {};
    Object.assign(window, { places });
    const look = () => {
      for (const one of document.querySelectorAll('main h2, main h3, main table, [role=tab]')) {
        const name = `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`;
        const { left, top } = one.getBoundingClientRect();
        const place = `${Math.round(left)}, ${Math.round(top)}`;
        places[name] ??= [];
        if (!places[name]!.includes(place)) places[name]!.push(place);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

async function placesSeen(): Promise<Record<string, string[]>> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => (window as unknown as { places: Record<string, string[]> }).places);
}

test('a live run is in the bar of every screen, leads back, and Esc does not leave it', async () => {
  await startRun();
  const address = page.url();
  expect(await chip().getByRole('link').getAttribute('aria-current')).toBe('page');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(page.url()).toBe(address);
  for (const leave of [toHome, () => page.keyboard.press('n'), () => page.getByRole('link', { name: common.app.settings }).click()]) {
    await leave();
    await chip()
      .getByText(/\d+\s%$/)
      .waitFor();
    expect(await chip().getByRole('link').getAttribute('aria-current')).toBeNull();
  }
  await expectGoodLooks(page);
  await page.reload();
  await chip().getByRole('link').click();
  await live().waitFor();
  expect(page.url()).toBe(address);
  engine.endMeasuring();
  await chip().waitFor({ state: 'detached' });
});

test('it is stopped from there, and a comparison as well', { tags: ['long'] }, async () => {
  await startRun();
  await toHome();
  await chip().getByRole('button').click();
  await chip().waitFor({ state: 'detached' });
  expect(engine.received.filter(({ name }) => name === 'run.stop')).toHaveLength(1);

  await page.goto(`${engine.url}#/compare/compared`);
  await button(page, compare.head.again).click();
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await page.waitForURL(/#\/compare\/comparison-/);
  engine.finishRuns(2);
  await toHome();
  await chip()
    .getByText(/[1-9]\d*\s%$/)
    .waitFor();
  await chip().getByRole('link').click();
  await page.waitForURL(/#\/compare\/comparison-/);
  await chip().getByRole('button').click();
  await chip().waitFor({ state: 'detached' });
});

test('what prevents a start can be reached and stopped beside the message, which then goes', { tags: ['long'] }, async () => {
  await startRun();
  const address = page.url();
  engine.answerWith('run.start', () => fail('busy', verbatim('Something is being measured.'), verbatim('Wait, or stop it.')));
  const message = page.getByRole('alert').filter({ hasText: 'Something is being measured.' });
  await page.keyboard.press('n');
  await button(page, setup.run).click();
  await message.getByRole('link', { name: common.running.show }).click();
  await live().waitFor();
  expect(page.url()).toBe(address);
  await toHome();
  await page.getByText(home.studies.single, { exact: true }).first().click();
  await page
    .getByRole('button', { name: new RegExp(`^${home.studies.runTitle.split('{')[0]}`) })
    .first()
    .click();
  await message.waitFor();
  await button(message, common.running.stopIt).click();
  await message.waitFor({ state: 'detached' });
  await chip().waitFor({ state: 'detached' });
});

test('what another program measures is told anew until it has ended; a start that waits for that begins by itself, or is cancelled', async () => {
  ({ engine, page, errors } = await open('#/setup', {}));
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
  await page.getByLabel(setup.field.script.label, { exact: true }).blur();
  const busyFor = (left: string) => fail('busy', verbatim(`Another program measures, about ${left} to go.`), null);
  const become = (left: string) => engine.answerWith('app.busy', () => succeed(busyFor(left).failure));
  engine.answerWith('run.start', () => busyFor('2 min'));
  become('2 min');
  await button(page, setup.run).click();
  const notice = page.getByRole('alert');
  await notice.getByText('about 2 min to go').waitFor();
  become('1 min');
  await notice.getByText('about 1 min to go').waitFor();
  await button(notice, common.running.waitForIt).click();
  await notice.getByText(machine.startsThen).waitFor();
  await button(notice, common.action.cancel).click();
  engine.answerWith('app.busy', () => succeed(null));
  await notice.waitFor({ state: 'detached' });
  const starts = () => engine.received.filter(({ name }) => name === 'run.start').length;
  const before = starts();

  // Somebody else was quicker; then it is free.
  become('2 min');
  await button(page, setup.run).click();
  await button(notice, common.running.waitForIt).click();
  engine.answerWith('app.busy', () => succeed(null));
  await expect.poll(starts).toBeGreaterThan(before + 1);
  become('3 min');
  await notice.getByText('about 3 min to go').waitFor();
  await notice.getByText(machine.startsThen).waitFor();
  engine.answerWith('run.start', () => succeed({ sessionId: 'finished' }));
  engine.answerWith('app.busy', () => succeed(null));
  await page.waitForURL(/#\/run\/finished/);
});

test('while it runs the bar and the sentence count the same requests, and the sentence says that it is not the end', async () => {
  await startRun();
  await page.getByText(run.answer.soFar).waitFor();
  const read = () =>
    page.evaluate(() => {
      const numberIn = (text: string | null | undefined, pattern: RegExp) => Number(pattern.exec(text ?? '')?.[1]?.replace(/,/g, ''));
      const text = document.querySelector('main')!.textContent;
      return {
        bar: numberIn(text, /([\d,]+) completed, \d+ failed/),
        sentence: numberIn(text, /([\d,]+) of [\d,]+ requests got an expected/),
      };
    });
  // Of the stand-in's responses, 4 have another status.
  for (let look = 0, last = 100; look < 4; look++) {
    await expect.poll(async () => (await read()).sentence).toBeGreaterThan(last);
    const { bar, sentence } = await read();
    expect(bar).toBe(sentence + 4);
    last = sentence;
  }
  engine.endMeasuring();
  await page.getByText(run.answer.soFar).waitFor({ state: 'detached' });
});

const inBothSizes = testCases([{ width: 1024, height: 768 }], [{ width: 1440, height: 900 }]);

inBothSizes('what arrives during a run, and its end, move neither charts nor tables, at $width × $height', async (size) => {
  await startRun();
  await page.setViewportSize(size);
  // At first without errors and warnings, which come later.
  const answer = (change: (one: RunReport) => Partial<RunReport>) =>
    engine.answerWith('session.report', () => {
      const report = makeReport(DEFAULT_SETUP, 10_000, null);
      return succeed({ ...report, runs: report.runs.filter(hasLoad).map((one) => ({ ...one, ...change(one) })) });
    });
  answer(({ requests }) => ({
    warnings: [],
    profile: null,
    unexpectedLatencyMs: null,
    requests: { ...requests, failed: 0, unexpected: 0 },
  }));
  await page.getByText(run.overview.noWarnings).waitFor();
  await watchPlaces();
  answer(({ warnings }) => ({ warnings: [...warnings, verbatim('The server was disturbed.')] }));
  await page.getByText(run.overview.warnings).waitFor();
  engine.endMeasuring();
  await page.getByText(run.answer.soFar).waitFor({ state: 'detached' });
  await live().waitFor({ state: 'detached' });
  const places = await placesSeen();
  expect(Object.keys(places)).toEqual(expect.arrayContaining([`H2 ${run.time.heading}`, `TABLE ${run.chart.latency}`]));
  expect(Object.entries(places).filter(([, seen]) => seen.length > 1)).toEqual([]);
});

/** With the last runs come a warning, and the offer of a verdict that five pairs cannot give. */
function endComparison(): void {
  const { info } = new FakeComparison('ended', makeComparison(5), null, () => {}).finishAtOnce();
  const warnings = [verbatim('The machine was disturbed.')];
  engine.answerWith('compare.info', () => succeed({ ...info, warnings }));
  engine.finishRuns();
}

inBothSizes(
  'what arrives during a comparison, and its end, move neither its tabs nor what is in them, at $width × $height',
  async (size) => {
    ({ engine, page, errors } = await open('#/compare/compared', { comparisonsByHand: true }));
    await page.setViewportSize(size);
    await button(page, compare.head.again).click();
    await page.getByRole('dialog').getByRole('textbox').fill('5');
    await button(page, compare.more.start).click();
    await page.waitForURL(/#\/compare\/comparison-/);
    await page.getByText(compare.verdicts.empty).waitFor();
    await watchPlaces();
    engine.finishRuns(10);
    await page.getByText(/^So far/).waitFor();
    endComparison();
    await page.getByRole('button', { name: /^Run ten pairs, about/ }).waitFor();
    await page.getByText(compare.headline.warnings).waitFor();
    const places = await placesSeen();
    expect(Object.keys(places)).toEqual(
      expect.arrayContaining([`TABLE ${compare.verdicts.title}`, `H2 ${compare.dots.title}`, `BUTTON ${compare.sections.notes}`]),
    );
    expect(Object.entries(places).filter(([, seen]) => seen.length > 1)).toEqual([]);
  },
);

test('nor does it in a study, whose bar is at the bottom of the window', { tags: ['long'] }, async () => {
  ({ engine, page, errors } = await open('#/study/ssr', { comparisonsByHand: true }));
  await page.getByRole('radio').first().click();
  await button(page, study.predict.guess).click();
  await button(page, study.run.start).click();
  await page.waitForURL(/#\/study\/ssr\/comparison-/);
  const bar = page.getByRole('region', { name: compare.live.label });
  await button(page, study.run.show).click();
  engine.finishRuns(10);
  await page.getByText(/^So far/).waitFor();
  const isAtBottom = () => bar.evaluate((one) => Math.abs(window.innerHeight - one.getBoundingClientRect().bottom) < 1);
  await expect.poll(isAtBottom).toBe(true);
  expect(await button(page, study.run.reveal).isDisabled()).toBe(true);
  await watchPlaces();
  endComparison();
  await bar.waitFor({ state: 'detached' });
  await button(page, study.run.again).waitFor();
  const places = await placesSeen();
  expect(Object.keys(places)).toEqual(expect.arrayContaining([`H2 ${study.run.title}`, `H2 ${compare.dots.title}`]));
  expect(Object.entries(places).filter(([, seen]) => seen.length > 1)).toEqual([]);
  await button(page, study.run.reveal).click();
});

test('while a run goes on, a window is asked for what the chosen tab shows of it, and for nothing where it shows none', {
  tags: ['long'],
}, async () => {
  await startRun();
  const recording = new RunRecording();
  for (const entry of syntheticEntries({ seconds: 5.4, ended: false })) recording.apply(entry);
  let ofWhole = 0;
  const ofWindow: (readonly string[] | undefined)[] = [];
  engine.answerWith('session.report', ({ window, sections }: RequestParams<'session.report'>) => {
    if (window === null) ofWhole += 1;
    else ofWindow.push(sections);
    const part = new RunPart(recording);
    const asked = SECTIONS.filter(({ id }) => sections?.includes(id));
    const runs = [sections === undefined ? deriveReport(part) : deriveSections(part, asked)];
    const whole = { version: 1, failure: null, runs, verdicts: [], probe: null, findings: [], environment: null, session: null };
    return succeed({ ...whole, ...(sections && { sections }) });
  });
  await page.evaluate(() => {
    window.location.hash += '?window=1000..3000';
  });
  await expect.poll(() => ofWindow.length).toBeGreaterThan(0);
  expect(ofWindow.at(-1)).toBeUndefined();
  for (const tab of ['errors', 'server', 'overview'] as const) {
    const panel = await showTab(page, tab);
    await expect.poll(() => ofWindow.at(-1)?.includes(tab === 'errors' ? 'responses' : tab)).toBe(tab === 'overview' ? undefined : true);
    await panel.locator('table').first().waitFor();
  }
  await showTab(page, 'flame');
  const [before, asked] = [ofWhole, ofWindow.length];
  await expect.poll(() => ofWhole, { timeout: 10_000 }).toBeGreaterThan(before + 1);
  expect(ofWindow.slice(asked)).toEqual([]);
});

test('what is measured is stopped by its name among the commands, which is there no more when it has ended', {
  tags: ['long'],
}, async () => {
  await startRun();
  const stops = page.getByRole('dialog', { name: common.palette.title }).getByRole('option', { name: common.command.stop });
  const address = page.url();
  await page.keyboard.press('Control+k');
  await stops.click();
  await live().waitFor({ state: 'detached' });
  await chip().waitFor({ state: 'detached' });
  expect(engine.received.filter(({ name }) => name === 'run.stop')).toEqual([
    { name: 'run.stop', params: { sessionId: address.replace(/.*run-/, 'run-') } },
  ]);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: common.palette.title }).getByRole('option', { name: common.command.home }).waitFor();
  expect(await stops.count()).toBe(0);
});
