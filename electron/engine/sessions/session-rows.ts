/**
 * The fixed-width parts of a session file, read by the engine itself and not by the reader process, which has checked their offsets and
 * sizes. Rows have a fixed number of bytes, and each value is checked before it is used. Reading needs memory for one block and time in
 * proportion to the file, whatever it contains; a pipe would only add to both.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { blockColumns, concatRows, packRows, rowCount, sliceRows, unpackRows } from '../../../shared/load/request-rows.ts';
import type { MachineSample, PackedBatch, ServerSample } from '../../../shared/model/run.ts';
import { MOST_NUMBERED, SERVED_COLUMNS, type ServedRows } from '../../../shared/model/served.ts';
import { type Column, rowWidth } from '../../../shared/model/table.ts';
import { type ProcessThread, THREAD_COLUMNS, type ThreadTable } from '../../../shared/model/thread-times.ts';
import type { Microseconds } from '../../../shared/model/units.ts';
import { decodeBlock } from '../../../shared/session/blocks.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import {
  BATCH_COLUMNS,
  BATCHES,
  type BatchCounts,
  BLOCK_ROWS,
  findRowProblem,
  MACHINE,
  MACHINE_COLUMNS,
  type Manifest,
  REQUESTS,
  SERVED,
  SERVER,
  THREADS,
} from '../../../shared/session/format.ts';
import type { ServedEntry } from '../../../shared/session/served-requests.ts';
import { say } from '../../../shared/words/said.ts';
import type { FileStamp, PartPlace, RunPlaces } from '../foreign/protocol.ts';
import { damaged, missing, unreadable } from '../foreign/refusals.ts';

export type RequestsEntry = Extract<RecordingEntry, { type: 'requests' }>;

/** A session file opened for its fixed-width parts. Every method throws FailureError if the file is invalid. */
export class PartFile {
  private constructor(
    readonly name: string,
    private readonly file: FileHandle,
  ) {}

