/** A grid of real scripts with a real engine: cells are run one after the other, and one that cannot be run is a cell with a sentence. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { gridParts } from '../../shared/analysis/verdicts/grid-parts.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../shared/model/comparison/exclusion.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { recentState } from '../../shared/phrases/recent.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { loopscope, loopscopeHere, start } from '../helpers/command.ts';
import { COMPARE_FIXTURES, comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { until } from '../helpers/targets.ts';

const dir = temporaryFolder();

beforeAll(() => ensureBuilt());

async function withEngine<T>(dataDir: string, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = makeEngine(dataDir);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function infoOf(engine: Engine, sessionId: string): Promise<ComparisonInfo> {
  return unwrap(await engine.handle('compare.info', { sessionId }));
}

const plain = setupOf('plain.cjs');
/** A program that no machine has. */
const missing: Setup = {
  ...plain,
  target: { kind: 'command', command: 'loopscope-has-no-such-program', cwd: dir, env: [], portTimeoutS: 20, topology: 'direct' },
};

function gridOf(rows: readonly (readonly Setup[])[]): ComparisonSetup {
  return comparisonOf(rows.flat(), {
    pairs: 1,
    grid: { cases: rows.map((_, row) => `case ${row}`), topologies: rows[0]!.map((_, column) => `topology ${column}`) },
  });
}

test('a cell that ends badly and one whose program is missing are described; the others are run, saved and opened', {
  tags: ['long'],
}, async () => {
  const asked = gridOf([
    [plain, setupOf('errors.cjs'), missing],
    [plain, setupOf('dies.cjs'), missing],
  ]);
  const data = join(dir, 'described');
  const [live, path] = await withEngine(data, async (engine) => {
    const { totalMs, missing: cells } = await engine.comparisons.estimate(asked);
    expect(cells!.map(({ cell }) => cell)).toEqual([2, 5]);
    expect(totalMs).toBeGreaterThan(0);
    const sessionId = await runComparison(engine, asked);
    expect(await engine.sessions.finished(sessionId)).toEqual({ failure: null, saveFailure: null });
    const info = await infoOf(engine, sessionId);
    expect(info.cells!.map(({ state }) => state)).toEqual(['measured', 'measured', 'failed', 'measured', 'failed', 'failed']);
    // Every response of it had status 500.
    expect(info.cells![1]).toMatchObject({ figures: { failedPercent: 100, responses: 0 }, noDifference: 'failed', difference: null });
    expect(info.cells![3]).toMatchObject({ figures: { failedPercent: 0, responses: 400 }, noDifference: 'first' });
    expect(info.cells![4]).toMatchObject({ figures: null, difference: null });
    expect(info.verdicts).toEqual([]);
    const [listed] = unwrap(await engine.handle('sessions.recent', {}));
    expect(recentState(listed!.summary!)).toMatchObject({ question: null, sign: null, word: expect.stringMatching(/^33.% status 500$/) });
    expect(listed!.summary).toMatchObject({ kind: 'grid' });
    return [info.cells, engine.sessions.get(sessionId).path!] as const;
  });

  await withEngine(join(dir, 'opened'), async (engine) => {
    const { sessionId } = unwrap(await engine.handle('sessions.open', { path }));
    expect((await infoOf(engine, sessionId)).cells).toEqual(JSON.parse(JSON.stringify(live)));
    // A cell opens as a run.
    const report = unwrap(await engine.handle('session.report', { sessionId: passSessionId(sessionId, 3), window: null }));
    expect(report.runs[0]).toMatchObject({ requests: { completed: 400 } });
    for (const format of ['html', 'markdown', 'brief'] as const) {
      const { text } = unwrap(await engine.handle('export.text', { sessionId, format }));
      expect(text).toContain('3 of 6 cells measured');
      expect(text).toContain('loopscope-has-no-such-program');
    }
  });

  const shown = await loopscope('show', path);
  expect(shown.stdout).toContain('3 of 6 cells measured');
  expect(shown.stdout).toMatch(/│ 6 +│ +│ topology 2 +│ not measured │/);
  const cell = await loopscope('show', path, '--run', '4');
  expect(cell.stderr).toContain('Cell 4 of 6: ');
  expect(cell.stdout).toContain('400 of 400 requests completed');
  const document = JSON.parse((await loopscope('show', path, '--json')).stdout);
  expect(document.grid.cells[5]).toMatchObject({
    run: 6,
    row: 1,
    column: 2,
    why: expect.stringContaining('loopscope-has-no-such-program'),
  });
  expect(document.runs).toHaveLength(3);
  expect(document).not.toHaveProperty('comparison');
});

