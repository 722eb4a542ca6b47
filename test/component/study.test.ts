/** The steps of a study in a browser, against the stand-in engine: whose guess is shown, and beside what. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { Study } from '../../shared/model/comparison/study.ts';
import { fail, succeed } from '../../shared/model/failure.ts';
import type { DiffFlameColumns } from '../../shared/model/profile/profile-views.ts';
import { NO_CAPTURE } from '../../shared/model/setup/captures.ts';
import type { RequestName } from '../../shared/protocol/contract.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { grid as gridWords } from '../../shared/words/en/grid.ts';
import { profileWords } from '../../shared/words/en/run/profile.ts';
import { run } from '../../shared/words/en/run.ts';
import { study } from '../../shared/words/en/study.ts';
import { say } from '../../shared/words/said.ts';
import { testCases } from '../helpers/cases.ts';
import { FakeComparison, makeComparison, makeDiffFlame } from '../helpers/fake-comparison.ts';
import { DEMOS } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { pattern } from '../helpers/interface.ts';

let engine: FakeEngine;
let page: Page;
const open = setupFakePages();

async function start(hash: string): Promise<void> {
  ({ engine, page } = await open(hash, { comparisonsByHand: true }));
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

test('a finished comparison shows the guess saved with it, not a later one in the window', async () => {
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

test('the guess cannot be changed after the start and is kept for another form', async () => {
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

test('figures of finished runs are hidden until they are asked for or revealed', async () => {
  await start('#/study/ssr');
  await guess(WAITS_LESS);
  await button(study.run.start).click();
  await page.getByText(study.run.hidden).waitFor();
  const watch = page.getByRole('link', { name: compare.live.watch });
  engine.finishRuns(10);
  const dots = page.getByRole('heading', { name: compare.dots.title });
  await page.getByRole('region', { name: compare.live.label }).getByText('10').first().waitFor();
  expect(await dots.count()).toBe(0);
  expect(await page.getByText(/^So far/).count()).toBe(0);
  await button(study.run.show).click();
  await dots.waitFor();
  await page.getByText(/^So far/).waitFor();
  await watch.waitFor();
  await button(study.run.hide).click();
  await page.getByText(study.run.hidden).waitFor();
  expect(await dots.count()).toBe(0);
  // Nor is there a way to them.
  expect(await watch.count()).toBe(0);
  expect(await button(study.run.compare).count()).toBe(0);
});

test('once the result is revealed the figures of its runs are shown; those of the next comparison are hidden again', {
  tags: ['long'],
}, async () => {
  await start('#/study/ssr');
  await guess(WAITS_LESS);
  await button(study.run.start).click();
  await page.getByText(study.run.hidden).waitFor();
  engine.finishRuns();
  await button(study.run.reveal).click();
  await page.getByText(study.reveal.wrong).waitFor();
  await step('run').click();
  await page.getByRole('heading', { name: compare.dots.title }).waitFor();
  expect(await page.getByText(study.run.hidden).count()).toBe(0);
  for (const name of [study.run.showAll, study.run.hide]) expect(await button(name).count()).toBe(0);
  await button(study.run.again).click();
  await button(study.run.start).click();
  await page.getByText(study.run.hidden).waitFor();
});

test('a form with a different question has its own text and does not judge the guess', { tags: ['long'] }, async () => {
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

test('forms that repeat what was published stand apart, below those for a lesson, whatever their order', async () => {
  const [demo, ...others] = DEMOS;
  const [quick, mixed] = demo!.comparisons;
  const published = { ...quick!, name: 'published', title: 'As it was published', isPublished: true };
  const prepare = ({ engine: of }: { engine: FakeEngine }) =>
    of.answerWith('study.list', () => succeed([{ ...demo!, comparisons: [quick!, published, mixed!] }, ...others]));
  ({ engine, page } = await open('#/study/ssr', {}, { prepare }));
  await step('run').click();
  const forms = page.getByRole('radiogroup', { name: study.run.choose });
  const titles = (of: string) => forms.getByRole('group', { name: of, exact: true }).locator('label').allTextContents();
  expect(await titles(study.run.forLesson)).toEqual([quick!.title, mixed!.title]);
  expect(await titles(study.run.published)).toEqual([published.title]);
  // One choice among all.
  await forms.getByRole('radio', { name: mixed!.title }).press('ArrowDown', { delay: 100 });
  await expect.poll(() => forms.getByRole('radio', { checked: true }).getAttribute('value')).toBe('published');
});

test('states the detectable difference on this machine before the start', async () => {
  await start('#/study/ssr');
  await step('run').click();
  await page.getByRole('heading', { name: compare.setup.canShow }).waitFor();
  await page.getByText('about 44\u00a0%').waitFor();
});

test('a link leads to the table of verdicts', async () => {
  await start('#/study/ssr/compared');
  await page.setViewportSize({ width: 1024, height: 500 });
  await button('standard deviation').scrollIntoViewIfNeeded();
  await button('standard deviation').click();
  const table = page.getByRole('table', { name: compare.verdicts.title });
  await expect.poll(async () => (await table.boundingBox())!.y).toBeGreaterThan(0);
  expect(await table.evaluate((element) => element.closest(':focus') !== null)).toBe(true);
});

/** As a server has them: `log` is called by so many frames of a framework, and beside it there is another one that is never so wide. */
function deepFlame(callers: number, name = 'log'): DiffFlameColumns {
  const names = ['(root)', ...Array.from({ length: callers }, (_, nth) => `middleware ${nth}`), 'render', name];
  const of = <T extends Uint8Array | Uint32Array | Float64Array>(kind: { from(values: number[]): T }, value: (nth: number) => number): T =>
    kind.from(names.map((_, nth) => value(nth)));
  const last = names.length - 1;
  const total = (nth: number) => (nth === last ? 400 : nth === last - 1 ? 600 : 1_000);
  const self = (nth: number) => (nth >= last - 1 ? total(nth) : 0);
  return {
    meta: { ...makeDiffFlame().meta, names },
    parent: Int32Array.from(names, (_, nth) => (nth === last ? nth - 2 : nth - 1)),
    name: of(Uint32Array, (nth) => nth),
    url: of(Uint32Array, () => 1),
    line: of(Uint32Array, (nth) => nth),
    kind: of(Uint8Array, () => 1),
    selfA: of(Float64Array, self),
    foldedA: of(Float64Array, () => 0),
    totalA: of(Float64Array, total),
    selfB: of(Float64Array, self),
    foldedB: of(Float64Array, () => 0),
    totalB: of(Float64Array, total),
    noise: of(Uint8Array, () => 0),
  };
}

