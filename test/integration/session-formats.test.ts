/** Sessions saved by every earlier format open for ever, with the figures they had. The files are never made anew. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { describeComparison } from '../../electron/engine/experiments/compare/comparison-info.ts';
import { openFile, openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport } from '../../shared/derive/sections/sections.ts';
import { ERROR_KINDS } from '../../shared/model/run.ts';
import { SETTINGS_LIST } from '../../shared/model/setup/settings-list.ts';
import { SESSION_FORMAT } from '../../shared/session/entries.ts';
import { upgradeManifest } from '../../shared/session/upgrade.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { repack, unpack } from '../helpers/repack.ts';
import { countRows, temporaryFolder } from '../helpers/session-dir.ts';
import { messageOf, wordedAll } from '../helpers/worded.ts';

// Files are read by a process of its own.
beforeAll(ensureBuilt);

const FIXTURES = join(import.meta.dirname, '../fixtures/sessions');
const dir = temporaryFolder();

const FORMAT_1 = {
  requests: {
    sent: 500,
    completed: 444,
    failed: 6,
    timedOut: 2,
    unfinished: 50,
    dropped: 0,
    unexpected: 5,
    unanswered: null,
    oldestMs: null,
  },
  // Two timed out, after a time that is made up: since then what they waited counts as at least that.
  latencyMs: {
    count: 439,
    censored: 2,
    min: 0.2,
    percentiles: { '50': null, '99': null },
    atLeast: { '50': 7.451, '99': 1388.503, max: 1492.379 },
    atMost: { '50': 7.936, '99': 1455.083 },
    answered: {
      max: 1492.379,
      mean: 179.94702050113895,
      stdev: 343.29616486178935,
      percentiles: { '50': 7.451, '99': 1388.503 },
    },
  },
  profile: {
    // Of the 10,113 in the file 10,017 lie in the measured phase, counted from the parts by hand.
    samples: 10_017,
    // Since then an estimate from the CPU time of the process, which was 0.53 of the time between its samples.
    heavy: [
      { function: 'handle', url: 'file:///srv/shop/server.js', line: 6, samples: 1_646 },
      { function: '(anonymous)', url: 'node:internal/timers', line: 8, samples: 1_687 },
    ],
  },
};

test('format 1', async () => {
  const path = join(FIXTURES, 'format-1.loopscope');
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  const { recording } = opened.value;
  const run = deriveReport(new RunPart(recording));
  expect(run.requests).toEqual(FORMAT_1.requests);
  expect(run.latencyMs).toMatchObject(FORMAT_1.latencyMs);
  expect({ ...run.profile, heavy: run.profile!.heavy.slice(0, 2) }).toMatchObject(FORMAT_1.profile);
  expect(run.server.map(({ pid, role }) => [pid, role])).toEqual([
    [4_001, 'main'],
    [4_002, 'cluster worker'],
  ]);
  expect([recording.notes, recording.state, recording.exit]).toEqual(['Kept as written.\n', 'done', { code: null, signal: 'SIGTERM' }]);
  expect(await countRows(opened.value.rows())).toBe(run.requests.completed + run.requests.failed);

  expect(recording.header!.setup).toMatchObject({
    target: { kind: 'script' },
    requests: [{ url: '/', method: 'GET', headers: [], body: '' }],
    load: { model: 'closed', connections: 50 },
    client: { kind: 'loopscope', keepAlive: true },
  });

  // Saving it again in today's format changes nothing but what the upgrade adds: nothing in it is lost by opening it.
  const copy = join(dir, 'copy.loopscope');
  expect((await writeSession(opened.value, copy, { overwrite: true })).ok).toBe(true);
  expect(await unpackUpgraded(copy)).toEqual(await unpackUpgraded(path));
});

/** The packed bytes depend on the version of zlib; what is in them does not. */
async function unpackUpgraded(path: string): Promise<unknown[]> {
  return (await unpack(path)).map(({ name, content }) => {
    // The descriptions are for people: their wording may change, the layout may not.
    if (/(requests|server)\.json$/.test(name)) return [name, layoutOf(JSON.parse(content.toString()))];
    if (!name.endsWith('manifest.json')) return [name, content];
    const upgraded = upgradeManifest(JSON.parse(content.toString()) as Record<string, unknown>);
    return [name, upgraded.ok && withoutFigures(JSON.parse(JSON.stringify(upgraded.value), withoutLaterSettings))];
  });
}

/** Files from before there were these settings are saved with what was done then. */
const LATER = new Map<string, unknown>(
  SETTINGS_LIST.filter(({ setting }) => 'addedLater' in setting).map(({ path, setting }) => [
    path.slice(path.lastIndexOf('.') + 1),
    'before' in setting ? setting.before : 'default' in setting ? setting.default : [],
  ]),
);

