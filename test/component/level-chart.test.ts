/** A sweep against its levels: throughput bends at the knee, latency rises there, and the last good and the first bad level are marked. */
import { afterEach, expect, test } from 'vitest';
import { findBracket } from '../../shared/analysis/rate-bracket.ts';
import { succeed } from '../../shared/model/failure.ts';
import type { LevelFigures } from '../../shared/model/report.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeReport, makeSetup } from '../helpers/fake-data.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { pattern } from '../helpers/interface.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
let errors: readonly string[] = [];
afterEach(() => expect(errors).toEqual([]));

const HOLD_S = 10;

/** A server that does 400 a second, one after the other. */
function level(rate: number): LevelFigures {
  const throughput = Math.min(rate, 400);
  const [came, left] = [rate * HOLD_S, (rate - throughput) * HOLD_S];
  const p50 = left === 0 ? 2 : (1_000 * left) / 2 / 400;
  const latencyMs = { count: came, min: 1, mean: p50, stdev: 1, max: 3 * p50, percentiles: { '50': p50, '90': 1.5 * p50, '99': 2 * p50 } };
  return {
    ...{ rate, from: 0, to: HOLD_S, offered: rate, throughput, latenessMs: null, inFlight: 1, inFlightByLittle: 1 },
    requests: { sent: came, completed: came, failed: 0, timedOut: 0, unexpected: 0, dropped: 0 },
    visits: { came, left, inside: 1, earlyMs: 1, lateMs: 1 + left, behind: left },
    latencyMs: { ...latencyMs, weak: rate === 100 ? ['99'] : [] },
  };
}

/** Not in order: the axis puts them so. */
const LEVELS = [800, 100, 200, 400, 600].map(level);

test('throughput and latency against levels, with the knee; a level that is pointed at is told, and is told when nobody points', async () => {
  const opened = await open(
    '#/run/finished',
    {},
    {
      width: 1440,
      height: 900,
      prepare: ({ engine }) => {
        const report = makeReport(makeSetup('/srv/app.js'), 60_000, null);
        const runs = report.runs.map((one) => ({ ...one, levels: LEVELS, bracket: findBracket(LEVELS) }));
        engine.answerWith('session.report', () => succeed({ ...report, runs }));
      },
    },
  );
  const { page } = opened;
  errors = opened.errors;
  const figure = page.getByRole('region', { name: run.levels.title });
  const [throughput, latency] = [run.levels.throughput, run.chart.latency].map((name) =>
    figure.getByRole('img', { name: new RegExp(`^${name}`) }),
  );
  await figure.scrollIntoViewIfNeeded();
  for (const panel of [throughput!, latency!]) {
    // The axis of values may have the same number.
    const tick = async (rate: number) => {
      const { x, width } = (await panel.getByText(String(rate), { exact: true }).last().boundingBox())!;
      return x + width / 2;
    };
    // 400 is the last good one, and 600 the first bad.
    const lines = await panel.locator('line').evaluateAll((all) => all.map((line) => line.getBoundingClientRect().x));
    for (const rate of [400, 600]) {
      const at = await tick(rate);
      expect(Math.min(...lines.map((x) => Math.abs(x - at)))).toBeLessThan(1.5);
    }
    await panel.getByText(run.levels.held, { exact: true }).waitFor();
    await panel.getByText(run.levels.broke, { exact: true }).waitFor();
    // In the order of the axis.
    const ticks = await Promise.all([100, 200, 400, 600, 800].map(tick));
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b));
  }
  /** Middles of the dots of a panel, line by line from the left, from the bottom up. */
  const dots = (panel: typeof throughput) =>
    panel!.locator('circle').evaluateAll((all) =>
      all.map((dot) => ({
        x: Number(dot.getAttribute('cx')),
        y: -Number(dot.getAttribute('cy')),
        hollow: dot.getAttribute('fill') === 'var(--bg)',
      })),
    );
  // Offered goes on where answered stays: the knee.
  const all = await dots(throughput);
  const [offered, answered] = [all.slice(0, 5), all.slice(5)];
  expect(answered.map(({ y }) => y).slice(0, 3)).toEqual(offered.map(({ y }) => y).slice(0, 3));
  expect(answered[4]!.y).toBe(answered[2]!.y);
  expect(offered[4]!.y).toBeGreaterThan(offered[2]!.y);
  const [p99, p50] = [(await dots(latency)).slice(0, 5), (await dots(latency)).slice(5)];
  expect(p99[4]!.y).toBeGreaterThan(p99[3]!.y);
  expect(p99.map(({ hollow }) => hollow)).toEqual([true, false, false, false, false]);
  expect(p50.every(({ hollow }) => !hollow)).toBe(true);

  const told = (rate: number) => figure.getByText(pattern(`${rate} visitors/s: `)).last();
  await told(400).waitFor();
  const box = (await throughput!.boundingBox())!;
  await page.mouse.move(box.x + offered[4]!.x, box.y + box.height / 2);
  await told(800).waitFor();
  await page.mouse.move(0, 0);
  await told(400).waitFor();
  await expectGoodLooks(page);
});
