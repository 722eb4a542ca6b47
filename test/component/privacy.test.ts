/** What is stored and what is told, as a person meets it: in the forms, in the menu of a session, in Settings. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { redactSetup } from '../../shared/privacy/redaction.ts';
import type { RequestName } from '../../shared/protocol/contract.ts';
import { privacy } from '../../shared/words/en/privacy.ts';
import { run } from '../../shared/words/en/run.ts';
import { settings } from '../../shared/words/en/settings.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { makeSetup } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

async function start(hash: string): Promise<void> {
  ({ engine, page, errors } = await open(hash, { speed: 10 }));
}

const asked = (name: RequestName) => engine.received.filter((one) => one.name === name).map(({ params }) => params);
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** What lies behind a dialog is dimmed on purpose. */
const look = (inside?: '[role=dialog]') => expectGoodLooks(page, { inside });

test('the menu of a session shows what its file reveals, with hostile text as escapes', async () => {
  await start('#/run/finished');
  await button(run.head.saveAs).click();
  await page.getByRole('menuitem', { name: privacy.file.menu }).click();
  const dialog = page.getByRole('dialog', { name: privacy.file.title });
  await dialog.getByRole('row', { name: privacy.about.users }).getByText('ana', { exact: true }).waitFor();
  expect(await dialog.getByRole('row', { name: privacy.about.environment }).textContent()).toContain('2 (1 left out)');
  expect(await dialog.getByRole('row', { name: privacy.about.functions }).textContent()).toContain('\\u202e');
  await look('[role=dialog]');
  expect(errors).toEqual([]);
});

test('by keyboard: a copy without the output and the folders in paths is downloaded, and it is said', { tags: ['long'] }, async () => {
  await start('#/run/finished');
  const asked: string[] = [];
  await page.route('**/download/**', (route) => {
    asked.push(route.request().method());
    return route.fulfill({ json: { ticket: 'once' } });
  });
  await button(run.head.saveAs).click();
  await page.getByRole('menuitem', { name: privacy.file.menu }).click();
  const dialog = page.getByRole('dialog', { name: privacy.file.title });
  const save = dialog.getByRole('button', { name: privacy.copy.save });
  const output = dialog.getByRole('checkbox', { name: 'Output of the server (5,120 characters)' });
  const paths = dialog.getByRole('checkbox', { name: 'Folders in paths (41 paths)' });
  await output.waitFor();
  expect(await save.isDisabled()).toBe(true);
  // One of the two variables is left out already; there are no kept responses in it.
  await dialog.getByRole('checkbox', { name: /^Values .* \(1\)$/ }).waitFor();
  // And all of it.
  expect(await dialog.getByRole('checkbox').count()).toBe(4);
  for (const box of [output, paths]) {
    await box.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => box.isChecked()).toBe(true);
  }
  await look('[role=dialog]');
  await save.focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  // Downloads of links do not pass the routes of a page.
  expect(download.url()).toMatch(/\/download\/finished\?ticket=once&without=output,paths$/);
  expect(asked).toEqual(['POST']);
  await page.getByText(privacy.copy.downloading).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('one box leaves out all of it, and shows when all is left out', { tags: ['long'] }, async () => {
  await start('#/run/finished');
  await page.route('**/download/**', (route) => route.fulfill({ json: { ticket: 'once' } }));
  await button(run.head.saveAs).click();
  await page.getByRole('menuitem', { name: 'Save a private copy…' }).click();
  const dialog = page.getByRole('dialog', { name: privacy.file.title });
  const all = dialog.getByRole('checkbox', { name: privacy.copy.all });
  const output = dialog.getByRole('checkbox', { name: /^Output of the server/ });
  const boxes = dialog.getByRole('checkbox', { checked: true });
  await all.click();
  await expect.poll(() => boxes.count()).toBe(4);
  await output.click();
  await expect.poll(() => all.isChecked()).toBe(false);
  await output.click();
  await expect.poll(() => all.isChecked()).toBe(true);
  await all.click();
  await expect.poll(() => boxes.count()).toBe(0);
  await all.click();
  const save = dialog.getByRole('button', { name: privacy.copy.save });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.url()).toMatch(/&without=output,values,paths$/);
  expect(errors).toEqual([]);
});

test('before a report is saved it is shown what it tells, and parts can be left out of it', async () => {
  await start('#/run/finished');
  engine.answerWith('export.text', () => succeed({ fileName: 'server.html', text: '<p>report', isBase64: false }));
  await button(run.head.export).click();
  await page.getByRole('menuitem', { name: run.head.exportAs.html }).click();
  const dialog = page.getByRole('dialog', { name: privacy.report.title });
  await dialog.getByRole('checkbox', { name: 'Folders in paths (41 paths)' }).click();
  await look('[role=dialog]');
  const save = dialog.getByRole('button', { name: privacy.report.save });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('server.html');
  await page.getByText('server.html is downloaded').waitFor();
  await dialog.waitFor({ state: 'detached' });
  // As it is, in two clicks.
  await button(run.head.export).click();
  await page.getByRole('menuitem', { name: run.head.exportAs.brief }).click();
  await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(asked('export.text')).toEqual([
    { sessionId: 'finished', format: 'html', without: ['paths'] },
    { sessionId: 'finished', format: 'brief' },
  ]);
  expect(errors).toEqual([]);
});

