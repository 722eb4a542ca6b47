/** The tab Waiting: the table of what requests waited for, and what would fill it where there is none. */
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { LongestWait, WaitCallers } from '../../shared/model/longest-waits.ts';
import type { RunReport, WaitFigures } from '../../shared/model/report.ts';
import type { ClientRequest } from '../../shared/model/request-story.ts';
import type { WaitSeriesColumns } from '../../shared/model/series.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeNoReply, makeReport, makeRoutes, makeWaits } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, main, pattern } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();

const LONG = {
  ...makeWaits()[0]!,
  to: 'postgresql://products-primary.eu-central-1.rds.example.com:5432',
  name: `insert into order_lines(order_id, product_id, quantity, price, ${'another_long_column, '.repeat(10)}note) values (?)…`,
};

type Waits = Pick<RunReport, 'waits' | 'waitsOff' | 'waitsUnknown' | 'waitsBeside'>;

function answerWith(engine: FakeEngine, waits: Waits): void {
  engine.answerWith('session.report', () => {
    const report = makeReport(DEFAULT_SETUP, 20_000, null);
    return succeed({ ...report, runs: report.runs.map((one) => ({ ...one, ...waits, routes: makeRoutes() })) });
  });
}

/** Two seconds: four sockets in use all the time, and requests in line for them. */
const SERIES: WaitSeriesColumns = {
  meta: {
    bucketMs: 1_000,
    lost: 3,
    peers: [
      { to: 'http://127.0.0.1:4555', limit: 4 },
      { to: 'postgresql://127.0.0.1:5432', limit: null },
    ],
  },
  progress: Float64Array.of(4, 1.5, 4, 0.5),
  line: Float64Array.of(9, 0, 12, 0),
};

const LONGEST: readonly LongestWait[] = [
  {
    ...{ atMs: 1_200, inLineMs: 300, inProgressMs: 12.5 },
    request: { pid: 4_242, request: 7, route: 'GET /cart/:id', status: 200, inServerMs: 340 },
  },
  { atMs: 900, inLineMs: null, inProgressMs: 80, request: null },
];
const CALLERS: WaitCallers = {
  ...{ calls: 8_400, samples: 120 },
  callers: [{ function: 'loadProduct', url: 'file:///home/ana/shop/products.mjs', line: 31, samples: 34 }],
};
const REQUEST: ClientRequest = { intended: 1_000_000, start: 1_000_100, connect: 0, latency: 345_000, status: 200, port: 50_123 };

const openTab = (waits: readonly WaitFigures[] | null, more: Omit<Waits, 'waits'> = {}, session = 'finished') =>
  open(`#/run/${session}?tab=waits`, {}, { prepare: ({ engine }) => answerWith(engine, { waits, ...more }) });

test('each query and call has a row, with a least share where it is not known whose all calls were', async () => {
  const { page, errors } = await openTab([...makeWaits(), LONG]);
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  const rows = panel.getByRole('grid', { name: run.waits.title }).getByRole('row');
  await rows.filter({ hasText: 'select * from products where id = ?' }).waitFor();
  await rows.filter({ hasText: 'http://127.0.0.1:4555' }).getByText('≥ 8.4').waitFor();
  await panel.getByText(run.waits.noteOfLine).waitFor();
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});

