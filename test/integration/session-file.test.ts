/** Saving and reopening, with real files. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { journalSession, recoverJournal, SAVED_MARK } from '../../electron/engine/sessions/journal.ts';
import type { OpenSession } from '../../electron/engine/sessions/open-session.ts';
import { openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { RunPart } from '../../shared/derive/sections/section.ts';
import { deriveReport } from '../../shared/derive/sections/sections.ts';
import { columnsOfFormat, concatRows, packRows, rowCount, unpackRows } from '../../shared/load/request-rows.ts';
import { CPU_OF_MAIN_THREAD, type ProfileSource } from '../../shared/model/profile/profile.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import type { RequestBatch } from '../../shared/model/run.ts';
import { exportCpuProfile } from '../../shared/profile/export/export-cpuprofile.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { unpack } from '../helpers/repack.ts';
import { collect, countRows, everyFigure, record, temporaryFolder } from '../helpers/session-dir.ts';
import { syntheticEntries } from '../helpers/synthetic-recording.ts';
import { messageOf, worded } from '../helpers/worded.ts';

// Files are read by a process of its own.
beforeAll(ensureBuilt);

const dir = temporaryFolder();

async function open(path: string): Promise<OpenSession> {
  const opened = await openSession(path);
  if (!opened.ok) throw new Error(`${opened.failure.code}: ${messageOf(opened.failure)} ${opened.failure.detail ?? ''}`);
  return opened.value;
}

async function save(session: OpenSession, path: string, overwrite = false): Promise<string> {
  const written = await writeSession(session, path, { overwrite });
  if (!written.ok) throw new Error(`${written.failure.code}: ${messageOf(written.failure)} ${written.failure.detail ?? ''}`);
  return written.value.path;
}

describe('a reopened session equals the live one in every figure', () => {
  const path = join(dir, 'große Sitzung 🚀.loopscope');
  let live: OpenSession;
  let figures: string;

  beforeAll(async () => {
    const { recording, journal } = await record(
      join(dir, 'recordings', 'large'),
      syntheticEntries({ seed: 11, seconds: 12.3, rowsPerSecond: 30_000, late: true }),
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
    expect(await countRows(reopened.rows())).toBe(live.recording.load.finished + 2);
    expect(reopened.recording.load).toMatchObject({ unanswered: 2, oldestUs: 5_000_000, late: { expected: 1 } });
    expect(reopened.recording.liveness).toEqual(live.recording.liveness);
  });

  test('open, save, open again: the same bytes', async () => {
    const copy = await save(await open(path), join(dir, 'copy.loopscope'));
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true);
  });

  test('the same bytes in another time zone', { tags: ['long'] }, async () => {
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

/** The same run, made by a load that has a schedule: from the second second on requests are late, and some have other users. */
function* scheduled(entries: Iterable<RecordingEntry>): Generator<RecordingEntry> {
  for (const entry of entries) {
    if (entry.type !== 'requests' || rowCount(entry.batch) === 0 || entry.batch.start[0]! < 1e6) {
      yield entry;
      continue;
    }
    const batch = concatRows([unpackRows(entry.batch)]);
    for (let row = 0; row < rowCount(batch); row += 2) {
      const lateness = Math.min(row * 10, batch.latency[row]!);
      batch.start[row] = batch.intended[row]! + lateness;
      batch.user[row] = batch.connection[row]! + 1_000;
    }
    yield { ...entry, batch: packRows(batch) };
  }
}

describe('the columns of the requests', () => {
  const entries = [...syntheticEntries({ seed: 6, seconds: 3.2, rowsPerSecond: 40_000 })];

  async function saved(name: string, from: Iterable<RecordingEntry>) {
    const { recording, journal } = await record(join(dir, 'recordings', name), from);
    const live = journalSession(journal, recording);
    const path = await save(live, join(dir, `${name}.loopscope`));
    const parts = new Map((await unpack(path)).map((part) => [part.name, part.content]));
    const manifest = JSON.parse(parts.get('manifest.json')!.toString());
    return {
      live,
      path,
      columns: manifest.experiment.cells[0].requests.columns,
      described: JSON.parse(parts.get('requests.json')!.toString()),
      parts,
    };
  }

  test('of a closed load are stored once: a file is as large as one of format 2', async () => {
    const { live, columns, described, parts } = await saved('closed', entries);
    expect(columns).toEqual(columnsOfFormat(2));
    expect(parts.get('requests.bin')!.length).toBe(28 * live.recording.load.finished);
    expect(described.leftOut.map(({ name, default: value }: { name: string; default: unknown }) => [name, value])).toEqual([
      ['intended', 'start'],
      ['request', 0],
      ['phase', 0],
      ['user', 'connection'],
      ['stale', 0],
      ['unmet', 0],
      ['port', 0],
    ]);
  });

  test('are all there where they say something, and only there', { tags: ['long'] }, async () => {
    const { live, path, columns, parts } = await saved('scheduled', scheduled(entries));
    expect(columns).toEqual([...columnsOfFormat(2), 'intended', 'user']);
    expect(parts.get('requests.bin')!.length).toBe((28 + 8 + 2) * live.recording.load.finished);
    const whole = (batches: RequestBatch[]) => concatRows(batches);
    const rows = whole(await collect(live.rows()));
    const reopened = await open(path);
    expect(whole(await collect(reopened.rows()))).toEqual(rows);
    expect(rows.start.some((start, row) => start > rows.intended[row]!)).toBe(true);
    expect(await everyFigure(reopened)).toBe(await everyFigure(live));
    // Latency counts from the intended start, and only the first byte, and when the last one was sent, from when a request was sent.
    const late = deriveReport(new RunPart(live.recording));
    const closed = deriveReport(new RunPart((await saved('the same, closed', entries)).live.recording));
    expect(late.latenessMs!.count).toBeGreaterThan(50_000);
    const { firstByteMs, lastRequests } = closed;
    expect({ ...late, latenessMs: null, serviceMs: null, firstByteMs, lastRequests }).toEqual(closed);
    const copy = await save(reopened, join(dir, 'scheduled copy.loopscope'));
    expect((await readFile(copy)).equals(await readFile(path))).toBe(true);
  });
});

