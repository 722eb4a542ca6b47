/** What is typed into a form is never lost without a way back, whatever leads away from it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import { succeed } from '../../shared/model/failure.ts';
import { common } from '../../shared/words/en/common.ts';
import { compare } from '../../shared/words/en/compare.ts';
import { home } from '../../shared/words/en/home.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { testCases } from '../helpers/cases.ts';
import { findTyped, listFolder } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { pattern } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
const open = setupFakePages();

async function show(hash: string): Promise<void> {
  ({ engine, page } = await open(hash, { speed: 10, comparisonsByHand: true }));
}

const SCRIPT = '/home/ana/shop/mine.mjs';
const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });
const script = () => page.getByLabel(setup.field.script.label, { exact: true });
const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
const goHome = () => page.getByRole('link', { name: common.app.name }).click();
const earlier = () => button(/^Earlier draft/);
const lastComparison = () => {
  const { comparison } = engine.received.filter(({ name }) => name === 'compare.start').at(-1)!.params as { comparison: ComparisonSetup };
  return comparison;
};

test.each([
  ['run', { hash: '#/setup', title: setup.title, ofHome: home.newRun, ofHeader: common.app.newRun }],
  ['comparison', { hash: '#/compare-setup', title: compare.setup.title, ofHome: home.compare, ofHeader: common.app.compare }],
] as const)(
  'the draft of a %s is continued by the button of Home and by the link of the header',
  async (_, { hash, title, ofHome, ofHeader }) => {
    await show(hash);
    await script().fill(SCRIPT);
    await goHome();
    await button(ofHome).click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await script().inputValue()).toBe(SCRIPT);
    await goHome();
    await link(ofHeader).click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await script().inputValue()).toBe(SCRIPT);
  },
);

testCases(['#/setup'], ['#/compare-setup'])('%s: what is started afresh can be brought back, and the other way round', async (hash) => {
  await show(hash);
  expect(await button(setup.draft.afresh).count()).toBe(0);
  await script().fill(SCRIPT);
  await button(setup.draft.afresh).click();
  await expect.poll(() => script().inputValue()).toBe('');
  await script().fill('/home/ana/shop/other.mjs');
  await expectGoodLooks(page);
  await earlier().click();
  await page.getByRole('menuitem', { name: /mine\.mjs/ }).click();
  await expect.poll(() => script().inputValue()).toBe(SCRIPT);
  await earlier().click();
  await page.getByRole('menuitem', { name: /other\.mjs/ }).click();
  await expect.poll(() => script().inputValue()).toBe('/home/ana/shop/other.mjs');
});

test.each(['#/setup', '#/compare-setup', '#/probe'])('%s: Esc closes what is open and leaves a field, never the form', async (hash) => {
  await show(hash);
  const field = page.getByRole('main').getByRole('textbox').first();
  await field.fill('typed');
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  expect(page.url()).toContain(hash);
  expect(await field.inputValue()).toBe('typed');
  expect(await field.evaluate((box) => box === document.activeElement)).toBe(false);
});

test('Esc on an open menu closes only that', async () => {
  await show('#/setup');
  await page.getByRole('combobox', { name: setup.load.label }).click();
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  expect(page.url()).toContain('#/setup');
});

test('what was typed is put aside when the set-up of a run takes its place', async () => {
  await show('#/setup');
  await script().fill(SCRIPT);
  await page.goto(`${engine.url}#/run/finished`);
  await button(run.head.runAgain).click();
  await expect.poll(() => script().inputValue()).not.toBe(SCRIPT);
  const ofRun = await script().inputValue();
  await earlier().click();
  await page.getByRole('menuitem', { name: /mine\.mjs/ }).click();
  await expect.poll(() => script().inputValue()).toBe(SCRIPT);
  await earlier().click();
  await page.getByRole('menuitem').first().click();
  await expect.poll(() => script().inputValue()).toBe(ofRun);
});

test('a set-up that was only filled in is not put aside: its run has it', async () => {
  await show('#/run/finished');
  await button(run.head.runAgain).click();
  await script().waitFor();
  await page.goBack();
  await button(run.head.runAgain).click();
  await script().waitFor();
  expect(await earlier().count()).toBe(0);
});

test('a comparison that was typed is put aside when a run is compared', { tags: ['long'] }, async () => {
  await show('#/compare-setup');
  await script().fill(SCRIPT);
  await page.goto(`${engine.url}#/run/finished`);
  await button(run.head.compare).click();
  await expect.poll(() => script().inputValue()).not.toBe(SCRIPT);
  await earlier().click();
  await page.getByRole('menuitem', { name: /mine\.mjs/ }).click();
  await expect.poll(() => script().inputValue()).toBe(SCRIPT);
});

test('a variant that was removed can be brought back with all that was typed into it', async () => {
  await show('#/compare-setup');
  await script().fill(SCRIPT);
  await button('Add variant C').click();
  await script().fill('/home/ana/shop/third.mjs');
  await button(compare.setup.remove).click();
  await expect.poll(() => page.getByRole('tab').count()).toBe(2);
  await earlier().click();
  await page.getByRole('menuitem').first().click();
  await page.getByRole('tab', { name: /^C/ }).click();
  expect(await script().inputValue()).toBe('/home/ana/shop/third.mjs');
});

test('a script that was chosen once under Browse is not asked for again', { tags: ['long'] }, async () => {
  await show('#/');
  await page.keyboard.press('o');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('dialog').getByRole('button', { name: common.picker.upload }).click(),
  ]);
  await chooser.setFiles({ name: 'mk.mjs', mimeType: 'text/javascript', buffer: Buffer.from('') });
  const picker = page.getByRole('dialog', { name: common.picker.scriptTitle });
  await picker.waitFor();
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  // Where it is asked for, it can still be found.
  await page.getByRole('button', { name: 'Find mk.mjs…' }).waitFor();
  await goHome();
  for (const way of [() => button(home.newRun).click(), () => link(common.app.newRun).click()]) {
    await way();
    await script().waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Find mk.mjs…' }).count()).toBe(0);
    await goHome();
  }
});

test('a script that is dropped on the form of a command is asked for, too', async () => {
  await show('#/setup');
  await page.getByRole('radio', { name: setup.target.kind.command, exact: true }).click();
  await page.keyboard.press('o');
  await page.getByRole('dialog').getByLabel(common.picker.folder, { exact: true }).fill(SCRIPT.replace('mine', 'server'));
  await page.keyboard.press('Enter');
  await expect.poll(() => script().inputValue()).toBe('/home/ana/shop/server.mjs');
});

test('a script that is opened begins a run of its own, and what was typed is put aside', async () => {
  await show('#/setup');
  await script().fill(SCRIPT);
  await page.getByLabel(setup.field.connections.label, { exact: true }).fill('77');
  await goHome();
  await page.keyboard.press('o');
  await page.getByRole('dialog').getByLabel(common.picker.folder, { exact: true }).fill('/home/ana/shop/server.mjs');
  await page.keyboard.press('Enter');
  await expect.poll(() => script().inputValue()).toBe('/home/ana/shop/server.mjs');
  expect(await page.getByLabel(setup.field.connections.label, { exact: true }).inputValue()).not.toBe('77');
  await earlier().click();
  await page.getByRole('menuitem', { name: /mine\.mjs/ }).click();
  await expect.poll(() => script().inputValue()).toBe(SCRIPT);
});

testCases<readonly [how: string, path: string]>(
  [['from home, with a space after it', '~/Downloads/worker.cpuprofile ']],
  [
    ['as it is', '/home/ana/Downloads/worker.cpuprofile'],
    ['in quotes', '"/home/ana/Downloads/worker.cpuprofile"'],
    ['as a URL', 'file:///home/ana/Downloads/worker.cpuprofile'],
  ],
)('Open takes the pasted path of a file %s, in either field', async ([_, path]) => {
  await show('#/');
  for (const field of [common.picker.folder, common.picker.filter]) {
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-entry]').first().waitFor();
    await dialog.getByLabel(field, { exact: true }).fill(path);
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/run\//);
    expect(engine.received.filter(({ name }) => name === 'sessions.open').at(-1)?.params).toEqual({
      path: '/home/ana/Downloads/worker.cpuprofile',
    });
    await goHome();
  }
});

test('Open goes to the pasted path of a folder, and says what is not there', { tags: ['long'] }, async () => {
  await show('#/');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  const folder = dialog.getByLabel(common.picker.folder, { exact: true });
  await folder.fill("'/home/ana/Downloads/'");
  await folder.press('Enter');
  await dialog.getByRole('button', { name: /^worker\.cpuprofile/ }).waitFor();
  expect(await folder.inputValue()).toBe('/home/ana/Downloads');
  await folder.fill('/home/ana/nowhere.cpuprofile');
  await folder.press('Enter');
  await dialog.getByRole('alert').getByText('There is no file or folder /home/ana/nowhere.cpuprofile.').waitFor();
  await expectGoodLooks(page);
  await dialog.getByRole('button', { name: common.picker.place.home, exact: true }).click();
  await dialog.getByRole('alert').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: /^Downloads/ }).waitFor();
});

test('Open begins again where something was opened last', async () => {
  await show('#/');
  await page.keyboard.press('o');
  await page.getByRole('dialog').getByLabel(common.picker.folder, { exact: true }).fill('~/Downloads/worker.cpuprofile');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/run\//);
  await page.keyboard.press('o');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: pattern('worker.cpuprofile') })
    .waitFor();
});

/** What the engine finds for paths that are typed, one by one, when the test says so. */
function findByHand(): { readonly answerFirst: () => void; readonly asked: () => number } {
  const waiting: (() => void)[] = [];
  engine.answerWith('files.find', ({ typed }) => new Promise((resolve) => waiting.push(() => resolve(findTyped(typed, '/home/ana')))));
  return { answerFirst: () => waiting.shift()!(), asked: () => waiting.length };
}