/** Whether the frame can be seen in the window, and what it is marked with. */
const frameInSight = () =>
  page.evaluate(() => {
    const group = document.querySelector('g.frame[data-kind="match"]');
    if (group === null) return null;
    const { left, top, width, height } = group.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('g.frame') === group;
    return { seen, isFocused: group.classList.contains('focused') };
  });

testCases(
  [{ name: 'a narrow window', width: 800, height: 600, textSize: 100 }],
  [
    { name: 'a window of 1280 × 720', width: 1280, height: 720, textSize: 100 },
    { name: 'text of 150 %', width: 1920, height: 1080, textSize: 150 },
  ],
)('a link to a frame brings it into sight, and again when it is followed again, in $name', async ({ width, height, textSize }) => {
  ({ engine, page } = await open('#/settings', {}));
  await page.setViewportSize({ width, height });
  await page.getByRole('radio', { name: `${textSize} %` }).click();
  await page.evaluate(() => {
    window.location.hash = '#/study/ssr/compared';
  });
  engine.answerWith('compare.flame', () => succeed(deepFlame(60)));
  await step('explain').click();
  await button('log').click();
  await expect.poll(frameInSight).toEqual({ seen: true, isFocused: true });
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
  });
  await button('log').click();
  await expect.poll(frameInSight).toEqual({ seen: true, isFocused: true });
});

test('the flame graph of a lesson begins with my code and what it calls, and unfolds where a link leads to what is folded away', async () => {
  await start('#/study/ssr/compared');
  engine.answerWith('compare.flame', ({ folds = [] }) => succeed(deepFlame(3, folds.length > 0 ? 'other' : 'log')));
  await step('explain').click();
  await button('flame graph').click();
  await page.getByRole('list', { name: profileWords.folds.label }).waitFor();
  expect(asked('compare.flame').at(-1)).toMatchObject({ folds: [{ how: 'mine' }] });
  await button('log').click();
  await expect.poll(frameInSight).toEqual({ seen: true, isFocused: true });
  expect(asked('compare.flame').at(-1)).toMatchObject({ folds: [] });
  expect(await page.getByRole('list', { name: profileWords.folds.label }).count()).toBe(0);
});

test('what a reader folds after a link has unfolded it stays folded', async () => {
  await start('#/study/ssr/compared');
  engine.answerWith('compare.flame', ({ folds = [] }) => succeed(deepFlame(3, folds.length > 0 ? 'other' : 'log')));
  await step('explain').click();
  await button('log').click();
  await expect.poll(frameInSight).toEqual({ seen: true, isFocused: true });
  const mine = page.getByRole('button', { name: pattern(profileWords.folds.mineHint) });
  await mine.click();
  await expect.poll(frameInSight).toBeNull();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await mine.getAttribute('aria-pressed')).toBe('true');
  expect(asked('compare.flame').at(-1)).toMatchObject({ folds: [{ how: 'mine' }] });
  await button('log').click();
  await expect.poll(frameInSight).toEqual({ seen: true, isFocused: true });
});

