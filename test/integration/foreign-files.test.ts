/** What a file does to the process that reads it costs a sentence. The engine, what is open in it and a run that goes on do not notice. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { ForeignFiles } from '../../electron/engine/foreign/foreign-files.ts';
import { journalSession } from '../../electron/engine/sessions/journal.ts';
import { openFile, openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { COMMAND } from '../helpers/command.ts';
import { foreignFiles } from '../helpers/foreign-files.ts';
import { writeHostileFiles } from '../helpers/hostile-files.ts';
import { planOf } from '../helpers/plans.ts';
import { countRows, everyFigure, record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { specOf } from '../helpers/targets.ts';
import { messageOf, worded } from '../helpers/worded.ts';

const dir = temporaryFolder();
const good = join(dir, 'good.loopscope');
const MB = 1024 * 1024;

beforeAll(async () => {
  const { recording, journal } = await record(join(dir, 'recording'), syntheticEntries({ seed: 3, seconds: 2, rowsPerSecond: 300 }));
  expect((await writeSession(journalSession(journal, recording), good, { overwrite: false })).ok).toBe(true);
  await journal.close();
});

const doors: ForeignFiles[] = [];
afterAll(() => {
  for (const door of doors) door.close();
});

/** A door whose process hurts itself as the name of a file says. */
function newDoor(limits: ConstructorParameters<typeof ForeignFiles>[0] = {}): ForeignFiles {
  const program = join(import.meta.dirname, '../fixtures/readers/obeys-names.mjs');
  doors.push(new ForeignFiles({ program, heapMb: 64, ...limits }));
  return doors.at(-1)!;
}

async function refusal(path: string, door: ForeignFiles): Promise<Failure> {
  const opened = await openFile(path, door);
  if (opened.ok) throw new Error(`${path} should not open`);
  expect(messageOf(opened.failure)).toMatch(/^[^\n]{20,300}\.$/);
  return opened.failure;
}

/** The same session under a name that says what is to happen. */
function named(name: string): string {
  copyFileSync(good, join(dir, name));
  return join(dir, name);
}

describe('a file reader process that', () => {
  test.each([
    ['stalls', 'too-large', /Reading stalls\.loopscope took longer than 0\.3 s/, { patienceMs: 300 }],
    ['fills its memory', 'too-large', /Reading fills\.loopscope needs more than the 64 MB of memory/, {}],
    ['dies', 'damaged', /dies\.loopscope could not be read: .*\(code 7\)/, {}],
  ])('%s is reported in one sentence, and the next file opens', async (name, code, sentence, limits) => {
    const door = newDoor(limits);
    const failure = await refusal(named(`${name.split(' ')[0]}.loopscope`), door);
    expect(worded(failure)).toMatchObject({ code, message: expect.stringMatching(sentence), hint: expect.stringMatching(/^Do not trust/) });
    const patient = newDoor();
    expect((await openFile(good, patient)).ok).toBe(true);
    // It is kept and asked again.
    expect((await openFile(good, patient)).ok).toBe(true);
  });

  test('waits for the next file is not ended by the timeout of the previous one', async () => {
    const door = newDoor({ atOnce: 1 });
    const answers = await Promise.all([
      openFile(good, door),
      openFile(named('dies.loopscope'), door),
      openFile(good, door),
      openFile(join(dir, 'none.loopscope'), door),
      openFile(good, door),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, false, true]);
  });
});

test('closing the engine does not wait for files that are being read or queued', async () => {
  const engine = new Engine({ dataDir: join(dir, 'closed'), host: 'browser', files: newDoor({ atOnce: 1, patienceMs: 3_600_000 }) });
  const answers = ['stalls.loopscope', 'behind.loopscope'].map((name) => engine.handle('sessions.open', { path: named(name) }));
  await engine.close();
  for (const answer of await Promise.all(answers)) expect(answer.ok).toBe(false);
});

test('an engine with 64 MB of heap refuses a profile of 30 MB of empty objects with a message', () => {
  const bad = join(dir, 'objects.cpuprofile');
  writeFileSync(bad, `{"nodes":[${'{},'.repeat(10_000_000)}{}]}`);
  const { status, stderr } = spawnSync(process.execPath, ['--max-old-space-size=64', COMMAND, 'show', bad], { encoding: 'utf8' });
  expect(stderr).toMatch(/^.*objects\.cpuprofile has 10000001 nodes; at most 1000000 are read\./);
  expect(status).toBe(1);
});

