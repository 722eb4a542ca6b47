/** What is said about a session while it runs, after it was recovered, and all at once: nothing is lost, and no answer is a lie. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { readJournal } from '../../electron/engine/sessions/journal.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import { openSession } from '../../electron/engine/sessions/session-file.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { makeEngine, unwrap } from '../helpers/comparisons.ts';
import { closedLoadOf, planOf } from '../helpers/plans.ts';
import { scriptTarget } from '../helpers/script-target.ts';
import { collect, countRows, record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { messageOf, worded } from '../helpers/worded.ts';

const root = temporaryFolder();
let folders = 0;
const engines: Engine[] = [];

beforeAll(ensureBuilt);
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

function newEngine(dataDir = join(root, `data ${++folders}`)): { engine: Engine; dataDir: string } {
  const engine = makeEngine(dataDir);
  engines.push(engine);
  return { engine, dataDir };
}

function setup(seconds: number): Setup {
  return {
    target: scriptTarget({ script: join(TARGETS_DIR, 'server.cjs'), node: process.execPath }),
    ...planOf({ connections: 2, end: { by: 'duration', seconds } }),
    capture: { kind: 'none' },
    collectGarbage: false,
  };
}

/** A run that is being measured, for longer than any test lasts. */
async function startMeasuring(engine: Engine): Promise<string> {
  const measuring = new Promise<void>((resolve) => {
    engine.onEvent((event) => event.type === 'run.state' && event.state === 'measuring' && resolve());
  });
  const { sessionId } = unwrap(await engine.handle('run.start', { setup: setup(300), name: 'before' }));
  await measuring;
  return sessionId;
}

async function open(path: string) {
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  return opened.value;
}

describe('while a run goes on', () => {
  test('notes and a new name are in its journal at once, and in its file when it has ended', async () => {
    const { engine, dataDir } = newEngine();
    const sessionId = await startMeasuring(engine);
    expect(await engine.handle('notes.set', { sessionId, text: 'Cold cache.' })).toEqual({ ok: true, value: null });
    expect(await engine.handle('sessions.rename', { sessionId, name: 'after' })).toEqual({ ok: true, value: null });
    expect(unwrap(await engine.handle('session.info', { sessionId })).state).toBe('measuring');
    const journalled = await collect(readJournal(join(dataDir, 'recordings', sessionId, 'journal')));
    expect(journalled).toContainEqual({ type: 'notes', text: 'Cold cache.' });
    expect(journalled).toContainEqual({ type: 'name', name: 'after' });
    const { path } = unwrap(await engine.handle('run.stop', { sessionId }));
    const { recording } = await open(path!);
    expect([recording.notes, recording.name]).toEqual(['Cold cache.', 'after']);
  });

  test('a file saved meanwhile is only a part, and the recording is offered when its engine is gone', async () => {
    const { engine, dataDir } = newEngine();
    const sessionId = await startMeasuring(engine);
    const path = join(root, 'so far.loopscope');
    unwrap(await engine.handle('sessions.save-as', { sessionId, path, overwrite: false }));
    await abandon(dataDir, sessionId);
    expect((await new Library(dataDir).recordings()).map(({ id }) => id)).toEqual([sessionId]);
    await engine.handle('run.stop', { sessionId });
  });
});

describe('a recovered session', () => {
  async function recovered(): Promise<{ engine: Engine; dataDir: string; sessionId: string; path: string; rows: number }> {
    const { engine, dataDir } = newEngine();
    const { recording, journal } = await record(
      join(dataDir, 'recordings', 'killed'),
      syntheticEntries({ seed: 31, seconds: 3, ended: false }),
    );
    await journal.close();
    await abandon(dataDir, 'killed');
    const { sessionId } = unwrap(await engine.handle('recordings.recover', { id: 'killed' }));
    const { path } = unwrap(await engine.handle('session.info', { sessionId }));
    return { engine, dataDir, sessionId, path: path!, rows: recording.load.finished };
  }

  test('keeps its rows when Home looks for recordings, here and in another engine', async () => {
    const { engine, dataDir, sessionId, path, rows } = await recovered();
    expect(unwrap(await engine.handle('recordings.list', {}))).toEqual([]);
    expect(await new Library(dataDir).recordings()).toEqual([]);
    expect(await countRows((await engine.sessions.view(sessionId)).open.rows())).toBe(rows);
    expect(await engine.handle('sessions.rename', { sessionId, name: 'found again' })).toEqual({ ok: true, value: null });
    const reopened = await open(path);
    expect([reopened.recording.name, await countRows(reopened.rows())]).toEqual(['found again', rows]);
  });

  test('when its file cannot be written the reply says so, and after closing it is offered again', async () => {
    const { engine, dataDir } = newEngine();
    const { journal } = await record(join(dataDir, 'recordings', 'stuck'), syntheticEntries({ seed: 32, seconds: 1, ended: false }));
    await journal.close();
    await abandon(dataDir, 'stuck');
    writeFileSync(join(dataDir, 'sessions'), 'in the way');
    const { sessionId } = unwrap(await engine.handle('recordings.recover', { id: 'stuck' }));
    expect(worded(await engine.handle('sessions.rename', { sessionId, name: 'x' }))).toMatchObject({
      ok: false,
      failure: { code: 'cannot-write', hint: expect.stringContaining(join(dataDir, 'recordings', 'stuck')) },
    });
    unwrap(await engine.handle('sessions.close', { sessionId }));
    expect(unwrap(await engine.handle('recordings.list', {})).map(({ id }) => id)).toEqual(['stuck']);
  });

  test('is taken once', async () => {
    const { engine, dataDir } = newEngine();
    const { journal } = await record(join(dataDir, 'recordings', 'once'), syntheticEntries({ seed: 33, seconds: 1, ended: false }));
    await journal.close();
    await abandon(dataDir, 'once');
    const answers = [await engine.handle('recordings.recover', { id: 'once' }), await engine.handle('recordings.recover', { id: 'once' })];
    expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  });
});

test('what writes the file of a session goes one after the other', async () => {
  const { engine } = newEngine();
  const { sessionId } = unwrap(
    await engine.handle('run.start', {
      setup: { ...setup(1), load: { ...closedLoadOf(setup(1)), end: { by: 'amount', requests: 50 } } },
      name: 'first',
    }),
  );
  await engine.sessions.finished(sessionId);
  const { path: before } = unwrap(await engine.handle('session.info', { sessionId }));
  const after = join(root, 'moved.loopscope');
  const answers = await Promise.all([
    engine.handle('sessions.save-as', { sessionId, path: after, overwrite: false }),
    engine.handle('sessions.rename', { sessionId, name: 'second' }),
    engine.handle('notes.set', { sessionId, text: 'noted' }),
    engine.handle('sessions.save-as', { sessionId, path: after, overwrite: true }),
    engine.handle('sessions.rename', { sessionId, name: 'third' }),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  const moved = await open(after);
  expect([moved.recording.name, moved.recording.notes]).toEqual(['third', 'noted']);
  // Renamed after it was saved elsewhere, so the file that it was in before stays as it was.
  expect((await open(before!)).recording.name).toBe('first');
});

/** As if the engine of a recording had been killed: its owner is a process that is gone. */
async function abandon(dataDir: string, id: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'close');
  writeFileSync(join(dataDir, 'recordings', id, 'owner.json'), JSON.stringify({ pid: child.pid, started: '1' }));
}
