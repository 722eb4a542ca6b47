/**
 * An errand: open the profile that a colleague sent, find the heaviest package, copy a picture of it, and keep it all as a session. Once by
 * mouse, once by keyboard alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { take } from '../../shared/words/en/take.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { common, home, run } = ui.words;
const NAME = 'shop.cpuprofile';
const openProduct = setupProductPages();

async function start(): Promise<{ page: Page; file: string }> {
  const file = join(scratch(), NAME);
  const sample = join(ROOT, 'resources/samples/slow-route.loopscope');
  expect((await loopscope('export', sample, '--format', 'cpuprofile', '-o', file)).code).toBe(0);
  const page = await openProduct();
  await ui.allowClipboard(page);
  return { page, file };
}

const untilOpened = (page: Page) => ui.main(page).getByRole('heading', { name: NAME }).waitFor();
const onlyMine = (page: Page) => ui.button(page, `${run.folds.mine}. ${run.folds.mineHint}`);
const takeFlame = (page: Page) => ui.button(page, take.menu.replace('{title}', run.flame.label));
const crumbs = (page: Page) => page.getByRole('navigation', { name: run.flame.crumbs });
const dialog = (page: Page) => page.getByRole('dialog');
/** Rows of packages are there once plumbing is folded; the longest total is on top. */
const packages = (page: Page) =>
  page.getByRole('treegrid', { name: run.functions.label }).getByRole('row').filter({ hasText: run.kind.dependency });
const heaviest = (page: Page) => packages(page).filter({ hasText: /ejs/ }).first();

async function expectHeaviest(page: Page): Promise<void> {
  await heaviest(page).waitFor();
  expect(await packages(page).first().getByRole('rowheader').textContent()).toBe('ejs');
}

async function expectPicture(page: Page): Promise<void> {
  await page.getByText(ui.pattern(take.copied.png)).waitFor();
  const bytes = await page.evaluate(async () => {
    const [only] = await navigator.clipboard.read();
    return (await only!.getType('image/png')).size;
  });
  expect(bytes).toBeGreaterThan(5_000);
}

/** What a look at the flame graph tells. */
async function readFlame(page: Page) {
  await page.locator('g.frame[name=ejs]').first().waitFor();
  return {
    tab: await page.getByRole('tab', { selected: true }).textContent(),
    zoomed: await crumbs(page).textContent(),
    frames: await page.locator('g.frame').evaluateAll((all) => all.map((frame) => frame.textContent)),
    base: await page.getByText(/^Percent of/).textContent(),
  };
}

/** Saved, and the same after it was loaded anew, from its session instead of the profile. */
async function expectKept(page: Page, before: unknown, path: string): Promise<void> {
  await ui.main(page).getByText(run.head.importedFrom.replace('{file}', NAME)).waitFor();
  expect(existsSync(path)).toBe(true);
  expect(await readFlame(page)).toEqual(before);
  await page.reload();
  await ui.main(page).getByText(run.head.importedFrom.replace('{file}', NAME)).waitFor();
  expect(await readFlame(page)).toEqual(before);
}

test('by mouse', { tags: ['long'] }, async () => {
  const { page, file } = await start();
  await ui.dropFile(page, 'notes.loopscope', 'just text');
  await page.getByRole('alert').getByText('is in none of the formats that Loopscope opens').waitFor();
  await ui.dropFile(page, NAME, readFileSync(file, 'utf8'));
  await untilOpened(page);
  await onlyMine(page).click();
  await ui.showTab(page, 'functions');
  await expectHeaviest(page);
  await heaviest(page).click({ button: 'right' });
  await ui.item(page, run.frameMenu.focus).click();
  await crumbs(page).getByText('ejs', { exact: true }).waitFor();
  await takeFlame(page).click();
  await ui.item(page, take.copy.png).click();
  await expectPicture(page);
  const before = await readFlame(page);
  // Its own file has no place for notes; the session that is made of it has.
  await (await ui.showTab(page, 'notes')).getByRole('button', { name: run.head.saveAsSession }).click();
  const field = dialog(page).getByLabel(run.save.path, { exact: true });
  await expect.poll(() => field.inputValue()).toMatch(/shop.*\.loopscope$/);
  const path = join(scratch(), 'shop.loopscope');
  await field.fill(path);
  await ui.button(dialog(page), run.save.save).click();
  await ui.main(page).getByText(run.head.importedFrom.replace('{file}', NAME)).waitFor();
  const notes = await ui.showTab(page, 'notes');
  await notes.getByRole('textbox').fill('kept');
  await notes.getByText(run.notes.saved, { exact: true }).waitFor();
  await page.getByRole('tab', { name: before.tab!, exact: true }).click();
  await expectKept(page, before, path);

  // It was opened once: Home stays Home when it is reloaded.
  await page.getByRole('banner').getByRole('link', { name: common.app.name, exact: true }).click();
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: home.studies.title }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).hash).toBe('#/');
});

test('by keyboard alone', async () => {
  const { page, file } = await start();
  await page.keyboard.press('o');
  await ui.untilFocused(dialog(page).getByLabel(common.picker.filter, { exact: true }));
  await ui.typeInto(dialog(page).getByLabel(common.picker.folder, { exact: true }), dirname(file));
  await page.keyboard.press('Enter');
  await ui.pressOn(dialog(page).getByRole('button', { name: NAME }));
  await untilOpened(page);
  await ui.pressOn(onlyMine(page));
  await page.keyboard.press('3');
  await expectHeaviest(page);
  await ui.tabTo(page.getByRole('group', { name: run.functions.label }));
  await ui.selectRow(ui.main(page), 'ejs');
  await page.keyboard.press('Shift+F10');
  await ui.chooseItem(page, run.frameMenu.focus);
  await crumbs(page).getByText('ejs', { exact: true }).waitFor();
  await ui.pressOn(takeFlame(page));
  await ui.chooseItem(page, take.copy.png);
  await expectPicture(page);
  const before = await readFlame(page);
  await ui.pressOn(ui.button(page, run.head.saveAs));
  await ui.chooseItem(page, run.head.saveAsSession);
  const field = dialog(page).getByLabel(run.save.path, { exact: true });
  await ui.untilFocused(field);
  await expect.poll(() => field.inputValue()).toMatch(/shop.*\.loopscope$/);
  const path = join(scratch(), 'shop.loopscope');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
  await expectKept(page, before, path);
});