test('a possible secret is announced, left out of the shown command, and stored only if chosen', async () => {
  await start('#/setup');
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
  await page.getByLabel(setup.field.url.label, { exact: true }).fill('/cart?token=hunter2&page=2');
  const box = page.getByRole('checkbox', { name: privacy.hidden.keep });
  await box.waitFor();
  const aside = page.getByRole('complementary');
  expect(await aside.textContent()).not.toContain('hunter2');
  await look();
  await box.click();
  await aside.getByText('--keep-values').first().waitFor();
  expect(await aside.textContent()).toContain('hunter2');
  await button(setup.run).click();
  await expect
    .poll(() => asked('run.start'))
    .toMatchObject([{ keepValues: true, setup: { requests: [{ url: '/cart?token=hunter2&page=2' }] } }]);
});

test('without possible secrets there is no notice, and nothing is kept', async () => {
  await start('#/setup');
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
  await page.getByRole('complementary').getByText('loopscope').first().waitFor();
  expect(await page.getByRole('checkbox', { name: privacy.hidden.keep }).count()).toBe(0);
  await button(setup.run).click();
  await expect.poll(() => asked('run.start')).toMatchObject([{ keepValues: false }]);
});

test('hidden values must be entered again, including those in the URL, the arguments and the body', async () => {
  await start('#/setup');
  const setupWithout = makeSetup('/home/ana/shop/server.mjs', { url: '/?key=(not saved 1)', body: '(not saved 2)' });
  const saved = { ...setupWithout, target: { ...setupWithout.target, args: ['--token', '(not saved 3)'] } };
  engine.answerWith('setup.remembered', () => succeed([{ setup: saved, usedAt: '2026-02-11T10:41:00Z' }]));
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/server.mjs');
  await page.getByLabel(setup.field.script.label, { exact: true }).blur();
  await page.getByText(setup.problem.redacted).nth(2).waitFor();
  await button(setup.run).click();
  expect(asked('run.start')).toEqual([]);
});

test('what the engine still has in memory need not be entered again, and is said to be kept', { tags: ['long'] }, async () => {
  await start('#/setup');
  const given = makeSetup('/home/ana/shop/server.mjs', {
    url: '/?key=hunter2',
    headers: [
      { name: 'authorization', value: 'Bearer hunter3' },
      { name: 'accept', value: 'text/html' },
    ],
  });
  const saved = redactSetup(given);
  engine.answerWith('setup.remembered', () => succeed([{ setup: saved, usedAt: '2026-02-11T10:41:00Z' }]));
  engine.answerWith('setup.given', () => succeed(given));
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/server.mjs');
  await page.getByLabel(setup.field.script.label, { exact: true }).blur();
  const note = page.getByText('Kept from the last run, not saved to disk: “What to request”, authorization', { exact: true });
  await note.waitFor();
  expect(asked('setup.given')).toEqual([{ setup: saved, from: null }]);
  expect(await page.getByText(setup.problem.redacted).count()).toBe(0);
  // The command that is shown has variables in their places.
  const aside = page.getByRole('complementary');
  await aside.getByText('Before running it, set the shell variables KEY, AUTHORIZATION: their values are not saved.').waitFor();
  expect(await aside.textContent()).toContain('-H "authorization=$AUTHORIZATION"');
  expect(await aside.textContent()).not.toMatch(/hunter|\(not saved/);
  await look();
  // What is typed over is no longer what was kept.
  await page.getByLabel(setup.field.url.label, { exact: true }).fill('/');
  await page.getByText('Kept from the last run, not saved to disk: authorization', { exact: true }).waitFor();
  await button(setup.run).click();
  await expect
    .poll(() => asked('run.start'))
    .toMatchObject([{ keepValues: false, setup: { requests: [{ headers: given.requests[0].headers }] } }]);
  expect(errors).toEqual([]);
});

test('remembered set-ups and the list of sessions can be deleted, each after confirmation', async () => {
  await start('#/settings');
  for (const [what, name] of [
    ['setups', 'setup.forget-all'],
    ['recent', 'sessions.forget-all'],
  ] as const) {
    const words = settings.forget[what];
    await button(words.button).click();
    await page.getByRole('dialog', { name: words.question }).waitFor();
    if (what === 'setups') await look('[role=dialog]');
    expect(asked(name)).toEqual([]);
    await button(words.confirm).click();
    await page.getByText(words.done).waitFor();
    expect(asked(name)).toEqual([{}]);
  }
  expect(errors).toEqual([]);
});
