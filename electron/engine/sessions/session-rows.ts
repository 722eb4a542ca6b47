/**
 * The fixed-width parts of a session file, read by the engine itself and not by the reader process, which has checked their offsets and
 * sizes. Rows have a fixed number of bytes, and each value is checked before it is used. Reading needs memory for one block and time in
 * proportion to the file, whatever it contains; a pipe would only add to both.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { blockColumns, concatRows, packRows, rowCount, sliceRows, unpackRows } from '../../../shared/load/request-rows.ts';
import type { PackedBatch } from '../../../shared/model/run.ts';
import { type Column, rowWidth } from '../../../shared/model/table.ts';
import { decodeBlock } from '../../../shared/session/blocks.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import {
  BATCH_COLUMNS,
  BATCHES,
  type BatchCounts,
  BLOCK_ROWS,
  findRowProblem,
  type Manifest,
  REQUESTS,
} from '../../../shared/session/format.ts';
import type { Columns, SessionPart } from '../../../shared/session/parts/part.ts';
import type { PartEntry, PartName } from '../../../shared/session/parts/parts.ts';
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

/** The entries of a part with its rows. `known`: its other values. */
export async function* readTable(
  file: PartFile,
  table: NonNullable<SessionPart<PartName, PartEntry>['table']>,
  place: PartPlace,
  columns: readonly Column[],
  known: readonly PartEntry[],
): AsyncGenerator<RecordingEntry> {
  const { table: read, rows } = await file.table<Columns>(table.file, place, columns);
  yield* table.replay(known, read, rows, (why) => damaged(file.name, why));
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
