/**
 * An errand: two routes of a server, one of which prints what it answers. Is it slower, and what makes it so? The comparison is set up by
 * hand, read, saved, and opened again from Home; a downloaded copy shows the same to somebody else. Once by mouse, once by keyboard alone.
 */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { compare } from '../../shared/words/en/compare.ts';
import { text } from '../../shared/words/words.ts';
import { scratch } from '../helpers/command.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { common, home, run, setup } = ui.words;
const SCRIPT = join(import.meta.dirname, '../fixtures/e2e/two-routes.cjs');
const PLUMBING = [run.kinds.core, run.kinds.native];
const NAME = 'two-routes.cjs: /plain against /logged';
const openProduct = setupProductPages();

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const start = (page: Page) => ui.button(ui.main(page), compare.setup.run);
const headline = (page: Page) => page.getByRole('region', { name: compare.headline.label });
/** Few are left once the time of Node's own functions is told as that of their callers. */
const cause = (page: Page) => page.locator('[data-figure=functions] tbody tr').filter({ hasText: 'printFacts' });
const fold = (page: Page, kind: string) => page.locator('[data-figure=flame]').getByRole('button', { name: new RegExp(`^Fold: ${kind}`) });
const untilFolded = (page: Page, kind: string) =>
  page
    .locator('[data-figure=flame]')
    .getByRole('button', { name: new RegExp(`^Folded: ${kind}`) })
    .waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
const recent = (page: Page) => ui.button(page.getByRole('table', { name: home.recent.title }), NAME);

async function untilFinished(page: Page): Promise<void> {
  await page.getByRole('region', { name: compare.live.label }).waitFor();
  await ui.main(page).getByText(ui.pattern(run.head.savedAt)).first().waitFor({ timeout: 90_000 });
}

/** "printFacts (/…/two-routes.cjs:6): A 0.00 ms, B 2.11 ms". */
async function expectEvidence(page: Page): Promise<void> {
  await expect.poll(() => ui.copied(page)).toMatch(/^printFacts \(\/.+\/two-routes\.cjs:6\): /);
  expect(await cause(page).textContent()).toContain(compare.functions.noSamples.replace('{letter}', 'A'));
}

/** The result sentence, and the table of verdicts. */
async function readResult(page: Page) {
  return { said: await headline(page).textContent(), verdicts: await ui.tableRows(page.locator('[data-figure=verdict]')) };
}

async function expectReopened(page: Page, before: unknown): Promise<void> {
  await ui.main(page).getByText('Saved as routes.loopscope').waitFor();
  await expect.poll(() => readResult(page), ui.READING).toEqual(before);
}

async function showTab(page: Page, tab: Exclude<keyof typeof compare.sections, 'label'>): Promise<Locator> {
  await page.getByRole('tab', { name: compare.sections[tab], exact: true }).click();
  return page.getByRole('tabpanel', { name: compare.sections[tab], exact: true });
}

/** Every figure of the comparison as text, tab by tab. */
async function readFigures(page: Page): Promise<Record<string, unknown>> {
  const pictures: (string | null)[] = [];
  for (const tab of ['overview', 'percentiles', 'requests'] as const) {
    const drawn = (await showTab(page, tab)).locator('[data-figure] svg[role=img]');
    await drawn.first().waitFor();
    pictures.push(...(await drawn.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))));
  }
  const frames = (await showTab(page, 'flame')).locator('g.frame');
  await frames.first().waitFor();
  return {
    answer: await headline(page).textContent(),
    pictures,
    frames: (await frames.allTextContents()).slice(0, 20),
    functions: (await ui.tableRows(await showTab(page, 'functions'))).slice(0, 10),
    runs: (await (await showTab(page, 'setup')).getByRole('row').allTextContents()).filter((row) => row.includes(compare.about.counted)),
    conclusion: await (await showTab(page, 'notes')).getByLabel(compare.conclusion.label, { exact: true }).inputValue(),
    verdicts: await ui.tableRows(await showTab(page, 'overview')),
  };
}

