/** A study of unknown services is a session: its file, what is made of it, and that nothing tells what the services are before it was told. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { OpenServices } from '../../electron/engine/sessions/open-services.ts';
import { openFile, openSession, writeCopy, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { formatsOf } from '../../shared/model/export-formats.ts';
import type { ServiceTruth } from '../../shared/model/services.ts';
import { recentState } from '../../shared/phrases/recent.ts';
import { canonicalJson } from '../../shared/session/json.ts';
import { upgradeManifest } from '../../shared/session/upgrade.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { recordedServices } from '../helpers/fake-services.ts';
import { unpack } from '../helpers/repack.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { findStudy } from '../helpers/studies.ts';
import { messageOf } from '../helpers/worded.ts';

// Files are read by a process of its own.
beforeAll(ensureBuilt);

const dir = temporaryFolder();
const FIXTURE = join(import.meta.dirname, '../fixtures/sessions/format-4-services.loopscope');

async function save(name: string, told: boolean, notes = 'Three at once.\n'): Promise<string> {
  const open = new OpenServices(recordedServices(told));
  open.notes = notes;
  const path = join(dir, name);
  const written = await writeSession(open, path, { overwrite: true });
  if (!written.ok) throw new Error(messageOf(written.failure));
  return path;
}

async function open(path: string): Promise<OpenServices> {
  const opened = await openFile(path);
  if (!opened.ok) throw new Error(messageOf(opened.failure));
  if (opened.value.kind !== 'services') throw new Error(opened.value.kind);
  return opened.value;
}

function startEngine(): Engine {
  const engine = new Engine({ dataDir: join(dir, 'data'), host: 'browser' });
  onTestFinished(() => engine.close());
  return engine;
}

async function opened(engine: Engine, path: string): Promise<string> {
  const reply = await engine.handle('sessions.open', { path });
  if (!reply.ok) throw new Error(messageOf(reply.failure));
  return reply.value.sessionId;
}

const manifestIn = async (path: string) => (await unpack(path)).find(({ name }) => name === 'manifest.json')!.content.toString();

/** What would tell what a service is. */
const tells = (text: string) => /"kind": ?"(?:limit|no-limit|synchronous|processes)"|is one process that/.test(text);

test.each([true, false])('it opens as it was saved (told: %j)', async (told) => {
  const { recorded, notes } = await open(await save('kept.loopscope', told));
  expect({ recorded, notes }).toEqual({ recorded: recordedServices(told), notes: 'Three at once.\n' });
});

test('a file of format 4 opens for ever, with what it said', async () => {
  const { recorded, notes } = await open(FIXTURE);
  expect([recorded.name, notes, recorded.plan.seed]).toEqual(['Two unknown services, seed 7', 'Kept as written.\n', 7]);
  expect(recorded.services.map(({ guess, truth, report }) => [guess, truth, report!.workers, report!.steps.length])).toEqual([
    [{ workers: 3, synchronous: true }, { kind: 'limit', workers: 3, serviceMs: 25 }, 3, 6],
    [{ workers: 'no-limit', synchronous: null }, { kind: 'synchronous', workers: 1, serviceMs: 25 }, 3, 6],
  ]);
  const copy = join(dir, 'again.loopscope');
  const kept = new OpenServices(recorded);
  kept.notes = notes;
  expect((await writeSession(kept, copy, { overwrite: true })).ok).toBe(true);
  const upgraded = async (path: string) => canonicalJson(upgradeManifest(JSON.parse(await manifestIn(path))));
  expect(await upgraded(copy)).toBe(await upgraded(FIXTURE));
});

