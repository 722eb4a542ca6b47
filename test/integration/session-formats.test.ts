/** Sessions saved by every earlier format open for ever, with the figures they had. The files are never made anew. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeComparison } from '../../electron/engine/compare/comparison-info.ts';
import { openFile, openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { SESSION_FORMAT } from '../../shared/session/entries.ts';
import { computeRunReport } from '../../shared/session/report.ts';
import { upgradeManifest } from '../../shared/session/upgrade.ts';
import { unpack } from '../helpers/repack.ts';
import { countRows, temporaryFolder } from '../helpers/session-dir.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/sessions');
const dir = temporaryFolder();

const FORMAT_1 = {
  requests: { sent: 500, completed: 444, failed: 6, timedOut: 2, unfinished: 50, dropped: 0, unexpected: 5 },
  latencyMs: {
    count: 439,
    min: 0.2,
    max: 1492.379,
    mean: 179.94702050113895,
    stdev: 343.29616486178935,
    percentiles: { '50': 7.451, '99': 1388.503 },
  },
  profile: {
    // Of the 10,113 in the file 10,017 lie in the measured phase, counted from the parts by hand.
    samples: 10_017,
    heavy: [
      { function: 'renderList', url: 'file:///srv/shop/render.ts', line: 22, selfMs: 1705.949, totalMs: 3332.984 },
      { function: '(anonymous)', url: 'node:internal/timers', line: 8, selfMs: 1688.873, totalMs: 1688.873 },
    ],
  },
};

test('format 1', async () => {
  const path = join(FIXTURES, 'format-1.loopscope');
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(opened.failure.message);
  const { recording } = opened.value;
  const run = await computeRunReport(recording, null, null, 2);
  expect(run.requests).toEqual(FORMAT_1.requests);
  expect(run.latencyMs).toMatchObject(FORMAT_1.latencyMs);
  expect(run.profile).toMatchObject(FORMAT_1.profile);
  expect(run.server.map(({ pid, role }) => [pid, role])).toEqual([
    [4_001, 'main'],
    [4_002, 'cluster worker'],
  ]);
  expect([recording.notes, recording.state, recording.exit]).toEqual(['Kept as written.\n', 'done', { code: null, signal: 'SIGTERM' }]);
  expect(await countRows(opened.value.rows())).toBe(run.requests.completed + run.requests.failed);

  // Saving it again in today's format changes nothing but what the upgrade adds: nothing in it is lost by opening it.
  const copy = join(dir, 'copy.loopscope');
  expect((await writeSession(opened.value, copy, { overwrite: true })).ok).toBe(true);
  expect(await unpackUpgraded(copy)).toEqual(await unpackUpgraded(path));
});

/** The packed bytes depend on the version of zlib; what is in them does not. */
async function unpackUpgraded(path: string): Promise<unknown[]> {
  return (await unpack(path)).map(({ name, content }) => {
    if (name !== 'manifest.json') return [name, content];
    const upgraded = upgradeManifest(JSON.parse(content.toString()));
    return [name, upgraded.ok && upgraded.value];
  });
}

const FORMAT_2_COMPARISON = {
  verdicts: [
    // A: 150 answers in 2.5 s, one of which had the status 500.
    { metric: 'throughput', aValue: 59.6, bValue: 79.6, pairs: 1 },
    { metric: 'mean', aValue: 124.348677852349, bValue: 166.03002512562813 },
    { metric: 'p50', aValue: 16.991, bValue: 13.76, differencePercent: -19.01594962038726 },
    { metric: 'p90', aValue: 418.139, bValue: 607.939 },
    { metric: 'p99', aValue: 1287.931, bValue: 1146.115, verdict: 'cannot tell' },
    { metric: 'cpuMsPerRequest', aValue: 18.58944910588131, bValue: 12.024160739081408 },
    { metric: 'rssBytes', aValue: 100982571.58333334, bValue: 100992709.83333334 },
  ],
  completed: [199, 150, 200, 150, 149, 200],
  latencies: [
    [149, 1_287_931],
    [397, 1_191_790],
  ],
};

test('format 2: a comparison', async () => {
  const path = join(FIXTURES, 'format-2-comparison.loopscope');
  const opened = await openFile(path);
  if (!opened.ok || opened.value.kind !== 'comparison') throw new Error('a comparison should have been opened');
  const comparison = opened.value;
  const info = describeComparison(comparison, null);
  expect(info.verdicts).toMatchObject(FORMAT_2_COMPARISON.verdicts);
  expect(info.passes.map(({ report }) => report!.requests.completed)).toEqual(FORMAT_2_COMPARISON.completed);
  expect(info.passes.map(({ excluded }) => excluded)).toEqual([null, null, null, 'Made up to fail.', null, null]);
  expect([0, 1].map((variant) => comparison.latencyOf(variant)).map((d) => [d.count, d.percentile(99)])).toEqual(
    FORMAT_2_COMPARISON.latencies,
  );
  expect(info).toMatchObject({ state: 'done', profiledPasses: [4, 5], study: { name: 'ssr', guess: 'same' } });
  expect(comparison.notes).toBe('Kept as written.\n');
  expect(await countRows((await comparison.openPass(2)).rows())).toBe(
    info.passes[2]!.report!.requests.completed + info.passes[2]!.report!.requests.failed,
  );

  if (SESSION_FORMAT > 2) return;
  const copy = join(dir, 'copy-2.loopscope');
  expect((await writeSession(comparison, copy, { overwrite: true })).ok).toBe(true);
  expect(await unpack(copy)).toEqual(await unpack(path));
});