/** Another engine, which has never seen this comparison, shows the same in a copy of it. */
async function expectSameElsewhere(page: Page): Promise<void> {
  await ui.button(page, run.head.saveAs).click();
  const [download] = await Promise.all([page.waitForEvent('download'), ui.item(page, run.head.download).click()]);
  const file = join(scratch(), download.suggestedFilename());
  await download.saveAs(file);
  const other = await openProduct();
  await ui.button(other, common.app.open).click();
  const [chooser] = await Promise.all([other.waitForEvent('filechooser'), ui.button(other, common.picker.upload).click()]);
  await chooser.setFiles(file);
  await other.waitForURL(/#\/compare\//);
  await vi.waitFor(async () => expect(await readFigures(other)).toEqual(await readFigures(page)), ui.READING);
}

test('by mouse', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.allowClipboard(page);
  await ui.button(page, home.compare).click();
  await field(page, setup.field.script.label).fill(SCRIPT);
  await field(page, setup.field.url.label).fill('/plain');
  await field(page, setup.field.connections.label).fill('2');
  await radio(page, setup.end.amount).click();
  await field(page, setup.field.requests.label).fill('200');
  await field(page, setup.field.warmupS.label).fill('0');
  await page.getByRole('tab', { name: /^B/ }).click();
  await field(page, setup.field.url.label).fill('/logged');
  await radio(page, compare.setup.quick).click();
  await start(page).click();
  await untilFinished(page);
  await expect.poll(() => headline(page).textContent()).toMatch(/^The median latency of B \(\/logged\) was .+; a verdict needs ten\./);
  expect((await ui.tableRows(page.locator('[data-figure=verdict]')))[0]!.join(' ')).toContain(compare.verdicts.word.none);

  await showTab(page, 'notes');
  await field(page, compare.conclusion.label).fill('Printing takes time.');
  await page.getByText(run.notes.saved, { exact: true }).waitFor();
  await expectSameElsewhere(page);

  await page.getByRole('tab', { name: compare.sections.flame }).click();
  for (const kind of PLUMBING) {
    await fold(page, kind).click();
    await untilFolded(page, kind);
  }
  await page.getByRole('tab', { name: compare.sections.functions }).click();
  await cause(page).click({ button: 'right' });
  await ui.item(page, run.frameMenu.copyAll).click();
  await expectEvidence(page);

  await page.getByRole('tab', { name: compare.sections.overview }).click();
  const before = await readResult(page);
  await ui.button(page, run.head.saveAs).click();
  await ui.item(page, run.head.saveToPath).click();
  await dialog(page).getByLabel(run.save.path, { exact: true }).fill(join(scratch(), 'routes.loopscope'));
  await ui.button(dialog(page), run.save.save).click();
  await ui.main(page).getByText('Saved as routes.loopscope').waitFor();
  await page.getByRole('banner').getByRole('link', { name: ui.words.common.app.name, exact: true }).click();
  await recent(page).first().click();
  await expectReopened(page, before);
});

test('by keyboard alone', { tags: ['long'] }, async () => {
  const page = await openProduct();
  await ui.allowClipboard(page);
  await ui.pressOn(ui.button(page, home.compare));
  await ui.typeSetup(page, { script: SCRIPT, url: '/plain', connections: 2, requests: 200 });
  await ui.pressOn(page.getByRole('tab', { name: /^A/ }), 'ArrowRight');
  await page.getByRole('tab', { name: /^B/, selected: true }).waitFor();
  await ui.typeInto(field(page, setup.field.url.label), '/logged');
  // A third of the runs of the other test.
  await ui.stepTo(radio(page, compare.setup.verdict), 'ArrowRight', radio(page, compare.setup.careful));
  await ui.stepTo(radio(page, compare.setup.careful), 'ArrowRight', radio(page, compare.setup.oneLook));
  await page.keyboard.press('ControlOrMeta+Enter');
  await untilFinished(page);
  await expect
    .poll(() => headline(page).textContent())
    .toMatch(/^One run each: the median latency of B \(\/logged\) was .+It describes these two runs and is not a verdict/);

  await page.keyboard.press('5');
  for (const kind of PLUMBING) {
    await ui.pressOn(fold(page, kind));
    await untilFolded(page, kind);
  }
  await page.keyboard.press('7');
  await ui.tabTo(page.getByRole('group', { name: text('compare.functions.label', { unit: 'microseconds' }) }));
  await ui.selectRow(page.locator('[data-figure=functions]'), 'printFacts');
  await page.keyboard.press('Shift+F10');
  await ui.chooseItem(page, run.frameMenu.copyAll);
  await expectEvidence(page);

  await page.keyboard.press('1');
  const before = await readResult(page);
  await ui.pressOn(ui.button(page, run.head.saveAs));
  await ui.chooseItem(page, run.head.saveToPath);
  await ui.untilFocused(dialog(page).getByLabel(run.save.path, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(join(scratch(), 'routes.loopscope'));
  await page.keyboard.press('Enter');
  await ui.main(page).getByText('Saved as routes.loopscope').waitFor();
  // Keys of the window are for the dialog as long as it is there.
  await expect.poll(() => dialog(page).count()).toBe(0);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await ui.pressOn(recent(page).first());
  await expectReopened(page, before);
});