const drawnTwice = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const opened = () => engine.received.filter(({ name }) => name === 'sessions.open');

test.each([
  [
    'another folder was chosen',
    () => page.getByRole('dialog').getByRole('button', { name: common.picker.place.home, exact: true }).click(),
  ],
  ['something else was typed', () => page.getByRole('dialog').getByLabel(common.picker.folder, { exact: true }).fill('/home/ana')],
  ['the dialog was closed', () => page.keyboard.press('Escape')],
])('Open does not go to a path that was found after %s', async (_, meanwhile) => {
  await show('#/');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-entry]').first().waitFor();
  const find = findByHand();
  await dialog.getByLabel(common.picker.folder, { exact: true }).fill('/home/ana/Downloads/worker.cpuprofile');
  await page.keyboard.press('Enter');
  await expect.poll(find.asked).toBe(1);
  await meanwhile();
  find.answerFirst();
  await drawnTwice();
  expect(opened()).toEqual([]);
});

test('Up leads to the parent of the folder as it is called, however that would be read where it is typed', async () => {
  await show('#/');
  engine.answerWith('files.list', ({ dir, kind }) =>
    succeed({ ...listFolder('/home/ana', kind), dir: dir ?? "/home/ana/'old'/logs", parent: "/home/ana/'old'" }),
  );
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  const folder = dialog.getByLabel(common.picker.folder, { exact: true });
  await expect.poll(() => folder.inputValue()).toBe("/home/ana/'old'/logs");
  await dialog.getByRole('button', { name: common.picker.up }).click();
  await expect.poll(() => folder.inputValue()).toBe("/home/ana/'old'");
});