  static async open(path: string): Promise<PartFile> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? missing(path) : unreadable(path, error.code ?? error.message);
    });
    return new PartFile(basename(path), file);
  }

  async stamp(): Promise<FileStamp> {
    const { size, mtimeMs } = await this.file.stat();
    return { size, changedMs: mtimeMs };
  }

  /** A part in pieces of `size` bytes, the last one shorter. Each piece is owned by the caller. Throws at the end if the checksum is wrong. */
  async *pieces(part: string, place: PartPlace, size: number): AsyncGenerator<Uint8Array> {
    let checksum = 0;
    for (let at = 0; at < place.size; ) {
      const piece = new Uint8Array(Math.min(size, place.size - at));
      for (let filled = 0; filled < piece.length; ) {
        const { bytesRead } = await this.file.read(piece, filled, piece.length - filled, place.offset + at + filled);
        if (bytesRead === 0) throw damaged(this.name, say('file.whyEndsWithin', { part }));
        filled += bytesRead;
      }
      at += piece.length;
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (checksum !== place.crc32) throw damaged(this.name, say('file.whyNotWritten', { part }));
  }

  /** A part in one piece. */
  async table<T>(part: string, place: PartPlace, columns: Parameters<typeof decodeBlock>[0]): Promise<{ table: T; rows: number }> {
    let whole = new Uint8Array(0);
    for await (const piece of this.pieces(part, place, Math.max(1, place.size))) whole = piece as Uint8Array<ArrayBuffer>;
    const rows = whole.length / rowWidth(columns);
    return { table: decodeBlock<T>(columns, rows, whole), rows };
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** The rows in the batches they were recorded in; `names`: the columns that the part has. Memory: one block and one batch. */
export async function* readRequests(
  file: PartFile,
  { requests, batches }: RunPlaces,
  names: Manifest['requests']['columns'],
): AsyncGenerator<RequestsEntry> {
  const columns = blockColumns(names);
  const { table: counts, rows: count } = await file.table<BatchCounts>(BATCHES, batches, BATCH_COLUMNS);
  const total = requests.size / rowWidth(columns);
  const rows = new RowCursor(file, requests, columns);
  for (let index = 0; index < count; index++) {
    const size = counts.rows[index]!;
    if (!Number.isInteger(size) || size < 0 || size > total) throw damaged(file.name, say('file.whyBatch', { rows: size }));
    const batch = await rows.take(size);
    yield { type: 'requests', batch, counts: { sent: counts.sent[index]!, inFlight: counts.inFlight[index]! } };
  }
  if (!(await rows.isAtEnd())) throw damaged(file.name, say('file.whyMoreRows', { part: REQUESTS }));
}

type Columns<Row> = { readonly [K in keyof Row]: ArrayLike<number> };

function rowOf<Row>(columns: readonly Column<keyof Row & string>[], table: Columns<Row>, row: number): Row {
  return Object.fromEntries(columns.map(({ name }) => [name, table[name][row]!])) as Row;
}

/** Samples per entry, so that a long list is never in memory as objects. */
const SAMPLES_AT_ONCE = 4_096;

/** `columns`: those that the part has (format.ts). */
export async function* readServer(
  file: PartFile,
  place: PartPlace,
  columns: readonly Column<keyof ServerSample>[],
): AsyncGenerator<RecordingEntry> {
  const { table, rows } = await file.table<Columns<ServerSample>>(SERVER, place, columns);
  for (let from = 0; from < rows; from += SAMPLES_AT_ONCE) {
    const samples: ServerSample[] = [];
    for (let row = from; row < Math.min(rows, from + SAMPLES_AT_ONCE); row++) {
      const sample = rowOf<ServerSample>(columns, table, row);
      if (!Number.isFinite(sample.at)) throw damaged(file.name, say('file.whyRowTime', { part: SERVER, row }));
      samples.push(sample);
    }
    yield { type: 'server', samples };
  }
}

export async function* readMachine(file: PartFile, place: PartPlace): AsyncGenerator<RecordingEntry> {
  const { table, rows } = await file.table<Columns<MachineSample>>(MACHINE, place, MACHINE_COLUMNS);
  for (let row = 0; row < rows; row++) {
    const sample = rowOf<MachineSample>(MACHINE_COLUMNS, table, row);
    if (!Number.isFinite(sample.at) || !Number.isFinite(sample.clockGap))
      throw damaged(file.name, say('file.whyRowTime', { part: MACHINE, row }));
    yield { type: 'machine', sample };
  }
}

/** `processes`: what the manifest says of them. */
export async function* readThreadTimes(
  file: PartFile,
  place: PartPlace,
  processes: NonNullable<Manifest['threadTimes']>['processes'],
): AsyncGenerator<RecordingEntry> {
  const { table, rows } = await file.table<ThreadTable>(THREADS, place, THREAD_COLUMNS);
  for (const process of processes) yield { type: 'thread-times', ...process, threads: withTrueStart(process, table), rows: NO_ROWS };
  for (let from = 0; from < rows; ) {
    const pid = table.pid[from]!;
    const process = processes.find((one) => one.pid === pid);
    if (process === undefined) throw damaged(file.name, say('file.whyRowTime', { part: THREADS, row: from }));
    let to = from;
    for (; to < rows && table.pid[to] === pid; to++) {
      const [end, ran, waited] = [table.end[to]!, table.ran[to]!, table.waited[to]!];
      const isPossible = Number.isFinite(end) && ran >= 0 && waited >= 0 && Number.isFinite(ran + waited);
      if (!isPossible) throw damaged(file.name, say('file.whyRowTime', { part: THREADS, row: to }));
    }
    const part = ({ name }: Pick<(typeof THREAD_COLUMNS)[number], 'name'>) => [name, table[name].subarray(from, to)] as const;
    const own = Object.fromEntries(THREAD_COLUMNS.map(part)) as unknown as ThreadTable;
    yield { type: 'thread-times', pid, by: process.by, start: process.start, threads: [], rows: own };
    from = to;
  }
}

/** Of a process that was read from outside after its agent had gone, files once said that its threads began when that did: after their first rows. */
function withTrueStart(
  { pid, start, threads }: NonNullable<Manifest['threadTimes']>['processes'][number],
  { series, end, pid: pids }: ThreadTable,
): ProcessThread[] {
  const firstEnd = new Map<number, Microseconds>();
  for (let row = series.length - 1; row >= 0; row--) if (pids[row] === pid) firstEnd.set(series[row]!, end[row]!);
  return threads.map((thread) =>
    (firstEnd.get(thread.series) ?? Number.POSITIVE_INFINITY) > thread.start ? thread : { ...thread, start },
  );
}

const NO_ROWS = { end: [], ran: [], waited: [], series: [], stopped: [] };

/** Requests as the server saw them; `named`: what is known of them beside their rows. */
export async function* readServed(file: PartFile, place: PartPlace, named: Omit<ServedEntry, 'rows'>): AsyncGenerator<RecordingEntry> {
  const { table, rows } = await file.table<ServedRows>(SERVED, place, SERVED_COLUMNS);
  for (let row = 0; row < rows; row++) {
    const [start, end] = [table.start[row]!, table.end[row]!];
    const isPossible = start >= 0 && end >= start && end <= Number.MAX_SAFE_INTEGER && table.route[row]! < named.routes.length;
    if (!isPossible || table.request[row]! > MOST_NUMBERED) throw damaged(file.name, say('file.whyServedRow', { part: SERVED, row }));
  }
  yield { type: 'served', rows: table, ...named };
}

/** Batches out of blocks. */
class RowCursor {
  private readonly blocks: AsyncIterator<Uint8Array>;
  private block: PackedBatch | null = null;
  private at = 0;

  constructor(
    private readonly file: PartFile,
    place: PartPlace,
    private readonly columns: ReturnType<typeof blockColumns>,
  ) {
    this.blocks = file.pieces(REQUESTS, place, BLOCK_ROWS * rowWidth(columns));
  }

  async take(count: number): Promise<PackedBatch> {
    const parts: PackedBatch[] = [];
    for (let left = count; left > 0; ) {
      const block = await this.current();
      if (!block) throw damaged(this.file.name, say('file.whyFewerRows', { part: REQUESTS }));
      const part = sliceRows(block, this.at, Math.min(rowCount(block), this.at + left));
      this.at += rowCount(part);
      left -= rowCount(part);
      parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : packRows(concatRows(parts.map(unpackRows)));
  }

  async isAtEnd(): Promise<boolean> {
    return (await this.current()) === null;
  }

  private async current(): Promise<PackedBatch | null> {
    while (this.block === null || this.at === rowCount(this.block)) {
      const next = await this.blocks.next();
      if (next.done) return null;
      this.block = this.decode(next.value);
      this.at = 0;
    }
    return this.block;
  }

  private decode(bytes: Uint8Array): PackedBatch {
    const block = decodeBlock<PackedBatch>(this.columns, bytes.length / rowWidth(this.columns), bytes);
    const problem = findRowProblem(unpackRows(block));
    if (problem) throw damaged(this.file.name, problem);
    return block;
  }
}
