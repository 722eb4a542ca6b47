/** The journal, with real files: torn, damaged, and on a disk that is full. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createJournal,
  Journal,
  journalSession,
  MEMORY_LIMIT,
  readJournal,
  recoverJournal,
} from '../../electron/engine/sessions/journal.ts';
import { openSession, writeSession } from '../../electron/engine/sessions/session-file.ts';
import { packRows } from '../../shared/load/request-rows.ts';
import type { Failure } from '../../shared/model/failure.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { seededRandom } from '../helpers/random.ts';
import { collect, countRows, everyFigure, record, startJournal, temporaryFolder } from '../helpers/session-dir.ts';
import { emptyBatch, syntheticEntries, syntheticHeader } from '../helpers/synthetic-recording.ts';
import { messageOf, wordedAll } from '../helpers/worded.ts';

// Files are read by a process of its own.
beforeAll(ensureBuilt);

const dir = temporaryFolder();
const HEAD_BYTES = 16;

/** Where each record ends, from its own length field. */
function recordEnds(journal: Buffer): number[] {
  const ends: number[] = [];
  for (let at = 8; at < journal.length; ) {
    at += HEAD_BYTES + journal.readUInt32LE(at);
    ends.push(at);
  }
  return ends;
}

describe('entries come back as they were', () => {
  const entries = [...syntheticEntries({ seed: 21, seconds: 2 })];

  test('all of them, in order, NaN and all', async () => {
    const { journal } = await record(join(dir, 'whole'), entries);
    await journal.close();
    expect(await collect(readJournal(journal.path))).toEqual(entries);
  });

  test('rows can be read while they are being recorded', async () => {
    const journal = await startJournal(join(dir, 'growing'), syntheticHeader());
    const live = journalSession(journal, new RunRecording());
    let appended = 0;
    for (const entry of entries) {
      journal.append(entry);
      if (entry.type !== 'requests') continue;
      appended += entry.batch.start.length;
      // Some of it is on disk by now, some is not.
      if (appended % 300 === 0) expect(await countRows(live.rows())).toBe(appended);
    }
    expect(appended).toBeGreaterThan(1_000);
    await journal.close();
    expect(await countRows(live.rows())).toBe(appended);
  });
});

describe('a torn journal', () => {
  const torn = join(dir, 'torn');
  let whole: Buffer;
  let entries: RecordingEntry[];

  beforeAll(async () => {
    entries = [...syntheticEntries({ seed: 22, seconds: 0.3, rowsPerSecond: 100 })];
    const { journal } = await record(join(dir, 'to be torn'), entries);
    await journal.close();
    whole = readFileSync(journal.path);
  });

  test('a journal cut at any byte of its last records opens with what is before the cut', async () => {
    const ends = recordEnds(whole);
    const from = ends.at(-6)!;
    for (let length = from; length < whole.length; length++) {
      writeFileSync(torn, whole.subarray(0, length));
      const tail = { lostBytes: 0 };
      const kept = await collect(readJournal(torn, tail));
      const complete = ends.filter((end) => end <= length);
      expect(kept.length).toBe(complete.length);
      expect(tail.lostBytes).toBe(length - complete.at(-1)!);
    }
    expect(whole.length - from).toBeGreaterThan(500);
  });

  test('cut within its header it cannot be recovered, and says so', async () => {
    for (const length of [0, 3, 8, 20, 100]) {
      writeFileSync(torn, whole.subarray(0, length));
      expect(await recoverJournal(torn)).toBeNull();
    }
  });

  test('of a journal with one flipped bit everything before it is read, and nothing after it', { tags: ['long'] }, async () => {
    const random = seededRandom(31);
    const ends = recordEnds(whole);
    for (let round = 0; round < 1_000; round++) {
      const at = Math.floor(random() * whole.length);
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1 << Math.floor(random() * 8);
      writeFileSync(torn, flipped);
      const tail = { lostBytes: 0 };
      const kept = await collect(readJournal(torn, tail));
      const good = at < 8 ? 0 : ends.filter((end) => end <= at).length;
      // Three bytes of a record's head mean nothing, but they are checked, too.
      expect(kept).toEqual(entries.slice(0, good));
      expect(tail.lostBytes).toBeGreaterThan(0);
    }
  });

  test('the loss is said in the recovered session', async () => {
    writeFileSync(torn, whole.subarray(0, whole.length - 5));
    const recovered = await recoverJournal(torn);
    expect(wordedAll(recovered!.recording.warnings).at(-1)).toMatch(/^The last \d+ bytes of the recording were torn/);
  });

  test('a record that claims to be huge is not believed', async () => {
    const huge = Buffer.from(whole);
    huge.writeUInt32LE(0xffff_fff0, recordEnds(whole).at(-2)!);
    writeFileSync(torn, huge);
    expect((await collect(readJournal(torn))).length).toBe(entries.length - 1);
  });
});

