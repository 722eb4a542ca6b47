/** The context menu of frames and rows, and what it folds, by mouse and by keyboard, against the stand-in engine. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, succeed } from '../../shared/model/failure.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { say } from '../../shared/words/said.ts';
import { makeFlame, makeReport, makeSetup } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { untilAnswered, untilFocused, untilMenuHasFocus } from '../helpers/interface.ts';
import { findFaults } from '../helpers/look.ts';

let page: Page;
let engine: FakeEngine;
let errors: readonly string[];
const open = setupFakePages();
const words = run.frameMenu;

beforeEach(async () => {
  ({ page, engine, errors } = await open('#/run/finished?tab=flame'));
  await frame().waitFor();
  await untilAnswered(page);
});
afterEach(() => {
  expect(errors).toEqual([]);
});

const frame = () => page.locator('g.frame[name="renderPage"]');
const graph = () => page.getByRole('application');
const menu = () => page.getByRole('menu');
const chips = () => page.getByRole('list', { name: run.folds.label }).getByRole('button');
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`${name}\\s`) }).first();

test('the place in the answer shows the frame, or the callers of a function that is in several stacks', async () => {
  const answer = page.getByRole('region', { name: run.answer.label });
  const place = answer.getByTitle(run.answer.showFrame);
  // In the one line of this tab there may be no room for it.
  const whole = answer.getByRole('button', { name: run.answer.whole });
  await whole.click();
  await place.click();
  await page.locator('g.frame.fade').first().waitFor();
  const { own } = makeReport(makeSetup('/home/ana/shop/server.mjs'), 20_000, null).runs[0]!.profile!.hot!;
  engine.answerWith('profile.flame', ({ shape }: { shape?: unknown }) =>
    succeed(shape === undefined ? alsoUnderRoot(makeFlame(20_000), own!.function) : makeFlame(20_000)),
  );
  await page.reload();
  await whole.click();
  await place.click();
  await page.getByRole('heading', { name: run.around.callers.replace('{name}', own!.function) }).waitFor();
  expect(await page.locator('g.frame').count()).toBe(0);
});

/** The frame of that name a second time, on a stack of its own. */
function alsoUnderRoot(columns: FlameColumns, name: string): FlameColumns {
  const at = columns.name.findIndex((index) => columns.meta.names[index] === name);
  const { meta, parent, ...others } = columns;
  const again = Object.entries(others).map(([key, column]) => [
    key,
    (column.constructor as typeof Float64Array).from([...column, column[at]!]),
  ]);
  return { meta, parent: Int32Array.from([...parent, 0]), ...Object.fromEntries(again) };
}

test('a right click opens the menu of a frame, which says why a command does not apply, and closes at Esc, scrolling, a click elsewhere and when the window loses the focus', async () => {
  const show = async () => {
    await frame().click({ button: 'right' });
    await menu().waitFor();
  };
  await show();
  expect(await menu().getAttribute('aria-label')).toBe('renderPage: commands');
  await menu().getByText(words.why.noRecursion).waitFor();
  expect(await findFaults(page, '[role=menu]')).toEqual([]);
  await page.getByRole('menuitem', { name: words.collapse }).click({ force: true });
  await menu().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu().count()).toBe(0);
  await untilFocused(graph());
  await show();
  await page.evaluate(() => window.dispatchEvent(new Event('scroll')));
  await expect.poll(() => menu().count()).toBe(0);
  await show();
  await page.mouse.click(5, 5);
  await expect.poll(() => menu().count()).toBe(0);
  await show();
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect.poll(() => menu().count()).toBe(0);
});

test('by keyboard: a menu key opens it, letters and arrows lead to its items; hidden functions are chips, and Esc and Back take them back one by one', async () => {
  await graph().focus();
  for (const _ of ['(root)', 'caller', 'callee']) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await untilMenuHasFocus(page);
  await page.keyboard.press('h');
  await untilFocused(item(words.hide));
  await page.keyboard.press('Enter');
  await expect.poll(() => chips().count()).toBe(1);
  // The menu gives the focus back in a later task, some milliseconds after the chip is there.
  await untilFocused(graph());
  await page.keyboard.press('ContextMenu');
  await untilMenuHasFocus(page);
  await page.keyboard.press('ArrowDown');
  await untilFocused(item(words.focus));
  await page.keyboard.press('ArrowDown');
  await untilFocused(item(words.hide));
  await page.keyboard.press('Escape');
  await expect.poll(() => menu().count()).toBe(0);
  await page.getByRole('button', { name: run.folds.mineHint }).click();
  await expect.poll(() => chips().allTextContents()).toContain(`${run.folds.mine}${run.folds.remove}`);
  const count = await chips().count();
  await page.keyboard.press('Escape');
  await expect.poll(() => chips().count()).toBe(count - 1);
  await page.goForward();
  await expect.poll(() => chips().count()).toBe(count);
  await page.goBack();
  await expect.poll(() => chips().count()).toBe(count - 1);
  await chips().first().click();
  await expect.poll(() => chips().count()).toBe(count - 2);
});

