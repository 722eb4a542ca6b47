/**
 * The journal of a recording: what happened, appended while it happens and synced each second, so that a killed engine or
 * a power cut costs a second. Appending never waits: records queue up and one writer follows.
 *
 *   append -> queue -> write at `committed` -> fdatasync each second
 *
 * When the disk fails, the queue is the memory that recording goes on in: bounded, told once, and written after all when
 * the disk takes it again (the whole rest anew, at the same place: after an error nothing is known of a half-written record).
 */
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Failure, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { isFinal, type RequestBatch } from '../../../shared/model/run.ts';
import type { RecordingEntry, SessionHeader } from '../../../shared/session/entries.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { syncFolder } from './atomic-write.ts';
import { encodeRecord, JOURNAL_MAGIC, type JournalTail, readRecords } from './journal-records.ts';
import type { OpenSession } from './open-session.ts';
import { claim } from './owner.ts';
import { describeWriteFailure } from './write-failure.ts';

export const JOURNAL_FILE = 'journal';
/** Marks a recording whose session file has been written: not offered for recovery. */
export const SAVED_MARK = 'saved';

const SYNC_EVERY_MS = 1_000;
/** One write; keeps a long queue from being copied at once. */
const WRITE_BYTES = 4 * 1024 * 1024;
/** What a disk that takes nothing may cost: about two million requests. */
export const MEMORY_LIMIT = 64 * 1024 * 1024;

/** Bulk may be given up when memory runs out; what explains the run may not. */
const BULK: ReadonlySet<RecordingEntry['type']> = new Set(['requests', 'slice', 'server', 'output']);

type RequestsEntry = Extract<RecordingEntry, { type: 'requests' }>;

interface Queued {
  readonly entry: RecordingEntry;
  readonly record: Uint8Array;
}

/** Opens the journal of a new recording in `dir` and writes its header. */
export async function createJournal(dir: string, header: SessionHeader): Promise<Outcome<Journal>> {
  const path = join(dir, JOURNAL_FILE);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await claim(dir);
    const file = await open(path, 'wx', 0o600);
    const journal = new Journal(dir, file);
    await journal.begin(header);
    await syncFolder(dirname(dir));
    return succeed(journal);
  } catch (error) {
    return { ok: false, failure: describeWriteFailure('The recording could not be started', path, error) };
  }
}

