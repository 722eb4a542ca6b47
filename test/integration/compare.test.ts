/** Comparisons of real scripts with a real engine. Small loads: what is compared here is the machinery, not the machine. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { plannedShare } from '../../shared/analysis/verdicts/family.ts';
import { computeDetectable } from '../../shared/analysis/verdicts/sensitivity.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../shared/model/comparison/exclusion.ts';
import { titleVariants } from '../../shared/phrases/variant-titles.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { needNode } from '../helpers/nodes.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { worded, wordedAll } from '../helpers/worded.ts';
import { OLDEST_TARGET, ownMajor } from '../setup/nodes.mjs';

const dir = temporaryFolder();
let engines = 0;

beforeAll(() => ensureBuilt());

async function withEngine<T>(use: (engine: Engine, dataDir: string) => Promise<T>, dataDir = join(dir, `data-${++engines}`)): Promise<T> {
  const engine = makeEngine(dataDir);
  try {
    return await use(engine, dataDir);
  } finally {
    await engine.close();
  }
}

async function infoOf(engine: Engine, sessionId: string): Promise<ComparisonInfo> {
  return unwrap(await engine.handle('compare.info', { sessionId }));
}

/** Everything a screen can ask of a comparison and of its runs, as text. Ids and paths are each engine's own. */
async function everyAnswer(engine: Engine, sessionId: string): Promise<string> {
  const info = await infoOf(engine, sessionId);
  const answers: unknown[] = [info];
  const { id: _, path: __, ...session } = unwrap(await engine.handle('session.info', { sessionId }));
  const { session: ___, ...report } = unwrap(await engine.handle('session.report', { sessionId, window: null }));
  answers.push(session, report, unwrap(await engine.handle('compare.percentiles', { sessionId })));
  if (info.profiledPasses.every((index) => index !== null)) {
    answers.push(unwrap(await engine.handle('compare.functions', { sessionId, a: 0, b: 1, kind: null, hide: [] })));
    answers.push(unwrap(await engine.handle('compare.flame', { sessionId, a: 0, b: 1, kind: null, hide: ['native'], maxNodes: 500 })));
  }
  for (const { index, report } of info.passes) {
    if (!report) continue;
    const pass = passSessionId(sessionId, index);
    // Versions say how often something came, not what.
    const { id: _id, path: _path, progress: _progress, ...passInfo } = unwrap(await engine.handle('session.info', { sessionId: pass }));
    answers.push(passInfo, unwrap(await engine.handle('compare.response-order', { sessionId, pass: index })));
    for (const window of [null, { fromMs: 10, toMs: 200 }]) {
      const { session: _session, ...figures } = unwrap(await engine.handle('session.report', { sessionId: pass, window }));
      answers.push(figures);
    }
    answers.push(unwrap(await engine.handle('session.load-series', { sessionId: pass, fromBucket: 0 })));
    answers.push(unwrap(await engine.handle('session.server-series', { sessionId: pass, fromRow: 0 })));
    answers.push(unwrap(await engine.handle('session.output', { sessionId: pass })));
  }
  return JSON.stringify(answers, comparable, 1);
}

