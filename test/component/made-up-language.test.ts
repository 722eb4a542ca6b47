/**
 * The page in a made-up language: whatever it shows or says aloud in another has not come from the catalogue.
 * @module-tag long
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fail } from '../../shared/model/failure.ts';
import { ROOT_NAME } from '../../shared/model/profile/frame-kind.ts';
import { HTTP_METHODS } from '../../shared/model/setup/http-methods.ts';
import { decodeColumns } from '../../shared/protocol/columns.ts';
import { BINARY_HEAD_BYTES } from '../../shared/protocol/messages.ts';
import { common } from '../../shared/words/en/common.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { home } from '../../shared/words/en/home.ts';
import { privacy } from '../../shared/words/en/privacy.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { study } from '../../shared/words/en/study.ts';
import type { FakeEngine, FakeEngineOptions } from '../helpers/fake-engine.ts';
import { type FakePage, setupFakePages } from '../helpers/fake-pages.ts';
import { pattern } from '../helpers/interface.ts';
import { foreignTo, MADE_UP_LOCALE, madeUpCatalogue } from '../helpers/made-up-language.ts';
import { verbatim } from '../helpers/worded.ts';

/** Names: of the product, of the protocol, of V8, of an error in the canned data; and what is typed here. */
const NAMES = ['Loopscope', ...HTTP_METHODS, ROOT_NAME, 'ECONNRESET', '/home/ana/shop/cluster.mjs', 'http://shop.example.org/list'];

const NAME_FIELDS = /^(name|title|platform|\d+)$/;
/** What the engine tells is data; but one lower-case word that is nothing's name is a value of an enumeration, which the page has to word. */
function readData(payload: string | Buffer): unknown {
  const text = typeof payload === 'string' ? payload : JSON.stringify(decodeColumns(payload.subarray(BINARY_HEAD_BYTES)).meta);
  return JSON.parse(text, (field, value) => (/^[a-z][a-z-]*$/.test(value) && !NAME_FIELDS.test(field) ? null : value));
}

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
/** What the engine has told the page. */
let told: unknown[];
const open = setupFakePages([madeUpCatalogue]);

async function start(hash: string, options: FakeEngineOptions = {}): Promise<void> {
  told = [];
  ({ engine, page, errors } = await open(hash, { speed: 10, comparisonsByHand: true, ...options }, { prepare: readAndMark }));
}

async function readAndMark({ page: opened }: FakePage): Promise<void> {
  opened.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(readData(payload))));
  // Dates are worded by the platform, in the language it is asked for.
  await opened.addInitScript(() => {
    const { format } = Intl.RelativeTimeFormat.prototype;
    Intl.RelativeTimeFormat.prototype.format = function (this: Intl.RelativeTimeFormat, ...given: Parameters<typeof format>) {
      return `⟦${format.apply(this, given)}⟧`;
    };
    const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!;
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() {
        return (date: number) => `⟦${get!.call(this)(date)}⟧`;
      },
    });
  });
}

/** What is read and what is heard, in the order of the page: a message with marked words is in several pieces. Code is not translated. */
async function readPage(): Promise<string[]> {
  return page.evaluate(() => {
    const heard = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    let read = '';
    while (texts.nextNode()) {
      const { parentElement, nodeValue } = texts.currentNode;
      if (!parentElement!.closest('style, script, noscript, code, pre')) read += ` ${nodeValue}`;
    }
    return [read, ...heard.flatMap((name) => [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)!))];
  });
}

async function expectMadeUp(): Promise<void> {
  const read = await readPage();
  expect(await page.locator('html').getAttribute('lang')).toBe(MADE_UP_LOCALE);
  expect(read.join()).toContain('⟦');
  // A frame may be on the page before it is known here.
  await expect.poll(() => foreignTo([told, NAMES], ...read)).toEqual([]);
  expect(errors).toEqual([]);
}

