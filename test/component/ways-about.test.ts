/** How one gets about in the interface: keys that are listed, menus, what a reload leaves, what opens by itself and what does not. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { common } from '../../shared/words/en/common.ts';
import { glossary } from '../../shared/words/en/glossary.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { listFolder, makeRecent } from '../helpers/fake-data.ts';
import { type FakePage, setupFakePages } from '../helpers/fake-pages.ts';
import { untilFocused } from '../helpers/interface.ts';

let page: Page;
const open = setupFakePages();

async function show(hash: string, prepare: (opened: FakePage) => void = () => {}): Promise<void> {
  const remember = (opened: FakePage) => {
    ({ page } = opened);
    prepare(opened);
  };
  await open(hash, { speed: 10 }, { prepare: remember });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('with a few recent sessions, too, / filters them, and the arrows walk through them', async () => {
  await show('#/', (opened) => opened.engine.answerWith('sessions.recent', () => succeed(makeRecent(Date.now()).slice(0, 4))));
  const titles = page.locator('[data-recent]');
  await titles.nth(1).waitFor();
  expect(await page.getByLabel(home.recent.filter).count()).toBe(0);
  await page.keyboard.press('/');
  await untilFocused(page.getByLabel(home.recent.filter));
  await page.keyboard.press('ArrowDown');
  await untilFocused(titles.nth(0));
  await page.keyboard.press('ArrowDown');
  await untilFocused(titles.nth(1));
  await page.keyboard.press('ArrowUp');
  await untilFocused(titles.nth(0));
});

test('the help is in the menu of the question mark, beside the keys', async () => {
  await show('#/');
  await button(common.app.help).click();
  await page.getByRole('menuitem', { name: common.app.keys }).waitFor();
  await page.getByRole('menuitem', { name: common.app.words }).click();
  await page.waitForURL(/#\/help\/words$/);
  await button(common.app.help).click();
  await page.getByRole('menuitem', { name: common.app.helpPages, exact: true }).click();
  await page.waitForURL(/#\/help$/);
});

test('comma and full stop turn to the tab before and after, so that each of more than ten can be reached', async () => {
  await show('#/run/finished');
  const selected = page.getByRole('tab', { selected: true });
  await page.getByRole('tab', { name: run.tab.overview }).waitFor();
  await page.keyboard.press(',');
  const last = page.getByRole('tab').last();
  await expect.poll(() => selected.textContent()).toBe(await last.textContent());
  await page.keyboard.press('.');
  await expect.poll(() => selected.textContent()).toBe(run.tab.overview);
});

test('a set-up that was filled in from a run is there again after a reload, and after Back to it', { tags: ['long'] }, async () => {
  await show('#/run/finished');
  await button(run.head.runAgain).click();
  const script = page.getByLabel(setup.field.script.label, { exact: true });
  await script.waitFor();
  const was = await script.inputValue();
  expect(was).not.toBe('');
  await page.reload();
  await expect.poll(() => script.inputValue()).toBe(was);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/#\/run\/run-/);
  await page.reload();
  await page.getByRole('tab', { name: run.tab.overview }).waitFor();
  await page.goBack();
  await expect.poll(() => script.inputValue()).toBe(was);
});

test('sessions to open are listed with the newest first, folders above them', async () => {
  await show('#/', (opened) =>
    opened.engine.answerWith('files.list', () => {
      const folder = listFolder('/home/ana/shop', 'session');
      const file = (name: string, modifiedAt: string) => ({
        kind: 'file' as const,
        name,
        path: `/home/ana/shop/${name}`,
        size: 1,
        modifiedAt,
      });
      const entries = [
        ...folder.entries.filter(({ kind }) => kind === 'folder'),
        file('a.loopscope', '2026-01-01T00:00:00.000Z'),
        file('b.loopscope', '2026-03-01T00:00:00.000Z'),
        file('c.loopscope', '2026-02-01T00:00:00.000Z'),
      ];
      return succeed({ ...folder, entries });
    }),
  );
  await page.keyboard.press('o');
  const names = page.getByRole('dialog').locator('[data-entry]');
  await names.filter({ hasText: 'a.loopscope' }).waitFor();
  const listed = (await names.allTextContents()).filter((one) => one.includes('.loopscope')).map((one) => one.slice(0, 1));
  expect(listed).toEqual(['b', 'c', 'a']);
  expect(await names.last().textContent()).toContain('a.loopscope');
});

test('the card of a word opens when the mouse comes to it, not when the word comes to a mouse that rests', { tags: ['long'] }, async () => {
  await show('#/run/finished');
  const word = page.locator('main button', { hasText: new RegExp(`^${run.chart.throughput}$`) }).first();
  await word.waitFor();
  const box = (await word.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const card = page.getByRole('dialog', { name: glossary.throughput.term });
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await word.waitFor({ state: 'detached' });
  // In an object: the call returns when it listens, and not when it has heard something.
  const resting = await page.evaluateHandle(() => ({
    at: new Promise<{ screenX: number; screenY: number }>((resolve) => {
      window.addEventListener('pointermove', ({ screenX, screenY }) => resolve({ screenX, screenY }), { once: true });
    }),
  }));
  await page.mouse.move(x, y);
  const place = await resting.evaluate(({ at }) => at);
  await page.goBack();
  // What browsers tell the word once it is drawn under the pointer; then longer than a card takes to open.
  await word.evaluate(
    (element, at) =>
      new Promise((resolve) => {
        element.dispatchEvent(
          new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse', relatedTarget: document.body, ...at }),
        );
        setTimeout(resolve, 1_000);
      }),
    place,
  );
  expect(await card.count()).toBe(0);
  await page.mouse.move(x + 3, y);
  await card.waitFor();
});

test('a run that never started shows why, what the script wrote, and the fields to change by their labels', async () => {
  await show('#/setup');
  const script = page.getByLabel(setup.field.script.label, { exact: true });
  await script.fill('/home/ana/shop/silent.mjs');
  await script.blur();
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('The script did not start listening on a port within 30 s.').waitFor();
  const { portTimeoutS, url } = setup.field;
  await alert
    .getByText(`raise “${portTimeoutS.label}”; if another process listens on its behalf, give the full URL as “${url.label}”.`)
    .waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('--');
  expect(await page.getByRole('tab').allTextContents()).toEqual([run.tab.output, run.tab.notes]);
  await page.getByRole('tabpanel').getByText('waiting for the database').waitFor();
  await button(run.live.change.replace('{field}', portTimeoutS.label)).click();
  await untilFocused(page.getByLabel(portTimeoutS.label));
  expect(await script.inputValue()).toBe('/home/ana/shop/silent.mjs');
});

test('percentiles beside the chart of latency are those of the table below it', async () => {
  await show('#/run/finished');
  const beside = page
    .getByRole('region', { name: new RegExp(`^${run.chart.latency}`) })
    .locator('dl > div')
    .filter({ hasText: run.chart.p50 })
    .locator('dd');
  const row = page.getByRole('row', { name: new RegExp(`^${run.overview.rowLatency}`) });
  await row.waitFor();
  const [, , median] = await row.locator('th, td').allTextContents();
  const unit = (await row.locator('th').textContent())!.split(', ').at(-1);
  expect(unit).toBe('ms');
  await expect.poll(() => beside.textContent()).toBe(median);
});
