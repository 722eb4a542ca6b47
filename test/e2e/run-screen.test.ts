/** The run screen in a browser, fed by the stand-in engine: what is shown, every way to operate it, and what it asks for. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeSetup } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { type FakePage, setupFakePages } from '../helpers/fake-pages.ts';
import { dragOverFirstChart } from '../helpers/interface.ts';
import { KNOWN_CPU } from '../helpers/known-cpu.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let engine: FakeEngine;
let page: Page;
let errors: readonly string[];
const open = setupFakePages();

afterEach(() => expect(errors).toEqual([]));

async function start(hash: string, prepare?: (opened: FakePage) => void): Promise<void> {
  ({ engine, page, errors } = await open(hash, { speed: 10, runsByHand: true }, { prepare }));
}

const untilShown = () => page.getByRole('heading', { level: 1 }).waitFor();

/** The run that has ended. */
async function show(prepare?: (opened: FakePage) => void): Promise<void> {
  await start('#/run/finished', prepare);
  await untilShown();
}

const asked = (name: string): unknown[] => engine.received.filter((one) => one.name === name).map(({ params }) => params);

test('the result sentence comes first and names failures before successes', async () => {
  await show();
  const answer = page.getByRole('region', { name: 'Result' });
  await expect
    .poll(() => answer.textContent())
    .toMatch(/^About 1 in 8,100 requests went wrong .* 99\s% of responses with an expected status arrived within 12\.4\sms\./);
});

test('the answer names the code that took the time, and shows it in the flame graph', async () => {
  await show();
  const answer = page.getByRole('region', { name: 'Result' });
  await expect
    .poll(() => answer.textContent())
    .toMatch(
      /54\s% of (?:CPU|active) time goes through renderPage \(server\.mjs:28\), most of it \(141\sµs a request on average\) in react-dom/,
    );
  // By keyboard as by mouse: it is a button.
  await answer.getByRole('button', { name: 'renderPage (server.mjs:28)' }).press('Enter');
  await page.getByRole('navigation', { name: 'Zoomed into' }).getByText('renderPage').waitFor();
  await expectGoodLooks(page);
});

test('no tab has axe violations or anything wider than the window', { tags: ['long'] }, async () => {
  await show();
  for (const [key, shown] of [
    ['1', () => page.locator('.u-over').first()],
    ['2', () => page.locator('g.frame').first()],
    ['3', () => page.getByRole('application', { name: /^Flame chart/ })],
    ['4', () => page.getByRole('treegrid', { name: 'Functions by time' }).locator('tbody tr').first()],
    ['5', () => page.getByText(run.lines.none)],
    ['6', () => page.getByText(run.routes.unseen)],
    ['7', () => page.getByRole('table').locator('tbody tr').first()],
    ['8', () => page.getByRole('grid', { name: 'Single requests' }).locator('tbody tr').first()],
    ['9', () => page.getByRole('tabpanel', { name: run.tab.waits })],
  ] as const) {
    await page.keyboard.press(key);
    await shown().waitFor();
    await expectGoodLooks(page);
  }
});

test('a window dragged over a chart applies to every table and the flame graph; Esc clears it', async () => {
  await show();
  await dragOverFirstChart(page, 0.25, 0.5);
  const chip = page.getByRole('group', { name: 'Chosen window' });
  await chip.waitFor();
  const chosen = () => (asked('session.report').at(-1) as { window: { fromMs: number; toMs: number } | null }).window;
  await expect.poll(chosen).not.toBeNull();
  const window = chosen()!;
  expect(window.fromMs).toBeGreaterThan(4_800);
  expect(window.toMs).toBeLessThan(10_200);
  await page.keyboard.press('2');
  await expect.poll(() => asked('profile.flame').at(-1)).toMatchObject({ window });
  await page.keyboard.press('4');
  await expect.poll(() => asked('profile.functions').at(-1)).toMatchObject({ window });
  await page.keyboard.press('Escape');
  await chip.waitFor({ state: 'detached' });
  await expect.poll(() => asked('profile.functions').at(-1)).toMatchObject({ window: null });
});

