/**
 * The journal of a recording: all entries, appended as they occur and synced each second, so that a killed engine or
 * a power cut loses at most a second. Appending never waits: records queue up and one writer follows.
 *
 *   append -> queue -> write at `committed` -> fdatasync each second
 *
 * If the disk fails, recording continues in the queue: it is bounded, the failure is reported once, and the queue is written when
 * the disk accepts writes again (everything after the last good record, at the same offset: after an error the state of a half-written record is not known).
 */
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Microseconds } from '../../../shared/base/units.ts';
import { completionOf, rowCount, unpackRows } from '../../../shared/load/request-rows.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { isFinal, type RequestBatch } from '../../../shared/model/run.ts';
import type { RecordingEntry, SessionHeader } from '../../../shared/session/entries.ts';
import type { InMemory } from '../../../shared/session/parts/part.ts';
import { PARTS, type PartEntry } from '../../../shared/session/parts/parts.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { say, sayBoth } from '../../../shared/words/said.ts';
import { claim } from '../machine/owner.ts';
import { syncFolder } from './atomic-write.ts';
import { encodeRecord, FIRST_RECORD, JOURNAL_MAGIC, type JournalPlace, type JournalTail, readRecords } from './journal-records.ts';
import type { OpenSession } from './open-session.ts';
import { describeWriteFailure } from './write-failure.ts';

export const JOURNAL_FILE = 'journal';
/** Marks a recording whose session file has been written: not offered for recovery. */
export const SAVED_MARK = 'saved';

const SYNC_EVERY_MS = 1_000;
/** One write; keeps a long queue from being copied at once. */
const WRITE_BYTES = 4 * 1024 * 1024;
/** Memory used at most while the disk accepts no writes: about two million requests. Parts with a limit of their own do not count here, so they never cost a request. */
export const MEMORY_LIMIT = 64 * 1024 * 1024;

/** Bulk data may be dropped when memory runs out; entries that explain the run may not. */
const BULK: ReadonlySet<RecordingEntry['type']> = new Set([
  ...(['requests', 'slice'] as const),
  ...PARTS.flatMap(({ inMemory, entries }) => (inMemory?.is === 'bulk' ? entries : [])),
]);

export type RequestsEntry = Extract<RecordingEntry, { type: 'requests' }>;

/** Receives the entries of a run in progress. */
export interface RunJournal {
  /** Called when recording has a problem, once for each kind. */
  onTrouble: ((failure: Failure) => void) | null;
  /** Its folder; null: it is in memory. */
  readonly dir: string | null;
  /** Takes an entry; returns at once. */
  append(entry: RecordingEntry): void;
  /** Resolves when everything appended so far is on disk, or cannot be brought there now. */
  sync(): Promise<void>;
  /** All requests recorded up to now; `from`: those recorded since. */
  requestEntries(from?: JournalPlace): AsyncGenerator<RequestsEntry>;
  /** Place of the next record. */
  readonly end: JournalPlace;
  /** Whether everything appended so far can be read from its folder; what cannot stays in memory, also after `close`. */
  readonly isOnDisk: boolean;
  /** A place before which no request completed at or after `us` since time 0. */
  placeBefore(us: Microseconds): JournalPlace;
  close(): Promise<void>;
}

/** Distance between remembered places: at most this much is read in vain at the start of a window. */
const MARK_EVERY_US = 1_000_000;

interface Queued {
  readonly offset: number;
  readonly entry: RecordingEntry;
  readonly record: Uint8Array;
}

/** Opens the journal of a new recording in `dir` and writes its header. */
export async function createJournal(dir: string, header: SessionHeader): Promise<Outcome<Journal>> {
  const path = join(dir, JOURNAL_FILE);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await claim(dir);
    // Before the journal is opened, which would have to be closed on failure.
    await syncFolder(dirname(dir));
    const file = await open(path, 'wx', 0o600);
    const journal = new Journal(dir, file);
    await journal.begin(header);
    return succeed(journal);
  } catch (error) {
    // Removes the useless folder, but never another recording.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(dir, { recursive: true, force: true }).catch(() => {});
    return { ok: false, failure: describeWriteFailure(say('save.recordingNotStarted'), path, error) };
  }
}