test('the page for class has the last words of its conclusion, also where they cannot be saved', async () => {
  await start('#/study/ssr/compared');
  await step('explain').click();
  engine.answerWith('notes.set', () => fail('not-available', { verbatim: 'The disk is full.' }));
  engine.answerWith('export.text', ({ conclusion = '' }) =>
    succeed({ fileName: 'page.html', text: `<p>${conclusion}</p>`, isBase64: false }),
  );
  await button(study.page.open).click();
  const dialog = page.getByRole('dialog', { name: study.page.title });
  const save = dialog.getByRole('button', { name: study.page.save });
  await expect.poll(() => save.isEnabled()).toBe(true);
  const WORDS = 'Small tasks share the waiting.';
  await dialog.getByRole('textbox', { name: compare.conclusion.label }).fill(WORDS);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(readFileSync((await download.path())!, 'utf8')).toContain(WORDS);
  await dialog.frameLocator('iframe').getByText(WORDS).waitFor();
  await dialog.getByText('The disk is full.').waitFor();
});

test('the page for class is in the menu of exports, and offers only figures that there are, and the language of what was concluded', async () => {
  await start('#/compare/compared');
  engine.answerWith('export.text', ({ language = 'none' }) =>
    succeed({ fileName: 'page.html', text: `<p>in ${language}</p>`, isBase64: false }),
  );
  await button(run.head.export).click();
  await page.getByRole('menuitem', { name: study.page.open }).click();
  const dialog = page.getByRole('dialog', { name: study.page.title });
  await dialog.getByRole('checkbox', { name: study.page.figure.dots }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: study.page.figure.queue }).count()).toBe(0);
  await dialog.frameLocator('iframe').getByText('in none').waitFor();
  const code = dialog.getByRole('textbox', { name: study.page.language });
  await code.fill('pt-br');
  await dialog.frameLocator('iframe').getByText('in pt-BR').waitFor();
  await code.fill('no language');
  await dialog.getByText(study.page.notLanguage).waitFor();
  expect(await dialog.getByRole('button', { name: study.page.save }).isEnabled()).toBe(false);
});

test('where the lessons cannot be read, the page for class says why it is not made', async () => {
  await start('#/compare/compared');
  engine.answerWith('study.list', () => fail('not-available', { verbatim: 'The studies cannot be read.' }));
  await button(run.head.export).click();
  await page.getByRole('menuitem', { name: study.page.open }).click();
  const dialog = page.getByRole('dialog', { name: study.page.title });
  await dialog.getByRole('alert').getByText('The studies cannot be read.').waitFor();
  expect(await dialog.getByRole('button', { name: study.page.save }).isEnabled()).toBe(false);
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
  await dialog.getByRole('textbox', { name: compare.conclusion.label }).waitFor();
});

test('where others were busy in most runs, the text says that it is about a quiet machine', { tags: ['long'] }, async () => {
  await start('#/study/ssr/compared');
  await step('explain').click();
  await button(study.page.open).waitFor();
  const disturbed = page.getByText(/^Other programs used the processor during most of these runs/);
  expect(await disturbed.count()).toBe(0);
  const { info } = new FakeComparison('compared', makeComparison(), null, () => {}).finishAtOnce();
  const means = { list: ['A 90 %'], by: 'comma' } as const;
  const warnings = [say('comparisonWarning.foreign', { disturbed: 9, count: 10, means })];
  engine.answerWith('compare.info', () => succeed({ ...info, warnings }));
  await page.reload();
  await step('reveal').click();
  await disturbed.waitFor();
  await step('explain').click();
  await disturbed.waitFor();
});

/** The study has a grid as one of its forms, which is chosen. */
async function chooseGrid(change: Pick<ComparisonSetup, 'grid'> & Partial<ComparisonSetup>): Promise<Study> {
  const [demo, ...others] = DEMOS;
  const [{ comparison }] = demo!.comparisons as [Study['comparisons'][number]];
  const cells = { ...comparison, pairs: 1, profiled: false, ...change };
  const form = { name: 'grid', title: 'Every case everywhere', comparison: cells, reveal: null, usualPerSecond: null };
  const prepare = ({ engine: of }: { engine: FakeEngine }) =>
    of.answerWith('study.list', () => succeed([{ ...demo!, grids: [form] }, ...others]));
  ({ engine, page } = await open('#/study/ssr', { comparisonsByHand: true }, { prepare }));
  await guess(WAITS_LESS);
  await page.getByRole('radio', { name: form.title }).click();
  return demo!;
}

