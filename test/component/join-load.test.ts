/** A result of a load tool is joined to a recording of the server, on the screen of either. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import type { RequestName } from '../../shared/protocol/contract.ts';
import { common } from '../../shared/words/en/common.ts';
import { run } from '../../shared/words/en/run.ts';
import { say } from '../../shared/words/said.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

const JOIN = { action: 'Join a result of a load tool…', title: 'Join a result of a load tool' };
const AGREES = 'points.json lies on the time axis where its clock places it; the CPU time of the server agrees, within 0.5 s.';

async function start(hash: string): Promise<void> {
  ({ engine, page, errors } = await open(hash, {}, { width: 1024, height: 768 }));
}

const asked = (name: RequestName) => engine.received.filter((one) => one.name === name).map(({ params }) => params);
const dialog = () => page.getByRole('dialog', { name: JOIN.title, exact: true });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });

/** As the page gets it when somebody lets a file go over it. */
function drop(name: string): Promise<void> {
  return page.evaluate((file) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{}'], file));
    for (const type of ['dragenter', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true }));
  }, name);
}

test('by keyboard: a file is chosen, where it lies is said, and the joined session is opened', async () => {
  await start('#/run/waited');
  const points = { name: 'points.json', path: '/home/ana/points.json', kind: 'file', size: 9_000, modifiedAt: '2026-02-10T09:12:00Z' };
  const home = '/home/ana';
  const places = { start: home, home, saved: home };
  engine.answerWith('files.list', () => succeed({ dir: home, parent: '/home', entries: [points], places }));
  await page.getByRole('button', { name: JOIN.action, exact: true }).focus();
  await page.keyboard.press('Enter');
  await button(run.join.choose).waitFor();
  await expectGoodLooks(page, { inside: '[role=dialog]' });
  expect(await button(run.join.open).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: common.picker.filter }).fill('points');
  await page.getByRole('button', { name: /points\.json/ }).waitFor();
  await page.keyboard.press('Enter');
  await dialog().getByText(AGREES).waitFor();
  await expectGoodLooks(page, { inside: '[role=dialog]' });
  expect(asked('sessions.place-load')).toEqual([{ sessionIds: ['waited', 'finished'] }]);
  expect(asked('sessions.join')).toEqual([]);
  // The focus is on what comes next.
  engine.answerWith('sessions.join', () => succeed({ sessionId: 'visited' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toContain('#/run/visited');
  expect(asked('sessions.join')).toEqual([{ sessionIds: ['waited', 'finished'] }]);
  expect(errors).toEqual([]);
});

test('a dropped file is joined, not opened; one that does not say when is refused with its sentence, and another can be given', {
  tags: ['long'],
}, async () => {
  await start('#/run/waited');
  await page.getByRole('button', { name: JOIN.action, exact: true }).click();
  await button(run.join.choose).waitFor();
  engine.answerWith('sessions.place-load', () =>
    fail('bad-request', say('foreign.joinNoTime', { name: 'wrk.txt' }), say('foreign.joinWithTime')),
  );
  await drop('wrk.txt');
  await dialog().getByRole('alert').getByText('wrk.txt does not say when the load was made').waitFor();
  expect(new URL(page.url()).hash).toContain('#/run/waited');
  await expectGoodLooks(page, { inside: '[role=dialog]' });
  expect(await button(run.join.another).isVisible()).toBe(true);
  engine.answerWith('sessions.place-load', () => succeed({ says: [say('foreign.joinedUnchecked', { file: 'ab.csv' })] }));
  await drop('ab.csv');
  await dialog().getByText('ab.csv lies on the time axis').waitFor();
  // After the dialog a dropped file is opened again.
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await drop('session.loopscope');
  await expect.poll(() => new URL(page.url()).hash).toContain('#/run/finished');
  expect(errors).toEqual([]);
});

test('what takes long can be cancelled, and its answer comes too late', async () => {
  await start('#/run/waited');
  await page.getByRole('button', { name: JOIN.action, exact: true }).click();
  let answer: (outcome: Outcome<unknown>) => void = () => {};
  engine.answerWith(
    'sessions.place-load',
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await button(run.join.choose).waitFor();
  await drop('points.json');
  await dialog().getByText('Placing points.json on the time axis…').waitFor();
  await button(common.action.cancel).click();
  await button(run.join.choose).waitFor();
  answer(succeed({ says: [say('foreign.joinedUnchecked', { file: 'points.json' })] }));
  // It has come when a later answer has.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await button(run.join.choose).waitFor();
  await drop('second.json');
  await dialog().getByText('Placing second.json on the time axis…').waitFor();
  expect(await dialog().getByText('points.json lies').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('where the result is open, a recording is asked for; a run of ours has nothing to join', async () => {
  await start('#/run/result');
  await page.getByRole('button', { name: 'Join to a recording of the server…', exact: true }).click();
  await page.getByRole('dialog', { name: 'Join to a recording of the server', exact: true }).waitFor();
  await drop('recorded.loopscope');
  await page.getByText(AGREES).waitFor();
  expect(asked('sessions.place-load')).toEqual([{ sessionIds: ['finished', 'result'] }]);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    window.location.hash = '#/run/visited';
  });
  await page.getByRole('heading', { name: 'checkout, visitors' }).waitFor();
  expect(await page.getByRole('button', { name: /^Join / }).count()).toBe(0);
});