test('a folder that cannot be written is a sentence before anything is started', async () => {
  writeFileSync(join(dir, 'a file'), '');
  expect(await createJournal(join(dir, 'a file', 'below'), syntheticHeader())).toMatchObject({
    ok: false,
    failure: { code: 'cannot-write' },
  });
});

test.each([1, 2])('a first write that takes over a second (the %i. of two) leaves a journal that can be read', async (slow) => {
  const path = join(mkdtempSync(join(dir, 'slow disk ')), 'journal');
  const file = await open(path, 'wx');
  let writes = 0;
  const disk = new Proxy(file, {
    get(_, name) {
      if (name !== 'write') return Reflect.get(file, name).bind(file);
      return async (...args: [Uint8Array, number, number, number]) => {
        writes += 1;
        if (writes === slow) await wait(1_100);
        return file.write(...args);
      };
    },
  });
  const journal = new Journal(dirname(path), disk);
  await journal.begin(syntheticHeader());
  journal.append({ type: 'origin', clock: 5 });
  await journal.close();
  expect((await collect(readJournal(path))).map(({ type }) => type)).toEqual(['header', 'origin']);
});

test('output that was given up is counted, even if nothing is printed after it', async () => {
  const { journal } = await record(join(dir, 'quiet'), [{ type: 'header', header: syntheticHeader() }]);
  const text = 'x'.repeat(2_000_000);
  // Three are more than may wait in memory.
  for (let part = 0; part < 5; part++) journal.append({ type: 'output', stream: 'stdout', text, at: part });
  await journal.close();
  expect((await collect(readJournal(journal.path))).at(-1)).toEqual({ type: 'output-dropped', bytes: 4_000_000 });
});