test('Open begins again beside what was chosen while another folder was being read', async () => {
  await show('#/');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  const folder = dialog.getByLabel(common.picker.folder, { exact: true });
  await folder.fill('/home/ana/Downloads');
  await folder.press('Enter');
  const entry = dialog.getByRole('button', { name: /^worker\.cpuprofile/ });
  await entry.waitFor();
  engine.answerWith('files.list', ({ dir, kind }) =>
    dir === '/home/ana' ? new Promise(() => {}) : succeed(listFolder(dir ?? '/home/ana/shop', kind)),
  );
  await dialog.getByRole('button', { name: common.picker.place.home, exact: true }).click();
  await entry.click();
  await page.waitForURL(/#\/run\//);
  await page.keyboard.press('o');
  await entry.waitFor();
});

test('the folder of a study is looked for where one was chosen last', async () => {
  await show('#/');
  await button(home.studies.openFolder).click();
  const dialog = page.getByRole('dialog');
  const folder = dialog.getByLabel(common.picker.folder, { exact: true });
  await folder.fill('/home/ana/Downloads');
  await dialog.getByRole('button', { name: common.picker.thisFolder }).click();
  await page.waitForURL(/#\/study\//);
  await goHome();
  await button(home.studies.openFolder).click();
  await expect.poll(() => folder.inputValue()).toBe('/home/ana/Downloads');
});

test('a typed folder is the one that is chosen, also before it is listed', async () => {
  const finds: (() => void)[] = [];
  await show('#/');
  engine.answerWith(
    'files.find',
    ({ typed }) => new Promise((resolve) => finds.push(() => resolve(succeed({ kind: 'folder', path: typed })))),
  );
  await button(home.studies.openFolder).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(common.picker.folder, { exact: true }).fill('/home/ana/Downloads');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: common.picker.thisFolder }).click();
  await expect.poll(() => finds.length).toBe(2);
  for (const answer of finds) answer();
  await page.waitForURL(/#\/study\//);
  expect(decodeURIComponent(page.url())).toContain('/home/ana/Downloads');
});

test('a comparison has one load for all of its variants, whichever is shown', async () => {
  await show('#/compare-setup');
  const connections = page.getByLabel(setup.field.connections.label, { exact: true });
  await script().fill(SCRIPT);
  await page.getByRole('tab', { name: /^B/ }).click();
  await script().fill('/home/ana/shop/other.mjs');
  await connections.fill('33');
  await page.getByRole('tab', { name: /^A/ }).click();
  expect(await connections.inputValue()).toBe('33');
  expect(await page.getByText(/^Different load/).count()).toBe(0);
  await expectGoodLooks(page);
  await page.getByRole('button', { name: compare.setup.run, exact: true }).last().click();
  await expect.poll(() => engine.received.some(({ name }) => name === 'compare.start')).toBe(true);
  expect(lastComparison().variants.map((one) => one.setup.load)).toMatchObject([{ connections: 33 }, { connections: 33 }]);
});

test('what was filled into B is started from scratch without a change of the load that all variants have', async () => {
  await show('#/compare-setup');
  const connections = page.getByLabel(setup.field.connections.label, { exact: true });
  const url = page.getByLabel(setup.field.url.label, { exact: true });
  await script().fill(SCRIPT);
  await page.getByRole('tab', { name: /^B/ }).click();
  await script().fill('/home/ana/shop/server.mjs');
  await script().blur();
  await expect.poll(() => url.inputValue()).toBe('/cart');
  await connections.fill('33');
  await button(setup.remembered.afresh).click();
  await expect.poll(() => url.inputValue()).toBe('/');
  expect(await script().inputValue()).toBe('/home/ana/shop/server.mjs');
  expect(await connections.inputValue()).toBe('33');
});

test('a variant has another load only where that is asked for, and the form says so before the start', { tags: ['long'] }, async () => {
  await show('#/compare-setup');
  const connections = page.getByLabel(setup.field.connections.label, { exact: true });
  await script().fill(SCRIPT);
  await page.getByRole('radio', { name: compare.setup.ownLoad }).click();
  await page.getByRole('tab', { name: /^B/ }).click();
  await connections.fill('33');
  await page.getByText(/The load is what differs: A .*10 connections.*; B .*33 connections/).waitFor();
  await script().fill('/home/ana/shop/other.mjs');
  await page.getByText(/^Different load: A .*10 connections.*; B .*33 connections.*Latency depends on the load\.$/).waitFor();
  await expectGoodLooks(page);
  await page.getByRole('radio', { name: compare.setup.oneLoad }).click();
  await page.getByText(/^Different load/).waitFor({ state: 'detached' });
  expect(await connections.inputValue()).toBe('10');
  await earlier().click();
  await page.getByRole('menuitem').first().click();
  await page.getByText(/^Different load/).waitFor();
});

test.each(['#/setup', '#/compare-setup'])(
  '%s: the last set-up of a script fills in what was left empty, and puts nothing aside',
  async (hash) => {
    await show(hash);
    await script().fill('/home/ana/shop/server.mjs');
    await script().blur();
    await expect.poll(() => page.getByLabel(setup.field.url.label, { exact: true }).inputValue()).not.toBe('/');
    expect(await earlier().count()).toBe(0);
  },
);