test('a session read by the process equals the one that was written', async () => {
  const opened = await openSession(good);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  const again = join(dir, 'again.loopscope');
  expect((await writeSession(opened.value, again, { overwrite: true })).ok).toBe(true);
  const reopened = await openSession(again);
  expect(reopened.ok && (await everyFigure(reopened.value))).toBe(await everyFigure(opened.value));
});

test('a file with profiles in different units: one call tree per unit, each profile alone, and exports of profiles with the same unit', async () => {
  const path = join(dir, 'several.json');
  writeFileSync(path, foreignFiles().get('evented.json')!);
  const engine = new Engine({ dataDir: join(dir, 'several'), host: 'browser' });
  onTestFinished(() => engine.close());
  const opened = await engine.handle('sessions.open', { path });
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  const { sessionId } = opened.value;
  const baseOf = async (thread: number | null) => {
    const query = { sessionId, window: null, hide: [], base: 'cpu', selection: { ...ALL_SAMPLES, thread }, maxNodes: 100 } as const;
    const flame = await engine.handle('profile.flame', { ...query, hide: [] });
    return flame.ok && [flame.value.meta.base, flame.value.meta.unit];
  };
  expect(await baseOf(null)).toEqual([58_500, 'microseconds']);
  expect(await baseOf(0)).toEqual([58_500, 'microseconds']);
  expect(await baseOf(1)).toEqual([96, 'bytes']);
  const exported = async (format: 'speedscope' | 'svg' | 'cpuprofile') => {
    const outcome = await engine.sessions.export(sessionId, format);
    return outcome.ok ? outcome.value.text : messageOf(outcome.failure);
  };
  expect((JSON.parse(await exported('speedscope')) as { profiles: { unit: string }[] }).profiles.map(({ unit }) => unit)).toEqual([
    'microseconds',
    'bytes',
  ]);
  expect(await exported('svg')).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*>\n<title id="title">several.json · Flame graph(?!.*<script)/s,
  );
  expect(await exported('cpuprofile')).toMatch(/^\{"nodes"/);
});

test('opening hostile files costs a run at full rate no request, and open sessions stay usable', { tags: ['long'] }, async () => {
  const hostile = await writeHostileFiles(dir, good);
  expect(hostile).toHaveLength(21);
  const engine = new Engine({ dataDir: join(dir, 'data'), host: 'browser', files: newDoor({ heapMb: 128 }) });
  onTestFinished(() => engine.close());
  const shown = await engine.handle('sessions.open', { path: good });
  if (!shown.ok) throw new Error(messageOf(shown.failure));
  const report = () => engine.handle('session.report', { sessionId: shown.value.sessionId, window: { fromMs: 0, toMs: 1_000 } });
  const before = await report();

  const file = join(dir, 'run.loopscope');
  const target = specOf('server.cjs');
  const plan = planOf({ connections: 20, end: { by: 'amount', requests: 60_000 } });
  const started = await engine.startRun({ target, ...plan, capture: { kind: 'none' }, collectGarbage: false }, { saveTo: file });
  if (!started.ok) throw new Error(messageOf(started.failure));
  const refused = hostile.map(async (path) => {
    const opened = await engine.handle('sessions.open', { path });
    // What is open answers all the while.
    expect(await report()).toEqual(before);
    return opened.ok ? path : messageOf(opened.failure);
  });
  const sentences = await Promise.all(refused);
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n]{20,300}\.$/);
  expect(await engine.sessions.finished(started.value.sessionId)).toEqual({ failure: null, saveFailure: null });

  const { requests } = (await engine.report(started.value.sessionId, null)).runs[0]!;
  expect(requests).toMatchObject({ sent: 60_000, completed: 60_000, failed: 0, unfinished: 0 });
  const saved = await openSession(file);
  expect(saved.ok && (await countRows(saved.value.rows()))).toBe(60_000);
  expect(process.memoryUsage().heapUsed).toBeLessThan(300 * MB);
});
