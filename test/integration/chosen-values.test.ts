/** Which of several values of a file a page shows: each is a session of its own, and the last one is shown when the file is opened again. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import type { ImportedValues } from '../../shared/foreign/importer.ts';
import { loopscope, start } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { makePprof } from '../helpers/make-pprof.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { until } from '../helpers/targets.ts';

const dir = temporaryFolder();
const NAMES = ['alloc_space (bytes)', 'inuse_space (bytes)'];

function heapFile(name: string): string {
  const path = join(dir, name);
  const types = [
    ['alloc_space', 'bytes'],
    ['inuse_space', 'bytes'],
  ] as const;
  writeFileSync(path, makePprof(types, [{ stack: ['main', 'read'], values: [9_000, 1_000] }]));
  return path;
}

async function valuesOf(engine: Engine, sessionId: string): Promise<ImportedValues | undefined> {
  return unwrap(await engine.handle('session.info', { sessionId })).imported?.values;
}

test('the values of a file are listed, and another one is another session', async () => {
  const [engine, path] = [newEngine(dir), heapFile('a.pb')];
  const first = await openFileIn(engine, path);
  expect(await valuesOf(engine, first)).toEqual({ names: NAMES, shown: 1 });
  const { sessionId: other } = unwrap(await engine.handle('sessions.open', { path, value: NAMES[0]! }));
  expect(other).not.toBe(first);
  expect(await valuesOf(engine, other)).toEqual({ names: NAMES, shown: 0 });
  // As before.
  expect(unwrap(await engine.handle('sessions.open', { path, value: NAMES[0]! })).sessionId).toBe(other);
  expect(await valuesOf(engine, first)).toEqual({ names: NAMES, shown: 1 });
});

test('the command line gets what the file prefers, whatever was chosen before', async () => {
  const [engine, path] = [newEngine(dir), heapFile('b.pb')];
  unwrap(await engine.handle('sessions.open', { path, value: 'alloc_space' }));
  const { sessionId } = unwrap(await engine.sessions.openFile(path, { remember: false, value: null }));
  expect((await valuesOf(engine, sessionId))?.shown).toBe(1);
});

test('opened again a file shows what was chosen last, and what it prefers once it has that no more', async () => {
  const [engine, path] = [newEngine(dir), heapFile('c.pb')];
  unwrap(await engine.handle('sessions.open', { path, value: NAMES[0]! }));
  expect((await valuesOf(engine, await openFileIn(engine, path)))?.shown).toBe(0);
  writeFileSync(path, makePprof([['goroutine', 'count']], [{ stack: ['main'], values: [1] }]));
  expect(await valuesOf(engine, await openFileIn(engine, path))).toEqual({ names: ['goroutine (count)'], shown: 0 });
});

test('many open files are read again with the value that was chosen', async () => {
  const [engine, path] = [newEngine(dir), heapFile('d.pb')];
  const { sessionId } = unwrap(await engine.handle('sessions.open', { path, value: NAMES[0]! }));
  for (let nth = 0; nth < 10; nth++) await openFileIn(engine, heapFile(`many-${nth}.pb`));
  expect((await valuesOf(engine, sessionId))?.shown).toBe(0);
});

test('serve opens a file with the values that are named, and says which there are', async () => {
  const path = heapFile('e.pb');
  const wrong = await loopscope('serve', path, '--value', 'nope');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/e\.pb has no values called nope\..*alloc_space/s)]);
  const data = join(dir, 'data-of-serve');
  const recent = () => (existsSync(join(data, 'recent.json')) ? readFileSync(join(data, 'recent.json'), 'utf8') : '');
  const served = start(['serve', path, '--value', 'alloc_space'], { LOOPSCOPE_DATA_DIR: data });
  await until(() => /"value": *"alloc_space"/.test(recent()), 'the file is opened with it');
  served.child.kill();
  await served.ended;
});
