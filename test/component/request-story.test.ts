/** The story of a request in a browser, and the request that it is of: kept in the address, with the way to the code of its time. */
import { expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { hasLoad, type RunReport } from '../../shared/model/report.ts';
import type { ClientRequest, RequestStory, StoryPart } from '../../shared/model/request-story.ts';
import { flightOf, STORY_PARTS } from '../../shared/model/request-story.ts';
import { DEFAULT_SETUP } from '../../shared/model/setup/setup.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeReport, makeRoutes } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, main, showTab } from '../helpers/interface.ts';
import { KNOWN_CPU } from '../helpers/known-cpu.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();

const STORY: RequestStory = {
  latencyUs: 850_000,
  stretches: [
    { part: 'queue', from: 0, to: 508_000 },
    { part: 'others', from: 508_000, to: 850_000 },
  ],
  totals: { ...(Object.fromEntries(STORY_PARTS.map((part) => [part, 0])) as Record<StoryPart, number>), queue: 508_000, others: 342_000 },
  route: 'GET /account',
  pid: 4_242,
  request: 7,
  runningUs: 900,
  isCpuTime: true,
  blockedIn: null,
  busyWaitingUs: 0,
  meanwhile: [{ route: 'GET /account', us: 342_000, requests: 8 }],
  calls: [],
  waitedFor: [],
  samples: 342,
  intervalUs: 1_000,
  flight: { fromMs: 940, toMs: 1_790.001 },
  hot: {
    own: { function: 'rebuildIndex', url: 'file:///home/ana/shop/server.mjs', line: 12, total: 4e5, totalMs: 400, totalPercent: 47.2 },
    inside: null,
    below: null,
    besides: null,
    outside: null,
    nodePercent: 4,
    samples: 850,
    cpu: KNOWN_CPU,
  },
};

const withCode = (one: RunReport): RunReport => ({
  ...one,
  routes: makeRoutes(),
  profile: one.profile && { ...one.profile, hot: STORY.hot },
});

/** Twenty-one equal queries in sequence, each of 9 ms, beside a call that was in line for 300 ms. */
const WAITING: RequestStory = {
  ...STORY,
  calls: [
    ...Array.from({ length: 21 }, (_, nth): RequestStory['calls'][number] => ({
      ...{ kind: 'query', to: 'postgresql://127.0.0.1:5432', name: 'select name, left_over from stock where sku = ?', status: null },
      ...{ from: 100_000 + nth * 10_000, us: 9_000, lineUs: 0 },
    })),
    { kind: 'http', to: 'http://127.0.0.1:4555', name: 'GET', status: 200, from: 420_000, us: 90_000, lineUs: 300_000 },
    { kind: 'socket', to: 'tcp://127.0.0.1:9', name: '', status: null, from: 848_000, us: 1_000, lineUs: null },
  ],
};

function prepare({ engine }: { engine: FakeEngine }, story = STORY): void {
  engine.answerWith('session.story', (request) => succeed({ ...story, flight: flightOf(request) }));
  engine.answerWith('session.report', () => {
    const report = makeReport(DEFAULT_SETUP, 20_000, null);
    return succeed({ ...report, runs: report.runs.filter(hasLoad).map(withCode) });
  });
}

const SENTENCE = /^While it was in flight: 47\s% of CPU time is in rebuildIndex \(server\.mjs:12\) and what it calls\./;

test('the story names the code that ran meanwhile and leads to the functions of that time, and the request stays chosen', {
  tags: ['long'],
}, async () => {
  const { page, engine, errors } = await open('#/run/finished?tab=requests&requestsAs=slowest', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.requests });
  await panel.getByRole('grid').locator('tbody tr').nth(1).click();
  const story = panel.getByRole('region', { name: run.story.title });
  await story.getByText(SENTENCE).waitFor();
  await expectGoodLooks(page);
  await expect.poll(() => page.url()).toMatch(/chosen=\d+/);

  await button(story, run.story.functions).click();
  const flight = () => flightOf(engine.received.filter(({ name }) => name === 'session.story').at(-1)!.params as ClientRequest);
  const asked = () => engine.received.filter(({ name }) => name === 'profile.functions').at(-1)?.params as ProfileQuery | undefined;
  await expect.poll(asked).toMatchObject({ window: flight(), selection: { process: STORY.pid } });
  await showTab(page, 'requests');
  await story.getByText(SENTENCE).waitFor();
  await page.reload();
  await story.getByText(SENTENCE).waitFor();
  expect(errors).toEqual([]);
});

test('choosing the time in which a request was in flight says what has changed and where to look, and which code ran in it', async () => {
  const { page, errors } = await open('#/run/finished?tab=requests&requestsAs=slowest', {}, { prepare });
  const panel = main(page).getByRole('tabpanel', { name: run.tab.requests });
  await panel.getByRole('grid').locator('tbody tr').nth(1).click();
  await button(panel, run.requests.flight).click();
  await panel.getByText(run.requests.flightShown).waitFor();
  await main(page)
    .getByRole('group', { name: run.window.label })
    .getByText(/^47\s% of CPU time is in rebuildIndex \(server\.mjs:12\)/)
    .waitFor();
  await expectGoodLooks(page);
  await button(panel, run.tab.flameChart).click();
  await main(page).getByRole('tabpanel', { name: run.tab.flameChart }).waitFor();
  expect(errors).toEqual([]);
});

test('what it waited for lies in lanes, told in words for who does not see them, and in a table', async () => {
  const { page, errors } = await open(
    '#/run/finished?tab=requests&requestsAs=slowest',
    {},
    { prepare: (given: { engine: FakeEngine }) => prepare(given, WAITING) },
  );
  const panel = main(page).getByRole('tabpanel', { name: run.tab.requests });
  await panel.getByRole('grid').locator('tbody tr').nth(1).click();
  const lanes = panel.getByRole('list', { name: run.story.lanes.title });
  const queries = lanes.getByRole('listitem').filter({ hasText: '21 × select name, left_over from stock where sku = ?' });
  await queries
    .getByText(/ \(postgresql:\/\/127\.0\.0\.1:5432\): in progress for 189\sms, in line for 0\sms before, from 100\sms on$/)
    .waitFor();
  const call = lanes.getByRole('listitem').filter({ hasText: 'GET http://127.0.0.1:4555: in progress for 90.0' });
  // The other one is at the same time.
  const [one, other] = await Promise.all([queries, call].map((item) => item.boundingBox()));
  expect(Math.abs(one!.y - other!.y)).toBeGreaterThanOrEqual(one!.height);
  // Too narrow for its name, at the very end: nothing is cut off.
  const last = lanes.getByRole('listitem').filter({ hasText: 'tcp://127.0.0.1:9: in progress for' });
  expect(await last.locator('span').count()).toBe(2);

  const rows = panel.getByRole('table', { name: run.story.calls }).getByRole('row');
  await rows.filter({ hasText: 'http://127.0.0.1:4555' }).getByText('300.00').waitFor();
  await rows.filter({ hasText: run.story.nameless }).getByText('–').nth(1).waitFor();
  await expectGoodLooks(page);
  expect(errors).toEqual([]);
});