/** Columns as figures, and objects by their keys: a file has these in alphabetical order. */
function comparable(_key: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, String);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('the profile difference names the function that costs more; every figure is the same after reopening', async () => {
  const setups = [setupOf('plain.cjs'), setupOf('works.cjs')];
  const dataDir = join(dir, 'found');
  const events: EngineEvent[] = [];
  const live = await withEngine(async (engine) => {
    engine.onEvent((event) => events.push(event));
    const sessionId = await runComparison(engine, comparisonOf(setups, { pairs: 2, profiled: true }));
    const info = await infoOf(engine, sessionId);
    expect(info).toMatchObject({ state: 'done', running: null, leftMs: null, profiledPasses: [4, 5], study: null });
    // What else runs on the machine that tests is not the test's.
    expect(
      wordedAll(info.warnings).filter((warning) => !/^(Other programs|The host of|In \d of \d runs .* sent nothing)/.test(warning!)),
    ).toEqual([]);
    expect(info.passes.map(({ kind }) => kind)).toEqual([...Array(4).fill('measured'), 'profiled', 'profiled']);
    expect(info.passes.every(({ excluded, report }) => excluded === null && report?.requests.completed === 400)).toBe(true);
    // Figures come from runs without a profiler, whatever the set-ups say.
    expect(info.passes.map(({ report }) => report!.profile !== null)).toEqual([false, false, false, false, true, true]);
    // Two pairs are never a verdict, however large the difference.
    expect(info.verdicts.map(({ verdict }) => verdict)).toEqual(info.verdicts.map(() => 'cannot tell'));
    const { rows, requestsB } = unwrap(
      await engine.handle('compare.functions', { sessionId, a: 0, b: 1, kind: null, hide: ['core', 'native'] }),
    );
    expect(rows[0]).toMatchObject({ function: 'injectedWork', selfA: 0, noise: false });
    // Half a million steps of about a nanosecond or more.
    expect(rows[0]!.selfB).toBeGreaterThan(300);
    expect(requestsB).toBe(400);
    await engine.handle('notes.set', { sessionId, text: 'The wait is it.\n' });
    return everyAnswer(engine, sessionId);
  }, dataDir);

  const progress = events.filter((event) => event.type === 'compare.progress');
  expect(progress[0]).toMatchObject({ state: 'running', finished: 0, planned: 6 });
  expect(progress.at(-1)).toMatchObject({ state: 'done', finished: 6, running: null, leftMs: null });

  const [file] = readdirSync(join(dataDir, 'sessions'));
  const reopened = await withEngine(async (engine) => {
    const { sessionId } = unwrap(await engine.handle('sessions.open', { path: join(dataDir, 'sessions', file!) }));
    const answers = await everyAnswer(engine, sessionId);
    // Saved again under another name it is still the same.
    const copy = join(dir, 'copy.loopscope');
    unwrap(await engine.handle('sessions.save-as', { sessionId, path: copy, overwrite: false }));
    const again = unwrap(await engine.handle('sessions.open', { path: join(dataDir, 'sessions', file!) }));
    expect(await everyAnswer(engine, again.sessionId)).toBe(answers);
    return answers;
  });
  expect(reopened).toBe(live);
  expect(reopened).toContain('The wait is it.');
  // Saved and closed, nothing is left to be recovered.
  expect(readdirSync(join(dataDir, 'recordings'))).toEqual([]);
});

test('Stop ends the current run and keeps the finished pairs; no other run can start meanwhile', async () => {
  await withEngine(async (engine) => {
    const slow = setupOf('plain.cjs', {
      target: { env: [{ name: 'LATE_MS', value: '20' }] },
      load: { end: { by: 'duration', seconds: 1 } },
    });
    const { sessionId } = unwrap(
      await engine.handle('compare.start', { comparison: comparisonOf([slow, slow], { pairs: 5 }), name: 'same' }),
    );
    const busy = { ok: false, failure: { code: 'busy' } };
    expect(await engine.handle('run.start', { setup: slow, name: null })).toMatchObject(busy);
    expect(await engine.handle('compare.start', { comparison: comparisonOf([slow, slow]), name: null })).toMatchObject(busy);
    const fifthStarted = new Promise<void>((resolve) => {
      engine.onEvent((event) => event.type === 'compare.progress' && event.running === 4 && resolve());
    });
    await fifthStarted;
    // What is asked of the running run is answered by the running run.
    const running = unwrap(await engine.handle('session.info', { sessionId: passSessionId(sessionId, 4) }));
    expect(running.state).not.toBe('done');
    const { path } = unwrap(await engine.handle('compare.stop', { sessionId }));
    expect(path).toMatch(/same-.*\.loopscope$/);
    const info = await infoOf(engine, sessionId);
    expect(info.state).toBe('done');
    expect(info.passes.map(({ excluded }) => excluded)).toEqual([null, null, null, null, ...Array(6).fill(STOPPED_PASS)]);
    expect(info.verdicts[0]).toMatchObject({ pairs: 2, verdict: 'cannot tell' });
    expect(info.differences).toEqual([]);
    expect(wordedAll(info.warnings).join()).toMatch(/stopped before its planned end: 6 planned runs not finished/);
  });
});

/** Dies at these of its starts, before it listens. */
const flaky = (name: string, diesAt: string) =>
  setupOf('flaky.cjs', {
    target: {
      env: [
        { name: 'COUNTER', value: join(dir, name) },
        { name: 'DIES_AT', value: diesAt },
      ],
    },
  });

