/** Requests and what they waited for, above the flame chart: a click chooses one, whose waits are then shown, and leads to its story. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { hasLoad } from '../../shared/model/report.ts';
import type { RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { take } from '../../shared/words/en/take.ts';
import { makeReport, makeRoutes } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, main, showTab } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();

/** Two requests, one after the other, that fill the first half of twenty seconds; the second waited, first in line. */
const COLUMNS: RequestLaneColumns = {
  meta: {
    ...{ fromUs: 0, toUs: 20e6 },
    requests: { count: 2, lanes: 1 },
    waits: { count: 1, lanes: 1 },
    routes: ['GET /account'],
    calls: [{ kind: 'query', to: 'postgresql://127.0.0.1:5432', name: 'select 1' }],
  },
  requestStart: Float64Array.of(0, 5e6),
  requestEnd: Float64Array.of(4.9e6, 10e6),
  requestLane: Uint8Array.of(0, 0),
  requestRoute: Uint16Array.of(0, 0),
  requestStatus: Uint16Array.of(500, 200),
  requestPid: Uint32Array.of(7, 7),
  requestNumber: Uint32Array.of(1, 2),
  waitLine: Float64Array.of(6e6),
  waitStart: Float64Array.of(8e6),
  waitEnd: Float64Array.of(9e6),
  waitLane: Uint8Array.of(0),
  waitCall: Uint16Array.of(0),
  waitPid: Uint32Array.of(7),
  waitNumber: Uint32Array.of(2),
  inServer: new Float32Array(100),
  inProgress: new Float32Array(100),
  inLine: new Float32Array(100),
};
const REQUEST = { intended: 5e6, start: 5e6, connect: 0, latency: 5_001_000, status: 200, port: 50_123 };

function prepare({ engine }: { engine: FakeEngine }): void {
  engine.answerWith('session.report', () => {
    const report = makeReport(DEFAULT_SETUP, 20_000, null);
    return succeed({ ...report, runs: report.runs.filter(hasLoad).map((one) => ({ ...one, routes: makeRoutes() })) });
  });
  engine.answerWith('session.request-lanes', () => succeed(COLUMNS));
  engine.answerWith('session.client-request', () => succeed({ request: REQUEST, nth: 17 }));
}

test('they lie on the axis of the chart, and the one that is chosen leads to its story', async () => {
  const { page, engine, errors } = await open('#/run/finished?tab=flameChart', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.flameChart });
  const lanes = panel.getByRole('application', { name: /: 2 requests in the server, and 1 wait\./ });
  await panel.getByText(run.flameChart.lanes.inProgressKey).waitFor();
  await lanes.waitFor();
  const box = (await lanes.boundingBox())!;
  const chart = (await panel.getByRole('application', { name: /^Flame chart/ }).boundingBox())!;
  expect([box.x, Math.round(box.y + box.height)]).toEqual([chart.x, expect.closeTo(chart.y, -1)]);
  // The plot has the room between the columns beside the charts over time: a quarter of it is at 5 s.
  const plot = { left: box.x + 160 + 52, width: box.width - 160 - 52 - 168 - 10 };
  const at = (seconds: number) => plot.left + (plot.width * seconds) / 20;
  await page.mouse.move(at(2.5), box.y + 5);
  await page
    .locator('[data-tip]')
    .filter({ hasText: 'GET /account' })
    .getByText(/^4\.90\ss in the server, response 500$/)
    .waitFor();
  await page.mouse.move(at(8.5), box.y + box.height - 48);
  const tip = page.locator('[data-tip]').filter({ hasText: 'select 1 (postgresql://127.0.0.1:5432)' });
  await tip.getByText(/^in line for 2\.00\ss, then in progress for 1\.00\ss$/).waitFor();
  await tip.getByText('for GET /account').waitFor();

  await page.mouse.click(at(7.5), box.y + 5);
  const asked = (name: string) => engine.received.filter((one) => one.name === name).at(-1)?.params;
  await expect.poll(() => asked('session.client-request')).toMatchObject({ pid: 7, request: 2 });
  await panel.getByText(/GET \/account: 5\.00\ss in the server/).waitFor();
  await expectGoodLooks(page);
  await button(panel, run.flameChart.lanes.story).click();
  await main(page).getByRole('tabpanel', { name: run.tab.requests }).waitFor();
  await expect.poll(() => page.url()).toMatch(/chosen=17/);
  await expect.poll(() => asked('session.requests')).toMatchObject({ window: { toMs: 10_001.001 }, outcome: 'all', offset: 0 });
  expect(errors).toEqual([]);
});

