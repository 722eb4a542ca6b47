/** Recent sessions are renamed in their file and moved to the trash of the desktop: real files, a real trash folder. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { moveToTrash } from '../../electron/engine/sessions/trash.ts';
import { scratch } from '../helpers/command.ts';
import { unwrap } from '../helpers/comparisons.ts';
import { newEngine, openFileIn } from '../helpers/engines.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const dir = temporaryFolder();
let home: string;
let files: string;
const before = process.env.XDG_DATA_HOME;
beforeEach(() => {
  home = scratch();
  files = join(scratch(), 'Über 100 % "mine"?');
  mkdirSync(files);
  process.env.XDG_DATA_HOME = join(home, 'data');
});
afterEach(() => {
  if (before === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = before;
});

const trashed = (part: 'files' | 'info') => {
  const folder = join(home, 'data/Trash', part);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

function sample(name: string): string {
  const file = join(files, name);
  copyFileSync(join(ROOT, 'resources/samples/slow-route.loopscope'), file);
  return file;
}

test('a file goes to the trash with the place it came from, and two of one name both can be restored', async () => {
  for (const text of ['first', 'second']) {
    const file = join(files, 'run #1.loopscope');
    writeFileSync(file, text);
    await moveToTrash(file);
    expect(existsSync(file)).toBe(false);
  }
  expect(trashed('files')).toEqual(['run #1 2.loopscope', 'run #1.loopscope']);
  expect(trashed('info')).toEqual(['run #1 2.loopscope.trashinfo', 'run #1.loopscope.trashinfo']);
  const read = (part: string) => readFileSync(join(home, 'data/Trash', part), 'utf8');
  expect([read('files/run #1.loopscope'), read('files/run #1 2.loopscope')]).toEqual(['first', 'second']);
  const [head, path, date] = read('info/run #1.loopscope.trashinfo').split('\n');
  expect(head).toBe('[Trash Info]');
  expect(decodeURIComponent(path!.replace('Path=', ''))).toBe(join(files, 'run #1.loopscope'));
  expect(path).toMatch(/^Path=[\w/.~%!'()*,;:@&=+$-]+$/);
  expect(date).toMatch(/^DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect(statSync(join(home, 'data/Trash')).mode & 0o777).toBe(0o700);
});

test('of a link the link goes, and what cannot be moved leaves nothing in the trash', async () => {
  const file = sample('kept.loopscope');
  symlinkSync(file, join(files, 'link'));
  await moveToTrash(join(files, 'link'));
  expect(existsSync(file)).toBe(true);
  expect(trashed('files')).toEqual(['link']);
  await expect(moveToTrash(join(files, 'nothing'))).rejects.toThrow('ENOENT');
  expect(trashed('info')).toEqual(['link.trashinfo']);
});

test('a file on another disk goes to the trash of that disk', async ({ skip }) => {
  // /dev/shm is a disk of its own on nearly every Linux.
  const other = '/dev/shm';
  if (!existsSync(other) || statSync(other).dev === statSync(home).dev) return skip();
  const uid = 4_000_000 + process.pid;
  const file = join(other, `loopscope-test-${process.pid}.loopscope`);
  const trash = join(other, `.Trash-${uid}`);
  onTestFinished(() => {
    for (const left of [file, trash]) rmSync(left, { recursive: true, force: true });
  });
  writeFileSync(file, 'far');
  await moveToTrash(file, { uid });
  expect(readFileSync(join(trash, 'files', basename(file)), 'utf8')).toBe('far');
  expect(readFileSync(join(trash, 'info', `${basename(file)}.trashinfo`), 'utf8')).toContain(`\nPath=${basename(file)}\n`);
});

test('only a session of the recent list is moved to the trash, and it leaves the list', async () => {
  const engine = newEngine(dir);
  const [listed, other] = [sample('listed.loopscope'), sample('other.loopscope')];
  await openFileIn(engine, listed);
  const events: string[] = [];
  engine.onEvent(({ type }) => events.push(type));
  expect(await engine.handle('sessions.trash', { path: other })).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  expect(await engine.handle('sessions.trash', { path: '/etc/hostname' })).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  expect([existsSync(other), existsSync('/etc/hostname'), trashed('files')]).toEqual([true, true, []]);
  unwrap(await engine.handle('sessions.trash', { path: listed }));
  expect([existsSync(listed), trashed('files')]).toEqual([false, ['listed.loopscope']]);
  expect(unwrap(await engine.handle('sessions.recent', {}))).toEqual([]);
  expect(events).toContain('sessions.changed');
});

test('a session that is taken off the list stays where it is, and lists are read again', async () => {
  const engine = newEngine(dir);
  const path = sample('listed.loopscope');
  await openFileIn(engine, path);
  const events: string[] = [];
  engine.onEvent(({ type }) => events.push(type));
  unwrap(await engine.handle('sessions.forget', { path }));
  expect([events, existsSync(path)]).toEqual([['sessions.changed'], true]);
  expect(unwrap(await engine.handle('sessions.recent', {}))).toEqual([]);
});

test('renaming a recent session changes the title in its file, not the name of the file, nor its place in the list', async () => {
  const engine = newEngine(dir);
  const [older, newer] = [sample('older.loopscope'), sample('newer.loopscope')];
  for (const path of [older, newer]) await openFileIn(engine, path);
  unwrap(await engine.handle('sessions.rename-recent', { path: older, name: 'before the index' }));
  const listed = unwrap(await engine.handle('sessions.recent', {}));
  expect(listed.map(({ path }) => path)).toEqual([newer, older]);
  expect(listed[1]).toMatchObject({ name: 'before the index', summary: { kind: 'run', request: expect.stringContaining('/') } });
  expect(existsSync(older)).toBe(true);
  // As another program, or another start, reads it.
  const again = newEngine(dir);
  const sessionId = await openFileIn(again, older);
  expect(unwrap(await again.handle('session.info', { sessionId })).name).toBe('before the index');
  const unlisted = sample('unlisted.loopscope');
  expect(await engine.handle('sessions.rename-recent', { path: unlisted, name: 'x' })).toMatchObject({ ok: false });
});

test('a file of another tool has no title to change', async () => {
  const engine = newEngine(dir);
  const path = join(files, 'work.cpuprofile');
  copyFileSync(join(ROOT, 'test/fixtures/profiles/split.cpuprofile'), path);
  const bytes = readFileSync(path);
  await openFileIn(engine, path);
  expect(await engine.handle('sessions.rename-recent', { path, name: 'mine' })).toMatchObject({
    ok: false,
    failure: { code: 'not-available' },
  });
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
