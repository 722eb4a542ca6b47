/** How many sessions an engine keeps in memory, what it does when a file changes on disk, and when it is closed. */

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { Comparisons } from '../../electron/engine/experiments/compare/comparisons.ts';
import { OpenSessions } from '../../electron/engine/experiments/open-sessions.ts';
import { Runs } from '../../electron/engine/experiments/run/runs.ts';
import { foreignFiles } from '../../electron/engine/foreign/foreign-files.ts';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { Library } from '../../electron/engine/sessions/library.ts';
import { writeSession } from '../../electron/engine/sessions/session-file.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { comparisonOf, setupOf, unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { messageOf, worded } from '../helpers/worded.ts';

const dir = temporaryFolder();
const [one, other] = [join(dir, 'one.loopscope'), join(dir, 'other.loopscope')];

beforeAll(async () => {
  for (const [seed, path] of [one, other].entries()) {
    const { recording, journal } = await record(
      join(dir, `rec-${seed}`),
      syntheticEntries({ seed, seconds: 1, rowsPerSecond: 100 + seed }),
    );
    expect((await writeSession(journalSession(journal, recording), path, { overwrite: false })).ok).toBe(true);
    await journal.close();
  }
});

const completed = async (engine: Engine, sessionId: string) => {
  const report = await engine.handle('session.report', { sessionId, window: null });
  return report.ok ? report.value.runs[0]!.requests!.completed : report.failure;
};

test('a file that was rewritten is opened with its new content and not overwritten with the old one', async () => {
  const engine = newEngine(dir);
  const path = join(dir, 'changing.loopscope');
  copyFileSync(one, path);
  const first = await openFileIn(engine, path);
  expect(await openFileIn(engine, path)).toBe(first);
  // Our own writing is no change of anybody else's.
  expect((await engine.handle('notes.set', { sessionId: first, text: 'mine' })).ok).toBe(true);
  expect(await openFileIn(engine, path)).toBe(first);

  copyFileSync(other, path);
  const second = await openFileIn(engine, path);
  expect(second).not.toBe(first);
  expect(await completed(engine, second)).not.toEqual(await completed(engine, first));
  expect(worded(await engine.handle('notes.set', { sessionId: first, text: 'too late' }))).toMatchObject({
    ok: false,
    failure: { code: 'cannot-write', message: expect.stringContaining('changed by another program') },
  });
  expect(readFileSync(path).equals(readFileSync(other))).toBe(true);
});

test('the least recently used sessions are dropped from memory and reloaded when needed', async () => {
  const engine = newEngine(dir);
  const paths = Array.from({ length: 12 }, (_, index) => join(dir, `copy-${index}.loopscope`));
  const ids: string[] = [];
  for (const path of paths) {
    copyFileSync(one, path);
    ids.push(await openFileIn(engine, path));
    // The first one is looked at all the while.
    await engine.handle('session.info', { sessionId: ids[0]! });
  }
  expect(engine.sessions.keptCount).toBe(8);
  const figures = await completed(engine, ids[11]!);
  // In memory and put away ones answer alike.
  for (const sessionId of ids) expect(await completed(engine, sessionId)).toEqual(figures);
  expect(engine.sessions.keptCount).toBe(8);

  // One that was put away has nothing but its file.
  copyFileSync(other, paths[1]!);
  expect(worded((await completed(engine, ids[1]!)) as Failure)).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('changed or moved'),
  });
  // One that is in memory does not need it.
  rmSync(paths[11]!);
  expect(await completed(engine, ids[11]!)).toEqual(figures);
});

test('sessions that are not saved stay in memory', async () => {
  const engine = newEngine(dir);
  const [a, b] = [await openFileIn(engine, one), await openFileIn(engine, other)];
  const made = await engine.handle('compare.sessions', { sessionIds: [a, b] });
  if (!made.ok) throw new Error(messageOf(made.failure));
  for (let index = 0; index < 10; index++) {
    const path = join(dir, `more-${index}.loopscope`);
    copyFileSync(one, path);
    await openFileIn(engine, path);
  }
  expect(await engine.handle('compare.info', { sessionId: made.value.sessionId })).toMatchObject({ ok: true });
});

const run = (library: Library, sessions: OpenSessions) => new Runs(library, sessions, () => {}).start(setupOf('plain.cjs'), {});
const comparison = (library: Library, sessions: OpenSessions) => {
  const variants = comparisonOf([setupOf('plain.cjs'), setupOf('plain.cjs')]);
  return new Comparisons(library, sessions, () => {}).start(variants, { name: null });
};

test.each([
  ['run', run],
  ['comparison', comparison],
])('closing waits for a %s that is being started, and ends it', async (_kind, start) => {
  let closed: Promise<void> | undefined;
  const dataDir = mkdtempSync(join(dir, 'data-'));
  const library = new (class extends Library {
    override async prepare(): Promise<void> {
      await super.prepare();
      closed ??= sessions.close();
    }
  })(dataDir);
  const sessions: OpenSessions = new OpenSessions(library, () => {}, foreignFiles);
  onTestFinished(() => sessions.close());
  const { sessionId } = unwrap(await start(library, sessions));
  await closed;
  expect(sessions.running()).toBeNull();
  expect(() => sessions.get(sessionId)).toThrow();
  expect(readdirSync(join(dataDir, 'recordings'))).toEqual([]);
});

test.each([
  ['run', run],
  ['comparison', comparison],
])('once closed, no %s is started', async (_kind, start) => {
  const library = new Library(mkdtempSync(join(dir, 'data-')));
  const sessions = new OpenSessions(library, () => {}, foreignFiles);
  onTestFinished(() => sessions.close());
  const started = start(library, sessions);
  await sessions.close();
  expect(await started).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});