test('a drag pans the chart below as well, and what is in between leads nowhere', async () => {
  const { page, errors } = await open('#/run/finished?tab=flameChart&chart=4000000..12000000', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.flameChart });
  const lanes = panel.getByRole('application', { name: /requests in the server/ });
  await lanes.waitFor();
  const box = (await lanes.boundingBox())!;
  const middle = box.x + 212 + (box.width - 390) / 2;
  await page.mouse.move(middle, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(middle - 100, box.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.url()).not.toMatch(/chart=4000000/);
  // A drag is no click.
  expect(await panel.getByText(/GET \/account/).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('the keys go through requests and their waits, tell what each is, choose a request, and let go of it', async () => {
  const { page, engine, errors } = await open('#/run/finished?tab=flameChart', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.flameChart });
  const lanes = panel.getByRole('application', { name: /requests in the server/ });
  await lanes.focus();
  const says = (words: RegExp) => panel.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });
  // The longest one first.
  await page.keyboard.press('ArrowDown');
  await says(/^GET \/account, 5\.00\ss in the server, response 200$/);
  await page.locator('[data-tip]').filter({ hasText: 'GET /account' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await says(/response 500$/);
  await page.keyboard.press('ArrowLeft');
  await says(/response 500$/);
  await page.keyboard.press('ArrowRight');
  await says(/response 200$/);
  await page.keyboard.press('ArrowDown');
  await says(/^select 1 .*, in line for 2\.00\ss, then in progress for 1\.00\ss, for GET \/account$/);
  await expectGoodLooks(page);
  await page.keyboard.press('Enter');
  const asked = () => engine.received.filter((one) => one.name === 'session.client-request').at(-1)?.params;
  await expect.poll(asked).toMatchObject({ pid: 7, request: 2 });
  const chosen = panel.getByText(/GET \/account: 5\.00\ss in the server/);
  await chosen.waitFor();
  // First what was gone to, then what was chosen.
  await page.keyboard.press('Escape');
  expect(await page.locator('[data-tip]').count()).toBe(0);
  expect(await chosen.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => chosen.count()).toBe(0);
  // As in the chart below.
  await page.keyboard.press('w');
  await expect.poll(() => page.url()).toMatch(/chart=/);
  await page.keyboard.press('0');
  await expect.poll(() => page.url()).not.toMatch(/chart=/);
  expect(errors).toEqual([]);
});

test('they are in the picture that is saved, with what the chosen request waited for', async () => {
  const { page, errors } = await open('#/run/finished?tab=flameChart', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.flameChart });
  await panel.getByRole('application', { name: /requests in the server/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: `Copy or save: ${run.tab.flameChart}` }).click();
  const save = page.getByRole('menuitem', { name: take.save.svg });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const svg = await readFile((await download.path())!, 'utf8');
  for (const words of ['Requests', 'by GET /account', 'GET /account 4.90\u00a0s', run.flameChart.lanes.inLineKey])
    expect(svg).toContain(words);
  // There is not room for all of it.
  expect(svg).toMatch(/>sel\w*…</);
  expect(svg).not.toMatch(/var\(|="undefined|NaN|fill=""/);
  expect(errors).toEqual([]);
});

test('while a run goes on they are there, too, and a request is chosen for its waits alone', async () => {
  const { page, engine, errors } = await open('#/setup', { speed: 10, runsByHand: true }, { prepare });
  await page.getByLabel(setup.field.script.label, { exact: true }).fill('/home/ana/shop/cluster.mjs');
  await page.getByLabel(setup.field.script.label, { exact: true }).blur();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/#\/run\/run-/);
  const panel = await showTab(page, 'flameChart');
  const lanes = panel.getByRole('application', { name: /requests in the server/ });
  await lanes.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel
    .getByRole('status')
    .filter({ hasText: /response 200$/ })
    .waitFor({ state: 'attached' });
  expect(engine.received.filter((one) => one.name === 'session.client-request')).toEqual([]);
  expect(errors).toEqual([]);
});

test('where it is not known when requests were in the server, the chart stands alone', async () => {
  const { page } = await open('#/run/finished?tab=flameChart', {});
  const panel = main(page).getByRole('tabpanel', { name: run.tab.flameChart });
  await panel.getByRole('application').waitFor();
  expect(await panel.getByRole('application', { name: /in the server/ }).count()).toBe(0);
});