export class Journal implements RunJournal {
  /** Called when the disk stops accepting writes, and again when memory has run out. */
  onTrouble: ((failure: Failure) => void) | null = null;
  readonly path: string;
  private queue: Queued[] = [];
  private queuedBytes = 0;
  /** Entries of parts with a limit of their own. */
  private readonly ownQueues = PARTS.flatMap(({ entries, inMemory }) => (inMemory?.is === 'own' ? [new OwnQueue(entries, inMemory)] : []));
  /** Bytes of complete records in the file; anything after them is unfinished. */
  private committed = 0;
  private sequence = 0;
  /** Place of the next record, after those in the queue. */
  private offset = FIRST_RECORD.offset;
  private readonly marks = new JournalMarks();
  private writing: Promise<void> | null = null;
  private unsynced = false;
  private isTroubled = false;
  private hasDropped = false;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly dir: string,
    private readonly file: FileHandle,
  ) {
    this.path = join(dir, JOURNAL_FILE);
  }

  /** Writes the header. Throws if the disk does not accept it. */
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
    // Not earlier: on a slow disk the header would be written a second time.
    this.timer = setInterval(() => void this.tick(), SYNC_EVERY_MS).unref();
  }

  /** Takes an entry; returns at once. Ignores the header, which is already written. */
  append(entry: RecordingEntry): void {
    if (this.isClosed || entry.type === 'header') return;
    const own = this.ownQueueOf(entry);
    if (own !== null) this.appendOwn(own, entry as PartEntry);
    else if (this.queuedBytes > MEMORY_LIMIT && BULK.has(entry.type)) this.drop();
    else this.enqueue(entry);
    // While the disk fails, the timer retries.
    if (!this.isTroubled) void this.startWriting();
  }

  /** Resolves when everything appended so far is on disk, or cannot be brought there now. */
  async sync(): Promise<void> {
    // A write in progress may already have failed, so wait for one that begins now.
    await this.writing;
    await this.startWriting();
    if (!this.unsynced) return;
    this.unsynced = false;
    await this.file.datasync().catch((error: unknown) => this.trouble(error));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.timer);
    for (const own of this.ownQueues) this.tellDropped(own);
    await this.sync();
    await this.file.close();
  }

  /** All requests recorded so far: those on disk, then those in the queue. */
  async *requestEntries(from: JournalPlace = FIRST_RECORD): AsyncGenerator<RequestsEntry> {
    const [end, waiting] = [this.committed, this.queue.slice()];
    if (from.offset < end) yield* requestsOf(readRecords(this.path, end, { lostBytes: 0 }, from));
    for (const { entry, offset } of waiting) if (entry.type === 'requests' && offset >= from.offset) yield entry;
  }

  get end(): JournalPlace {
    return { offset: this.offset, sequence: this.sequence };
  }

  get isOnDisk(): boolean {
    return this.queue.length === 0;
  }

  placeBefore(us: Microseconds): JournalPlace {
    return this.marks.before(us);
  }

  private ownQueueOf(entry: RecordingEntry): OwnQueue | null {
    return this.ownQueues.find((own) => own.counts(entry)) ?? null;
  }

  private appendOwn(own: OwnQueue, entry: PartEntry): void {
    if (own.drops(entry)) return;
    this.tellDropped(own);
    this.enqueue(entry);
  }

  private tellDropped(own: OwnQueue): void {
    const entry = own.takeDropped();
    if (entry !== null) this.enqueue(entry);
  }

  private enqueue(entry: RecordingEntry): void {
    if (entry.type === 'requests') this.marks.pass(entry, this.end);
    const record = encodeRecord(this.sequence++, entry);
    this.queue.push({ entry, record, offset: this.offset });
    this.offset += record.length;
    this.count(entry, record.length);
  }

  private count(entry: RecordingEntry, bytes: number): void {
    const own = this.ownQueueOf(entry);
    if (own !== null) own.bytes += bytes;
    else this.queuedBytes += bytes;
  }

  private async tick(): Promise<void> {
    if (this.queue.length > 0 || this.unsynced) await this.sync();
  }

  /** One writer at a time; it also writes what is appended meanwhile. */
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
    for (const { entry, record } of this.queue.slice(0, records.length)) this.count(entry, -record.length);
    this.queue = this.queue.slice(records.length);
  }

  private drop(): void {
    if (this.hasDropped) return;
    this.hasDropped = true;
    const says = say('save.diskTooSlow');
    this.enqueue({ type: 'warning', says });
    this.onTrouble?.(fail('disk-full', says, say('save.makeRoomAndRun')).failure);
  }

  private trouble(error: unknown): void {
    if (this.isTroubled) return;
    this.isTroubled = true;
    const failure = describeWriteFailure(say('save.goesOnInMemory'), this.path, error);
    this.onTrouble?.({ ...failure, hint: sayBoth(failure.hint, say('save.nothingLost')) });
  }
}