export class Journal {
  /** Called when the disk stops taking what is recorded, and again when memory for it has run out. */
  onTrouble: ((failure: Failure) => void) | null = null;
  readonly path: string;
  private queue: Queued[] = [];
  private queuedBytes = 0;
  /** Bytes of the file that are whole records; what lies behind was not finished. */
  private committed = 0;
  private sequence = 0;
  private writing: Promise<void> | null = null;
  private unsynced = false;
  private isTroubled = false;
  private hasDropped = false;
  private isClosed = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    readonly dir: string,
    private readonly file: FileHandle,
  ) {
    this.path = join(dir, JOURNAL_FILE);
    this.timer = setInterval(() => void this.tick(), SYNC_EVERY_MS).unref();
  }

  /** Writes the header. Throws when the disk does not take it: better not to start than to start in memory. */
  async begin(header: SessionHeader): Promise<void> {
    this.enqueue({ type: 'header', header });
    try {
      await writeAll(this.file, JOURNAL_MAGIC, 0);
      this.committed = JOURNAL_MAGIC.length;
      await this.writeSome();
      await this.file.datasync();
    } catch (error) {
      this.queue = [];
      await this.close();
      throw error;
    }
  }

  /** Takes an entry; returns at once. The header is there already and is not taken twice. */
  append(entry: RecordingEntry): void {
    if (this.isClosed || entry.type === 'header') return;
    if (this.queuedBytes > MEMORY_LIMIT && BULK.has(entry.type)) this.drop();
    else this.enqueue(entry);
    // While the disk fails, the timer tries again.
    if (!this.isTroubled) void this.startWriting();
  }

  /** Resolves when everything appended so far is on disk, or cannot be brought there now. */
  async sync(): Promise<void> {
    await this.startWriting();
    if (!this.unsynced) return;
    this.unsynced = false;
    await this.file.datasync().catch((error: unknown) => this.trouble(error));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.timer);
    await this.sync();
    await this.file.close();
  }

  /** All requests recorded up to now: those on disk, then those that are not there yet. */
  async *requestEntries(): AsyncGenerator<RequestsEntry> {
    const [end, waiting] = [this.committed, this.queue.slice()];
    yield* requestsOf(readRecords(this.path, end, { lostBytes: 0 }));
    for (const { entry } of waiting) if (entry.type === 'requests') yield entry;
  }

  private enqueue(entry: RecordingEntry): void {
    const record = encodeRecord(this.sequence++, entry);
    this.queue.push({ entry, record });
    this.queuedBytes += record.length;
  }

  private async tick(): Promise<void> {
    if (this.queue.length > 0 || this.unsynced) await this.sync();
  }

  /** One writer at a time; what is appended while it writes it writes, too. */
  private startWriting(): Promise<void> {
    this.writing ??= this.write().finally(() => {
      this.writing = null;
      if (this.queue.length > 0 && !this.isTroubled) void this.startWriting();
    });
    return this.writing;
  }

  private async write(): Promise<void> {
    try {
      while (this.queue.length > 0) await this.writeSome();
      this.isTroubled = false;
    } catch (error) {
      this.trouble(error);
    }
  }

  private async writeSome(): Promise<void> {
    const records: Uint8Array[] = [];
    let size = 0;
    for (const { record } of this.queue) {
      if (size > 0 && size + record.length > WRITE_BYTES) break;
      records.push(record);
      size += record.length;
    }
    await writeAll(this.file, records.length === 1 ? records[0]! : Buffer.concat(records), this.committed);
    this.committed += size;
    this.unsynced = true;
    this.queue = this.queue.slice(records.length);
    this.queuedBytes -= size;
  }

  private drop(): void {
    if (this.hasDropped) return;
    this.hasDropped = true;
    const message =
      'The disk took nothing for so long that memory ran out: the figures are whole, single requests after this moment are not kept.';
    this.enqueue({ type: 'warning', message });
    this.onTrouble?.({ code: 'disk-full', message, hint: 'Make room on the disk, then run again.' });
  }

  private trouble(error: unknown): void {
    if (this.isTroubled) return;
    this.isTroubled = true;
    const failure = describeWriteFailure('The recording goes on in memory', this.path, error);
    this.onTrouble?.({ ...failure, hint: `${failure.hint} Nothing recorded so far is lost.`.trim() });
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Entries of an ended or torn journal up to its first bad record. */
export function readJournal(path: string, tail: JournalTail = { lostBytes: 0 }): AsyncGenerator<RecordingEntry> {
  return readRecords(path, Number.POSITIVE_INFINITY, tail);
}

/** A run that is being recorded, as a session. */
export function journalSession(journal: Journal, recording: RunRecording): OpenSession {
  return {
    recording,
    kind: 'run',
    path: null,
    recovered: false,
    rows: () => batchesOf(journal.requestEntries()),
    requestEntries: () => journal.requestEntries(),
    onSaved: () => markSaved(journal.dir),
    close: () => journal.close(),
  };
}

export async function markSaved(dir: string): Promise<void> {
  await writeFile(join(dir, SAVED_MARK), '');
}

async function* requestsOf(entries: AsyncIterable<RecordingEntry>): AsyncGenerator<RequestsEntry> {
  for await (const entry of entries) if (entry.type === 'requests') yield entry;
}

/** The rows alone. */
export async function* batchesOf(entries: AsyncIterable<RequestsEntry>): AsyncGenerator<RequestBatch> {
  for await (const { batch } of entries) yield batch;
}

/** What a killed engine has left, as a session. Throws when the file cannot be read; null when not even its header can. */
export async function recoverJournal(path: string): Promise<OpenSession | null> {
  const recording = new RunRecording();
  const tail = { lostBytes: 0 };
  for await (const entry of readJournal(path, tail)) recording.apply(entry);
  if (recording.header === null) return null;
  if (tail.lostBytes > 0) {
    recording.apply({
      type: 'warning',
      message: `The last ${tail.lostBytes} bytes of the recording were torn or damaged and are left out.`,
    });
  }
  if (recording.ending === null) {
    const state = isFinal(recording.state) ? null : recording.lastKnownUs;
    if (state !== null) recording.apply({ type: 'state', state: 'done', at: state });
    recording.apply({ type: 'end', ending: 'recovered', failure: null });
  }
  const requestEntries = () => requestsOf(readJournal(path));
  return {
    recording,
    kind: 'run',
    path: null,
    recovered: true,
    rows: () => batchesOf(requestEntries()),
    requestEntries,
    onSaved: () => markSaved(dirname(path)),
    close: async () => {},
  };
}