/** With all that can be unfolded, in each menu and each list of choices; `inside`: of a part of the page. */
async function expectAllMadeUp(inside = 'body'): Promise<void> {
  await page.locator('main button[aria-expanded=false]:not([role=combobox], [aria-haspopup])').evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click();
  });
  await expectMadeUp();
  for (const closed of await page.locator(`${inside} button:is([role=combobox], [aria-haspopup=menu]):enabled:visible`).all()) {
    // By key: what a pointer stands on may show its name over the next.
    await closed.press('Enter');
    const open = page.locator('[role=menu], [role=listbox]');
    await open.waitFor();
    await expectMadeUp();
    await page.keyboard.press('Escape');
    await expect.poll(() => closed.evaluate((one) => one === document.activeElement)).toBe(true);
  }
}

/** Opens a dialog, reads it and closes it. */
async function expectDialogMadeUp(open: () => Promise<unknown>): Promise<void> {
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('[role=progressbar], [role=status]').count()).toBe(0);
  await expectMadeUp();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

const inMadeUp = (words: string) => pattern(`⟦${words}⟧`);
const button = (words: string) => page.getByRole('button', { name: inMadeUp(words) });
const field = (words: string) => page.getByLabel(inMadeUp(words));
const shown = (words: string) => page.getByText(inMadeUp(words)).first().waitFor();

async function choose(script: string): Promise<void> {
  await field(setup.field.script.label).first().fill(script);
  await field(setup.field.script.label).first().blur();
}

test('Home, with its dialogs', async () => {
  await start('#/');
  await page.getByText('checkout after the index').waitFor();
  await expectAllMadeUp();
  await expectDialogMadeUp(() => page.keyboard.press('?'));
  await expectDialogMadeUp(() => page.keyboard.press('o'));
  await expectDialogMadeUp(() => button(home.recordings.discardTitle).click());
  await button(home.recent.select).click();
  await expectMadeUp();
});

test('Home of a new user, where nothing can be run', async () => {
  await start('#/', { empty: true, cannotRun: fail('not-available', verbatim('None was found.')).failure });
  await page.getByText('None was found.').waitFor();
  await expectAllMadeUp();
});

test('Set-up with mistakes', async () => {
  await start('#/setup');
  await expectAllMadeUp();
  await button(setup.run).click();
  await shown(setup.field.script.missing);
  await expectMadeUp();
  await choose('/home/ana/shop/cluster.mjs');
  await field(setup.field.url.label).fill('http://shop.example.org/?token=hunter2');
  for (const name of ['connections', 'durationS', 'warmupS'] as const) await field(setup.field[name].label).fill('-1');
  await page.locator('[aria-invalid=true]').nth(2).waitFor();
  await expectMadeUp();
});

test('the set-up of a comparison', async () => {
  await start('#/compare-setup');
  await expectAllMadeUp();
  await button(compare.setup.run).click();
  await shown(setup.field.script.missing);
  await expectMadeUp();
  await choose('/home/ana/shop/cluster.mjs');
  await shown(compare.setup.time.replace(/<b>.*<\/b>/, '{time}'));
  await page.getByRole('tab', { name: /^B/ }).click();
  await field(setup.field.url.label).fill('/list');
  await expectAllMadeUp();
});

test('Settings', async () => {
  await start('#/settings');
  await expectAllMadeUp();
  await expectDialogMadeUp(() => button(settings.forget.setups.button).click());
  await expectDialogMadeUp(() => button(settings.forget.recent.button).click());
});

test('each view of a finished run, with its dialogs', async () => {
  await start('#/run/finished');
  for (const name of ['overview', 'flame', 'functions', 'server', 'output', 'notes'] as const) {
    await page.getByRole('tab', { name: inMadeUp(run.tab[name]) }).click();
    const view = page.getByRole('tabpanel', { name: inMadeUp(run.tab[name]) });
    await view.locator('table, [role=tree], [role=treegrid], [role=log], svg, textarea').first().waitFor();
    await expectAllMadeUp('[role=tabpanel]');
  }
  for (const words of [privacy.file.menu, run.head.saveToPath, run.head.rename]) {
    await expectDialogMadeUp(async () => {
      await button(run.head.saveAs).click();
      await page.getByRole('menuitem', { name: inMadeUp(words) }).click();
    });
  }
});