test('a grid is one of the forms, says what it runs, and leads to its table', async () => {
  const grid = { cases: ['Load'], topologies: ['One process', 'Three processes'] };
  const demo = await chooseGrid({ grid });
  await page.getByText(/^2 cells \(1 × 2\), one run each, about/).waitFor();
  await button(gridWords.form.run).click();
  await page.waitForURL(/#\/compare\/comparison-/);
  expect(asked('compare.start')).toMatchObject([{ comparison: { grid }, name: demo.title }]);
  // Nobody is asked to guess a table.
  expect(asked('study.guess')).toEqual([]);
});

test('of a grid whose cells record, each case that does has a tab with its cells beside each other', { tags: ['long'] }, async () => {
  const { variants } = DEMOS[0]!.comparisons[0]!.comparison;
  const bare = variants.map(({ title, setup }) => ({ title, setup: { ...setup, capture: NO_CAPTURE } }));
  await chooseGrid({
    variants: [...bare, ...variants],
    grid: { cases: ['Bare', 'Profiled'], topologies: ['Long', 'Small'], records: true },
  });
  await page.getByText('One case after the other: Bare; Profiled.').waitFor();
  await button(gridWords.form.run).click();
  await page.waitForURL(/#\/compare\/comparison-/);
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual([compare.sections.overview, 'Profiled', compare.sections.notes]);
  await page.getByRole('tab', { name: 'Profiled' }).click();
  await page.getByText(gridWords.parts.coming).waitFor();
  engine.finishRuns();
  await page.getByRole('heading', { name: compare.flame.title }).waitFor();
  await page.getByRole('heading', { name: compare.flameCharts.title }).waitFor();
  await expect.poll(() => asked('compare.flame')).toMatchObject([{ a: 2, b: 3 }]);
  await expect.poll(() => asked('compare.functions')).toMatchObject([{ a: 2, b: 3 }]);
  await page.waitForURL(/tab=part-2/);
  await page.getByRole('list', { name: gridWords.parts.cells }).getByRole('link').last().click();
  await page.waitForURL(/#\/run\//);
});

test('of a grid the figure that stands side by side is chosen, and is in the address', { tags: ['long'] }, async () => {
  await chooseGrid({ grid: { cases: ['A page'], topologies: ['Long', 'Small'] } });
  await button(gridWords.form.run).click();
  await page.waitForURL(/#\/compare\/comparison-/);
  engine.finishRuns();
  const choice = page.getByRole('combobox', { name: gridWords.matrix.choose });
  await choice.click();
  await page.getByRole('option', { name: gridWords.matrix.measure.cpuPerRequest }).click();
  await page.waitForURL(/measure=cpuPerRequest/);
  const table = page.getByRole('table', { name: gridWords.matrix.title });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([gridWords.case, 'Long', 'Small']);
  const shown = await table.getByRole('link').allTextContents();
  expect(shown).toHaveLength(2);
  for (const value of shown) expect(value).toMatch(/^\d/);
  await table.getByRole('link').last().click();
  await page.waitForURL(/#\/run\//);
});

test('of a grid every column is within a window of 1440 px, and in a smaller one the table shows that it goes on', {
  tags: ['long'],
}, async () => {
  const cases = ['100 clients, ticks (--prof, 0x)', '50 users, CPU profile (inspector)'];
  const topologies = ['With console.log', 'Without console.log'];
  const { variants } = DEMOS[0]!.comparisons[0]!.comparison;
  await chooseGrid({ variants: cases.flatMap(() => variants), grid: { cases, topologies } });
  await button(gridWords.form.run).click();
  await page.waitForURL(/#\/compare\/comparison-/);
  engine.finishRuns();
  const table = page.getByRole('table', { name: gridWords.title });
  await table.getByRole('link').nth(3).waitFor();
  /** How far the table is wider than its place, and the cells that are cut. */
  const measure = () =>
    table.evaluate((element) => ({
      over: element.parentElement!.scrollWidth - element.parentElement!.clientWidth,
      cut: Array.from(element.querySelectorAll('th, td'))
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent),
    }));
  expect((await table.getByRole('columnheader').allTextContents()).at(-1)).toBe(gridWords.difference.p99);
  expect(await measure()).toEqual({ over: 0, cut: [] });
  await page.setViewportSize({ width: 1024, height: 768 });
  const { over, cut } = await measure();
  expect(over).toBeGreaterThan(0);
  expect(cut).toEqual([]);
});
