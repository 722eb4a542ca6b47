/** What went wrong comes first and leads to what came back: of a recorded session with errors, of one without, of one that kept nothing. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport } from '../../shared/derive/sections/sections.ts';
import { toBoundedDistribution } from '../../shared/load/bounds.ts';
import { ExactDistribution } from '../../shared/load/distribution.ts';
import { succeed } from '../../shared/model/failure.ts';
import type { RunReport } from '../../shared/model/report.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { run } from '../../shared/words/en/run.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { button, main, showTab, tableRows } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';

let page: Page;
let errors: readonly string[];
const open = setupFakePages();
afterEach(() => expect(errors).toEqual([]));

const MARKUP = '<img src="https://example.org/x" onerror="document.title=1">';

function recorded(): RunReport {
  const recording = new RunRecording();
  for (const entry of syntheticEntries({ seconds: 2.4 })) {
    const isError = entry.type === 'output' && entry.stream === 'stderr';
    recording.apply(isError ? { ...entry, text: `Error: pool is empty ${MARKUP}\n` } : entry);
  }
  return deriveReport(new RunPart(recording));
}

async function show(report: RunReport): Promise<void> {
  const whole = { version: 1, failure: null, runs: [report], verdicts: [], probe: null, findings: [], environment: null, session: null };
  ({ page, errors } = await open(
    '#/run/finished',
    { speed: 10, runsByHand: true },
    { prepare: ({ engine }) => engine.answerWith('session.report', () => succeed(whole)) },
  ));
}

const summary = (name: RegExp) => page.getByRole('button', { name });

test('where requests hang, no figure of the latency is cut off, however long it is', async () => {
  const [known, censored] = [new ExactDistribution(), new ExactDistribution()];
  known.record(4_720, 4_000);
  censored.record(8_001_000, 6);
  const latencyMs = toBoundedDistribution(known, censored);
  await show({ ...recorded(), latencyMs, firstByteMs: latencyMs });
  const table = page.getByRole('table', { name: run.chart.latency, exact: true });
  await table.getByText('≥ 8.00').first().waitFor();
  expect(await table.getByText('0.0047').count()).toBeGreaterThan(0);
  // The longest of the charts, too, is that of all requests.
  await page.getByText('≥ 8,001').first().waitFor();
  const cut = () =>
    table
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
  expect(await cut()).toEqual([]);
  await page.setViewportSize({ width: 1024, height: 768 });
  expect(await cut()).toEqual([]);
});

test('the overview begins with the causes, and leads to the first responses that failed', async () => {
  const report = recorded();
  const count = report.requests.failed + report.requests.unexpected;
  await show(report);
  await main(page)
    .getByText(new RegExp(`requests went wrong \\(${count} of `))
    .waitFor();
  const causes = await tableRows(main(page));
  expect(causes.map(([what]) => what!.replace(/[:(].*/, '').trim()).sort()).toEqual(
    [
      ...Object.keys(report.errors),
      ...Object.keys(report.status)
        .filter((code) => Number(code) >= 400)
        .map((code) => `status ${code}`),
    ].sort(),
  );
  expect(causes.reduce((sum, [, told]) => sum + Number(told!.replaceAll(',', '')), 0)).toBe(count);
  await button(page, run.responses.show).focus();
  await page.keyboard.press('Enter');
  const tab = main(page).getByRole('tabpanel', { name: run.tab.errors });
  await tab.getByText('{"error":"no connection to the database"}').waitFor();
  // As text, whatever it contains.
  expect(await tab.locator('pre').allTextContents()).toContainEqual(expect.stringContaining(MARKUP));
  expect(await tab.locator('img').count()).toBe(0);
  expect(await summary(/^TIMEOUT/).getAttribute('aria-expanded')).toBe('false');
  await summary(/^TIMEOUT/).press('Enter');
  await tab.getByText(run.responses.noHead).waitFor();
  await summary(/^200 OK/).press('Enter');
  await tab.getByText('body of 640 B on the wire (gzip), 5.12 kB decoded, text/html').last().waitFor();
  await expectGoodLooks(page);
});

test('of a plan each response names its request, also where it is folded, and shows what the server wrote to either stream', async () => {
  const report = recorded();
  const asked = { name: `checkout ${MARKUP}`, method: 'POST', url: '/api/checkout' } as const;
  const output = { stdout: '{"level":50,"msg":"card declined"}\n', stderr: '' };
  await show({ ...report, answers: report.answers!.map((answer) => ({ ...answer, asked, ...(answer.status === 503 ? output : {}) })) });
  const tab = await showTab(page, 'errors');
  await tab.getByRole('heading', { name: run.responses.stdout }).waitFor();
  await tab.getByText('{"level":50,"msg":"card declined"}').waitFor();
  expect(await tab.getByText(run.responses.silent).count()).toBe(0);
  await summary(/^200 OK/)
    .getByText(`${asked.name}, POST /api/checkout: ended`)
    .waitFor();
  expect(await tab.locator('img').count()).toBe(0);
  await expectGoodLooks(page);
});

test('where nothing was written to either stream it says so, or why that is not known', async () => {
  const report = recorded();
  const answers = report.answers!.map((answer) => ({ ...answer, stdout: '', stderr: '' }));
  await show({ ...report, answers: answers.map((answer) => (answer.status === 1 ? { ...answer, outputMissing: 'dropped' } : answer)) });
  const tab = await showTab(page, 'errors');
  await tab.getByText(run.responses.silent).waitFor();
  await summary(/^TIMEOUT/).press('Enter');
  await tab.getByText(run.responses.dropped).waitFor();
});

test('where no request failed it says so and shows the first good response', async () => {
  const report = recorded();
  const requests = { ...report.requests, failed: 0, timedOut: 0, unexpected: 0 };
  const answers = report.answers!.filter(({ status }) => status === 200);
  await show({ ...report, requests, status: { '200': requests.completed }, errors: {}, answers });
  const tab = await showTab(page, 'errors');
  await tab.getByText(run.responses.none).waitFor();
  await tab.getByText('Shop – Übersicht', { exact: true }).waitFor();
  expect(await main(page).getByRole('table', { name: run.responses.tableTitle }).count()).toBe(0);
});

test('a session of a version that kept no responses says so beside its counts', { tags: ['long'] }, async () => {
  await show({ ...recorded(), answers: null });
  const tab = await showTab(page, 'errors');
  await tab.getByRole('table', { name: run.responses.tableTitle }).waitFor();
  await tab.getByText(run.responses.notKept).waitFor();
});
