/** Saved sessions side by side, and where notes on them are stored. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../../../electron/engine/api/engine.ts';
import { describeEnvironment } from '../../../../electron/engine/machine/environment.ts';
import type { Report } from '../../../../shared/model/report.ts';
import { REDACTED } from '../../../../shared/model/setup/hidden.ts';
import type { NameValue } from '../../../../shared/model/setup/setup.ts';
import { passSessionId } from '../../../../shared/protocol/pass-id.ts';
import { comparisonOf, makeEngine, setupOf, unwrap } from '../../../helpers/comparisons.ts';
import { type RawPart, repack } from '../../../helpers/repack.ts';
import { record, temporaryFolder } from '../../../helpers/session-dir.ts';
import { syntheticEntries } from '../../../helpers/synthetic-recording.ts';
import { worded } from '../../../helpers/worded.ts';

const SAVED = join(import.meta.dirname, '../../../fixtures/sessions/format-1.loopscope');
const dir = temporaryFolder();
let engine: Engine;
let count = 0;

beforeEach(() => {
  engine = makeEngine(join(dir, `data-${++count}`));
});
afterEach(() => engine.close());

/** The saved session as another computer would have recorded it. */
async function recordedOn(cpu: string, env: readonly NameValue[] = []): Promise<string> {
  const path = join(dir, `${cpu}-${count}.loopscope`);
  await repack(SAVED, path, (parts: RawPart[]) =>
    parts.map((part) => {
      if (part.name !== 'manifest.json') return part;
      const manifest = JSON.parse(part.content.toString());
      manifest.session.environment.cpu = cpu;
      manifest.session.setup.target.env = env;
      return { ...part, content: Buffer.from(JSON.stringify(manifest)) };
    }),
  );
  return unwrap(await engine.handle('sessions.open', { path })).sessionId;
}

async function sideBySide(...cpus: string[]): Promise<string> {
  const sessionIds: string[] = [];
  for (const cpu of cpus) sessionIds.push(await recordedOn(cpu));
  return unwrap(await engine.handle('compare.sessions', { sessionIds })).sessionId;
}

const reportOf = async (sessionId: string): Promise<Report> => unwrap(await engine.handle('session.report', { sessionId, window: null }));
const textOf = async (sessionId: string, format: 'html' | 'markdown'): Promise<string> =>
  unwrap(await engine.handle('export.text', { sessionId, format })).text;

test('each was measured on its own computer, and the computer that compares them is not named', async () => {
  const sessionId = await sideBySide('Fast one', 'Slow one');
  const info = unwrap(await engine.handle('compare.info', { sessionId }));
  expect(info.made).toBe('sessions');
  expect(info.environments.map((environment) => environment?.cpu)).toEqual(['Fast one', 'Slow one']);
  const { environment, comparison } = await reportOf(sessionId);
  expect(environment).toBeNull();
  expect(comparison?.environments.map((one) => one?.cpu)).toEqual(['Fast one', 'Slow one']);
  for (const format of ['html', 'markdown'] as const) {
    const text = await textOf(sessionId, format);
    expect(text).toMatch(/Fast one, .*Slow one, /s);
    expect(text).not.toContain(describeEnvironment().cpu);
  }
});

test('both measured on one computer: that one is named', async () => {
  const { environment } = await reportOf(await sideBySide('Same one', 'Same one'));
  expect(environment?.cpu).toBe('Same one');
});

test('writing a conclusion saves the comparison to a file', async () => {
  const sessionId = await sideBySide('Fast one', 'Slow one');
  expect(unwrap(await engine.handle('session.info', { sessionId })).path).toBeNull();
  expect(await engine.handle('notes.set', { sessionId, text: 'The disk is it.' })).toMatchObject({ ok: true });
  const { path } = unwrap(await engine.handle('session.info', { sessionId }));
  await engine.handle('notes.set', { sessionId, text: 'The disk it is.' });
  await engine.handle('sessions.close', { sessionId });
  const reopened = unwrap(await engine.handle('sessions.open', { path: path! })).sessionId;
  expect(unwrap(await engine.handle('session.info', { sessionId: reopened })).notes).toBe('The disk it is.');
  const info = unwrap(await engine.handle('compare.info', { sessionId: reopened }));
  expect(info).toMatchObject({ made: 'sessions', state: 'done' });
  expect(info.environments.map((environment) => environment?.cpu)).toEqual(['Fast one', 'Slow one']);
});

test('values left out of sessions side by side may differ, so they are not called equal', async () => {
  const env = [{ name: 'API_TOKEN', value: '(not saved 1)' }];
  const sessionIds = [await recordedOn('One', env), await recordedOn('Other', env)];
  const { sessionId } = unwrap(await engine.handle('compare.sessions', { sessionIds }));
  expect(unwrap(await engine.handle('compare.info', { sessionId })).differences).toEqual([
    { field: 'env.API_TOKEN', values: [REDACTED, REDACTED], hidden: 'unknown' },
  ]);
});

test('a set-up whose secrets were not saved is not run without them', async () => {
  const setup = setupOf('plain.cjs', { target: { env: [{ name: 'API_TOKEN', value: REDACTED }] } });
  const refused = { ok: false, failure: { code: 'not-available', message: expect.stringContaining('secret') } };
  expect(worded(await engine.handle('compare.start', { comparison: comparisonOf([setup, setup]), name: null }))).toMatchObject(refused);
  expect(worded(await engine.handle('run.start', { setup, name: null }))).toMatchObject(refused);
});

test('a session saved and closed after it was added is read from its file', async () => {
  const recording = join(dir, `data-${count}`, 'recordings', 'left');
  const { journal } = await record(recording, syntheticEntries({ seed: 5, seconds: 2, rowsPerSecond: 100 }));
  await journal.close();
  // Its engine is gone, and where it would be saved is no folder.
  rmSync(join(recording, 'owner.json'));
  writeFileSync(join(dir, `data-${count}`, 'sessions'), '');
  const { sessionId: left } = unwrap(await engine.handle('recordings.recover', { id: 'left' }));
  const made = unwrap(await engine.handle('compare.sessions', { sessionIds: [left, await recordedOn('Other one')] }));
  unwrap(await engine.handle('sessions.save-as', { sessionId: left, path: join(dir, `left-${count}.loopscope`), overwrite: false }));
  await engine.sessions.closeOne(left);
  const window = { fromMs: 0, toMs: 1_000 };
  const { runs } = unwrap(await engine.handle('session.report', { sessionId: passSessionId(made.sessionId, 0), window }));
  expect(runs[0]!.requests!.completed).toBeGreaterThan(0);
});
