/** Saving and reopening, with real files. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { journalSession, recoverJournal } from '../../electron/engine/sessions/journal.ts';
import type { OpenSession } from '../../electron/engine/sessions/open-session.ts';
import { openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { exportCpuProfile } from '../../shared/profile/export-cpuprofile.ts';
import { computeRunReport } from '../../shared/session/report.ts';
import { collect, countRows, everyFigure, record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';

const dir = temporaryFolder();

async function open(path: string): Promise<OpenSession> {
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(`${opened.failure.code}: ${opened.failure.message} ${opened.failure.detail ?? ''}`);
  return opened.value;
}

async function save(session: OpenSession, path: string, overwrite = false): Promise<string> {
  const written = await writeSession(session, path, { overwrite });
  if (!written.ok) throw new Error(`${written.failure.code}: ${written.failure.message} ${written.failure.detail ?? ''}`);
  return written.value.path;
}

describe('a reopened session equals the live one in every figure', () => {
  const path = join(dir, 'große Sitzung 🚀.loopscope');
  let live: OpenSession;
  let figures: string;

  beforeAll(async () => {
    const { recording, journal } = await record(
      join(dir, 'recordings', 'large'),
      syntheticEntries({ seed: 11, seconds: 12.3, rowsPerSecond: 30_000 }),
    );
    live = journalSession(journal, recording);
    figures = await everyFigure(live);
    await save(live, path);
  });

  test('it is a few hundred thousand requests', () => {
    expect(live.recording.load.finished).toBeGreaterThan(300_000);
  });

  test('replayed from its journal', async () => {
    const replayed = await recoverJournal(join(dir, 'recordings', 'large', 'journal'));
    expect((await everyFigure(replayed!)) === figures).toBe(true);
  });

  test('opened from its file', async () => {
    const reopened = await open(path);
    expect((await everyFigure(reopened)) === figures).toBe(true);
    expect(await countRows(reopened.rows())).toBe(live.recording.load.finished);
  });

  test('open, save, open again: the same bytes', async () => {
    const copy = await save(await open(path), join(dir, 'copy.loopscope'));
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true);
  });

  test('the same bytes in another time zone', async () => {
    const copy = join(dir, 'tokyo.loopscope');
    execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../fixtures/sessions/save-once.ts'), path, copy], {
      env: { ...process.env, TZ: 'Asia/Tokyo' },
    });
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true);
  });

  test('other tools can take the parts out', () => {
    const listing = execFileSync('python3', ['-m', 'zipfile', '-l', path], { encoding: 'utf8' });
    for (const part of [
      'manifest.json',
      'requests.bin',
      'requests.json',
      'server.bin',
      'latency.hgrm',
      'profiles/4001.cpuprofile',
      'output.txt',
    ]) {
      expect(listing).toContain(part);
    }
    expect(execFileSync('python3', ['-m', 'zipfile', '-t', path], { encoding: 'utf8' })).toContain('Done testing');
  });

  test('notes and a new name are kept, everything else stays', async () => {
    const session = await open(path);
    session.recording.apply({ type: 'notes', text: 'Before the index.\n' });
    session.recording.rename('Первый');
    await save(session, path, true);
    const again = await open(path);
    expect([again.recording.notes, again.recording.name, again.recording.header!.name]).toEqual([
      'Before the index.\n',
      'Первый',
      'Первый',
    ]);
    again.recording.apply({ type: 'notes', text: '' });
    again.recording.rename('Synthetic run');
    expect((await everyFigure(again)) === figures).toBe(true);
  });
});

describe('an unfinished recording', () => {
  test('is recovered, saved and reopened with the same figures', async () => {
    const { journal } = await record(join(dir, 'recordings', 'cut'), syntheticEntries({ seed: 4, ended: false }));
    await journal.close();
    const recovered = (await recoverJournal(join(dir, 'recordings', 'cut', 'journal')))!;
    expect([recovered.recovered, recovered.recording.state, recovered.recording.ending]).toEqual([true, 'done', 'recovered']);
    const path = await save(recovered, join(dir, 'cut.loopscope'));
    expect(await everyFigure(await open(path))).toBe(await everyFigure(recovered));
  });

  test('without a single request it can be saved, too', async () => {
    const entries = [...syntheticEntries({ seconds: 0 })];
    const { recording, journal } = await record(join(dir, 'recordings', 'empty'), entries);
    const live = journalSession(journal, recording);
    const path = await save(live, join(dir, 'empty.loopscope'));
    expect(await everyFigure(await open(path))).toBe(await everyFigure(live));
    await journal.close();
  });
});

describe('saving', () => {
  let session: OpenSession;
  const path = join(dir, 'saving.loopscope');

  beforeAll(async () => {
    const { recording, journal } = await record(join(dir, 'recordings', 'saving'), syntheticEntries({ seed: 8 }));
    session = journalSession(journal, recording);
    await save(session, path);
  });

  test('does not replace a file without being told', async () => {
    const before = readFileSync(path);
    expect(await writeSession(session, path, { overwrite: false })).toMatchObject({ ok: false, failure: { code: 'cannot-write' } });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('into a folder that does not exist is a sentence', async () => {
    expect(await writeSession(session, join(dir, 'nowhere', 'x.loopscope'), { overwrite: false })).toMatchObject({
      ok: false,
      failure: { code: 'cannot-write', message: expect.stringContaining('does not exist') },
    });
  });

  test('into a folder that is not ours is a sentence', async () => {
    // Root may write everywhere but into the kernel's own tree.
    const locked = process.getuid?.() === 0 ? '/sys' : join(dir, 'locked');
    if (locked !== '/sys') mkdirSync(locked, { mode: 0o500 });
    const written = await writeSession(session, join(locked, 'x.loopscope'), { overwrite: false });
    expect(written).toMatchObject({ ok: false, failure: { code: 'cannot-write' } });
  });

  test('leaves no temporary file, and sweeps those of killed writers', async () => {
    const dead = join(dir, '.old.loopscope.999999999-0123456789ab.loopscope-tmp');
    const alive = join(dir, `.now.loopscope.${process.pid}-0123456789ab.loopscope-tmp`);
    writeFileSync(dead, 'x');
    writeFileSync(alive, 'x');
    await save(session, path, true);
    expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
    expect(readdirSync(dir).filter((name) => name.endsWith('-tmp'))).toEqual([`.now.loopscope.${process.pid}-0123456789ab.loopscope-tmp`]);
  });

  test('a file that was replaced while it is open is not mixed with the old one', async () => {
    const opened = await open(path);
    const { recording, journal } = await record(join(dir, 'recordings', 'other'), syntheticEntries({ seed: 99 }));
    await save(journalSession(journal, recording), path, true);
    await journal.close();
    await expect(collect(opened.rows())).rejects.toThrow('has been replaced');
    await rename(path, `${path}.gone`);
    await expect(collect(opened.rows())).rejects.toThrow('There is no file');
  });
});

describe('a plain .cpuprofile', () => {
  const path = join(dir, 'plain.cpuprofile');

  test('opens as a profile', async () => {
    const { recording, journal } = await record(join(dir, 'recordings', 'plain'), syntheticEntries({ seed: 6, seconds: 3 }));
    await journal.close();
    writeFileSync(path, exportCpuProfile(recording.profiles()[0]!));
    const session = await open(path);
    expect([session.kind, session.recording.state, session.recording.name]).toEqual(['profile', 'done', 'plain.cpuprofile']);
    const report = await computeRunReport(session.recording, null, null, 3);
    expect(report.profile!.heavy.length).toBe(3);
    expect([report.latencyMs, report.throughput, report.requests.sent]).toEqual([null, null, 0]);
    expect(await writeSession(session, join(dir, 'p.loopscope'), { overwrite: false })).toMatchObject({
      ok: false,
      failure: { code: 'not-available' },
    });
  });

  test('cut off it is a typed failure', async () => {
    truncateSync(path, 1_000);
    expect(await openSession(path)).toMatchObject({ ok: false, failure: { code: 'damaged' } });
  });
});

/** 2 GB that take no room. */
function sparse(path: string, start: string): void {
  writeFileSync(path, start);
  truncateSync(path, 2 ** 31);
}

describe('what is no session', () => {
  const cases: Record<string, [(path: string) => void, string]> = {
    missing: [() => {}, 'file-missing'],
    'a folder': [(path) => mkdirSync(path), 'file-unreadable'],
    empty: [(path) => writeFileSync(path, ''), 'not-a-session'],
    text: [(path) => writeFileSync(path, 'hello\n'), 'not-a-session'],
    '2 GB of nothing': [(path) => sparse(path, ''), 'not-a-session'],
    'a huge JSON': [(path) => sparse(path, '{'), 'too-large'],
    '2 million nested arrays': [(path) => writeFileSync(path, `{"nodes":${'['.repeat(2_000_000)}`), 'damaged'],
    'a link to nowhere': [(path) => symlinkSync('/nowhere/at/all', path), 'file-missing'],
  };

  test.each(Object.entries(cases))('%s', async (name, [make, code]) => {
    const path = join(dir, `no session, ${name}`);
    make(path);
    const before = process.memoryUsage().rss;
    const opened = await openSession(path);
    expect(opened).toMatchObject({ ok: false, failure: { code } });
    expect(!opened.ok && opened.failure.message.length).toBeGreaterThan(20);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});
