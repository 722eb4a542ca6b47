/** What was alive after each round of a search for a leak: drawn while rounds are added, told by round. */
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/model/failure.ts';
import { LEAK_PLAN, type LeakRound, type LeakRoundKind } from '../../shared/model/leak.ts';
import { run } from '../../shared/words/en/run.ts';
import { makeReport, makeSetup } from '../helpers/fake-data.ts';
import { setupFakePages } from '../helpers/fake-pages.ts';
import { expectGoodLooks } from '../helpers/look.ts';

const open = setupFakePages();
let errors: readonly string[] = [];
afterEach(() => expect(errors).toEqual([]));

function round(kind: LeakRoundKind, mb: number): LeakRound {
  const threads = [{ pid: 1, thread: 0, heap: mb * 1e6, external: 2e6, arrayBuffers: 0 }];
  return {
    kind,
    requests: 2_000,
    failed: 0,
    ms: 500,
    threads,
    counts: { threads: 1, descriptors: 20, resources: 2, contexts: 1 },
    rss: 9e7,
  };
}

test('each round is a dot on a line for the heap and one for what is outside of it; the one that is pointed at is told', async () => {
  const kinds = [...Array<LeakRoundKind>(3).fill('settle'), ...Array<LeakRoundKind>(5).fill('judge')];
  const leak = {
    plan: { ...LEAK_PLAN, perRound: 2_000 },
    warmUp: { requests: 10_000, failed: 0, ms: 5_000 },
    rounds: kinds.map((kind, at) => round(kind, 20 + 3 * at)),
    found: null,
    verdict: null,
  };
  const opened = await open(
    '#/run/finished',
    {},
    {
      width: 1024,
      height: 768,
      prepare: ({ engine }) => {
        const report = makeReport(makeSetup('/srv/app.js'), 60_000, null);
        engine.answerWith('session.report', () => succeed({ ...report, runs: report.runs.map((one) => ({ ...one, leak })) }));
      },
    },
  );
  const { page } = opened;
  errors = opened.errors;
  const figure = page.getByRole('region', { name: run.leak.picture.title });
  await figure.scrollIntoViewIfNeeded();
  const said = async () => (await figure.textContent())!.replace(/\s/g, ' ');
  await expect.poll(() => figure.locator('circle').count()).toBe(2 * kinds.length);
  // Nobody points: the newest round.
  expect(await said()).toContain('Round 8: 2,000 requests, then 41.0 MB of heap alive, 3.00 MB more than before; outside of it 2.00 MB.');
  const { x, y } = (await figure.locator('circle').first().boundingBox())!;
  await page.mouse.move(x + 3, y + 3);
  await expect.poll(said).toContain('Round 1 (settles): 2,000 requests, then 20.0 MB of heap alive; outside of it 2.00 MB.');
  await page.mouse.move(0, 0);
  expect(await figure.getByRole('img').getAttribute('aria-label')).toContain('after the last of 8 rounds');
  await expectGoodLooks(page);
});
