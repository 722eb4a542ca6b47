/** A profile of another tool as a session: whatever its file says, the session says, and its own file stays as it is. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { openFile } from '../../electron/engine/sessions/session-file.ts';
import type { ExportFormat } from '../../shared/model/export-formats.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { testCases } from '../helpers/cases.ts';
import { loopscope } from '../helpers/command.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { foreignFiles } from '../helpers/foreign-files.ts';
import { keepProfile } from '../helpers/kept-profiles.ts';
import { type RawPart, repack, unpack } from '../helpers/repack.ts';
import { everyFigure, temporaryFolder } from '../helpers/session-dir.ts';
import { TARGETS_DIR } from '../helpers/targets.ts';
import { hintOf, messageOf } from '../helpers/worded.ts';

const dir = temporaryFolder();
const FORMATS: readonly ExportFormat[] = [
  'cpuprofile',
  'speedscope',
  'pprof',
  'firefox',
  'collapsed',
  'svg',
  'ticks',
  'csv',
  'json',
  'html',
  'markdown',
];

beforeAll(async () => {
  await ensureBuilt();
  for (const [name, content] of foreignFiles()) writeFileSync(join(dir, name), content);
}, 120_000);

const V8_LOG = 'v8.log';

function writeV8Log(): void {
  const logs = join(dir, 'logs');
  mkdirSync(logs);
  execFileSync(process.execPath, ['--prof', `--logfile=${join(logs, 'v8.log')}`, join(TARGETS_DIR, 'busy.cjs')], {
    env: { ...process.env, ENDS_AFTER: '500' },
  });
  writeFileSync(join(dir, V8_LOG), readFileSync(join(logs, readdirSync(logs)[0]!)));
}

/** Everything that is shown and exported of it, but for where it comes from. */
async function picture(engine: Engine, sessionId: string): Promise<unknown> {
  const { open: session } = (await engine.sessions.find(sessionId)).shown;
  if (session.kind === 'comparison' || session.kind === 'services') throw new Error(session.kind);
  const { id: _, path, imported, ...info } = await engine.sessions.info(sessionId);
  const exports: unknown[] = [];
  for (const format of FORMATS) exports.push(await engine.sessions.export(sessionId, format));
  // Keys of a manifest are sorted. A session has the value that was shown, and none to choose from.
  const shown = JSON.stringify({ info, imported: { ...imported, isForeign: null, values: null }, exports });
  return JSON.parse(`[${await everyFigure(session)}, ${shown.replaceAll(JSON.stringify(path!).slice(1, -1), 'PATH')}]`);
}

/** One of each kind of session. */
const OF_EACH_KIND = [
  'list.cpuprofile',
  'counted.pb.gz',
  'evented.json',
  'stacks.collapsed.txt',
  'prof-process.txt',
  'stacks.7.json',
  'autocannon.json',
  'k6-points.json',
];
const OTHERS = [...foreignFiles().keys(), V8_LOG].filter((name) => !OF_EACH_KIND.includes(name));

testCases(OF_EACH_KIND, OTHERS)('%s saved as a session is shown and exported as before', async (name) => {
  if (name === V8_LOG) writeV8Log();
  const own = join(dir, name);
  const bytes = readFileSync(own);
  const first = newEngine(dir);
  const foreign = await openFileIn(first, own);
  const before = await picture(first, foreign);
  const path = join(dir, `${name}.loopscope`);
  expect(await first.handle('sessions.save-as', { sessionId: foreign, path, overwrite: false })).toEqual({ ok: true, value: { path } });
  expect(await picture(first, foreign)).toEqual(before);

  const second = newEngine(dir);
  const kept = await openFileIn(second, path);
  expect(await picture(second, kept)).toEqual(before);
  expect((await second.sessions.info(kept)).imported).toMatchObject({ file: name, isForeign: false });
  expect((await second.sessions.info(kept)).imported).not.toHaveProperty('values');
  expect(readFileSync(own).equals(bytes)).toBe(true);
});