function withoutLaterSettings(key: string, value: unknown): unknown {
  return LATER.has(key) && isDeepStrictEqual(value, LATER.get(key)) ? undefined : value;
}

/** A list's figures, computed anew: up to format 2 throughput counted unexpected statuses, and latency left out what timed out. */
function withoutFigures(manifest: Record<string, unknown>): unknown {
  const { cells } = manifest.experiment as { readonly cells: readonly Record<string, unknown>[] };
  return cells.map(({ totals, ...cell }) =>
    totals === undefined ? cell : { ...cell, totals: { ...totals, requestsPerSecond: null, p50Ms: null, p99Ms: null } },
  );
}

/** Kinds of errors are only added, at the end, so that the rows of old files keep theirs. */
function layoutOf({ columns, rows, blockRows, errorKinds = [] }: Layout): unknown {
  expect(ERROR_KINDS.slice(0, errorKinds.length)).toEqual(errorKinds);
  return { columns: columns.map(({ name, type, unit }) => ({ name, type, unit })), rows, blockRows };
}

interface Layout {
  readonly columns: readonly { readonly name: string; readonly type: string; readonly unit: string }[];
  readonly rows: number;
  readonly blockRows?: number;
  readonly errorKinds?: readonly string[];
}

const FORMAT_2_COMPARISON = {
  verdicts: [
    // A: 150 answers in 2.5 s, one of which had the status 500.
    { metric: 'throughput', aValue: 59.6, bValue: 79.6, pairs: 1 },
    // Mean, p90, p99 and spread are measured no more: in the run of B that counts a request timed out.
    { metric: 'p50', aValue: 16.991, bValue: 13.76, differencePercent: -19.01594962038726 },
    // New since, and of all runs: the 500 of A was in a run that counts, too.
    { metric: 'errors', bValue: 0.75, pairs: 2 },
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
  expect(wordedAll(info.passes.map(({ excluded }) => excluded))).toEqual([null, null, null, 'Made up to fail.', null, null]);
  expect([0, 1].map((variant) => comparison.latencyOf(variant)).map((d) => [d.count, d.percentile(99)])).toEqual(
    FORMAT_2_COMPARISON.latencies,
  );
  // Nobody was asked which question it is about.
  expect(info.setup.question).toBe('p50');
  expect(info).toMatchObject({ state: 'done', profiledPasses: [4, 5], study: { name: 'ssr', guess: 'same' } });
  expect(comparison.notes).toBe('Kept as written.\n');
  expect(await countRows((await comparison.openPass(2)).rows())).toBe(
    info.passes[2]!.report!.requests.completed + info.passes[2]!.report!.requests.failed,
  );

  const copy = join(dir, 'copy-2.loopscope');
  expect((await writeSession(comparison, copy, { overwrite: true })).ok).toBe(true);
  expect(await unpackUpgraded(copy)).toEqual(await unpackUpgraded(path));
});

test('a file of several cells says what it holds, and that this version shows one', async () => {
  const [run, comparison, several] = ['run', 'comparison', 'several'].map((name) => join(dir, `${name} of cells.loopscope`)) as [
    string,
    string,
    string,
  ];
  for (const [from, to] of [
    ['format-1.loopscope', run],
    ['format-2-comparison.loopscope', comparison],
  ] as const) {
    const opened = await openFile(join(FIXTURES, from));
    if (!opened.ok) throw new Error(opened.failure.code);
    expect(await writeSession(opened.value, to, { overwrite: true })).toMatchObject({ ok: true });
  }
  const cellsOf = async (path: string) => {
    const manifest = (await unpack(path)).find(({ name }) => name === 'manifest.json')!;
    return JSON.parse(manifest.content.toString()).experiment.cells as { kind: string }[];
  };
  const cells = [...(await cellsOf(run)), ...(await cellsOf(comparison)), ...(await cellsOf(run))];
  expect(cells.map(({ kind }) => kind)).toEqual(['run', 'comparison', 'run']);
  await repack(run, several, (parts) =>
    parts.map((part) =>
      part.name === 'manifest.json'
        ? { ...part, content: Buffer.from(JSON.stringify({ format: SESSION_FORMAT, experiment: { cells } })) }
        : part,
    ),
  );
  expect(await openFile(several)).toMatchObject({
    ok: false,
    failure: { code: 'newer-version', says: { key: 'file.severalCells', params: { runs: 2, comparisons: 1, profiles: 0 } } },
  });
});
