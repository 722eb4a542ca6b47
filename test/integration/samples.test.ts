/** The recorded sessions that come with the product: they open as copies, and tell nothing about whoever recorded them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OpenSessions } from '../../electron/engine/experiments/open-sessions.ts';
import { openSample } from '../../electron/engine/experiments/transfer.ts';
import { SAMPLES_DIR } from '../../electron/engine/machine/paths.ts';
import type { Library } from '../../electron/engine/sessions/library.ts';
import { SAMPLES, type SampleName } from '../../shared/protocol/study-contract.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine } from '../helpers/engines.ts';
import { bytesOf } from '../helpers/repack.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { hintOf, messageOf } from '../helpers/worded.ts';

const dir = temporaryFolder();
const fileOf = (name: string): string => join(SAMPLES_DIR, `${name}.loopscope`);

test('the samples are the files of their folder, together at most 1 MB', () => {
  const files = readdirSync(SAMPLES_DIR).filter((file) => file.endsWith('.loopscope'));
  expect(files.sort()).toEqual(SAMPLES.map((name) => `${name}.loopscope`).sort());
  expect(SAMPLES.reduce((sum, name) => sum + statSync(fileOf(name)).size, 0)).toBeLessThanOrEqual(1_000_000);
});

test.each(SAMPLES)('%s: what is changed in it is saved in a copy, which opening it again finds', { tags: ['long'] }, async (name) => {
  const engine = newEngine(dir);
  const before = readFileSync(fileOf(name));
  const { sessionId } = unwrap(await engine.handle('sample.open', { name }));
  const { path } = unwrap(await engine.handle('session.info', { sessionId }));
  expect(path!.startsWith(dir)).toBe(true);
  unwrap(await engine.handle('notes.set', { sessionId, text: 'Why is it slow?' }));
  unwrap(await engine.handle('sessions.rename', { sessionId, name: 'mine' }));
  unwrap(await engine.handle('sessions.close', { sessionId }));
  expect(readFileSync(fileOf(name)).equals(before)).toBe(true);

  const again = unwrap(await engine.handle('sample.open', { name })).sessionId;
  expect(unwrap(await engine.handle('session.info', { sessionId: again }))).toMatchObject({ path, name: 'mine', notes: 'Why is it slow?' });
});

test('the list of recent sessions says that they are samples, also when they are renamed and opened from it', async () => {
  const engine = newEngine(dir);
  const listed = async () => unwrap(await engine.handle('sessions.recent', {})).map(({ path, name, sample }) => [path, name, sample]);
  const { sessionId } = unwrap(await engine.handle('sample.open', { name: 'slow-route' }));
  const { path } = unwrap(await engine.handle('session.info', { sessionId }));
  unwrap(await engine.handle('sessions.rename', { sessionId, name: 'renamed' }));
  unwrap(await engine.handle('sessions.close', { sessionId }));
  unwrap(await engine.handle('sessions.open', { path: path! }));
  expect((await listed())[0]).toEqual([path, 'renamed', true]);
});

test.each(SAMPLES)('%s has notes, so that one sees what they are for', async (name) => {
  const engine = newEngine(dir);
  const { sessionId } = unwrap(await engine.handle('sample.open', { name }));
  expect(unwrap(await engine.handle('session.info', { sessionId })).notes).toMatch(/^These are notes: /);
});

test('slow-route is a run with a finding in its profile, ssr a comparison with a verdict on its question', async () => {
  const engine = newEngine(dir);
  const reportOf = async (name: (typeof SAMPLES)[number]) => {
    const { sessionId } = unwrap(await engine.handle('sample.open', { name }));
    return unwrap(await engine.handle('session.report', { sessionId, window: null }));
  };
  const slow = await reportOf('slow-route');
  expect(slow.runs[0]).toMatchObject({ ending: 'completed', requests: { failed: 0, unexpected: 0 } });
  expect(JSON.stringify(slow.runs[0]!.profile)).toMatch(/listProducts.*app\.js/);
  const { verdicts } = await reportOf('ssr');
  expect(verdicts.find(({ metric }) => metric === 'spread')).toMatchObject({ a: 'A', b: 'B', verdict: 'lower' });
});

/** Recorded in a neutral folder; the others are functions of Node and Node itself. */
test.each(SAMPLES)('%s: no path in it is one of a developer', async (name) => {
  const text = await bytesOf(fileOf(name));
  const paths = [...text.matchAll(/(?<![\w.~-])\/(\w[\w.-]*)\/[\w.@-]+/g)].filter(([, first]) =>
    /^(home|root|Users|work|opt|srv|var|mnt|tmp)$/.test(first!),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect([...new Set(paths.map(([path]) => path))]).toEqual(['/tmp/samples']);
});

test('a sample that is missing is a failure and nothing else, however long the library takes', async () => {
  const library = { sessionsDir: dir, prepare: () => new Promise((resolve) => setTimeout(resolve, 100)) } as unknown as Library;
  const sessions = { expectFile: () => {} } as OpenSessions;
  const opened = await openSample(library, sessions, 'missing' as SampleName);
  if (opened.ok) throw new Error('opened');
  expect([opened.failure.code, messageOf(opened.failure), hintOf(opened.failure)]).toEqual([
    'file-missing',
    `The sample missing is not in this installation of Loopscope: there is no file ${fileOf('missing')}.`,
    'Install Loopscope again.',
  ]);
});