test('excludes the round of a run that could not be started and runs another one in its place', { tags: ['long'] }, async () => {
  const dataDir = join(dir, 'replaced');
  const live = await withEngine(async (engine) => {
    const setups = [setupOf('plain.cjs'), flaky('starts', '2')];
    const sessionId = await runComparison(engine, comparisonOf(setups, { pairs: 3, profiled: true }));
    const info = await infoOf(engine, sessionId);
    expect(info.state).toBe('done');
    const failed = info.passes.filter(({ excluded }) => excluded !== null);
    expect(failed).toMatchObject([{ variant: 1, round: 1, report: null }]);
    expect(wordedAll([failed[0]!.excluded])[0]).toMatch(/ended with code 7/);
    expect(info.passes.map(({ kind, round }) => `${kind} ${round}`)).toEqual(
      [0, 1, 2, 3].flatMap((round) => Array(2).fill(`measured ${round}`)).concat(['profiled 4', 'profiled 4']),
    );
    expect(info.profiledPasses.every((index) => index !== null && index >= 8)).toBe(true);
    expect(info.verdicts[0]!.pairs).toBe(3);
    expect(wordedAll(info.warnings).join()).toContain('1 run left out. B: The script ended with code 7');
    expect(wordedAll(info.warnings)).toContain('1 round added to the planned 3, to replace what could not be measured.');
    return everyAnswer(engine, sessionId);
  }, dataDir);
  const [file] = readdirSync(join(dataDir, 'sessions'));
  await withEngine(async (engine) => {
    const { sessionId } = unwrap(await engine.handle('sessions.open', { path: join(dataDir, 'sessions', file!) }));
    expect(await everyAnswer(engine, sessionId)).toBe(live);
  }, dataDir);
});

test('replaces at most two rounds', { tags: ['long'] }, async () => {
  await withEngine(async (engine) => {
    const sessionId = await runComparison(engine, comparisonOf([setupOf('plain.cjs'), flaky('more starts', '1,3,5')], { pairs: 5 }));
    const { passes, verdicts } = await infoOf(engine, sessionId);
    expect(passes.length).toBe(2 * (5 + 2));
    expect(passes.filter(({ excluded }) => excluded !== null).map(({ variant }) => variant)).toEqual([1, 1, 1]);
    expect(verdicts[0]!.pairs).toBe(4);
  });
});

test('a server that immediately responds with errors is not called faster, and its rounds are not replaced', {
  tags: ['long'],
}, async () => {
  await withEngine(async (engine) => {
    const sessionId = await runComparison(engine, comparisonOf([setupOf('plain.cjs'), setupOf('errors.cjs')], { pairs: 2 }));
    const { passes, verdicts, warnings } = await infoOf(engine, sessionId);
    expect(passes.map(({ variant, excluded }) => (variant === 0 ? excluded === null : wordedAll([excluded])[0]))).toEqual(
      passes.map(({ variant }) => (variant === 0 ? true : '100 % of its responses had status 500.')),
    );
    expect(verdicts).toEqual([expect.objectContaining({ metric: 'errors', pairs: 2, aValue: 0, bValue: 100, differencePercent: 100 })]);
    expect(wordedAll(warnings).join(' ')).toContain('A none, B 100 %');
  });
});

test('ends with the failure when a variant cannot be launched twice in a row', { tags: ['long'] }, async () => {
  await withEngine(async (engine) => {
    const sessionId = await runComparison(engine, comparisonOf([setupOf('plain.cjs'), setupOf('dies.cjs')], { pairs: 5 }));
    const info = await infoOf(engine, sessionId);
    expect(info.state).toBe('failed');
    expect(info.passes.filter(({ variant, report }) => variant === 1 && report !== null)).toEqual([]);
    const { failure } = unwrap(await engine.handle('session.info', { sessionId }));
    expect(worded(failure)).toMatchObject({
      message: expect.stringContaining('Two attempts in a row to measure variant B failed'),
      detail: expect.stringContaining('cannot go on'),
    });
  });
});

test('compares variants under different Node versions', { tags: ['long'] }, async (context) => {
  const oldest = needNode(OLDEST_TARGET, context);
  await withEngine(async (engine) => {
    const setups = [oldest, process.execPath].map((node) => setupOf('plain.cjs', { target: { node } }));
    const asked = comparisonOf(setups, { pairs: 1 });
    // As nobody has named them, they are called after the versions that were found.
    const variants = titleVariants(setups).map((title, index) => ({ title, setup: setups[index]! }));
    const info = await infoOf(engine, await runComparison(engine, { ...asked, variants }));
    expect(info.setup.variants.map(({ title }) => title)).toEqual([`Node ${OLDEST_TARGET}`, `Node ${ownMajor}`]);
    const versions = [0, 1].map((variant) => info.passes.find((pass) => pass.variant === variant)!.report!.target.node);
    expect(versions.map((version) => Number.parseInt(version, 10))).toEqual([OLDEST_TARGET, ownMajor]);
    expect(info.differences.map(({ field }) => field)).toEqual(['node']);
    expect(info.verdicts[0]).toMatchObject({ pairs: 1, verdict: 'cannot tell', reason: 'too few pairs' });
  });
});

