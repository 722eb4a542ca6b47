/** CPU time by route: the table, and the profile of one route or of some requests. */
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { SlowRequests } from '../../shared/model/profile/slow-requests.ts';
import type { RoutesFigures } from '../../shared/model/report.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeFlame, makeReport, makeRoutes } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
const SLOW: SlowRequests = {
  slow: { requests: 420, tookMs: 80, cpuMs: 60, parts: null },
  middle: { requests: 2_100, tookMs: 20, cpuMs: 10, parts: null },
  functions: [
    {
      function: 'renderReport',
      url: 'file:///home/ana/shop/routes/report.mjs',
      line: 12,
      kind: 'own',
      selfA: 500,
      selfB: 48_000,
      foldedA: 0,
      foldedB: 0,
      totalA: 500,
      totalB: 50_000,
      differencePercent: 9_500,
      noise: false,
      foldedNoise: false,
    },
  ],
};

function prepare({ engine }: { engine: FakeEngine }): void {
  engine.answerWith('profile.slow', () => succeed(SLOW));
  answerWithRoutes(engine, makeRoutes());
}

function answerWithRoutes(engine: FakeEngine, routes: RoutesFigures): void {
  engine.answerWith('session.report', () => {
    const report = makeReport(DEFAULT_SETUP, 20_000, null);
    return succeed({ ...report, runs: report.runs.map((one) => ({ ...one, routes })) });
  });
}

const asked = (engine: FakeEngine, name: 'profile.flame' | 'profile.functions') =>
  (engine.received.filter((one) => one.name === name).at(-1)?.params as ProfileQuery | undefined)?.selection.requests;

test('a route is chosen in the table by keyboard, and its slowest requests in the flame graph; the functions are theirs, too', async () => {
  const { page, engine, errors } = await open('#/run/finished?tab=routes', {}, { prepare });
  const rows = page.getByRole('grid', { name: run.routes.title }).getByRole('row');
  await rows.filter({ hasText: 'GET /products' }).waitFor();
  await page.getByText('most of it in renderReport (report.mjs:12)').waitFor();
  await expectGoodLooks(page);
  await rows.filter({ hasText: 'POST /cart' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: run.tab.flame, selected: true }).waitFor();
  await expect.poll(() => asked(engine, 'profile.flame')).toEqual({ route: 'POST /cart', slowest: null, failed: false });
  await page.getByRole('combobox', { name: run.routes.which }).click();
  await page.getByRole('option', { name: run.routes.whichOf.slowest1 }).click();
  await expect.poll(() => asked(engine, 'profile.flame')).toEqual({ route: 'POST /cart', slowest: 1, failed: false });
  await expectGoodLooks(page);
  await page.getByRole('tab', { name: run.tab.functions }).click();
  await expect.poll(() => asked(engine, 'profile.functions')).toEqual({ route: 'POST /cart', slowest: 1, failed: false });
  await page.reload();
  await expect.poll(() => asked(engine, 'profile.functions')).toEqual({ route: 'POST /cart', slowest: 1, failed: false });
  expect(errors).toEqual([]);
});

test('where no sample is of such requests, all can be shown again', async () => {
  const { page, engine } = await open(
    '#/run/finished?tab=flame&which=failed',
    {},
    {
      prepare: (opened) => {
        prepare(opened);
        opened.engine.answerWith('profile.flame', ({ selection }: ProfileQuery) => succeed(makeFlame(selection.requests ? 0 : 20_000)));
      },
    },
  );
  await page.getByText(run.routes.nothing).waitFor();
  await page.getByRole('button', { name: run.routes.showAll }).click();
  await page.getByText(run.routes.nothing).waitFor({ state: 'detached' });
  // The text goes before the page asks again.
  await expect.poll(() => asked(engine, 'profile.flame')).toBeNull();
});

test('of spans alone, routes have their time in the server, and no profile is offered for them', { tags: ['long'] }, async () => {
  const { routes, lost } = makeRoutes();
  const spans = routes.map((route) => ({ ...route, cpuMs: null, onCpuMs: null, share: null }));
  const { page, errors } = await open(
    '#/run/finished?tab=routes',
    {},
    { prepare: ({ engine }) => answerWithRoutes(engine, { routes: spans, cpu: null, lost }) },
  );
  const rows = page.getByRole('grid', { name: run.routes.titleOfSpans }).getByRole('row');
  await rows.filter({ hasText: 'GET /products' }).waitFor();
  expect(await rows.count()).toBe(1 + spans.length);
  expect(await page.getByRole('heading', { name: run.slow.title }).count()).toBe(0);
  await expectGoodLooks(page);
  await page.getByRole('tab', { name: run.tab.flame }).click();
  await page.getByRole('tab', { name: run.tab.flame, selected: true }).waitFor();
  expect(await page.getByRole('combobox', { name: run.routes.of }).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('where the time of each route goes is drawn on the Overview, and told in words to who does not see it', async () => {
  const { page, errors } = await open('#/run/finished', {}, { prepare });
  const rows = page.getByRole('table', { name: run.routeTime.title }).getByRole('row');
  const row = rows.filter({ hasText: 'GET /products/:id' });
  await row.waitFor();
  expect(await row.locator('[data-time]').evaluateAll((parts) => parts.map((part) => part.getAttribute('data-time')))).toEqual([
    ...['work', 'others', 'inLine', 'inProgress', 'inProgress', 'unexplained'],
  ]);
  // Each as wide as its part of the whole.
  const [whole, ...widths] = await row.locator('[data-time]').evaluateAll((parts) => {
    const widthOf = (one: Element) => one.getBoundingClientRect().width;
    return [widthOf(parts[0]!.parentElement!), ...parts.map(widthOf)];
  });
  for (const [at, share] of [0.1, 0.05, 0.5, 0.25, 0.05, 0.05].entries()) expect(Math.abs(widths[at]! / whole! - share)).toBeLessThan(0.02);
  await row.getByText('50 % in line for 127.0.0.1:4555').waitFor();
  expect((await row.getByRole('cell').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))).toContainEqual(
    expect.stringContaining('work 2.00 ms, busy with others 1.00 ms, in line for 127.0.0.1:4555 10.0 ms, 127.0.0.1:4555 5.00 ms'),
  );
  expect(await rows.filter({ hasText: 'POST /cart' }).locator('[data-time]').count()).toBe(0);
  await row.scrollIntoViewIfNeeded();
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});
