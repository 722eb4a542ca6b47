/** The Requests tab in a browser: orders, filters and pages are asked of the engine, and a request leads to its moment in the charts and back. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import { run } from '../../shared/words/en/run.ts';
import { setup } from '../../shared/words/en/setup.ts';
import { makeRequests } from '../helpers/fake-data.ts';
import type { FakeEngine } from '../helpers/fake-engine.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, main, pattern, tableRows, untilFocused } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

let page: Page;
let engine: FakeEngine;
let errors: readonly string[];
const open = setupFakePages();
afterEach(() => expect(errors).toEqual([]));

type Asked = RequestParams<'session.requests'>;

async function show(view = '', answer?: (asked: Asked) => ReturnType<typeof makeRequests>, session = 'finished'): Promise<void> {
  const prepare = (opened: { engine: FakeEngine }) =>
    answer && opened.engine.answerWith('session.requests', (asked) => succeed(answer(asked)));
  ({ page, engine, errors } = await open(`#/run/${session}?tab=requests${view}`, { runsByHand: true }, { prepare }));
}

const panel = () => main(page).getByRole('tabpanel', { name: run.tab.requests });
const grid = () => panel().getByRole('grid', { name: run.requests.label });
const area = () => panel().getByRole('group', { name: run.requests.label });
const shown = (count: RegExp) => panel().getByRole('status').filter({ hasText: count }).waitFor();
const rows = async () => (await tableRows(panel())).filter((cells) => cells.length > 1);
const asked = () => engine.received.filter(({ name }) => name === 'session.requests').at(-1)!.params as Asked;
const address = () => decodeURIComponent(page.url());
const sorted = () => grid().locator('th[aria-sort]').getAttribute('aria-sort');

test('orders, filters, pages and the slowest ten are in the address, and the table is what the engine answers', async () => {
  await show();
  await shown(/^1 to 1,000 of 57,003 requests$/);
  expect(await sorted()).toBe('ascending');
  await button(page, 'Next 1,000').click();
  await shown(/^1,001 to 2,000 of/);
  await expect.poll(asked).toMatchObject({ by: 'arrival', descending: false, offset: 1_000, limit: 1_000 });

  await grid().getByRole('button', { name: 'Latency, ms' }).click();
  await shown(/^1 to 1,000 of/);
  await expect.poll(async () => Number((await rows())[0]![2])).toBeGreaterThan(300);
  const [slowest] = await rows();
  expect(await sorted()).toBe('descending');
  await expect.poll(address).toContain('requestSort=-latency');

  await panel().getByRole('combobox', { name: run.requests.outcome }).click();
  await page.getByRole('option', { name: run.requests.outcomes.wrong }).click();
  await shown(/^8 requests$/);
  expect(new Set((await rows()).map(([, response]) => response))).toEqual(
    new Set(['503 Service Unavailable', 'ECONNRESET: the server reset the connection']),
  );
  await panel().getByLabel(run.requests.slower).fill('90000');
  await panel().getByText(run.requests.noMatch).waitFor();
  await expect.poll(address).toContain('outcome=wrong&slower=90000');
  await button(page, run.requests.clearFilter).click();
  await shown(/of 57,003 requests$/);

  await button(page, run.requests.slowest).click();
  await shown(/^The slowest 10 of 57,003 requests$/);
  const ten = await rows();
  expect([ten.length, ten[0]]).toEqual([10, slowest]);
  await expect.poll(address).toContain('requestsAs=slowest');
  await page.reload();
  await shown(/^The slowest 10 of/);
  expect(await rows()).toEqual(ten);
  await expectGoodLooks(page);
});

test('by keyboard: a request shows its instant, then its second in all views; the window filters, and Esc shows all again', async () => {
  await show('&requestsAs=slowest');
  await shown(/^The slowest 10/);
  await area().focus();
  await untilFocused(area());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = grid().locator('tr[aria-selected="true"]');
  expect(await chosen.getAttribute('aria-rowindex')).toBe('3');
  const at = Number(await chosen.getByRole('rowheader').textContent());
  const told = panel()
    .getByRole('status')
    .filter({ hasText: pattern(run.requests.chosen) });
  const end = Number(/to ([\d.]+) s/.exec((await told.textContent())!)![1]);
  expect(end).toBeGreaterThan(at);
  await main(page)
    .getByRole('region', { name: run.time.heading })
    .getByText(`at ${end.toFixed(2)} s`)
    .waitFor();

  await page.keyboard.press('Enter');
  const second = Math.floor(end);
  await expect.poll(address).toContain(`window=${second * 1_000}..${(second + 1) * 1_000}`);
  await expect.poll(() => asked().window).toEqual({ fromMs: second * 1_000, toMs: (second + 1) * 1_000 });
  // The same request is still the chosen one, wherever it is now.
  await expect.poll(() => chosen.getByRole('rowheader').textContent()).toBe(at.toFixed(3));
  await page.keyboard.press('Escape');
  // Not asked for again where the earlier reply is still there.
  await shown(/^The slowest 10 of 57,003 requests$/);
  await expect.poll(address).not.toContain('window=');

  await button(panel(), run.requests.flight).click();
  await expect.poll(() => asked().window !== null && asked().window!.toMs - asked().window!.fromMs).toBeLessThan(1_000);
  const { fromMs, toMs } = asked().window!;
  // The table and the sentence are rounded, the window is not: the request is in the list of what ended in it.
  expect([Math.abs(fromMs - 1_000 * at) <= 0.51, Math.abs(toMs - 1_000 * end) <= 0.51]).toEqual([true, true]);
  await expect.poll(() => chosen.getByRole('rowheader').textContent()).toBe(at.toFixed(3));
});

test('a run that did not follow its requests in the server offers one that does', async () => {
  await show('&chosen=3', undefined, 'ticked');
  await button(panel(), run.requests.follow).click();
  await button(page, setup.run).click();
  const started = () => engine.received.filter(({ name }) => name === 'run.start').at(-1)?.params;
  await expect.poll(started).toMatchObject({ setup: { capture: { kind: 'cpu', byRequest: true } } });
});

test('a window without requests says so, and one click shows all', async () => {
  await show('&window=2000..3000', (query) => makeRequests(query.window === null ? 20_000 : 1_000, query));
  await panel().getByText(run.requests.noneInWindow).waitFor();
  await button(page, run.requests.clearWindow).click();
  await shown(/of 57,003 requests$/);
});

test('while many requests are read the first of them are shown, and reading can be stopped and resumed', async () => {
  let done = 0.1;
  await show('', (query) => {
    const answer = makeRequests(20_000, query);
    return { ...answer, meta: { ...answer.meta, done } };
  });
  await panel().getByText('Reading requests: 10').waitFor();
  await button(page, run.requests.cancel).click();
  await panel().getByText(pattern(run.requests.cancelled)).waitFor();
  expect((await rows()).length).toBeGreaterThan(5);
  done = 1;
  await button(page, run.requests.goOn).click();
  await button(page, run.requests.goOn).waitFor({ state: 'detached' });
  await button(page, run.requests.cancel).waitFor({ state: 'detached' });
});
