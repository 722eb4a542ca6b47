/** What a load asks for and what became of it, over time: the charts say what the session's rows say, where they say it. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { computeDensity } from '../../shared/charts/density.ts';
import { LatencyDensity } from '../../shared/load/latency-density.ts';
import { Launches } from '../../shared/load/launches.ts';
import { LoadAccumulator } from '../../shared/load/load-accumulator.ts';
import { succeed } from '../../shared/model/failure.ts';
import { loadResult } from '../../shared/model/load/load-result.ts';
import { glossary } from '../../shared/words/en/glossary.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeReport, makeSetup } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { pattern } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { loadOf } from '../helpers/plans.ts';
import { SCHEDULE, visitorRows } from '../helpers/visitor-rows.ts';

const ROWS = 700;
/** Of the stand-in's run. */
const END_S = 9;
const [load, launches, density] = [new LoadAccumulator(), new Launches(loadOf('arrivals', { schedule: SCHEDULE })), new LatencyDensity()];
const rows = visitorRows(1, ROWS);
load.addRows(rows, { sent: ROWS, inFlight: 0 });
load.end(END_S * 1e6, { sent: ROWS, inFlight: 0 });
launches.add(rows);
density.addRows(rows);

let page: Page;
let engine: FakeEngine;
let errors: readonly string[];
const open = setupFakePages();

afterEach(() => expect(errors).toEqual([]));

async function show(): Promise<void> {
  ({ page, engine, errors } = await open(
    '#/run/visited',
    {},
    {
      width: 1440,
      height: 900,
      prepare: (opened) => {
        opened.engine.answerWith('session.load-series', ({ fromBucket }: { fromBucket: number }) => succeed(load.series(fromBucket)));
        opened.engine.answerWith('session.launches', () => succeed(launches.columns()));
        opened.engine.answerWith('session.density', () => succeed(density.toColumns()));
      },
    },
  ));
  await phases().first().waitFor();
}

const phases = (): Locator => page.getByRole('list', { name: 'Phases' }).getByRole('button');
const chart = (title: string): Locator => page.getByRole('region', { name: new RegExp(`^${title},`) });
const asked = (name: string) => engine.received.filter((one) => one.name === name);

async function choose(title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: run.chart.more.replace('{title}', title), exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** The sum of each column of the chart's table, by its header without the unit. */
async function sumsOf(title: string): Promise<Record<string, number>> {
  await choose(title, run.chart.showTable);
  const table = chart(title).getByRole('table');
  await table.waitFor();
  return table.evaluate((element) => {
    const names = [...element.querySelectorAll('thead th')].map((cell) => cell.textContent!.replace(/,[^,]*$/, ''));
    const sums: Record<string, number> = {};
    for (const row of element.querySelectorAll('tbody tr'))
      [...row.children].forEach((cell, at) => {
        if (at > 0 && names[at]) sums[names[at]!] = (sums[names[at]!] ?? 0) + Number(cell.textContent!.replace(/,/g, ''));
      });
    return sums;
  });
}

async function showAll(): Promise<void> {
  await page.getByRole('button', { name: pattern(run.time.shown) }).click();
  // Only those that are listed are shown, and the engine sends what is drawn in this one.
  await page.getByRole('menuitemcheckbox', { name: run.chart.launched }).waitFor();
  await page.getByRole('menuitem', { name: run.time.all }).click();
}

test('counts over time add up to the rows: states, users launched, what was offered', async () => {
  await show();
  await showAll();
  const states = await sumsOf(run.chart.states);
  const { waiting, expected, unexpected, dropped } = run.chart;
  expect(states).toEqual({
    ...load.errorCounts(),
    [dropped]: load.dropped,
    [unexpected]: load.unexpected,
    [expected]: load.completed - load.unexpected,
    [waiting]: 0,
  });
  const launched = await sumsOf(run.chart.launched);
  expect(Object.values(launched).reduce((sum, count) => sum + count, 0)).toBe(ROWS - load.dropped);
  // 18 in the ramp, none in the pause, 40 after it; the values of the table are rounded.
  expect((await sumsOf(run.chart.throughput))[run.chart.offered]).toBeCloseTo(58, 0);
});

test('phases stand over the charts at their seconds, and a click on one chooses its time', async () => {
  await show();
  expect(await phases().allTextContents()).toEqual(['2 to 10 /s', 'pause', '20 /s']);
  const plot = (await page.locator('.u-over').first().boundingBox())!;
  const at = (second: number) => plot.x + (plot.width * second) / END_S;
  for (const [nth, [from, to]] of [
    [0, 3],
    [3, 4.5],
    [4.5, 6.5],
  ].entries()) {
    const { x, width } = (await phases().nth(nth).boundingBox())!;
    expect(Math.abs(x - at(from!))).toBeLessThan(1.5);
    expect(Math.abs(x + width - at(to!))).toBeLessThan(1.5);
  }
  await phases().nth(2).press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toContain('window=4500..6500');
  await expect.poll(() => phases().nth(2).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).hash).not.toContain('window');
  const thisPhase = page.getByRole('button', { name: 'This phase', exact: true });
  expect(await thisPhase.count()).toBe(0);
  await page.evaluate(() => {
    window.location.hash += '?window=5000..6000';
  });
  await thisPhase.click();
  await expect.poll(() => new URL(page.url()).hash).toContain('window=4500..6500');
  await expect.poll(() => thisPhase.count()).toBe(0);
});