/** Entries of a part with a limit of its own that wait for the disk. */
class OwnQueue {
  bytes = 0;
  /** Not yet recorded as dropped. */
  private dropped = 0;

  constructor(
    private readonly entries: readonly string[],
    private readonly limit: Extract<InMemory<PartEntry>, { is: 'own' }>,
  ) {}

  counts(entry: RecordingEntry): entry is PartEntry {
    return this.entries.includes(entry.type) && this.limit.size(entry as PartEntry) > 0;
  }

  /** Whether there is no room for it. */
  drops(entry: PartEntry): boolean {
    if (this.bytes <= this.limit.most) return false;
    this.dropped += this.limit.size(entry);
    return true;
  }

  /** The entry with what was dropped since the last call; null: nothing. */
  takeDropped(): PartEntry | null {
    const { dropped } = this;
    this.dropped = 0;
    return dropped === 0 ? null : this.limit.dropped(dropped);
  }
}

/** Where in a journal the requests of each second begin. */
class JournalMarks {
  private readonly marks: { readonly us: Microseconds; readonly place: JournalPlace }[] = [
    { us: Number.NEGATIVE_INFINITY, place: FIRST_RECORD },
  ];
  /** The latest completion so far. */
  private latest: Microseconds = Number.NEGATIVE_INFINITY;

  /** `place`: the future place of the entry. */
  pass({ batch }: RequestsEntry, place: JournalPlace): void {
    // Everything before this place completed at `latest` or earlier.
    if (this.latest >= Math.max(0, this.marks.at(-1)!.us) + MARK_EVERY_US) this.marks.push({ us: this.latest, place });
    const rows = unpackRows(batch);
    for (let row = 0; row < rowCount(rows); row++) this.latest = Math.max(this.latest, completionOf(rows, row));
  }

  /** The last place before which everything completed earlier than `us`. */
  before(us: Microseconds): JournalPlace {
    return this.marks.findLast((mark) => mark.us < us)!.place;
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
export function journalSession(journal: RunJournal, recording: RunRecording): OpenSession {
  return {
    recording,
    kind: 'run',
    recovered: false,
    rows: () => batchesOf(journal.requestEntries()),
    requestEntries: () => journal.requestEntries(),
    growing: {
      end: () => journal.end,
      placeBefore: (us) => journal.placeBefore(us),
      rows: (from) => batchesOf(journal.requestEntries(from)),
    },
    get isOnDisk() {
      return journal.isOnDisk;
    },
    // Nothing is recorded any more: its rows are read by its name, and no descriptor has to stay open for them.
    onSaved: async () => {
      await journal.close();
      if (journal.dir !== null) await markSaved(journal.dir);
    },
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
  for await (const { batch } of entries) yield unpackRows(batch);
}

/** The recording of a killed engine as a session. Throws if the file cannot be read; null if not even its header can. */
export async function recoverJournal(path: string): Promise<OpenSession | null> {
  const recording = new RunRecording();
  const tail = { lostBytes: 0 };
  for await (const entry of readJournal(path, tail)) recording.apply(entry);
  if (recording.header === null) return null;
  if (tail.lostBytes > 0) {
    recording.apply({
      type: 'warning',
      says: say('recording.torn', { bytes: tail.lostBytes }),
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
    recovered: true,
    rows: () => batchesOf(requestEntries()),
    requestEntries,
    onSaved: () => markSaved(dirname(path)),
    close: async () => {},
  };
}
