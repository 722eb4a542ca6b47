/** Open sessions and their files. */
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../../electron/engine/api/engine.ts';
import { Comparisons } from '../../../../electron/engine/experiments/compare/comparisons.ts';
import { OpenSessions } from '../../../../electron/engine/experiments/open-sessions.ts';
import { foreignFiles } from '../../../../electron/engine/foreign/foreign-files.ts';
import { Library } from '../../../../electron/engine/sessions/library.ts';
import { passSessionId } from '../../../../shared/protocol/pass-id.ts';
import { comparisonOf, makeEngine, setupOf, unwrap } from '../../../helpers/comparisons.ts';
import { countRows, record, temporaryFolder } from '../../../helpers/session-dir.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';

const SAVED = join(import.meta.dirname, '../../../fixtures/sessions/format-1.loopscope');
const SAVED_COMPARISON = join(import.meta.dirname, '../../../fixtures/sessions/format-2-comparison.loopscope');
const dir = temporaryFolder();

test('a file opened twice at the same time gives one session', async () => {
  const engine = makeEngine(join(dir, 'data-twice'));
  onTestFinished(() => engine.close());
  const path = join(dir, 'twice.loopscope');
  copyFileSync(SAVED, path);
  const opened = await Promise.all([engine.handle('sessions.open', { path }), engine.handle('sessions.open', { path })]);
  expect(unwrap(opened[1])).toEqual(unwrap(opened[0]));
  expect(engine.sessions.keptCount).toBe(1);
});

test('downloading a session whose file is gone fails with the reason', async () => {
  const engine = makeEngine(join(dir, 'data-gone'));
  onTestFinished(() => engine.close());
  const path = join(dir, 'gone.loopscope');
  copyFileSync(SAVED, path);
  const { sessionId } = unwrap(await engine.handle('sessions.open', { path }));
  rmSync(path);
  expect(await engine.openDownload(sessionId)).toMatchObject({ ok: false, failure: { code: 'file-missing' } });
});

const WINDOW = { fromMs: 0, toMs: 1_000 };

/** Figures that need single requests, read from where they are stored. */
async function windowFigures(engine: Engine, sessionId: string): Promise<unknown> {
  return unwrap(await engine.handle('session.report', { sessionId, window: WINDOW })).runs[0]!.requests;
}

describe('after Save as', () => {
  async function opened(saved: string, name: string) {
    const engine = makeEngine(join(dir, `data-${name}`));
    onTestFinished(() => engine.close());
    const [first, second] = [join(dir, `${name}.loopscope`), join(dir, `${name} saved.loopscope`)];
    copyFileSync(saved, first);
    const { sessionId } = unwrap(await engine.handle('sessions.open', { path: first }));
    return { engine, first, second, sessionId };
  }

  test('the requests of a run are read from the new file', async () => {
    const { engine, first, second, sessionId } = await opened(SAVED, 'run');
    const before = await windowFigures(engine, sessionId);
    unwrap(await engine.handle('sessions.save-as', { sessionId, path: second, overwrite: false }));
    rmSync(first);
    expect(await windowFigures(engine, sessionId)).toEqual(before);
    // Written again, it is another file under the same name.
    unwrap(await engine.handle('notes.set', { sessionId, text: 'moved' }));
    expect(await windowFigures(engine, sessionId)).toEqual(before);
  });

  test('the runs of a comparison are read from the new file, those shown before and those shown after', async () => {
    const { engine, first, second, sessionId } = await opened(SAVED_COMPARISON, 'comparison');
    const [shown, other] = [passSessionId(sessionId, 0), passSessionId(sessionId, 1)];
    const before = await windowFigures(engine, shown);
    unwrap(await engine.handle('sessions.save-as', { sessionId, path: second, overwrite: false }));
    rmSync(first);
    expect(await windowFigures(engine, shown)).toEqual(before);
    expect(await windowFigures(engine, other)).toMatchObject({ completed: expect.any(Number) });
    unwrap(await engine.handle('notes.set', { sessionId, text: 'moved' }));
  });
});