test('before it was told neither file, report, JSON nor page has what the services are, and all of them say so', async () => {
  const path = await save('sealed.loopscope', false);
  expect(tells(await manifestIn(path))).toBe(false);
  expect(tells(await manifestIn(await save('told.loopscope', true)))).toBe(true);
  const engine = startEngine();
  const sessionId = await opened(engine, path);
  const shown = await engine.handle('services.session', { sessionId });
  expect(shown).toMatchObject({ ok: true, value: { truths: null, isUp: false, guesses: [{ workers: 3 }, { workers: 'no-limit' }] } });
  const report = await engine.report(sessionId, null);
  expect(report.services!.map(({ truth, right }) => [truth, right])).toEqual(
    Array.from({ length: 2 }, () => [null, { workers: null, synchronous: null }]),
  );
  for (const format of ['html', 'markdown', 'brief', 'lesson', 'json'] as const) {
    const exported = await engine.handle('export.text', { sessionId, format });
    if (!exported.ok) throw new Error(messageOf(exported.failure));
    expect(tells(exported.value.text)).toBe(false);
    expect(exported.value.text).toMatch(/What A is was not told\./);
  }
});

test('the document has the study with the guesses, what was found, what it is, and which guesses are right', async () => {
  const engine = startEngine();
  const sessionId = await opened(engine, await save('document.loopscope', true));
  const exported = await engine.handle('export.text', { sessionId, format: 'json' });
  if (!exported.ok) throw new Error(messageOf(exported.failure));
  expect(JSON.parse(exported.value.text)).toMatchObject({
    study: {
      name: 'unknown-service',
      form: 'quick',
      seed: 7,
      guess: [
        { name: 'A', workers: 3, synchronous: true },
        { name: 'B', workers: 'no-limit', synchronous: null },
      ],
    },
    answer: [
      { code: 'services', text: expect.stringContaining('A is one process that works on 3 requests at once') },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ],
    services: [
      { name: 'A', truth: { workers: 3 }, probe: { workers: 3 }, right: { workers: true, synchronous: false } },
      { name: 'B', truth: { workers: 1 }, probe: { workers: 3 }, right: { workers: false, synchronous: null } },
    ],
  });
});

test('formats that cannot hold it are refused in a sentence, and comparing it is', async () => {
  const engine = startEngine();
  const sessionId = await opened(engine, await save('refused.loopscope', true));
  for (const format of [...formatsOf('profile'), ...formatsOf('requests'), ...formatsOf('ticks')]) {
    const refused = await engine.handle('export.text', { sessionId, format });
    expect(!refused.ok && messageOf(refused.failure)).toContain(`A study of unknown services cannot be written as ${format}.`);
  }
  const compared = await engine.handle('compare.sessions', { sessionIds: [sessionId, sessionId] });
  expect(!compared.ok && messageOf(compared.failure)).toContain('is a study of unknown services, without a run.');
  for (const asked of [
    () => engine.handle('compare.info', { sessionId }),
    () => engine.handle('session.load-series', { sessionId, fromBucket: 0 }),
    () => engine.handle('session.output', { sessionId }),
  ])
    expect(await asked()).toMatchObject({ ok: false, failure: { says: { key: 'session.isServices' } } });
  expect(await openSession(join(dir, 'refused.loopscope'))).toMatchObject({
    ok: false,
    failure: { says: { key: 'session.fileIsServices' } },
  });
});

test('a copy leaves out what was asked, also of a study from a folder', async () => {
  const services = recordedServices(true);
  const secret = new OpenServices({ ...services, plan: { ...services.plan, folder: '/home/ana/courses/boxes' } });
  secret.notes = 'See /home/ana/courses/notes.txt';
  const path = join(dir, 'left.loopscope');
  expect((await writeCopy(secret, path, { overwrite: true, without: ['paths'] })).ok).toBe(true);
  const text = await manifestIn(path);
  expect(text).not.toContain('ana');
  expect((await writeCopy(secret, path, { overwrite: true, without: ['notes'] })).ok).toBe(true);
  const copy = await open(path);
  expect([copy.notes, copy.leftOut]).toEqual(['', ['notes']]);
  const engine = startEngine();
  const facts = await engine.handle('session.private', {
    sessionId: await opened(engine, await save('private.loopscope', true, 'token=sk-live-0123456789abcdef')),
  });
  expect(JSON.stringify(facts)).toContain('notes');
});