test('a run that did not follow its requests offers one that does', async () => {
  const { page, errors } = await openTab(null, { waitsUnknown: 'notAsked' }, 'ticked');
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  await panel.getByText(run.waits.unknown.notAsked).waitFor();
  await panel.getByText(run.waits.unknownNext.notAsked).waitFor();
  await expectGoodLooks(page);
  await button(panel, run.requests.follow).click();
  await expect.poll(() => page.url()).toMatch(/#\/setup$/);
  expect(errors).toEqual([]);
});

test('a run that was asked not to record it says so, and offers one that does', async () => {
  const { page, errors } = await openTab(null, { waitsOff: true }, 'without-waits');
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  await panel.getByText(run.waits.off).waitFor();
  await expectGoodLooks(page);
  await button(panel, run.waits.record).click();
  await expect.poll(() => page.url()).toMatch(/#\/setup$/);
  expect(errors).toEqual([]);
});

test.each(['outside', 'noAgent', 'noRequests', 'tooDear', 'earlier'] as const)(
  'where it is not known because of %s, it says what would fill it',
  async (why) => {
    const { page } = await openTab(null, { waitsUnknown: why });
    const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
    await panel.getByText(run.waits.unknownNext[why]).waitFor();
    expect(await button(panel, run.waits.record).count()).toBe(why === 'tooDear' ? 1 : 0);
    await expectGoodLooks(page);
  },
);

test('where requests waited for nothing that is seen, it is said, and what is not in it', async () => {
  const { page } = await openTab([], { waitsBeside: { outside: 2, lost: 3_000 } });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  await panel.getByText(run.waits.none).waitFor();
  await panel.getByText('better-sqlite3').waitFor();
  await panel.getByText(/2 calls of no request .* 3,000 calls were not recorded/).waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);
});

test('over time, calls are stacked by whom they ask, what is in line above that, and one server has its limit', async () => {
  const { page, errors } = await open(
    '#/run/finished?tab=waits',
    {},
    {
      prepare: ({ engine }) => {
        answerWith(engine, { waits: makeWaits() });
        engine.answerWith('session.wait-series', () => succeed(SERIES));
      },
    },
  );
  const chart = (title: string) => page.getByRole('region', { name: new RegExp(`^${title}, at once$`) });
  const showTable = async (title: string) => {
    await page.getByRole('button', { name: run.chart.more.replace('{title}', title), exact: true }).click();
    await page.getByRole('menuitem', { name: run.chart.showTable, exact: true }).click();
    return chart(title).getByRole('table').getByRole('row').nth(1).getByRole('cell').allTextContents();
  };
  // In the strip above the table, where the names are short.
  await chart(run.chart.waits)
    .getByRole('term')
    .filter({ hasText: /^postgresql$/ })
    .waitFor();
  await chart(run.chart.waits).getByText('3 waits were not recorded').waitFor();
  expect((await showTable(run.chart.waits)).slice(0, 3)).toEqual(['4.00', '1.50', '9.00']);
  await expectGoodLooks(page);

  await page.getByRole('button', { name: run.time.unfold, exact: true }).click();
  await page.getByRole('button', { name: pattern(run.time.shown) }).click();
  await page.getByRole('menuitemcheckbox', { name: run.chart.pool, exact: true }).click();
  await page.keyboard.press('Escape');
  const title = run.chart.ofPeer.replace('{peer}', 'http://127.0.0.1:4555');
  expect((await showTable(title)).slice(0, 3)).toEqual(['4.00', '9.00', '4.00']);
  expect(await chart(run.chart.ofPeer.replace('{peer}', 'postgresql://127.0.0.1:5432')).count()).toBe(0);
  expect(errors).toEqual([]);
});

test('a row leads to the requests that waited longest for it, and each of these to what happened to it', async () => {
  const { page, engine, errors } = await open(
    '#/run/finished?tab=waits',
    {},
    {
      prepare: ({ engine: given }) => {
        answerWith(given, { waits: makeWaits() });
        given.answerWith('session.longest-waits', () => succeed(LONGEST));
        given.answerWith('session.wait-callers', () => succeed(CALLERS));
        given.answerWith('session.client-request', () => succeed({ request: REQUEST, nth: 17 }));
        given.answerWith('session.story', () => succeed('no-profile'));
      },
    },
  );
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  await panel.getByText(run.waits.hint).waitFor();
  await panel.getByRole('row').filter({ hasText: 'select * from products where id = ?' }).click();
  const [wait] = makeWaits().filter(({ name }) => name === 'select * from products where id = ?');
  const longest = panel.getByRole('grid', { name: `The longest waits for ${wait!.name} (${wait!.to})` }).getByRole('row');
  await longest.filter({ hasText: 'GET /cart/:id' }).getByText('12.50').waitFor();
  const asked = (name: string) => engine.received.filter((one) => one.name === name).at(-1)?.params;
  expect(asked('session.longest-waits')).toMatchObject({ window: null, kind: wait!.kind, to: wait!.to, name: wait!.name, requests: null });
  expect(await panel.getByText(run.waits.hint).count()).toBe(0);
  const code = panel.getByRole('table', { name: run.waits.callers.title }).getByRole('row');
  await code.filter({ hasText: 'loadProduct' }).getByText('34 of 120 samples').waitFor();
  // Of the other one it is not known whose it was.
  await longest.filter({ hasText: run.waits.longest.unknown }).click();
  await longest.filter({ hasText: 'GET /cart/:id' }).click();
  await panel.getByText(run.story.why['no-profile']).waitFor();
  expect(asked('session.client-request')).toMatchObject({ pid: 4_242, request: 7 });
  expect(asked('session.story')).toMatchObject(REQUEST);
  await expectGoodLooks(page);
  await page.reload();
  await panel.getByText(run.story.why['no-profile']).waitFor();
  expect(errors).toEqual([]);
});

test('rows that differ only in what kind of wait they are lead to the waits of their own kind', async () => {
  const [wait] = makeWaits();
  const [names, pool] = (['dns', 'threadpool'] as const).map((kind) => ({ ...wait!, kind, to: 'thread pool', name: 'lookup' }));
  const { page, engine, errors } = await openTab([names!, { ...pool!, calls: 77 }]);
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  const asked = () => engine.received.filter((one) => one.name === 'session.longest-waits').at(-1)?.params;
  const ofPool = panel.getByRole('grid', { name: run.waits.title }).getByRole('row').filter({ hasText: '77' });
  await ofPool.click();
  await expect.poll(asked).toMatchObject({ kind: 'threadpool' });
  const isChosen = () => ofPool.getAttribute('aria-selected');
  await expect.poll(isChosen).toBe('true');
  await expect.poll(() => page.url()).toContain('threadpool');
  await page.reload();
  await expect.poll(isChosen).toBe('true');
  expect(asked()).toMatchObject({ kind: 'threadpool' });
  expect(errors).toEqual([]);
});

test('calls without a reply have a table of their own, also where nothing else was waited for', async () => {
  const waitsBeside = { outside: 0, lost: 0, noReply: makeNoReply() };
  for (const waits of [makeWaits(), []]) {
    const { page, errors } = await openTab(waits, { waitsBeside });
    const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
    const rows = panel.getByRole('table', { name: run.waits.noReply }).getByRole('row');
    await rows.filter({ hasText: 'select * from orders where id = ?' }).getByText('14.2').waitFor();
    await panel.getByText(waits.length === 0 ? run.waits.none : run.waits.noteOfLine).waitFor();
    await expectGoodLooks(page);
    expect(errors).toEqual([]);
  }
});

test('what the requests of one route waited for, or those of its slowest', async () => {
  const { page, engine, errors } = await openTab(makeWaits());
  const panel = main(page).getByRole('tabpanel', { name: run.tab.waits });
  await panel.getByRole('grid', { name: run.waits.title }).waitFor();
  const choose = async (label: string, option: string) => {
    await panel.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose(run.routes.of, 'POST /cart');
  await panel.getByRole('grid', { name: 'What 42 requests to POST /cart waited for' }).waitFor();
  await choose(run.routes.which, run.routes.whichOf.slowest5);
  await panel.getByRole('grid', { name: 'What 42 requests to POST /cart waited for (the slowest 5 %)' }).waitFor();
  expect(engine.received.filter(({ name }) => name === 'session.waits').at(-1)!.params).toMatchObject({
    requests: { route: 'POST /cart', slowest: 5, failed: false },
    window: null,
  });
  // A row of it leads to the longest waits of these requests.
  const [wait] = makeWaits();
  await panel.getByRole('row').filter({ hasText: wait!.to }).first().click();
  await panel.getByText(`The longest waits for ${wait!.name} (${wait!.to})`).waitFor();
  expect(engine.received.filter(({ name }) => name === 'session.longest-waits').at(-1)!.params).toMatchObject({
    ...{ kind: wait!.kind, to: wait!.to, name: wait!.name },
    requests: { route: 'POST /cart', slowest: 5, failed: false },
  });
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});