/** Opens so many files that those opened before are put away. */
async function openMany(engine: Engine, name: string): Promise<void> {
  for (let index = 0; index < 9; index++) {
    const path = join(dir, `${name}-${index}.loopscope`);
    copyFileSync(SAVED, path);
    unwrap(await engine.handle('sessions.open', { path }));
  }
}

describe('sessions that were dropped', () => {
  let engine: Engine;
  /** One of each, by what happens to it below. */
  const names = ['opened', 'closed', 'gone', 'a', 'b'] as const;
  const [pathOf, idOf] = [(name: string) => join(dir, `dropped-${name}.loopscope`), {} as Record<(typeof names)[number], string>];
  let compared: string;

  beforeAll(async () => {
    engine = makeEngine(join(dir, 'data-dropped'));
    for (const name of names) {
      copyFileSync(SAVED, pathOf(name));
      idOf[name] = unwrap(await engine.handle('sessions.open', { path: pathOf(name) })).sessionId;
    }
    compared = unwrap(await engine.handle('compare.sessions', { sessionIds: [idOf.a, idOf.b] })).sessionId;
    unwrap(await engine.handle('notes.set', { sessionId: compared, text: 'so that it is in a file' }));
    expect(engine.sessions.comparison(compared).asked.profiled).toBe(true);
    await openMany(engine, 'beside-dropped');
    expect(engine.sessions.keptCount).toBe(8);
  });
  afterAll(() => engine.close());

  test('opening the file of a dropped session returns that session', async () => {
    expect(unwrap(await engine.handle('sessions.open', { path: pathOf('opened') }))).toEqual({ sessionId: idOf.opened });
    expect(await engine.handle('notes.set', { sessionId: idOf.opened, text: 'still mine' })).toMatchObject({ ok: true });
  });

  test('one that is closed while it is reloaded stays closed', async () => {
    const asked = engine.handle('session.info', { sessionId: idOf.closed });
    await engine.sessions.closeOne(idOf.closed);
    expect(await asked).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(await engine.handle('session.info', { sessionId: idOf.closed })).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  });

  test('one can be closed without reading its file', async () => {
    rmSync(pathOf('gone'));
    expect(await engine.handle('sessions.close', { sessionId: idOf.gone })).toMatchObject({ ok: true });
  });

  test('saved sessions side by side can be run again with flame graphs', async () => {
    await engine.handle('session.info', { sessionId: compared });
    expect(engine.sessions.comparison(compared).asked.profiled).toBe(true);
  });
});

test('a session in use is not dropped', async () => {
  const dataDir = join(dir, 'data-used');
  const engine = makeEngine(dataDir);
  onTestFinished(() => engine.close());
  // Recovered, so that its requests are read from a folder that is cleared away with the session.
  const { journal } = await record(join(dataDir, 'recordings', 'left'), syntheticEntries({ seed: 3, seconds: 2, rowsPerSecond: 100 }));
  await journal.close();
  rmSync(join(dataDir, 'recordings', 'left', 'owner.json'));
  const { sessionId } = unwrap(await engine.handle('recordings.recover', { id: 'left' }));
  const rows = await engine.sessions.use([sessionId], async () => {
    await openMany(engine, 'beside-used');
    return countRows((await engine.sessions.view(sessionId)).open.rows());
  });
  expect(rows).toBeGreaterThan(0);
  expect(engine.sessions.keptCount).toBe(9);
  await openMany(engine, 'beside-used-later');
  expect(engine.sessions.keptCount).toBe(8);
});

test('a comparison that cannot be started leaves no folder behind', async () => {
  const dataDir = join(dir, 'data-unstarted');
  const library = new (class extends Library {
    override noise(): Promise<never> {
      return Promise.reject(new Error('a bug'));
    }
  })(dataDir);
  const sessions = new OpenSessions(library, () => {}, foreignFiles);
  const comparisons = new Comparisons(library, sessions, () => {});
  const setup = setupOf('plain.cjs');
  await expect(comparisons.start(comparisonOf([setup, setup]), { name: null })).rejects.toThrow('a bug');
  expect(existsSync(join(dataDir, 'recordings')) ? readdirSync(join(dataDir, 'recordings')) : []).toEqual([]);
});