test('its title and conclusion are kept in its file, and Recent lists it', async () => {
  const engine = startEngine();
  const path = await save('named.loopscope', true);
  const sessionId = await opened(engine, path);
  expect(await engine.handle('sessions.rename-recent', { path, name: 'Ana, group 2' })).toEqual({ ok: true, value: null });
  expect(await engine.handle('notes.set', { sessionId, text: 'Because of the step.' })).toEqual({ ok: true, value: null });
  const again = await open(path);
  expect([again.recorded.name, again.notes]).toEqual(['Ana, group 2', 'Because of the step.']);
  const listed = await engine.handle('sessions.recent', {});
  const summary = listed.ok ? listed.value.find((one) => one.path === path)!.summary! : null;
  expect([summary!.kind, recentState(summary!)!.word]).toEqual(['services', '1 of 3 right']);
});

test('a file that says something impossible is refused', async () => {
  const path = await save('wrong.loopscope', true);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 30));
  expect(await openFile(path)).toMatchObject({ ok: false, failure: { code: expect.stringMatching(/damaged|not-a-session/) } });
});

/* ---- with real services ---- */

const FIXED: readonly ServiceTruth[] = [
  { kind: 'limit', workers: 2, serviceMs: 40 },
  { kind: 'no-limit', workers: null, serviceMs: 40 },
];
const GUESSES = [
  { workers: 2, synchronous: false },
  { workers: 4, synchronous: null },
] as const;

/** `budgetS`: long enough to find the first of them out, or too short for any. */
async function startStudy(engine: Engine, budgetS: number): Promise<void> {
  const { script, lesson } = findStudy('unknown-service').services!;
  const form = { name: 'tried', title: 'Tried', max: 4, budgetS, fixed: FIXED };
  const plan = { study: 'unknown-service', folder: null, title: 'Two unknown services', lesson };
  const started = await engine.services.start({ ...plan, script, form, seed: null });
  if (!started.ok) throw new Error(messageOf(started.failure));
}

const wordOf = async (engine: Engine) => {
  const reply = await engine.handle('sessions.recent', {});
  return reply.ok ? reply.value.slice(0, 1).map(({ name, summary }) => [name, recentState(summary!)!.word]) : reply;
};
const NAME = 'Two unknown services: Tried';

test('guesses, what the probe finds and what is told get into one session, each when it is known', { timeout: 60_000 }, async () => {
  await rm(join(dir, 'data'), { recursive: true, force: true });
  const engine = startEngine();
  await startStudy(engine, 6);
  expect(engine.services.state.running).toMatchObject({ sessionId: null, guesses: null, truths: null });
  expect(await wordOf(engine)).toEqual([]);
  const guessed = await engine.handle('services.guess', { guesses: GUESSES.map((one) => ({ ...one })) });
  if (!guessed.ok) throw new Error(messageOf(guessed.failure));
  const { sessionId } = guessed.value;
  const { path } = await engine.sessions.info(sessionId);
  expect(await wordOf(engine)).toEqual([[NAME, 'not probed yet']]);
  expect((await open(path!)).recorded.services.map(({ guess, report, truth }) => [guess, report, truth])).toEqual(
    GUESSES.map((guess) => [guess, null, null]),
  );
  expect(await engine.handle('services.guess', { guesses: GUESSES.map((one) => ({ ...one })) })).toMatchObject({ ok: false });

  expect(await engine.handle('services.probe', {})).toEqual({ ok: true, value: null });
  expect(await wordOf(engine)).toEqual([[NAME, 'being probed']]);
  // Others who want the machine are told by the second for how much longer.
  expect(await engine.handle('app.busy', {})).toMatchObject({ ok: true, value: { code: 'busy', says: { key: 'machine.busyFor' } } });
  await engine.services.untilProbed();
  expect(await engine.handle('app.busy', {})).toEqual({ ok: true, value: null });
  await engine.services.saved();
  expect(await wordOf(engine)).toEqual([[NAME, 'not told yet']]);
  const probed = await open(path!);
  expect(probed.recorded.services.map(({ report, truth }) => [report === null, truth])).toEqual([
    [false, null],
    [false, null],
  ]);
  expect(tells(await manifestIn(path!))).toBe(false);
  // From the list it is the session that goes on.
  expect(await opened(engine, path!)).toBe(sessionId);

  await engine.handle('services.reveal', {});
  expect((await open(path!)).recorded.services.map(({ truth }) => truth)).toEqual(FIXED);
  expect(((await wordOf(engine)) as string[][])[0]![1]).toMatch(/^[12] of 3 right$/);
  await engine.handle('services.stop', {});
  const live = engine.services.state.running!;
  await engine.close();

  // In another engine, as after a restart.
  const next = startEngine();
  expect(next.services.state.running).toBeNull();
  const again = await next.handle('services.session', { sessionId: await opened(next, path!) });
  if (!again.ok) throw new Error(messageOf(again.failure));
  const { guesses, truths, services, plan, isUp } = again.value;
  expect({ guesses, truths, plan, isUp }).toEqual({ guesses: live.guesses, truths: live.truths, plan: live.plan, isUp: false });
  expect(services.map(({ probe }) => probe.report)).toEqual(live.services.map(({ probe }) => JSON.parse(JSON.stringify(probe.report))));
});