test('name and notes are kept in the session, never in the file of another tool', async () => {
  const own = join(dir, 'stacks.collapsed.txt');
  const bytes = readFileSync(own);
  const path = join(dir, 'noted.loopscope');
  const first = newEngine(dir);
  const sessionId = await openFileIn(first, own);
  const refused = await first.handle('notes.set', { sessionId, text: 'fast' });
  expect(!refused.ok && hintOf(refused.failure)).toBe('Save it as a session to keep notes with it.');
  expect(await first.handle('sessions.rename', { sessionId, name: 'Before' })).toMatchObject({ ok: true });
  for (const overwrite of [false, true]) {
    const onto = await first.handle('sessions.save-as', { sessionId, path: own, overwrite });
    expect(!onto.ok && messageOf(onto.failure)).toBe(`${own} is the file that this is shown from; it is not written over.`);
  }
  expect(await first.handle('sessions.save-as', { sessionId, path, overwrite: false })).toMatchObject({ ok: true });
  expect(await first.handle('notes.set', { sessionId, text: 'fast' })).toMatchObject({ ok: true });
  const second = newEngine(dir);
  expect(await second.sessions.info(await openFileIn(second, path))).toMatchObject({ name: 'Before', notes: 'fast', kind: 'profile' });
  expect(readFileSync(own).equals(bytes)).toBe(true);
});

test('a profile that is taken out of the session starts after 0, as DevTools needs it', async () => {
  const parts = await unpack(await keepProfile(join(dir, 'split.cpuprofile.gz'), join(dir, 'taken.loopscope')));
  const { content } = parts.find(({ name }) => name === 'profiles/0.cpuprofile')!;
  expect(JSON.parse(content.toString()).startTime).toBe(1);
});

test('what is only counted is in no .cpuprofile, which says when samples were taken', async () => {
  const engine = newEngine(dir);
  const exported = await engine.sessions.export(await openFileIn(engine, join(dir, 'stacks.collapsed.txt')), 'cpuprofile');
  expect(!exported.ok && hintOf(exported.failure)).toBe('Write speedscope, pprof, firefox, collapsed or svg.');
});

test('its own file is read again when it has been dropped from memory, under its new name', async () => {
  const engine = newEngine(dir);
  const sessionId = await openFileIn(engine, join(dir, 'evented.json'));
  await engine.handle('sessions.rename', { sessionId, name: 'Mine' });
  for (let copy = 0; copy < 9; copy++) {
    writeFileSync(join(dir, `copy ${copy}.json`), foreignFiles().get('evented.json')!);
    await openFileIn(engine, join(dir, `copy ${copy}.json`));
  }
  expect(engine.sessions.keptCount).toBe(8);
  const path = join(dir, 'mine.loopscope');
  expect(await engine.handle('sessions.save-as', { sessionId, path, overwrite: false })).toMatchObject({ ok: true });
  const again = await openFile(path);
  expect(again.ok && again.value.kind === 'profile' && again.value.recording.name).toBe('Mine');
});

describe('loopscope import', () => {
  testCases(['evented.json'], ['preprocessed.json'])('%s: `show` prints the same', async (name) => {
    const out = join(dir, `imported ${parse(name).name}`);
    const { code, stdout, stderr } = await loopscope('import', join(dir, name), '-o', out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const path = `${out}.loopscope`;
    expect(stdout).toContain(path);
    const [own, kept] = await Promise.all([join(dir, name), path].map((file) => loopscope('show', file)));
    expect(kept).toEqual(own);
    const [ownJson, keptJson] = await Promise.all([join(dir, name), path].map((file) => loopscope('show', file, '--json')));
    expect(JSON.parse(keptJson!.stdout)).toEqual({ ...JSON.parse(ownJson!.stdout), session: path });
  });

  test('says what it cannot take', async () => {
    const session = join(import.meta.dirname, '../fixtures/sessions/format-1.loopscope');
    const out = join(dir, 'never.loopscope');
    expect(await loopscope('import', session, '-o', out)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is a session already'),
    });
    const own = join(dir, 'evented.json');
    expect(await loopscope('import', own, '-o', own)).toMatchObject({ code: 1, stderr: expect.stringContaining('is not written over') });
    expect(await loopscope('import', join(dir, 'none.json'), '-o', out)).toMatchObject({ code: 1 });
    expect(await loopscope('import', own)).toMatchObject({ code: 2 });
    expect(readdirSync(dir)).not.toContain(basename(out));
  });
});

type Json = Record<string, unknown>;