test('the classic ticks of a run', async () => {
  await start('#/run/ticked');
  await page.getByRole('tab', { name: inMadeUp(run.tab.ticks) }).click();
  await page.locator('g.frame').first().waitFor();
  await expectAllMadeUp();
  await page.locator('g.frame').nth(3).hover();
  await shown(run.ticks.flame.onTop);
  await expectMadeUp();
  await page.getByRole('radio', { name: inMadeUp(run.ticks.flame.merged) }).click();
  await shown(run.ticks.flame.markNone);
  await page.getByRole('radio', { name: inMadeUp(run.flame.tree) }).click();
  await page.getByRole('treegrid', { name: inMadeUp(run.flame.tableLabel) }).waitFor();
  await expectMadeUp();
  await page
    .getByRole('group', { name: inMadeUp(run.ticks.flame.filters) })
    .locator('[aria-pressed=true]')
    .evaluateAll((all) => {
      for (const one of all) (one as HTMLElement).click();
    });
  await shown(run.ticks.flame.hiddenAll);
  await expectMadeUp();
});

test('a run from its start to its end', async () => {
  await start('#/setup', { runsByHand: true });
  await choose('/home/ana/shop/ports.mjs');
  await button(setup.run).click();
  await shown(run.live.ports);
  await expectMadeUp();
  await button(run.live.choose).first().click();
  await shown(run.live.left);
  await expectMadeUp();
  await button(run.live.pause).click();
  await shown(run.live.paused);
  await expectMadeUp();
  engine.endMeasuring();
  await shown(run.head.savedAt);
  await expectMadeUp();
});

test('a run that fails', async () => {
  await start('#/setup');
  await choose('/home/ana/shop/crash.mjs');
  await button(setup.run).click();
  await shown(run.live.failedKept);
  await expectMadeUp();
});

test('a comparison during its runs and after its end', async () => {
  await start('#/compare/compared');
  await page.getByRole('table').first().waitFor();
  await expectAllMadeUp();
  for (const tab of ['percentiles', 'requests', 'time', 'flame', 'flameChart', 'functions', 'setup', 'notes'] as const) {
    await page.getByRole('tab', { name: inMadeUp(compare.sections[tab]), exact: true }).click();
    await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
    await expectAllMadeUp('[role=tabpanel]');
  }
  await page.keyboard.press('5');
  await page.locator('g.frame').first().waitFor();
  await page.getByRole('radio', { name: inMadeUp(compare.flame.side) }).click();
  await expectMadeUp();
  await expectDialogMadeUp(() => button(compare.head.again).click());
  await button(compare.head.again).click();
  await button(compare.more.start).click();
  await shown(compare.live.round);
  await expectMadeUp();
  engine.finishRuns(4);
  await shown(compare.live.left);
  await expectMadeUp();
  await button(compare.live.stop).click();
  await button(compare.head.again).waitFor();
  await expectMadeUp();
});

test('a study, step by step', async () => {
  await start('#/study/ssr');
  await page.getByRole('radio').first().click();
  await expectAllMadeUp();
  await button(study.predict.guess).click();
  await expectAllMadeUp();
  await button(study.run.start).click();
  await shown(study.run.going);
  await expectMadeUp();
  engine.finishRuns();
  await button(study.run.reveal).click();
  await shown(study.reveal.wrong);
  await expectAllMadeUp();
  await button(study.reveal.next).click();
  await page.getByRole('button', { name: 'log', exact: true }).click();
  await field(compare.flame.search).waitFor();
  await expectAllMadeUp();
  await button(study.explain.next).last().click();
  await expectAllMadeUp();
});

test.each([
  ['#/nothing', common.app.notFound],
  ['#/study/nothing', study.missing],
])('%s', async (hash, words) => {
  await start('#/');
  await page.goto(`${engine.url}${hash}`);
  await shown(words);
  await expectMadeUp();
});