test('compares two saved sessions without a verdict and lists their other differences', async () => {
  await withEngine(async (engine) => {
    const ids: string[] = [];
    for (const connections of [1, 3]) {
      const { sessionId } = unwrap(
        await engine.startRun(setupOf('plain.cjs', { load: { connections } }), { name: `run of ${connections}` }),
      );
      await engine.sessions.finished(sessionId);
      ids.push(sessionId);
    }
    const { sessionId } = unwrap(await engine.handle('compare.sessions', { sessionIds: ids }));
    const info = await infoOf(engine, sessionId);
    expect(info.setup.variants.map(({ title }) => title)).toEqual(['run of 1', 'run of 3']);
    expect(wordedAll(info.warnings).join()).toContain(
      'Different load: A GET, 1 connection, 400 requests; B GET, 3 connections, 400 requests.',
    );
    expect(info.verdicts.every(({ verdict, pairs }) => verdict === 'cannot tell' && pairs === 1)).toBe(true);
    // Sessions that are called alike are told apart by what differs.
    for (const id of ids) unwrap(await engine.handle('sessions.rename', { sessionId: id, name: 'alike' }));
    const alike = unwrap(await engine.handle('compare.sessions', { sessionIds: ids }));
    expect((await infoOf(engine, alike.sessionId)).setup.variants.map(({ title }) => title)).toEqual(['1 connection', '3 connections']);
    // Both were recorded with a profile, so there is a difference of profiles, too.
    expect(unwrap(await engine.handle('compare.functions', { sessionId, a: 0, b: 1, kind: null, hide: [] })).rows.length).toBeGreaterThan(
      3,
    );
    // What it was made of may be closed.
    await engine.handle('sessions.close', { sessionId: ids[0]! });
    expect(unwrap(await engine.handle('compare.response-order', { sessionId, pass: 0 })).meta).toEqual({ shown: 400, total: 400 });
    expect(await engine.handle('compare.sessions', { sessionIds: [sessionId, ids[1]!] })).toMatchObject({
      ok: false,
      failure: { code: 'not-available' },
    });
  });
});

test('"Run again" starts a new series; the next sensitivity estimate uses its noise', { tags: ['long'] }, async () => {
  await withEngine(async (engine) => {
    const quick = setupOf('plain.cjs', { load: { end: { by: 'amount', requests: 100 } } });
    const comparison = comparisonOf([quick, quick], { pairs: 5 });
    expect(unwrap(await engine.handle('compare.estimate', { comparison })).sensitivity).toBeNull();
    const first = await runComparison(engine, comparison);
    const estimate = unwrap(await engine.handle('compare.estimate', { comparison: { ...comparison, pairs: 20 } }));
    expect(estimate.source).toMatch(/^A\/A test "variant 0 against variant 1" of \d{4}-\d\d-\d\d, 5 pairs$/);
    // Runs of unknown amounts would have been put down for 10 s each; now it is known what they take.
    expect(estimate.totalMs).toBeLessThan(40 * 5_000);
    const own = (await infoOf(engine, first)).sensitivity!;
    for (const { metric, cvPercent, detectablePercent } of estimate.sensitivity!) {
      const measured = own.find((one) => one.metric === metric)!;
      expect(cvPercent).toBe(measured.cvPercent);
      const share = plannedShare(metric, 'p50', 2, 'closed');
      // Five pairs find nothing; what is said of them is said of ten.
      expect(measured.detectablePercent).toBe(Math.max(5, computeDetectable(cvPercent, 10, share)));
      expect(detectablePercent).toBe(Math.max(5, computeDetectable(cvPercent, 20, share)));
    }
    const { sessionId } = unwrap(await engine.handle('compare.again', { sessionId: first, pairs: 1 }));
    await engine.sessions.finished(sessionId);
    const again = await infoOf(engine, sessionId);
    expect(again.setup).toMatchObject({ pairs: 1, seed: comparison.seed + 1 });
    expect((await infoOf(engine, first)).setup.pairs).toBe(5);
  });
});