describe('from a stranger', () => {
  const change = (name: string, make: (content: string) => string) => (parts: RawPart[]) =>
    parts.map((part) => (part.name === name ? { ...part, content: Buffer.from(make(part.content.toString())) } : part));
  const inCell = (edit: (cell: Json) => void) =>
    change('manifest.json', (content) => {
      const manifest = JSON.parse(content) as { experiment: { cells: Json[] } };
      edit(manifest.experiment.cells[0]!);
      return JSON.stringify(manifest);
    });
  const inProfile = (name: string, edit: (profile: { weights: number[]; nodes: Json[] }) => void) =>
    change(name, (content) => {
      const profile = JSON.parse(content);
      edit(profile);
      return JSON.stringify(profile);
    });
  const PROFILE = { unit: 'bytes', title: '' };

  const HOSTILE: Record<string, [string, (parts: RawPart[]) => RawPart[], Failure['code'], RegExp]> = {
    'an extra key': ['evented.json', inCell((cell) => (cell.shell = 'rm')), 'damaged', /manifest\.json is not what/],
    'a format that nobody knows': [
      'evented.json',
      inCell((cell) => (cell.format = 'sheet-music')),
      'damaged',
      /manifest\.json is not what/,
    ],
    'a unit that nobody knows': [
      'evented.json',
      inCell((cell) => (cell.profiles = [{ unit: 'apples', title: '' }])),
      'damaged',
      /manifest\.json is not what/,
    ],
    'profiles that are not there': [
      'evented.json',
      inCell((cell) => (cell.profiles = Array.from({ length: 1_000 }, () => PROFILE))),
      'damaged',
      /weights|is missing/,
    ],
    'more profiles than are read': [
      'evented.json',
      inCell((cell) => (cell.profiles = Array.from({ length: 1_001 }, () => PROFILE))),
      'damaged',
      /manifest\.json is not what/,
    ],
    'neither profiles nor ticks': ['evented.json', inCell((cell) => (cell.profiles = [])), 'damaged', /ticks\.json is missing/],
    'a profile without weights': [
      'stacks.collapsed.txt',
      inProfile('profiles/0.cpuprofile', (profile) => (profile.weights = [])),
      'damaged',
      /weights/,
    ],
    'a profile that is cyclic': [
      'evented.json',
      inProfile('profiles/0.cpuprofile', ({ nodes }) => (nodes[1]!.children = [nodes[0]!.id])),
      'damaged',
      /profiles\/0\.cpuprofile/,
    ],
    'ticks that are none': ['preprocessed.json', change('ticks.json', () => '{}'), 'damaged', /ticks\.json is not what/],
    'a strange part': [
      'evented.json',
      (parts) => [...parts, { name: 'run-me.sh', content: Buffer.from('x'), deflate: true }],
      'not-a-session',
      /run-me\.sh/,
    ],
  };

  test.each(Object.entries(HOSTILE))('%s', async (_, [source, edit, code, sentence]) => {
    const bad = join(dir, 'bad.loopscope');
    await repack(await keepProfile(join(dir, source), join(dir, 'good.loopscope')), bad, edit);
    const opened = await openFile(bad);
    if (opened.ok) throw new Error('this file should not open');
    expect([opened.failure.code, messageOf(opened.failure)]).toEqual([code, expect.stringMatching(sentence)]);
    expect(messageOf(opened.failure)).toMatch(/^[^\n]{20,400}\.$/);
  });

  test('what cannot be seen is made visible', async () => {
    const bad = join(dir, 'hidden.loopscope');
    const good = await keepProfile(join(dir, 'evented.json'), join(dir, 'good.loopscope'));
    const hidden = 'a\u202eb\u001b[31m';
    await repack(
      good,
      bad,
      inCell((cell) => {
        cell.name = cell.file = cell.notes = hidden;
        cell.profiles = (cell.profiles as Json[]).map((profile) => ({ ...profile, title: hidden }));
      }),
    );
    const engine = newEngine(dir);
    const info = JSON.stringify(await engine.sessions.info(await openFileIn(engine, bad)));
    expect(info.match(/a\\\\u202eb\\\\u001b/g)).toHaveLength(5);
    expect(info).not.toContain('\u202e');
  });
});