test('on the tabs of the profile one chart is left of the time charts, with the window, until more are asked for', {
  tags: ['long'],
}, async () => {
  await show();
  const charts = page.getByRole('button', { name: /^More about/ });
  const isFolded = () => expect.poll(() => charts.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(['More about Latency']);
  await expect.poll(() => charts.count()).toBe(4);
  await dragOverFirstChart(page, 0.25, 0.5);
  for (const key of ['2', '3', '4']) {
    await page.keyboard.press(key);
    await isFolded();
    await page.getByRole('group', { name: 'Chosen window' }).waitFor();
  }
  await page.getByRole('button', { name: 'Show more charts' }).click();
  await expect.poll(() => charts.count()).toBe(4);
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await page.getByRole('tab', { name: 'Flame graph', selected: true }).waitFor();
  await expect.poll(() => charts.count()).toBe(4);
  await page.getByRole('button', { name: /^Charts: 4 of/ }).click();
  await page.getByRole('menuitem', { name: 'Show fewer charts' }).click();
  await isFolded();
  await page.keyboard.press('7');
  await expect.poll(() => charts.count()).toBe(4);
});

test('a window can be chosen by keyboard', async () => {
  await show();
  await page.getByRole('button', { name: 'Choose a window…' }).press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.getByLabel('To').fill('4.5');
  await page.keyboard.press('Enter');
  await page.getByText('0.20 s – 4.50 s').waitFor();
});

test('every chart has a table and an explanation', async () => {
  await show();
  await page.getByRole('button', { name: 'Charts: 4 of 13' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  const menus = page.getByRole('button', { name: /^More about/ });
  // Two of them are for servers with several processes.
  await expect.poll(() => menus.count()).toBe(13);
  await page.getByRole('button', { name: 'More about Latency' }).click();
  await page.getByRole('menuitem', { name: 'Show as a table' }).click();
  const table = page.getByRole('table', { name: 'Table: Latency' });
  await table.waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Time, s', 'p50, ms', 'p90, ms', 'p99, ms', 'max, ms']);
  await page.getByRole('button', { name: 'More about Event loop busy' }).click();
  await page.getByRole('menuitem', { name: 'How to read this' }).click();
  await page.getByText('requests queue, even when the CPU is not fully used').waitFor();
});

test('the flame graph zooms by mouse and keyboard, searches and zooms out', async () => {
  await show();
  await page.keyboard.press('2');
  await page.locator('g.frame[name="renderPage"]').click();
  const crumbs = page.getByRole('navigation', { name: 'Zoomed into' });
  await expect.poll(() => crumbs.getByRole('button').allInnerTexts()).toContain('renderPage');
  await page.keyboard.press('Escape');
  await expect.poll(() => crumbs.getByRole('button').allInnerTexts()).not.toContain('renderPage');
  await page.keyboard.press('/');
  await page.keyboard.type('escapeText');
  await page.getByText(/^\d+ frames, [\d.]+\s% of the time$/).waitFor();
  expect(await page.locator('g.frame[data-kind="match"]').count()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.getByRole('application').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => crumbs.getByRole('listitem').count()).toBeGreaterThan(1);
});

test('a function expands to its callers', async () => {
  await show();
  await page.keyboard.press('4');
  const rows = page.getByRole('treegrid', { name: 'Functions by time' }).locator('tbody tr');
  await rows.first().waitFor();
  const before = await rows.count();
  await page
    .getByRole('button', { name: /^Show callers of/ })
    .first()
    .click();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  expect(asked('profile.related').at(-1)).toMatchObject({ direction: 'callers' });
});

test('hostile names are shown as text', async () => {
  const name = '<img src=x onerror="document.title = \'owned\'">';
  const flame: FlameColumns = {
    meta: {
      names: ['(root)', name],
      urls: ['', '/a.js'],
      base: 10_000,
      unit: 'microseconds' as const,
      samples: 10,
      timeBase: 'cpu',
      cpu: KNOWN_CPU,
      folded: 0,
    },
    parent: Int32Array.of(-1, 0),
    name: Uint32Array.of(0, 1),
    url: Uint32Array.of(0, 1),
    line: Uint32Array.of(0, 1),
    kind: Uint8Array.of(3, 0),
    self: Float64Array.of(0, 10_000),
    folded: new Float64Array(2),
    total: Float64Array.of(10_000, 10_000),
  };
  await show((opened) => opened.engine.answerWith('profile.flame', () => succeed(flame)));
  await page.keyboard.press('2');
  await page.locator('g.frame').nth(1).hover();
  await page.getByText(name).first().waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.title()).not.toBe('owned');
});

test('notes are saved while typing and restored', async () => {
  await show();
  await page.getByRole('tab', { name: run.tab.notes }).click();
  await page.getByRole('textbox', { name: 'Notes on this run' }).fill('slower since the new index');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(asked('notes.set').at(-1)).toMatchObject({ text: 'slower since the new index' });
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Notes on this run' }).inputValue()).toBe('slower since the new index');
});

async function startRun(script: string, prepare?: (opened: FakePage) => void): Promise<void> {
  await start('', prepare);
  const sessionId = await page.evaluate(
    async (setup) => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket`);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      const answer = new Promise<string>((resolve) =>
        socket.addEventListener('message', ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.id === 1) resolve(frame.reply.value.sessionId);
        }),
      );
      socket.send(JSON.stringify({ id: 1, name: 'run.start', params: { setup, name: null } }));
      return answer;
    },
    makeSetup(script, { warmupS: 3, end: { by: 'duration', seconds: 20 } }),
  );
  await page.goto(`${engine.url}#/run/${sessionId}`);
  await untilShown();
}

test('the live screen becomes the result without redrawing or losing anything', async () => {
  await startRun('/home/ana/shop/server.mjs');
  const bar = page.getByRole('region', { name: 'Progress of the run' });
  // All steps are named from the beginning.
  await bar.locator('[aria-current=step]').filter({ hasText: 'Measuring' }).waitFor();
  const canvas = await page.locator('.uplot').first().elementHandle();
  engine.endMeasuring();
  await page.getByRole('button', { name: 'Run again…' }).waitFor();
  await bar.waitFor({ state: 'detached' });
  expect(await canvas?.evaluate((element) => element.isConnected)).toBe(true);
  await page.getByText('56,996 of 57,053 requests got an expected status').waitFor();
});

test('a run that ends as soon as it is measured keeps its charts, though its end is told before its figures', async () => {
  await startRun('/home/ana/shop/ports.mjs');
  await page.getByRole('button', { name: 'Send the load to http://127.0.0.1:9229' }).waitFor();
  const canvas = await page.locator('.uplot').first().elementHandle();
  const before = asked('session.info').length;
  const sessionId = /#\/run\/([^?]+)/.exec(page.url())![1]!;
  const elapsedMs = { launching: 400, waiting: 900, measuring: 20 };
  engine.emit({ type: 'run.state', sessionId, state: 'done', elapsedMs, message: null, question: null, failure: null });
  // It asks for its figures, and has drawn what it knew.
  await expect.poll(() => asked('session.info').length).toBeGreaterThan(before);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await canvas?.evaluate((element) => element.isConnected)).toBe(true);
});

test('Stop ends the run and keeps the recording', async () => {
  await startRun('/home/ana/shop/server.mjs');
  // Some requests are completed by then.
  await page.getByText(/[1-9]\d*\s% done/).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Run again…' }).waitFor();
  expect(asked('run.stop')).toHaveLength(1);
  await page.getByText(/requests got an expected status/).waitFor();
});

test('Space pauses the view during a run', async () => {
  let told = 0;
  await startRun('/home/ana/shop/server.mjs', (opened) =>
    opened.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"run.progress"')) told += 1;
      }),
    ),
  );
  await page.getByText(/% done/).waitFor();
  await page.keyboard.press(' ');
  await page.getByText('The view is paused; the run goes on.').waitFor();
  const [before, toldBefore] = [asked('session.load-series').length, told];
  // The page is told ten times that there is more, for which it would ask if it followed the run; one request was perhaps on its way.
  await expect.poll(() => told).toBeGreaterThan(toldBefore + 10);
  expect(asked('session.load-series').length).toBeLessThanOrEqual(before + 1);
  await page.keyboard.press(' ');
  await expect.poll(() => asked('session.load-series').length).toBeGreaterThan(before + 1);
});

test('asks which of several ports to use and tells the engine', async () => {
  await startRun('/home/ana/shop/ports.mjs');
  await page.getByRole('button', { name: 'Send the load to http://127.0.0.1:9229' }).click();
  await expect.poll(() => asked('run.choose-url')).toMatchObject([{ url: 'http://127.0.0.1:9229' }]);
});

test('a crash shows a message, a hint and details, and keeps the recording', async () => {
  await startRun('/home/ana/shop/crash.mjs');
  await page.getByText('crash.mjs ended with code 1').waitFor();
  await page.getByText('What was recorded before is kept and shown below.').waitFor();
  await page.getByRole('button', { name: 'Show the raw text' }).click();
  await page.getByText('TypeError: Cannot read properties of undefined').waitFor();
  await page.getByText(/requests got an expected status/).waitFor();
});