test('others that are started leave the session of the earlier ones sealed, and begin one of their own', { timeout: 60_000 }, async () => {
  await rm(join(dir, 'data'), { recursive: true, force: true });
  const engine = startEngine();
  await startStudy(engine, 1);
  await engine.handle('services.guess', { guesses: GUESSES.map((one) => ({ ...one })) });
  const first = engine.services.sessionId!;
  await startStudy(engine, 1);
  expect(engine.services.state.running).toMatchObject({ sessionId: null, guesses: null });
  // One is missing, which is not that they do not run.
  const few = await engine.handle('services.guess', { guesses: GUESSES.slice(0, 1).map((one) => ({ ...one })) });
  expect(few.ok ? '' : messageOf(few.failure)).toBe('There are 2 services, and a guess is needed for each.');
  await engine.handle('services.probe', {});
  await engine.services.stopProbing();
  // Whoever has seen what the probe found guesses no more.
  expect(await engine.handle('services.guess', { guesses: GUESSES.map((one) => ({ ...one })) })).toMatchObject({ ok: false });
  await engine.handle('services.reveal', {});
  const second = engine.services.sessionId!;
  expect(second).not.toBe(first);
  const sealed = await engine.handle('services.session', { sessionId: first });
  expect(sealed).toMatchObject({ ok: true, value: { truths: null, isUp: false } });
  const { path } = await engine.sessions.info(first);
  expect(tells(await manifestIn(path!))).toBe(false);
});

test('what is being probed when the engine closes is kept, and closing a session of services that go on harms nothing', {
  timeout: 60_000,
}, async () => {
  await rm(join(dir, 'data'), { recursive: true, force: true });
  const engine = startEngine();
  await startStudy(engine, 20);
  await engine.handle('services.guess', { guesses: GUESSES.map((one) => ({ ...one })) });
  const { path } = await engine.sessions.info(engine.services.sessionId!);
  await engine.handle('services.probe', {});
  await engine.close();
  const [a, b] = (await open(path!)).recorded.services;
  expect([a!.report?.reason, b!.report, a!.truth]).toEqual(['stopped', null, null]);

  const other = startEngine();
  await startStudy(other, 1);
  await other.handle('services.guess', { guesses: GUESSES.map((one) => ({ ...one })) });
  await other.handle('sessions.close', { sessionId: other.services.sessionId! });
  expect(await other.handle('services.reveal', {})).toEqual({ ok: true, value: null });
  expect(other.services.state.running!.truths).toEqual(FIXED);
});
