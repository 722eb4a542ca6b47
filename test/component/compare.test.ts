/** The comparison and the studies in a browser, against the stand-in engine. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { computePercentileCurves } from '../../electron/engine/experiments/compare/percentile-curves.ts';
import { metricsOfLoad } from '../../shared/analysis/verdicts/family.ts';
import { frameKey, layoutFlame, treeOfColumns, widthOf } from '../../shared/charts/flame-layout.ts';
import { ExactDistribution } from '../../shared/load/distribution.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import { succeed } from '../../shared/model/failure.ts';
import { loadResult } from '../../shared/model/load/load-result.ts';
import type { RequestName, RequestParams } from '../../shared/protocol/contract.ts';
import { common } from '../../shared/words/en/common.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { glossary } from '../../shared/words/en/glossary.ts';
import { grid } from '../../shared/words/en/grid.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { study } from '../../shared/words/en/study.ts';
import { say } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';
import { testCases } from '../helpers/cases.ts';
import { FakeComparison, makeComparison, makeDiffFlame, makeDiffFunctions } from '../helpers/fake-comparison.ts';
import type { FakeEngine, FakeEngineOptions } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { pattern, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks, findFaults } from '../helpers/look.ts';
import { verbatim } from '../helpers/worded.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(hash: string, engineOptions: FakeEngineOptions = {}): Promise<void> {
  ({ engine, page, errors } = await open(hash, { comparisonsByHand: true, ...engineOptions }));
}

type ChartAsked = RequestParams<'profile.chart'>;
const lastAsked = (name: RequestName) => engine.received.filter((one) => one.name === name).at(-1)?.params;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const show = (tab: Exclude<keyof typeof compare.sections, 'label'>) =>
  page.getByRole('tab', { name: compare.sections[tab], exact: true }).click();
const answer = () => page.getByRole('region', { name: compare.headline.label });

describe('every screen, in both themes and both sizes', { tags: ['long'] }, () => {
  test.each([
    ['#/compare-setup', () => page.getByRole('combobox', { name: compare.setup.question })],
    ['#/compare/compared', () => page.getByRole('table', { name: compare.verdicts.title })],
    ['#/compare/compared?tab=flame', () => page.locator('g.frame').first()],
    [
      '#/compare/compared?tab=functions',
      () =>
        page
          .getByRole('grid', { name: text('compare.functions.label', { unit: 'microseconds' }) })
          .getByRole('row')
          .nth(1),
    ],
    ['#/study/ssr', () => page.getByRole('radio').first()],
    ['#/study/ssr/compared', () => page.getByRole('table', { name: compare.verdicts.title })],
  ])('%s', async (hash, whenFilled) => {
    await start(hash);
    await whenFilled().waitFor();
    await expectGoodLooks(page);
    expect(errors).toEqual([]);
  });
});

describe('setting up a comparison', () => {
  const field = (name: string) => page.getByLabel(name, { exact: true });

  test('every question can be read in full', { tags: ['long'] }, async () => {
    await start('#/compare-setup');
    const question = page.getByRole('combobox', { name: compare.setup.question });
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const metric of metricsOfLoad('closed')) {
      const asked = compare.setup.asks[metric];
      await question.click();
      await page.getByRole('option', { name: asked }).click();
      const shown = question.getByText(asked);
      await shown.waitFor();
      const hidden = await question.evaluate((box) => {
        const parts = [box, ...box.querySelectorAll('*')].filter(
          (part) => part instanceof HTMLElement && getComputedStyle(part).display !== 'inline',
        );
        return parts.map((part) => Math.max(part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight));
      });
      expect(Math.max(...hidden), asked).toBeLessThanOrEqual(0);
    }
  });

  test('the sections stand in the order of the set-up of one run', { tags: ['long'] }, async () => {
    const sections = () =>
      page
        .getByRole('main')
        .getByRole('button', { expanded: false })
        .filter({ hasText: new RegExp(`${setup.target.title}|${setup.request.title}`) })
        .allTextContents();
    await start('#/setup');
    const ofRun = await sections();
    await page.getByRole('navigation').getByRole('link', { name: common.app.compare }).click();
    await page.getByRole('heading', { name: compare.setup.title }).waitFor();
    expect(await sections()).toEqual(ofRun);
    expect(ofRun).toHaveLength(2);
  });

  test('B follows A until it is changed, the difference is said in words, and what is compared is what was written', async () => {
    await start('#/compare-setup');
    await field(setup.field.script.label).fill('/home/ana/shop/cluster.mjs');
    await field(setup.field.url.label).fill('/cart');
    await page.getByRole('tab', { name: /^B/ }).click();
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/cluster.mjs');
    await page.getByText(compare.setup.same).waitFor();
    await field(setup.field.url.label).fill('/list');
    await page.getByText('What to request: /cart in A, /list here').waitFor();
    await page.getByRole('radio', { name: compare.setup.quick }).click();
    await button(compare.setup.run).click();
    await page.waitForURL(/#\/compare\/comparison-/);
    const asked = lastAsked('compare.start') as { comparison: { pairs: number; variants: { setup: { requests: [{ url: string }] } }[] } };
    expect(asked.comparison.pairs).toBe(5);
    expect(asked.comparison.variants.map((variant) => variant.setup.requests[0].url)).toEqual(['/cart', '/list']);
  });

  test('before it starts it says how long it takes and what it can show; one look says why there is no verdict', async () => {
    await start('#/compare-setup');
    await field(setup.field.script.label).fill('/home/ana/shop/cluster.mjs');
    await page.getByText('about 44').waitFor();
    await page.getByText(/11 Feb/).waitFor();
    await page.getByRole('radio', { name: compare.setup.oneLook }).click();
    await page.getByText(compare.setup.oneLookNote).waitFor();
    await page.getByText('about 44').waitFor({ state: 'detached' });
  });

  test('one question is chosen before it starts, and said with what the pairs can show of it', async () => {
    await start('#/compare-setup');
    await field(setup.field.script.label).fill('/home/ana/shop/cluster.mjs');
    const question = page.getByRole('combobox', { name: compare.setup.question });
    expect(await question.textContent()).toContain(compare.setup.asks.p50);
    await page.getByText('p50 latency, the question').waitFor();
    await question.click();
    await page.getByRole('option', { name: compare.setup.asks.spread }).click();
    await page.getByText(`${compare.metric.spread}, the question`).waitFor();
    await question.click();
    await page.getByRole('option', { name: compare.setup.asks.rssBytes }).click();
    // No comparison on this machine has measured it yet.
    await page.getByText(compare.setup.notKnown).waitFor();
    await button(compare.setup.run).click();
    await page.waitForURL(/#\/compare\/comparison-/);
    expect(lastAsked('compare.start')).toMatchObject({ comparison: { question: 'rssBytes' } });
  });

  test('where many variants leave too few pairs for a metric, that is said before the start, with the pairs that would do', {
    tags: ['long'],
  }, async () => {
    await start('#/compare-setup');
    const note = page.getByRole('note');
    for (const letter of ['C', 'D', 'E', 'F']) {
      await button(`Add variant ${letter}`).click();
      await note.filter({ hasText: letter < 'E' ? 'only if the question differs, too; 11 pairs' : 'needs 12 pairs' }).waitFor();
    }
    await page.getByRole('radio', { name: compare.setup.careful }).click();
    await note.waitFor({ state: 'detached' });
  });

  test('where nothing is known of the machine, the way to know it is one button: A against itself, and what was set up stays', {
    tags: ['long'],
  }, async () => {
    await start('#/compare-setup', { empty: true });
    await field(setup.field.script.label).fill('/home/ana/shop/cluster.mjs');
    await page.getByRole('button', { name: pattern(compare.setup.unknownAction) }).click();
    await page.waitForURL(/#\/compare\/comparison-/);
    const { comparison } = lastAsked('compare.start') as { comparison: ComparisonSetup };
    expect(comparison).toMatchObject({ pairs: 5, profiled: false });
    expect(comparison.variants[0]!.setup).toEqual(comparison.variants[1]!.setup);
    await page.goto(`${engine.url}#/compare-setup`);
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/cluster.mjs');
  });

  test('an incomplete variant is shown, not only named', async () => {
    await start('#/compare-setup');
    await button(compare.setup.run).click();
    await page.getByRole('alert').filter({ hasText: 'Variant A' }).waitFor();
    await page.getByText(setup.field.script.missing).waitFor();
    expect(lastAsked('compare.start')).toBeUndefined();
  });

  test('both clients measure one set-up: the client is what differs, and what autocannon cannot do is grey', {
    tags: ['long'],
  }, async () => {
    await start('#/setup');
    await field(setup.field.script.label).fill('/srv/app.js');
    await button(setup.client.both).click();
    await page.getByRole('tab', { name: /autocannon/ }).click();
    await page.getByText('Client: loopscope in A, autocannon here').waitFor();
    await page.getByRole('button', { name: pattern(setup.client.title) }).click();
    await expectGoodLooks(page);
    const kept = page.getByRole('checkbox', { name: setup.field.keepAlive.label });
    expect(await kept.isDisabled()).toBe(true);
    await page.getByText(setup.client.alwaysKept).waitFor();
    await button(compare.setup.run).click();
    await expect.poll(() => lastAsked('compare.start')).toBeDefined();
    const { comparison } = lastAsked('compare.start') as { comparison: ComparisonSetup };
    expect(comparison.variants.map(({ title, setup: { client } }) => [title, client])).toEqual([
      ['Loopscope', { kind: 'loopscope', keepAlive: true, pipelining: 1, workers: 1, pin: true }],
      ['autocannon', { kind: 'autocannon', pipelining: 1, workers: 1, pin: true }],
    ]);
    expect(errors).toEqual([]);
  });

  test('a grid is set up by its topologies and its cases, and what it will run stands beside them', async () => {
    await start('#/compare-setup');
    await page.getByRole('radio', { name: grid.form.grid, exact: true }).click();
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    const [topologies, cases] = [part(grid.form.topologies), part(grid.form.cases)];
    await page.getByText(grid.form.incomplete).waitFor();
    await button(grid.form.run).click();
    await page.getByRole('alert').filter({ hasText: 'Something is missing in Topology 1.' }).waitFor();
    await topologies.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
    expect(await topologies.getByLabel(setup.field.connections.label, { exact: true }).count()).toBe(0);
    await topologies.getByRole('tab').nth(1).click();
    await topologies.getByLabel(compare.setup.name, { exact: true }).fill('the other');
    await cases.getByRole('button', { name: grid.form.addCase, exact: true }).click();
    await cases.getByLabel(compare.setup.name, { exact: true }).fill('many');
    await cases.getByLabel(setup.field.connections.label, { exact: true }).fill('200');
    await page.getByText(/^4 cells \(2 × 2\), one run each, about 12/).waitFor();
    await expectGoodLooks(page);
    await button(grid.form.run).click();
    await expect.poll(() => lastAsked('compare.start')).toBeDefined();
    const { comparison } = lastAsked('compare.start') as { comparison: ComparisonSetup };
    expect(comparison.grid!.topologies[1]).toBe('the other');
    expect(comparison.variants.map(({ setup: { load } }) => load)).toMatchObject(
      [10, 10, 200, 200].map((connections) => ({ connections })),
    );
    expect(errors).toEqual([]);
  });

  test('a set-up becomes A of a comparison', async () => {
    await start('#/setup');
    await field(setup.field.script.label).fill('/home/ana/shop/cluster.mjs');
    await button(setup.compare).click();
    await page.waitForURL(/#\/compare-setup$/);
    expect(await field(setup.field.script.label).inputValue()).toBe('/home/ana/shop/cluster.mjs');
  });
});

describe('reading a comparison', () => {
  test('the answer stands first, in a sentence with its figures; the table holds the same', async () => {
    await start('#/compare/compared');
    await answer()
      .getByText(
        /^▲ Latency of B \(Many small tasks\) varies less than that of A \(One long task\): its latency spread is \d+\sµs instead of [\d.]+\sms, about 8\d\s% less; but median latency /,
      )
      .waitFor();
    const rows = page.getByRole('table', { name: compare.verdicts.title }).getByRole('row');
    await rows.filter({ hasText: 'p50' }).getByText(compare.verdicts.word.slower).waitFor();
    await rows.filter({ hasText: 'p99' }).getByText(compare.verdicts.word.faster).waitFor();
    await rows
      .nth(1)
      .filter({ hasText: `${compare.metric.spread} ${compare.verdicts.question}` })
      .getByText(compare.verdicts.word.lower)
      .waitFor();
    await page.getByText('question: spread').waitFor();
    // Its runs are drawn as those of every metric, and first.
    expect(await page.locator('[data-figure=runs] h3').first().textContent()).toContain(compare.metric.spread);
  });

  test('names of metrics are explained where they stand, by keys as well, and no row is higher for it', { tags: ['long'] }, async () => {
    await start('#/compare/compared');
    const table = page.getByRole('table', { name: compare.verdicts.title });
    const name = (metric: keyof typeof compare.metric) =>
      table.getByRole('rowheader').getByRole('button', { name: compare.metric[metric] });
    for (const [metric, { term }] of [
      ['spread', glossary.spread],
      ['throughput', glossary.throughput],
      ['mean', glossary.latency],
      ['p99', glossary.percentile],
      ['rssBytes', glossary.memory],
    ] as const) {
      await name(metric).focus();
      await page.keyboard.press('Enter');
      const card = page.getByRole('dialog', { name: term });
      await card.waitFor();
      await page.keyboard.press('Tab');
      expect(await card.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true);
      if (metric === 'mean') expect(await findFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
      expect(await name(metric).evaluate((word) => word === document.activeElement)).toBe(true);
    }
    const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') });
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    // One of them has no entry; the line below the question is shared by the first two.
    expect(new Set(heights.slice(2))).toEqual(new Set([20]));
  });

  test('what lies beyond the axis of the intervals is an arrow at its end', { tags: ['long'] }, async () => {
    const { info } = new FakeComparison('compared', makeComparison(), null, () => {}).finishAtOnce();
    const differences = { p50: [141, [64, 260]], mean: [80, [-3, 160]], p99: [-30, [-40, -20]] } as const;
    const verdicts = info.verdicts.map((verdict) => {
      const [differencePercent, ci] = differences[verdict.metric as keyof typeof differences] ?? [0, [-1, 1]];
      return { ...verdict, differencePercent, ci };
    });
    await start('#/');
    engine.answerWith('compare.info', () => succeed({ ...info, verdicts }));
    await page.goto(`${engine.url}#/compare/compared`);
    const drawn = async (metric: keyof typeof differences) => {
      const row = page.locator('[data-figure=verdict] tbody tr').filter({ hasText: compare.metric[metric] });
      await row.waitFor();
      const arrows = await row.locator('[data-beyond]').evaluateAll((all) => all.map((one) => one.getAttribute('data-beyond')));
      return { arrows, dots: await row.locator('svg circle').count() };
    };
    expect(await drawn('p50')).toEqual({ arrows: ['more'], dots: 0 });
    expect(await drawn('mean')).toEqual({ arrows: ['more'], dots: 1 });
    expect(await drawn('p99')).toEqual({ arrows: [], dots: 1 });
  });

  testCases(['different'], ['the same'])(
    'in a small window every verdict has its whole reason on one line, so that none moves what is below (pairs: %s)',
    async (pairs) => {
      const { info } = new FakeComparison('compared', makeComparison(), null, () => {}).finishAtOnce();
      const told = { verdict: 'cannot tell', reason: 'too noisy', morePairs: 240, ci: [-109.5, -100.2] } as const;
      const verdicts = info.verdicts.map((verdict, index) => ({
        ...verdict,
        ...(index % 2 === 0 ? told : { verdict: 'higher' as const, reason: null, ci: [-3.2, 1_120.4] as const }),
        pairs: pairs === 'different' ? 10 + index : 10,
      }));
      await start('#/');
      engine.answerWith('compare.info', () => succeed({ ...info, verdicts }));
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.goto(`${engine.url}#/compare/compared`);
      const table = page.getByRole('table', { name: compare.verdicts.title });
      await table.getByText('too noisy, ~240 more pairs').first().waitFor();
      const cells = await table.locator('th, td').evaluateAll((all) =>
        all.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { width, height } = range.getBoundingClientRect();
          const { paddingLeft, paddingRight } = getComputedStyle(cell);
          const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return { text: cell.textContent, isCut: width > room + 1 || height > 21 };
        }),
      );
      // The drawing may reach into the margin of its cell.
      expect(cells.filter(({ text, isCut }) => isCut && text !== '' && !text?.startsWith(compare.verdicts.drawing))).toEqual([]);
      expect(cells.length).toBeGreaterThan(60);
    },
  );

  test('after five pairs it says that they agree, and one button runs the ten that a verdict needs', async () => {
    const { info } = new FakeComparison('compared', { ...makeComparison(5), question: 'p99' }, null, () => {}).finishAtOnce();
    await start('#/');
    engine.answerWith('compare.info', () => succeed(info));
    await page.goto(`${engine.url}#/compare/compared`);
    await answer()
      .getByText(/^The p99 latency of B .* about 1\.6 times as fast\. All five pairs agree; a verdict needs ten\.$/)
      .waitFor();
    const row = page.locator('[data-figure=verdict] tbody tr').first();
    expect(await row.textContent()).toContain('no verdictB lower in all 5 pairs');
    await page.getByRole('button', { name: /^Run ten pairs, about \d/ }).click();
    await page.waitForURL(/#\/compare\/comparison-/);
    expect(lastAsked('compare.again')).toEqual({ sessionId: 'compared', pairs: 10 });
  });

  test('runs under different load: both loads in the head, and told before any figure', async () => {
    const { info } = new FakeComparison('compared', makeComparison(1), null, () => {}).finishAtOnce();
    const [a, b] = info.setup.variants;
    const variants = [a!, { ...b!, setup: { ...b!.setup, load: { ...b!.setup.load, connections: 5 } } }];
    const warnings = [say('comparisonWarning.load', { values: 'A 50 connections; B 5 connections' })];
    await start('#/');
    engine.answerWith('compare.info', () => succeed({ ...info, made: 'sessions' as const, setup: { ...info.setup, variants }, warnings }));
    await page.goto(`${engine.url}#/compare/compared`);
    await answer()
      .getByText(/^Side by side, under different load: /)
      .waitFor();
    expect(await answer().innerText()).toMatch(/^Different load: A 50 connections; B 5 connections\. [^%]*$/);
    await page.getByText(/^A: 50 connections, /).waitFor();
    await page.getByText(/^B: 5 connections, /).waitFor();
  });

  test.each([
    [
      'a note where it is what is compared',
      say('comparisonWarning.loadCompared', { values: 'A 1; B 2', models: 'one' }),
      'The load is what differs',
      '0px',
    ],
    ['a warning elsewhere', say('comparisonWarning.load', { values: 'A 1; B 2' }), 'Different load', '3px'],
  ])('a load that differs is %s', async (_, warning, words, edge) => {
    const { info } = new FakeComparison('compared', makeComparison(), null, () => {}).finishAtOnce();
    await start('#/');
    engine.answerWith('compare.info', () => succeed({ ...info, warnings: [warning] }));
    await page.goto(`${engine.url}#/compare/compared`);
    const sentence = answer().getByText(`${words}: A 1; B 2.`);
    await sentence.waitFor();
    expect(await sentence.evaluate((one) => getComputedStyle(one.parentElement!).borderLeftWidth)).toBe(edge);
    expect(await page.getByText(compare.headline.warnings).count()).toBe(0);
  });

  test('another tool made the requests: who times them stands before any figure, and no single times are drawn', async () => {
    const { info } = new FakeComparison('compared', makeComparison(1), null, () => {}).finishAtOnce();
    const told = loadResult({ tool: 'ab', rate: { mean: 120, stdev: null, min: null, max: null, percentiles: {} } });
    const passes = info.passes.map((pass) => (pass.report === null ? pass : { ...pass, report: { ...pass.report, byCommand: told } }));
    const how = { variants: 'A and B', tool: 'ab', how: say('foreign.ofAb'), rate: say('comparisonWarning.rateOfAb') };
    await start('#/');
    engine.answerWith('compare.info', () => succeed({ ...info, passes, warnings: [say('comparisonWarning.timedBy', how)] }));
    await page.goto(`${engine.url}#/compare/compared`);
    await answer()
      .getByText(/^A and B: requests made and timed by another tool, ab\. ApacheBench rounds /)
      .waitFor();
    expect(await page.getByText(compare.headline.warnings).count()).toBe(0);
    await show('percentiles');
    await page.getByText('A, B: another tool made the requests.', { exact: false }).waitFor();
    await show('setup');
    await page.getByRole('cell', { name: '120/s' }).first().waitFor();
  });

  test('where no response came in any run, no curves are announced that will never be drawn', async () => {
    const nothing = computePercentileCurves([new ExactDistribution(), new ExactDistribution()]);
    await start('#/');
    const { info } = new FakeComparison('compared', makeComparison(1), null, () => {}).finishAtOnce();
    engine.answerWith('compare.info', () => succeed(info));
    engine.answerWith('compare.percentiles', () => succeed(nothing));
    await page.goto(`${engine.url}#/compare/compared`);
    await show('percentiles');
    await page.getByText(compare.curves.none).waitFor();
    expect(await page.getByText(compare.curves.empty).count()).toBe(0);
    await button(run.chart.more.replace('{title}', compare.curves.title)).click();
    await page.getByRole('menuitem', { name: run.chart.showTable }).click();
    const figures = page.locator('[data-figure="percentiles"]');
    await figures.getByRole('table').waitFor();
    expect(await figures.locator('p:empty').count()).toBe(0);
  });

  test('a result of another tool beside a run of ours: its tool is in every heading, and it cannot be run again', {
    tags: ['long'],
  }, async () => {
    const { info } = new FakeComparison('compared', makeComparison(1), null, () => {}).finishAtOnce();
    const [a, b] = info.setup.variants;
    const told = loadResult({ tool: 'k6', rate: { mean: 120, stdev: null, min: null, max: null, percentiles: {} } });
    const passes = info.passes.map((pass) =>
      pass.report === null || pass.variant === 0 ? pass : { ...pass, report: { ...pass.report, byCommand: told } },
    );
    const setupOfBoth = { ...info.setup, variants: [a!, { ...b!, title: 'points.json', tool: 'k6' as const }] };
    await start('#/');
    const answered = { ...info, made: 'sessions' as const, setup: setupOfBoth, passes, differences: [] };
    engine.answerWith('compare.info', () => succeed(answered));
    await page.goto(`${engine.url}#/compare/compared`);
    await page.getByRole('heading', { name: /^B \(points\.json, from k6\) against A/ }).waitFor();
    await page.getByText('B: from another tool, k6').waitFor();
    for (const action of [compare.head.edit, compare.head.againSessions]) expect(await button(action).count()).toBe(0);
    await show('requests');
    await page.getByText('B: another tool made the requests.', { exact: false }).waitFor();
    await show('setup');
    await page.getByText(compare.about.notKnown).waitFor();
  });

  test('a load command has its field in the form of each variant', async () => {
    await start('#/compare-setup');
    await page
      .getByRole('button', { name: pattern(setup.client.title) })
      .first()
      .click();
    await page.getByLabel(setup.field.loadCommand.label, { exact: true }).first().waitFor();
  });

  test('it grows while it goes on, and Stop keeps the finished pairs without a verdict', async () => {
    await start('#/compare/compared');
    await button(compare.head.again).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/It takes about/).waitFor();
    await dialog.getByText('about 44').waitFor();
    await dialog.getByLabel(compare.more.pairs, { exact: true }).fill('3');
    await dialog.getByText(compare.more.few.slice(0, 10)).waitFor();
    await dialog.getByLabel(compare.more.pairs, { exact: true }).fill('12');
    await button(compare.more.start).click();
    await page.waitForURL(/#\/compare\/comparison-/);
    expect(lastAsked('compare.again')).toEqual({ sessionId: 'compared', pairs: 12 });
    await page.getByText(pattern(compare.live.round)).first().waitFor();
    await page.getByText(compare.dots.empty).waitFor();
    engine.finishRuns(4);
    await page.getByText(compare.dots.empty).waitFor({ state: 'detached' });
    await answer()
      .getByText(/^So far/)
      .waitFor();
    await button(compare.live.stop).click();
    await answer()
      .getByText(/ a verdict needs ten\.$/)
      .waitFor();
    await button(compare.head.again).waitFor();
  });

  test('[ and ] change the round of all pictures of single requests', async () => {
    await start('#/compare/compared?tab=requests');
    await answer().waitFor();
    const round = page.getByRole('combobox', { name: compare.round.label });
    await round.getByText('Round 1').waitFor();
    await page.keyboard.press(']');
    await round.getByText('Round 2').waitFor();
    await show('time');
    await round.getByText('Round 2').waitFor();
    await page.keyboard.press('[');
    await round.getByText('Round 1').waitFor();
  });

  testCases([['the comparison', '#/compare/compared?tab=time']], [['a study', '#/study/ssr/compared']])(
    'charts over time have one key, which names each variant once: in %s',
    async ([_, hash = '']) => {
      await start(hash);
      if (hash.includes('study')) {
        await page.getByRole('navigation', { name: study.steps }).getByRole('button', { name: study.step.explain }).click();
        await button('stalls').click();
      }
      const figure = page.locator('[data-figure=time]');
      await figure.locator('canvas').first().waitFor();
      // In a study what stands above the figure belongs to it.
      const beside = hash.includes('study') ? page.getByRole('region', { name: study.explain.stage }) : figure;
      for (const name of ['A (One long task)', 'B (Many small tasks)']) expect(await beside.getByText(name).count()).toBe(1);
      const samples = await beside.evaluate((element) => {
        const color = getComputedStyle(document.documentElement).getPropertyValue('--variant-b');
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = color;
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        const drawn = [...element.querySelectorAll('*')].map((one) => getComputedStyle(one));
        return drawn.filter(({ backgroundColor, stroke, fill }) => [backgroundColor, stroke, fill].includes(wanted)).length;
      });
      expect(samples).toBe(1);
    },
  );

  test('its parts are tabs in the order in which they are read, each with a key and an address', async () => {
    await start('#/compare/compared');
    const tabs = page.getByRole('tablist', { name: compare.sections.label }).getByRole('tab');
    await tabs.first().waitFor();
    const { label, ticks, ...names } = compare.sections;
    expect(await tabs.allTextContents()).toEqual(Object.values(names));
    for (const [index, [tab, name]] of [...Object.entries(names).entries()].reverse()) {
      await page.keyboard.press(String(index + 1));
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      const panel = page.getByRole('tabpanel', { name, exact: true });
      await untilFocused(panel);
      await panel.getByRole('heading').first().waitFor();
      expect(new URL(page.url()).hash).toBe(`#/compare/compared?tab=${tab}`);
    }
    expect(errors).toEqual([]);
  });

  test('warnings are counted beside the tabs, whichever is shown, and the count leads to them', async () => {
    const { info } = new FakeComparison('compared', makeComparison(), null, () => {}).finishAtOnce();
    const warnings = ['The machine was disturbed.', 'Two runs of B are excluded.'].map(verbatim);
    await start('#/');
    engine.answerWith('compare.info', () => succeed({ ...info, warnings }));
    await page.goto(`${engine.url}#/compare/compared?tab=notes`);
    const told = page.getByText('Two runs of B are excluded.');
    const count = button('2 warnings');
    await count.waitFor();
    expect(await told.count()).toBe(0);
    await count.click();
    await page.getByRole('tab', { name: compare.sections.overview, selected: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Two runs of B are excluded.');
    await page.goBack();
    await page.getByRole('tab', { name: compare.sections.notes, selected: true }).waitFor();
  });

  testCases<[string, () => Locator]>(
    [[compare.sections.overview, () => page.getByRole('table', { name: compare.verdicts.title }).getByRole('row').nth(6)]],
    [
      [compare.sections.flame, () => page.locator('[data-figure=flame] g.frame').nth(3)],
      [
        compare.sections.functions,
        () =>
          page
            .getByRole('grid', { name: text('compare.functions.label', { unit: 'microseconds' }) })
            .getByRole('row')
            .nth(3),
      ],
    ],
  )('in a small window the answer and a useful part of the view are in sight: %s', async ([name, last]) => {
    await start('#/compare/compared');
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.getByRole('tab', { name, exact: true }).click();
    for (const one of [answer(), last()]) {
      const box = await one.boundingBox();
      expect(box!.y).toBeGreaterThan(0);
      expect(box!.y + box!.height).toBeLessThan(768);
    }
  });

  test('frames stand where a report draws them', async () => {
    await start('#/compare/compared?tab=flame');
    const columns = makeDiffFlame();
    const { meta, parent, name, url, line, totalA, totalB } = columns;
    const value = Array.from(totalA, (a, node) => widthOf.both({ totalA: a, totalB: totalB[node]! }));
    const keyOf = (node: number): string => frameKey(meta.names[name[node]!]!, meta.urls[url[node]!]!, line[node]!);
    const inOrder = <T extends { depth: number; x: number; width: number }>(some: readonly T[]) =>
      [...some].sort((a, b) => a.depth - b.depth || a.x - b.x).map(({ depth, x, width }) => ({ depth, x, width }));
    // Until the width of the picture has settled the frames still move.
    await expect
      .poll(async () => {
        const drawn = await page.locator('[data-figure=flame] g.frame').evaluateAll((frames) =>
          frames.map((frame) => {
            const svg = frame.closest('svg')!.getBoundingClientRect();
            const box = frame.querySelector('rect')!.getBoundingClientRect();
            return { all: svg.width, x: box.x - svg.x, width: box.width, depth: Math.round((box.y - svg.y) / box.height) };
          }),
        );
        if (drawn.length < 5) return `${drawn.length} frames`;
        const limits = { width: drawn[0]!.all, full: value[0]!, least: 1, most: 1_000, levels: 100 };
        const frames = layoutFlame(treeOfColumns(parent, value, keyOf), [0], limits);
        const there = inOrder(drawn);
        const off = inOrder(frames).map(({ depth, x, width }, index) => {
          const frame = there[index];
          return frame?.depth === depth && Math.abs(frame.x - x) < 1 && Math.abs(frame.width - width) < 1
            ? null
            : { depth, x, width, frame };
        });
        return there.length === frames.length ? off.filter((frame) => frame !== null) : `${there.length} of ${frames.length}`;
      })
      .toEqual([]);
  });

  test('what two variants allocate is told in bytes, beside the CPU time of the same runs', async () => {
    await start('#/compare/allocated?tab=flame');
    const unitOf = ({ kind }: { kind: string | null }) => (kind === 'allocated' ? 'bytes' : 'microseconds');
    engine.answerWith('compare.flame', (asked: never) => {
      const { meta, ...columns } = makeDiffFlame();
      return succeed({ ...columns, meta: { ...meta, unit: unitOf(asked) } });
    });
    engine.answerWith('compare.functions', (asked: never) => succeed({ ...makeDiffFunctions(), unit: unitOf(asked) }));
    const figure = page.locator('[data-figure=flame]');
    const said = async () => (await figure.textContent())!.replace(/\s+/g, ' ');
    await expect.poll(said).toContain('Per request A used 1.00 ms of CPU time and B 1.15 ms');
    expect(await figure.getByRole('radio').allTextContents()).not.toContain('Alive');
    await figure.getByText('Allocated', { exact: true }).click();
    await expect.poll(said).toContain('Per request the server of A allocated 1.00 kB of heap and that of B 1.15 kB');
    expect(await said()).toContain('− less allocated in B');
    // V8 inlines in these runs, so that the difference of two functions may be none of the program.
    expect(await said()).toContain('it may have inlined it in one variant only');
    await show('functions');
    const heads = () => page.getByRole('columnheader').allTextContents();
    await expect.poll(heads).toContain('Difference, bytes');
    expect(engine.received.findLast(({ name }) => name === 'compare.functions')!.params).toMatchObject({ kind: 'allocated' });
  });

  test('folded time is told for each side, as folded: on a frame, to a screen reader and in the table', async () => {
    await start('#/compare/compared?tab=flame');
    const folds = ({ hide }: { hide: readonly string[] }) => hide.includes('dependency');
    engine.answerWith('compare.flame', (asked: never) => {
      const columns = makeDiffFlame();
      return succeed(folds(asked) ? { ...columns, foldedA: columns.foldedA.with(1, 550), foldedB: columns.foldedB.with(1, 402) } : columns);
    });
    engine.answerWith('compare.functions', (asked: never) => {
      const { rows, ...more } = makeDiffFunctions();
      const folded = { foldedA: 550, foldedB: 402, foldedNoise: false };
      return succeed({ ...more, rows: rows.map((row) => (row.function === 'handle' && folds(asked) ? { ...row, ...folded } : row)) });
    });
    const tip = page.locator('[data-figure=flame] [aria-hidden=true] table');
    const frame = page.locator('[data-figure=flame] g.frame[name^=handle]');
    const heads = () =>
      page
        .getByRole('grid', { name: text('compare.functions.label', { unit: 'microseconds' }) })
        .getByRole('columnheader')
        .allTextContents();
    await frame.hover();
    await expect.poll(() => tip.getByRole('row', { includeHidden: true }).count()).toBe(3);
    await show('functions');
    await expect.poll(heads).toContain('Self A, µs');
    expect(await heads()).not.toContain('Folded A, µs');
    await show('flame');

    await page.locator('[data-figure=flame]').getByRole('button', { name: 'Fold: Dependencies' }).click();
    const row = tip.getByRole('row', { includeHidden: true }).filter({ hasText: compare.flame.tipFolded });
    // The figures may come, and take the tooltip away, after the frame has been pointed at.
    const pointed = async () => {
      await page.mouse.move(0, 0);
      await frame.hover();
      return (await row.locator('th, td').allTextContents()).map((cell) => cell.replace(/\s/g, ' '));
    };
    await expect.poll(pointed).toEqual(['Folded per request', '550 µs', '402 µs', '−148 µs (−26.9 %)']);
    await page.locator('[data-figure=flame]').getByRole('application').focus();
    // The first key is for the root.
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown');
    await page.getByText('folded: 550 µs in A, 402 µs in B, −148 µs (−26.9 %)').waitFor();
    await show('functions');
    await expect.poll(heads).toEqual(expect.arrayContaining(['Self A, µs', 'Folded A, µs', 'Folded B, µs', 'Folded difference, µs']));
    const cells = page.getByRole('row').filter({ hasText: 'handle' }).getByRole('gridcell');
    expect(await cells.allTextContents()).toEqual(expect.arrayContaining(['550.0', '402.0', '−148.0']));
  });

  test('frames of the difference carry its sign; side by side a search marks both', async () => {
    await start('#/compare/compared?tab=flame');
    const frames = page.locator('g.frame');
    await frames.filter({ hasText: 'log +' }).waitFor();
    await frames.filter({ hasText: 'parse −' }).waitFor();
    expect(await frames.filter({ hasText: 'parse −' }).getAttribute('data-kind')).toBe('diff-less-4');
    await page.getByRole('radio', { name: compare.flame.side }).click();
    await page.getByLabel(compare.flame.search, { exact: true }).fill('log');
    await expect.poll(() => page.locator('g.frame[data-kind=match]').count()).toBe(2);
    await frames.filter({ hasText: 'render' }).first().hover();
    await expect.poll(() => page.locator('g.frame.echo').count()).toBe(1);
  });

  describe('flame charts', () => {
    const charts = () => page.locator('[data-figure=flame-charts]');
    const asked = () => engine.received.filter(({ name }) => name === 'profile.chart').map(({ params }) => params as ChartAsked);
    /** As if only these variants had a run with a profile. */
    const withProfiles = async (profiled: readonly boolean[]) => {
      const { info } = new FakeComparison('compared', makeComparison(), null, () => {}).finishAtOnce();
      await start('#/');
      const profiledPasses = info.profiledPasses.map((pass, variant) => (profiled[variant] ? pass : null));
      engine.answerWith('compare.info', () => succeed({ ...info, profiledPasses }));
      await page.goto(`${engine.url}#/compare/compared?tab=flameChart`);
      await answer().waitFor();
    };

    test('they ask for nothing until they are in sight, then for few pictures, each of one run and of what can be seen', {
      tags: ['long'],
    }, async () => {
      await start('#/compare/compared');
      await page.getByRole('table', { name: compare.verdicts.title }).waitFor();
      await show('flame');
      await page.locator('g.frame').first().waitFor();
      expect(asked()).toEqual([]);
      await show('flameChart');
      const drawn = charts().getByRole('application');
      await expect.poll(() => drawn.count()).toBe(2);
      await drawn.first().focus();
      await page.keyboard.press('0');
      const before = asked().length;
      expect(before).toBeLessThanOrEqual(4);
      expect([...new Set(asked().map(({ sessionId }) => sessionId))].sort()).toEqual(['compared#20', 'compared#21']);
      for (let step = 0; step < 10; step++) await page.keyboard.press('w');
      await expect.poll(() => asked().filter(({ toUs, fromUs }) => toUs > fromUs && toUs - fromUs < 1e6).length).toBeGreaterThanOrEqual(2);
      expect(asked().length - before).toBeLessThanOrEqual(20);
      expect(Math.max(...asked().map(({ pixels }) => pixels))).toBeLessThan(3 * 1_440);
    });

    test('their calls have the menu of frames, and what it hides is folded away in both', { tags: ['long'] }, async () => {
      await start('#/compare/compared?tab=flameChart');
      const drawn = charts().getByRole('application').first();
      await drawn.focus();
      await expect
        .poll(async () => {
          await page.keyboard.press('ArrowDown');
          return page.locator('[data-tip]').count();
        })
        .toBe(1);
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: run.frameMenu.hide }).click();
      const folded = () => asked().filter(({ folds }) => folds?.length === 1);
      await expect.poll(() => new Set(folded().map(({ sessionId }) => sessionId)).size).toBe(2);
      const chips = charts().getByRole('list', { name: run.folds.label }).getByRole('button');
      await chips.click();
      await expect.poll(() => chips.count()).toBe(0);
    });

    test('with one profiled variant its chart is there, and it says that the other has none', { tags: ['long'] }, async () => {
      await withProfiles([false, true]);
      await charts().getByText(pattern(compare.flameCharts.noProfile)).waitFor();
      await charts()
        .getByRole('application', { name: /^Flame chart of B/ })
        .waitFor();
      expect(await charts().getByRole('application').count()).toBe(1);
    });

    test('without a profile it says so', { tags: ['long'] }, async () => {
      await withProfiles([false, false]);
      await charts().getByText(compare.flameCharts.none).waitFor();
      expect(await charts().getByRole('searchbox').count()).toBe(0);
    });

    test('classic ticks have no times, and it says so; their tab is called after them', { tags: ['long'] }, async () => {
      await start('#/compare/compared-ticks?tab=flameChart');
      await charts().getByText(compare.flameCharts.ofTicks).waitFor();
      const names = await page.getByRole('tab').allTextContents();
      expect(names).toContain(compare.sections.ticks);
      expect(names).not.toContain(compare.sections.functions);
    });

    test('/ leads to the search of the tab', { tags: ['long'] }, async () => {
      await start('#/compare/compared?tab=flameChart');
      const isFocused = (name: string) => page.getByLabel(name, { exact: true }).evaluate((field) => field === document.activeElement);
      for (const [tab, name] of [
        ['flameChart', compare.flameCharts.search],
        ['flame', compare.flame.search],
        ['functions', compare.functions.filter],
      ] as const) {
        await show(tab);
        await page.getByLabel(name, { exact: true }).waitFor();
        await page.keyboard.press('/');
        await expect.poll(() => isFocused(name)).toBe(true);
      }
    });
  });

  test('every picture has its figures', async () => {
    await start('#/compare/compared');
    for (const [tab, title] of [
      ['overview', compare.dots.title],
      ['percentiles', compare.curves.title],
      ['requests', compare.responseOrder.title],
    ] as const) {
      await show(tab);
      await button(`More about ${title}`).click();
      await page.getByRole('menuitem', { name: 'Show as a table' }).click();
      const table = page.getByRole('table', { name: title });
      await table.locator('tbody tr').first().waitFor();
    }
  });

  test('the conclusion is kept in the session', async () => {
    await start('#/compare/compared?tab=notes');
    await page.getByRole('textbox', { name: compare.conclusion.label }).fill('The waiting is shared out.');
    await expect.poll(() => lastAsked('notes.set')).toEqual({ sessionId: 'compared', text: 'The waiting is shared out.' });
  });

  test('opened as a run it leads here', { tags: ['long'] }, async () => {
    await start('#/run/compared');
    await page.waitForURL(/#\/compare\/compared$/);
  });

  test('any two saved sessions: chosen on Home, side by side, without a verdict', async () => {
    await start('#/');
    await button(home.recent.select).click();
    await page.getByRole('checkbox', { name: 'Compare checkout after the index' }).check();
    expect(await button(home.recent.compare).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /^Compare server-long/ }).check();
    await button(home.recent.compare).click();
    await page.waitForURL(/#\/compare\/side-by-side$/);
    expect((lastAsked('compare.sessions') as { sessionIds: string[] }).sessionIds).toHaveLength(2);
    await answer().getByText(compare.headline.oneLookWhy).waitFor();
    await answer()
      .getByText(/^Side by side: /)
      .waitFor();
    await page.getByText('2 saved sessions side by side').waitFor();
    await show('setup');
    await page.getByRole('heading', { name: compare.about.runsOfSessions }).waitFor();
    expect(await page.getByText(/The order within each round was random/).count()).toBe(0);
  });
});