test('latency as density is asked for when it is shown; keys go through its cells, and Enter chooses the time of one', {
  tags: ['long'],
}, async () => {
  await show();
  expect(asked('session.density')).toEqual([]);
  await choose(run.chart.latency, run.chart.asDensity);
  const cells = page.getByRole('application', { name: run.chart.densityLabel });
  await cells.waitFor();
  await expect.poll(() => asked('session.density')).toHaveLength(1);
  const most = Math.max(...density.toColumns().counts);
  const legend = chart(run.chart.latency).locator('[aria-live]');
  await expect.poll(() => legend.textContent()).toBe(run.chart.densityRange.replace('{most, number}', String(most)));
  await cells.focus();
  await page.keyboard.press('ArrowRight');
  // From nowhere to the fullest.
  await expect.poll(() => legend.textContent()).toMatch(new RegExp(`^${most} of `));
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/window=\d000\.\.\d000/);
  const { low, high } = computeDensity(density.toColumns()).cells.find(({ count }) => count === most)!;
  const ofCell = {
    outcome: 'expected',
    by: 'latency',
    descending: false,
    slowerThanMs: expect.closeTo(low, 2),
    fasterThanMs: expect.closeTo(high, 2),
  };
  await expect.poll(() => asked('session.requests').map(({ params }) => params)).toContainEqual(expect.objectContaining(ofCell));
  await expectGoodLooks(page);
  await choose(run.chart.latency, run.chart.asPercentiles);
  await cells.waitFor({ state: 'detached' });
});

test('which charts are shown is proposed by the load, and a choice is kept for all runs', async () => {
  await show();
  const shown = () => page.getByRole('region').getByRole('heading', { level: 3 }).allTextContents();
  const proposed = await page.locator('.u-over').count();
  await page.getByRole('button', { name: pattern(run.time.shown) }).click();
  await page.getByRole('menuitemcheckbox', { name: run.chart.launched }).click();
  await page.getByRole('menuitemcheckbox', { name: run.chart.states }).click();
  await expect
    .poll(() => asked('settings.set').map(({ params }) => params))
    .toEqual([{ charts: { launched: true } }, { charts: { launched: true, states: false } }]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.u-over').count()).toBe(proposed);
  expect((await shown()).join()).toContain(run.chart.launched);
  expect((await shown()).join()).not.toContain(run.chart.states);
});

test('a result that was joined to the recording: its periods are on the time axis, under the name of its tool', {
  tags: ['long'],
}, async () => {
  const periods = [40, 60, 80].map((completed, at) => ({ fromMs: at * 1_000, completed, failed: at, times: { p50: 3, p99: 9, max: 30 } }));
  const latency = { count: 180, min: 1, mean: 4, stdev: null, max: 30, percentiles: { '50': 3 }, weak: [] };
  const byCommand = loadResult({ tool: 'k6', periods, times: { latency } });
  const joined = { file: 'points.json', startMs: 3_000, clock: null };
  const report = makeReport({ ...makeSetup('/home/ana/shop/server.mjs'), loadCommand: 'sleep 600' }, END_S * 1_000, null);
  const answer = { ...report, runs: report.runs.map((one) => ({ ...one, byCommand, joined })) };
  ({ page, engine, errors } = await open(
    '#/run/waited',
    {},
    { width: 1440, height: 900, prepare: (opened) => opened.engine.answerWith('session.report', () => succeed(answer)) },
  ));
  await chart('From sending, k6').waitFor();
  // As that of a tool it is not what Loopscope calls latency.
  await chart('From sending, k6').getByRole('heading').getByRole('button').click();
  await page.getByRole('dialog', { name: glossary['from-sending'].term }).waitFor();
  await page.keyboard.press('Escape');
  expect(await sumsOf('Throughput, k6')).toEqual({ [run.chart.completed]: 180, [run.chart.failed]: 3 });
  // Its own percentiles of all of the load, those of a window that is one period, and of several none: a mean of percentiles is no percentile.
  const legend = () => chart('From sending, k6').locator('dl > div').allTextContents();
  const chooseWindow = (range: string) =>
    page.evaluate((part) => {
      window.location.hash = `#/run/waited?window=${part}`;
    }, range);
  await expect.poll(legend).toEqual(['max30.0', 'p99not enough data', 'p503.00']);
  await chooseWindow('4000..5000');
  await expect.poll(legend).toEqual(['max30.0', 'p999.00', 'p503.00']);
  await chooseWindow('3000..6000');
  await expect.poll(legend).toEqual(['max30.0', 'p99per period only', 'p50per period only']);
  await expectGoodLooks(page);
  await page.getByRole('button', { name: run.chart.more.replace('{title}', 'From sending, k6'), exact: true }).click();
  expect(await page.getByRole('menuitem', { name: run.chart.asDensity, exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expectGoodLooks(page);
});