test('callers are shown in the table of functions, whose rows have the same menu and lead back to the graph', {
  tags: ['long'],
}, async () => {
  await frame().click({ button: 'right' });
  await page.getByRole('menuitem', { name: words.callers }).click();
  const row = rowOf('renderPage');
  await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Shift+F10');
  await menu().waitFor();
  await page.getByRole('menuitem', { name: words.focus }).click();
  await page.getByRole('navigation', { name: run.flame.crumbs }).getByText('renderPage').waitFor();
  await page.getByRole('radio', { name: run.flame.tree }).click();
  await rowOf('renderPage').click({ button: 'right' });
  await menu().waitFor();
});

test('leaving an empty search goes back to the graph', { tags: ['long'] }, async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('render');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await untilFocused(graph());
});

test('calls of a flame chart have the menu as well, by mouse and by keyboard', { tags: ['long'] }, async () => {
  await page.getByRole('tab', { name: run.tab.flameChart }).click();
  await graph().focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return page.locator('[data-tip]').count();
    })
    .toBe(1);
  const name = await page.locator('[data-tip] p').first().textContent();
  await page.keyboard.press('Shift+F10');
  await untilMenuHasFocus(page);
  expect(await menu().getAttribute('aria-label')).toBe(`${name}: commands`);
  await page.keyboard.press('h');
  await untilFocused(item(words.hide));
  await page.keyboard.press('Enter');
  await expect.poll(() => chips().first().textContent()).toContain(`Hidden: ${name}`);
  await untilFocused(graph());
  const box = (await graph().boundingBox())!;
  // There are times in which nothing ran, and only the outermost calls are everywhere else.
  let [x, y] = [box.x, box.y + 90];
  await expect
    .poll(async () => {
      x += 24;
      if (x > box.x + box.width) [x, y] = [box.x, y - 9];
      await page.mouse.move(x, y);
      return page.locator('[data-tip]').count();
    })
    .toBe(1);
  await page.mouse.click(x, y, { button: 'right' });
  await menu().waitFor();
});

test('a frame is opened in the editor of the settings, or the menu says why not', async () => {
  const clicked = () => page.evaluate(() => (window as { clicked?: string[] }).clicked ?? []);
  await page.evaluate(() => {
    const all: string[] = [];
    Object.assign(window, { clicked: all });
    HTMLAnchorElement.prototype.click = function () {
      all.push(this.href);
    };
  });
  const openIt = async () => {
    await frame().click({ button: 'right' });
    await expect.poll(() => item(words.openSource).getAttribute('aria-disabled')).toBeNull();
    await item(words.openSource).click();
  };
  await openIt();
  await expect.poll(async () => (await clicked()).length).toBe(1);
  expect((await clicked())[0]).toMatch(/^vscode:\/\/file\/home\/ana\/shop\/[\w./-]+:\d+:1$/);

  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('combobox', { name: settings.editor }).click();
  await page.getByRole('option', { name: settings.editors.idea }).click();
  await page.goBack();
  await frame().waitFor();
  await openIt();
  await expect.poll(async () => (await clicked())[1]).toMatch(/^idea:\/\/open\?file=\/home\/ana\/shop\/[\w./-]+&line=\d+&column=1$/);

  engine.answerWith('profile.source', () => succeed({ why: 'outside' }));
  await frame().click({ button: 'right' });
  await menu().getByText(words.why.outside).waitFor();
  expect(await findFaults(page, '[role=menu]')).toEqual([]);

  await page.keyboard.press('Escape');
  await expect.poll(() => menu().count()).toBe(0);
  engine.answerWith('profile.source', () => fail('not-available', say('session.noFileYet')));
  await frame().click({ button: 'right' });
  await menu().getByText(words.why.failed).waitFor();
});

test('when a function ran stands over the charts, is in the address, and is taken away again', async () => {
  await frame().click({ button: 'right' });
  await item(words.moments).click();
  const strip = page.getByRole('region', { name: run.moments.label.replace('{name}', 'renderPage') });
  await strip.getByText('renderPage', { exact: true }).waitFor();
  await expect.poll(() => page.url()).toContain('moments=renderPage');
  await expect
    .poll(() => engine.received.find(({ name }) => name === 'profile.moments')?.params)
    .toMatchObject({ of: { function: 'renderPage' } });
  await strip.getByRole('button', { name: run.chart.more.replace('{title}', run.moments.title) }).click();
  await item(run.chart.showTable).click();
  const [first, second] = await strip
    .locator('tbody tr')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => [...row.children].map((cell) => cell.textContent)));
  // Of the stand-in: half of every other second.
  expect([first!.slice(1, 3), second!.slice(1, 3)]).toEqual([
    ['50.0', '5.0'],
    ['0.0', '0.0'],
  ]);
  expect(await findFaults(page, 'main')).toEqual([]);
  await page.reload();
  await strip.getByRole('button', { name: run.moments.hide }).click();
  await expect.poll(() => strip.count()).toBe(0);
  await expect.poll(() => page.url()).not.toContain('moments');
});