describe('a study', () => {
  test('guess, run, reveal, explain, try next', async () => {
    await start('#/');
    await button('Start the study: SSR: long or small tasks').click();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.getByRole('button', { name: study.step.reveal }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Everybody waits less.' }).click();
    await button(study.predict.guess).click();
    await button(study.run.start).click();
    await page.waitForURL(/#\/study\/ssr\/comparison-/);
    expect(lastAsked('study.guess')).toMatchObject({ choice: 'faster' });
    await page.getByText(study.run.going).waitFor();
    engine.finishRuns();
    await button(study.run.reveal).click();
    await page.getByText(study.reveal.wrong).waitFor();
    await page.getByText(compare.responseOrder.title).waitFor();
    expect(await page.getByRole('link', { name: 'Elsewhere' }).count()).toBe(0);
    await button('throughput').click();
    await page.getByRole('heading', { name: compare.dots.title }).waitFor();
    await button(study.reveal.next).click();
    await button('log').click();
    await expect.poll(() => page.getByLabel(compare.flame.search, { exact: true }).inputValue()).toBe('"log"');
    await button(study.explain.next).click();
    await page.getByText('Use one connection.').waitFor();
  });

  test('a study that is not there says so and leads home', async () => {
    await start('#/');
    await page.goto(`${engine.url}#/study/nothing`);
    await page.getByText(study.missing).waitFor();
    await page.getByRole('link', { name: study.toHome }).click();
    await page.getByRole('heading', { name: home.studies.title }).waitFor();
  });
});