test('a grid of a file: it says what it will run, each cell opens, and one that cannot be run says why', async () => {
  const folder = join(dir, 'file');
  mkdirSync(folder);
  const file = join(folder, 'grid.yaml');
  writeFileSync(
    file,
    `grid: 1
topologies:
  plain:
  missing: --command loopscope-has-no-such-program
cases:
  one: -c 1
  two: -c 2
`,
  );
  const out = join(folder, 'out.loopscope');
  const asked = ['--grid', file, '-a', '50', '-o', out];
  const { code, stdout, stderr } = await loopscope('compare', join(COMPARE_FIXTURES, 'plain.cjs'), ...asked);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^4 cells \(2 × 2\), one run each, about /);
  expect(stderr).toMatch(/2 cells cannot be run here: .*loopscope-has-no-such-program/);
  expect(stdout).toContain('2 of 4 cells measured');
  expect((await loopscope('show', out, '--run', '3')).stdout).toContain('50 of 50 requests completed');
  const document = JSON.parse((await loopscope('show', out, '--json')).stdout);
  expect(document.grid).toMatchObject({ cases: ['one', 'two'], topologies: ['plain', 'missing'] });

  writeFileSync(file, 'grid: 1\ntopologies:\n  plain: --topolgy direct\ncases: {one: -c 1, two: -c 2}\n');
  const refused = await loopscopeHere('compare', 'plain.cjs', ...asked);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('grid.yaml: Line 3, column 3: there is no option --topolgy. Did you mean --topology?');
});

test('Stop keeps the cells that are finished, and the rest say that they were stopped', { tags: ['long'] }, async () => {
  await withEngine(join(dir, 'stopped'), async (engine) => {
    const long = setupOf('plain.cjs', {
      target: { env: [{ name: 'LATE_MS', value: '20' }] },
      load: { end: { by: 'duration', seconds: 60 } },
    });
    const { sessionId } = unwrap(await engine.handle('compare.start', { comparison: gridOf([[plain, long, plain]]), name: null }));
    await until(() => engine.sessions.comparison(sessionId).open.running?.index === 1, 'the second cell runs');
    await engine.sessions.stop(sessionId);
    const { cells } = await infoOf(engine, sessionId);
    expect(cells!.map(({ state }) => state)).toEqual(['measured', 'stopped', 'stopped']);
    expect(cells![2]!.why).toBe(STOPPED_PASS);
  });
});

test('nothing is started where no cell can be run', async () => {
  await withEngine(join(dir, 'nothing'), async (engine) => {
    const refused = await engine.handle('compare.start', { comparison: gridOf([[missing, missing]]), name: null });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'spawn-failed' } });
  });
});

test('what was finished is recovered when the engine was killed', { tags: ['long'] }, async () => {
  const data = join(dir, 'killed');
  mkdirSync(data);
  const { child, said, ended } = start(['demo', 'reverse-proxy', '--form', 'grid', '--no-open', '--wait'], { LOOPSCOPE_DATA_DIR: data });
  await said('Cell 2 of 18');
  child.kill('SIGKILL');
  await ended;
  await withEngine(data, async (engine) => {
    const [recording] = unwrap(await engine.handle('recordings.list', {}));
    const { sessionId } = unwrap(await engine.handle('recordings.recover', { id: recording!.id }));
    const { cells, state } = await infoOf(engine, sessionId);
    expect(state).toBe('done');
    expect(cells![0]).toMatchObject({ state: 'measured', figures: { responses: 1000 } });
    expect(cells![11]!.state).not.toBe('measured');
    expect(readdirSync(join(data, 'sessions'))).toHaveLength(1);
  });
});

test('cells of a case that records are profiled, those of the others are not; both sides stand beside each other in the window and in the report', {
  tags: ['long'],
}, async () => {
  const bare: Setup = { ...plain, capture: { kind: 'none' } };
  const ticked: Setup = { ...plain, capture: { kind: 'ticks' } };
  const recorded = comparisonOf([bare, bare, plain, plain, ticked, ticked], {
    pairs: 1,
    grid: { cases: ['bare', 'recorded', 'ticked'], topologies: ['first', 'second'], records: true },
  });
  const path = await withEngine(join(dir, 'records'), async (engine) => {
    const sessionId = await runComparison(engine, recorded);
    expect(await engine.sessions.finished(sessionId)).toEqual({ failure: null, saveFailure: null });
    return engine.sessions.get(sessionId).path!;
  });
  await withEngine(join(dir, 'records-opened'), async (engine) => {
    const { sessionId } = unwrap(await engine.handle('sessions.open', { path }));
    const info = await infoOf(engine, sessionId);
    expect(info.profiledPasses).toEqual([null, null, 2, 3, null, null]);
    const [part, ...others] = gridParts(info);
    expect(others).toMatchObject([{ title: 'ticked', first: 4, yields: 'ticks' }]);
    expect(part).toMatchObject({ title: 'recorded', first: 2, info: { profiledPasses: [0, 1] } });
    const pair = { sessionId, a: 2, b: 3, kind: null, hide: [], folds: [] };
    expect(unwrap(await engine.handle('compare.functions', pair)).requestsB).toBe(400);
    const { text } = unwrap(await engine.handle('export.text', { sessionId, format: 'html' }));
    expect(text).toMatch(/<section[^>]*aria-labelledby="part-2".*id="flame-2-B-title".*Functions by difference, B against A/s);
    // The flame graphs of 0x, as of a comparison of ticks.
    expect(text).toMatch(/<section[^>]*aria-labelledby="part-3".*id="ticks-3-A-title".*id="ticks-3-B-title"/s);
    expect(text).not.toContain('id="part-1"');
  });
});

test('a grid that does not say so records nothing', { tags: ['long'] }, async () => {
  await withEngine(join(dir, 'bare'), async (engine) => {
    const sessionId = await runComparison(engine, gridOf([[plain, plain]]));
    expect((await infoOf(engine, sessionId)).profiledPasses).toEqual([null, null]);
  });
});