/** What there are profiles of, besides those of a run without any. */
async function recoverSources(name: string, ...slices: readonly RecordingEntry[]): Promise<readonly ProfileSource[]> {
  const { journal } = await record(join(dir, 'recordings', name), [...syntheticEntries({ seconds: 0, ended: false }), ...slices]);
  await journal.close();
  const recovered = (await recoverJournal(join(dir, 'recordings', name, 'journal')))!;
  return recovered.recording.profileSources.filter(({ pid }) => pid === 9);
}

describe('profiles of several threads and units', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, children: [2] },
      { id: 2, callFrame: { functionName: 'grow', scriptId: '1', url: 'file:///app/grow.js', lineNumber: 4, columnNumber: 2 } },
    ],
    startTime: 0,
    endTime: 3_000,
    samples: [2, 2, 1],
    timeDeltas: [0, 1_000, 1_000],
  };
  const ofWorker = { pid: 4_001, thread: 3, kind: 'cpu', inlined: true, unit: 'bytes', intervalUs: 0 } as const;

  test('are kept side by side, each with what it measures', async () => {
    const run = [...syntheticEntries({ seconds: 1, ended: false })];
    const origin = run.find((entry) => entry.type === 'origin')!.clock;
    const measured = { ...profile, startTime: origin + 100, endTime: origin + 3_100, weights: [512, 64, 1] };
    const entries: RecordingEntry[] = [...run, { type: 'slice', ...ofWorker, profile: measured }];
    const { recording, journal } = await record(join(dir, 'recordings', 'threads'), entries);
    const live = journalSession(journal, recording);
    const path = await save(live, join(dir, 'threads.loopscope'));
    const opened = await open(path);
    expect(opened.recording.profileSources.map(({ pid, thread, unit }) => [pid, thread, unit])).toEqual([
      [4_001, 0, 'microseconds'],
      [4_002, 0, 'microseconds'],
      [4_001, 3, 'bytes'],
    ]);
    expect(opened.recording.allProfiles().at(-1)).toEqual(live.recording.allProfiles().at(-1));
    expect([...opened.recording.allProfiles().at(-1)!.weights!]).toEqual([512, 64, 1]);
    expect((await unpack(path)).map(({ name }) => name).filter((name) => name.startsWith('profiles/'))).toEqual([
      'profiles/4001.cpuprofile',
      'profiles/4002.cpuprofile',
      'profiles/4001-3.cpuprofile',
    ]);
    await journal.close();
  });

  test('a journal of an earlier version has profiles of main threads', async () => {
    // Whether V8 inlines is not written where it does, nor was it then.
    const slice = { type: 'slice', pid: 9, inlined: true, intervalUs: 1_000, profile } as unknown as RecordingEntry;
    expect(await recoverSources('earlier', slice)).toEqual([{ pid: 9, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD }]);
  });

  test('those of the pass without inlining are told apart when a journal is recovered', async () => {
    const source = { pid: 9, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD };
    const slices = [source, { ...source, inlined: false }].map((one) => ({ type: 'slice', ...one, profile }) as const);
    expect(await recoverSources('exact', ...slices)).toEqual([source, { ...source, inlined: false }]);
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
    expect(worded(await writeSession(session, join(dir, 'nowhere', 'x.loopscope'), { overwrite: false }))).toMatchObject({
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

  test('leaves no temporary file, and sweeps those of killed writers when they are over an hour old', async () => {
    const folder = join(dir, 'sweep');
    mkdirSync(folder);
    const leave = (name: string, minutes: number): void => {
      writeFileSync(join(folder, name), 'x');
      const then = new Date(Date.now() - minutes * 60_000);
      utimesSync(join(folder, name), then, then);
    };
    leave('.old.loopscope.999999999-0123456789ab.loopscope-tmp', 61);
    // Its writer may live on another machine, or in a container that has its own numbers.
    leave('.new.loopscope.999999999-0123456789ab.loopscope-tmp', 59);
    leave(`.now.loopscope.${process.pid}-0123456789ab.loopscope-tmp`, 61);
    await save(session, join(folder, 'saved.loopscope'));
    expect(readdirSync(folder).sort()).toEqual([
      '.new.loopscope.999999999-0123456789ab.loopscope-tmp',
      `.now.loopscope.${process.pid}-0123456789ab.loopscope-tmp`,
      'saved.loopscope',
    ]);
  });

  test.skipIf(process.platform === 'win32')('a new file is for the user alone; an old one keeps its mode and its owner', async () => {
    const [fresh, old] = [join(dir, 'fresh.loopscope'), join(dir, 'old.loopscope')];
    await save(session, fresh);
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
    writeFileSync(old, '');
    chmodSync(old, 0o640);
    if (process.getuid?.() === 0) chownSync(old, 1234, 2345);
    const { uid, gid } = statSync(old);
    await save(session, old, true);
    expect(statSync(old)).toMatchObject({ uid, gid });
    expect(statSync(old).mode & 0o777).toBe(0o640);
  });

  test.skipIf(process.platform === 'win32')('a symbolic link stays one, and what it names is written', async () => {
    const elsewhere = join(dir, 'elsewhere');
    mkdirSync(elsewhere);
    for (const name of ['real', 'not there yet']) {
      const link = join(dir, `link to ${name}.loopscope`);
      symlinkSync(join('elsewhere', `${name}.loopscope`), link);
      if (name === 'real') writeFileSync(join(elsewhere, 'real.loopscope'), 'old');
      await save(session, link, true);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readlinkSync(link)).toBe(join('elsewhere', `${name}.loopscope`));
      expect((await open(join(elsewhere, `${name}.loopscope`))).recording.load.finished).toBe(session.recording.load.finished);
    }
    expect(readdirSync(elsewhere).sort()).toEqual(['not there yet.loopscope', 'real.loopscope']);
    const loop = join(dir, 'loop.loopscope');
    symlinkSync(loop, loop);
    expect(await writeSession(session, loop, { overwrite: true })).toMatchObject({ ok: false, failure: { code: 'cannot-write' } });
  });

  test('while the run goes on a saved file does not make its recording a saved one', async () => {
    const folder = join(dir, 'recordings', 'going on');
    const { recording, journal } = await record(folder, syntheticEntries({ seed: 12, ended: false }));
    const live = journalSession(journal, recording);
    await save(live, join(dir, 'so far.loopscope'));
    expect(existsSync(join(folder, SAVED_MARK))).toBe(false);
    recording.apply({ type: 'end', ending: 'stopped', failure: null });
    await save(live, join(dir, 'whole.loopscope'));
    expect(existsSync(join(folder, SAVED_MARK))).toBe(true);
    await journal.close();
  });

  test('a file that was replaced while it is open is not mixed with the old one', async () => {
    const opened = await open(path);
    const { recording, journal } = await record(join(dir, 'recordings', 'other'), syntheticEntries({ seed: 99 }));
    await save(journalSession(journal, recording), path, true);
    await journal.close();
    await expect(collect(opened.rows())).rejects.toThrow('file.replaced');
    await rename(path, `${path}.gone`);
    await expect(collect(opened.rows())).rejects.toThrow('file.missing');
  });
});

describe('a plain .cpuprofile', () => {
  const path = join(dir, 'plain.cpuprofile');

  test('opens as a profile, and can be kept as a session', async () => {
    const { recording, journal } = await record(join(dir, 'recordings', 'plain'), syntheticEntries({ seed: 6, seconds: 3 }));
    await journal.close();
    writeFileSync(path, exportCpuProfile(recording.profiles(ALL_SAMPLES)[0]!));
    const session = await open(path);
    expect([session.kind, session.recording.state, session.recording.name]).toEqual(['profile', 'done', 'plain.cpuprofile']);
    const report = deriveReport(new RunPart(session.recording));
    expect(report.profile!.heavy.length).toBe(5);
    expect([report.latencyMs, report.throughput, report.requests.sent]).toEqual([null, null, 0]);
    const kept = join(dir, 'p.loopscope');
    expect(await writeSession(session, kept, { overwrite: false })).toMatchObject({ ok: true });
    const again = await open(kept);
    expect([again.kind, deriveReport(new RunPart(again.recording)).profile]).toEqual(['profile', report.profile]);
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
    expect(!opened.ok && messageOf(opened.failure).length).toBeGreaterThan(20);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});