/** Mounts a disk of a few MB, which needs root and Linux. Null, or why it could not. */
function mountSmallDisk(at: string, megabytes: number): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'the disk-full tests need root on Linux to mount a small disk';
  mkdirSync(at);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { encoding: 'utf8' });
  return mounted.status === 0 ? null : `no small disk could be mounted: ${mounted.stderr.trim()}`;
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a full disk', () => {
  const disk = join(dir, 'small disk');
  let noDisk: string | null;
  // Not before: where all of this file is left out, nothing would unmount it.
  beforeAll(() => {
    noDisk = mountSmallDisk(disk, 4);
  });
  beforeEach(({ skip }) => {
    if (noDisk !== null) skip(noDisk);
  });
  afterAll(() => {
    if (noDisk === null) execFileSync('umount', [disk]);
  });

  function rowsEntry(first: number, count: number): Extract<RecordingEntry, { type: 'requests' }> {
    const batch = emptyBatch(count);
    for (let row = 0; row < count; row++) batch.start[row] = first + row;
    batch.status.fill(200);
    return { type: 'requests', batch: packRows(batch), counts: { sent: first + count, inFlight: 0 } };
  }

  /** Appends rows until `total`, as fast as the event loop lets them be written. */
  async function appendRows(append: (entry: RecordingEntry) => void, first: number, total: number): Promise<void> {
    for (let row = first; row < total; row += 10_000) {
      append(rowsEntry(row, 10_000));
      await wait(1);
    }
  }

  test('the run goes on in memory, it is told once, nothing is lost, and it can be saved elsewhere', async () => {
    const troubles: Failure[] = [];
    const { recording, journal } = await record(join(disk, 'recording'), [{ type: 'header', header: syntheticHeader() }]);
    journal.onTrouble = (failure) => troubles.push(failure);
    const append = (entry: RecordingEntry): void => {
      recording.apply(entry);
      journal.append(entry);
    };
    append({ type: 'origin', clock: 5 });
    await appendRows(append, 0, 300_000); // 8.4 MB on a disk of 4
    await journal.sync();
    expect(troubles.map(({ code }) => code)).toEqual(['disk-full']);
    expect(messageOf(troubles[0]!)).toContain('goes on in memory');
    const live = journalSession(journal, recording);
    expect(await countRows(live.rows())).toBe(300_000);
    // What is on the disk is whole by itself.
    const onDisk = await recoverJournal(journal.path);
    expect(onDisk!.recording.load.completed).toBeGreaterThan(50_000);

    const failed = await writeSession(live, join(disk, 'x.loopscope'), { overwrite: false });
    expect(failed).toMatchObject({ ok: false, failure: { code: 'disk-full' } });
    const saved = await writeSession(live, join(dir, 'elsewhere.loopscope'), { overwrite: false });
    expect(saved.ok).toBe(true);
    const reopened = await openSession(join(dir, 'elsewhere.loopscope'));
    expect(reopened.ok && (await everyFigure(reopened.value))).toBe(await everyFigure(live));
    await journal.close();
    expect(await countRows(live.rows())).toBe(300_000);
    rmSync(join(disk, 'recording'), { recursive: true });
  });

  test('an old session file survives a save that does not fit', async () => {
    const { recording, journal } = await record(join(dir, 'fits'), syntheticEntries({ seed: 5, seconds: 1 }));
    const path = join(disk, 'old.loopscope');
    expect((await writeSession(journalSession(journal, recording), path, { overwrite: false })).ok).toBe(true);
    const before = readFileSync(path);
    const large = await record(join(dir, 'large'), syntheticEntries({ seed: 6, seconds: 6, rowsPerSecond: 40_000 }));
    expect(await writeSession(journalSession(large.journal, large.recording), path, { overwrite: true })).toMatchObject({
      ok: false,
      failure: { code: 'disk-full' },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    await journal.close();
    await large.journal.close();
    rmSync(path);
  });

  test('when there is room again, everything is written after all', async () => {
    const ballast = join(disk, 'ballast');
    const { journal } = await record(join(disk, 'second'), [{ type: 'header', header: syntheticHeader() }]);
    writeFileSync(ballast, Buffer.alloc(3 * 1024 * 1024));
    await appendRows((entry) => journal.append(entry), 0, 100_000); // 2.8 MB
    rmSync(ballast);
    await journal.close();
    const starts = (await collect(readJournal(journal.path))).flatMap((entry) => (entry.type === 'requests' ? [...entry.batch.start] : []));
    expect(starts.length).toBe(100_000);
    expect(starts.every((start, index) => start === index)).toBe(true);
    rmSync(join(disk, 'second'), { recursive: true });
  });

  test('closing tries once more when the write it finds under way fails', async () => {
    const ballast = join(disk, 'ballast');
    const { journal } = await record(join(disk, 'closing'), [{ type: 'header', header: syntheticHeader() }]);
    expect(() => writeFileSync(ballast, Buffer.alloc(8 * 1024 * 1024))).toThrow('ENOSPC');
    journal.append(rowsEntry(0, 10_000));
    // What is left of a page takes the first part; the write of the rest fails unseen, while the event loop is blocked.
    block(50);
    for (let phase = 0; phase < 2; phase++) await setImmediate();
    block(50);
    rmSync(ballast);
    await journal.close();
    expect((await collect(readJournal(journal.path))).map(({ type }) => type)).toEqual(['header', 'requests']);
    rmSync(join(disk, 'closing'), { recursive: true });
  });

  test('memory for it is bounded: then rows are given up, which is said, and the end is still recorded', async () => {
    const troubles: Failure[] = [];
    const { journal } = await record(join(disk, 'third'), [{ type: 'header', header: syntheticHeader() }]);
    journal.onTrouble = (failure) => troubles.push(failure);
    const rows = Math.ceil((MEMORY_LIMIT + 16 * 1024 * 1024) / 28);
    await appendRows((entry) => journal.append(entry), 0, rows);
    journal.append({ type: 'end', ending: 'completed', failure: null });
    expect(troubles.length).toBe(2);
    expect(messageOf(troubles[1]!)).toContain('memory ran out');
    const live = journalSession(journal, new RunRecording());
    const kept = await countRows(live.rows());
    expect(kept).toBeLessThan(rows);
    expect(kept * 28).toBeGreaterThan(MEMORY_LIMIT * 0.9);
    await journal.close();
    rmSync(join(disk, 'third'), { recursive: true });
  });

  test('output that waits for the disk never costs a request, and is counted', async () => {
    const troubles: Failure[] = [];
    const { journal } = await record(join(disk, 'printing'), [{ type: 'header', header: syntheticHeader() }]);
    journal.onTrouble = (failure) => troubles.push(failure);
    const ballast = join(disk, 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']); // until it is full
    const text = 'x'.repeat(1_000_000);
    for (let megabyte = 0; megabyte < 100; megabyte++) journal.append({ type: 'output', stream: 'stdout', text, at: megabyte });
    await appendRows((entry) => journal.append(entry), 0, 1_000_000); // 28 MB
    expect(troubles.map(messageOf)).toEqual([expect.stringContaining('goes on in memory')]);
    expect(await countRows(journalSession(journal, new RunRecording()).rows())).toBe(1_000_000);
    rmSync(ballast);
    await journal.sync();
    journal.append({ type: 'output', stream: 'stdout', text: 'end', at: 101 });
    await journal.close();
    rmSync(join(disk, 'printing'), { recursive: true });
  });

  test('what it did not take until the end is read from memory, after the journal is closed, too', async () => {
    const ballast = join(disk, 'ballast');
    const { recording, journal } = await record(join(disk, 'closed'), [{ type: 'header', header: syntheticHeader() }]);
    const session = journalSession(journal, recording);
    expect(session.isOnDisk).toBe(true);
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']); // until it is full
    await appendRows((entry) => journal.append(entry), 0, 30_000);
    await journal.close();
    expect(session.isOnDisk).toBe(false);
    expect(await countRows(session.rows())).toBe(30_000);
    rmSync(ballast);
    rmSync(join(disk, 'closed'), { recursive: true });
  });

  test('a run does not start on a full disk', async () => {
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=64k']); // until it is full
    expect(await createJournal(join(disk, 'fourth'), syntheticHeader())).toMatchObject({ ok: false, failure: { code: 'disk-full' } });
    rmSync(join(disk, 'ballast'));
  });
});
