/**
 * The format of a journal: a sequence of records, each of which can be verified on its own.
 *
 *   "LOOPJRN1" | head 16 bytes | payload | head | payload ...
 *   head: u32 payload length | u32 sequence, from 0 | u32 CRC-32 of the other head bytes and the payload | u8 kind | 3 x 0
 *
 * A killed engine may leave a torn record at the end; reading stops at a record with a wrong sequence number or CRC.
 */
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Failure } from '../../../shared/model/failure.ts';
import { CPU_OF_MAIN_THREAD } from '../../../shared/model/profile/profile.ts';
import type { LoadCounts, PackedBatch } from '../../../shared/model/run.ts';
import { setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { decodeColumns, encodeColumns } from '../../../shared/protocol/columns.ts';
import type { RecordingEntry, SessionHeader } from '../../../shared/session/entries.ts';
import { fromStored, toStored } from '../../../shared/session/format.ts';
import { isPartEntry, partOf } from '../../../shared/session/parts/parts.ts';
import { upgradeFailure } from '../../../shared/session/upgrade.ts';
import { upgradeSetup } from '../../../shared/session/upgrade-setup.ts';
import { ChunkedReader } from './chunked-reader.ts';

export const JOURNAL_MAGIC = Buffer.from('LOOPJRN1');
const HEAD_BYTES = 16;
/** A slice of a very deep profile is a few MB; a length above this is damage. */
const MAX_PAYLOAD = 256 * 1024 * 1024;

const KIND_JSON = 1;
const KIND_REQUESTS = 2;

type RequestsTable = PackedBatch & { readonly meta: LoadCounts };

export function encodeRecord(sequence: number, entry: RecordingEntry): Uint8Array {
  const kind = entry.type === 'requests' ? KIND_REQUESTS : KIND_JSON;
  const payload =
    entry.type === 'requests' ? encodeRequests(entry) : Buffer.from(JSON.stringify(entry.type === 'slice' ? toStored(entry) : entry));
  const record = Buffer.alloc(HEAD_BYTES + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(sequence, 4);
  record.writeUInt8(kind, 12);
  record.set(payload, HEAD_BYTES);
  record.writeUInt32LE(checksum(record), 8);
  return record;
}

/** A record of a journal: where it begins, and its number. */
export interface JournalPlace {
  readonly offset: number;
  readonly sequence: number;
}

export const FIRST_RECORD: JournalPlace = { offset: JOURNAL_MAGIC.length, sequence: 0 };

/** Where reading a journal stopped. */
export interface JournalTail {
  /** Bytes after the last good record: torn by a kill, or damaged. */
  lostBytes: number;
}

/** Entries of a journal from a record to the first bad one, at most up to `endOffset`. `tail` receives the size of the rest. Throws if the file cannot be opened. */
export async function* readRecords(
  path: string,
  endOffset: number,
  tail: JournalTail,
  from: JournalPlace = FIRST_RECORD,
): AsyncGenerator<RecordingEntry> {
  const file = await open(path, 'r');
  try {
    const size = Math.min(endOffset, (await file.stat()).size);
    const reader = new ChunkedReader(file, size);
    tail.lostBytes = size;
    if (from.sequence > 0) reader.skipTo(from.offset);
    else if (!isMagic(await reader.read(JOURNAL_MAGIC.length))) return;
    for (let { sequence } = from; ; sequence++) {
      tail.lostBytes = size - reader.position;
      const entry = await readRecord(reader, sequence);
      if (entry === null) return;
      yield entry;
    }
  } finally {
    await file.close();
  }
}

function isMagic(bytes: Uint8Array | null): boolean {
  return bytes !== null && JOURNAL_MAGIC.equals(bytes);
}

async function readRecord(reader: ChunkedReader, sequence: number): Promise<RecordingEntry | null> {
  const head = await reader.read(HEAD_BYTES);
  if (head === null) return null;
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const length = view.readUInt32LE(0);
  if (length > MAX_PAYLOAD || view.readUInt32LE(4) !== sequence) return null;
  const payload = await reader.read(length);
  if (payload === null || checksumOf(view, payload) !== view.readUInt32LE(8)) return null;
  return view.readUInt8(12) === KIND_REQUESTS ? decodeRequests(payload) : decodeJson(payload);
}

function checksum(record: Buffer): number {
  return checksumOf(record.subarray(0, HEAD_BYTES), record.subarray(HEAD_BYTES));
}

function checksumOf(head: Buffer, payload: Uint8Array): number {
  return crc32(payload, crc32(head.subarray(12, HEAD_BYTES), crc32(head.subarray(0, 8))));
}

function encodeRequests({ batch, counts }: Extract<RecordingEntry, { type: 'requests' }>): Uint8Array {
  return encodeColumns({ meta: counts, ...batch } satisfies RequestsTable);
}

/** A journal lacks columns that were introduced after it was written, and those with only default values. */
function decodeRequests(payload: Uint8Array): RecordingEntry {
  const { meta: counts, ...batch } = decodeColumns<RequestsTable>(payload);
  return { type: 'requests', batch, counts };
}

function upgradeHeader(header: SessionHeader): SessionHeader {
  const setup = upgradeSetup(header.setup) as SessionHeader['setup'];
  // Checked only to fill in what did not exist yet: what a later version has written is read as far as it is known.
  return { ...header, setup: setupSchema.safeParse(setup).data ?? setup, keepsValues: header.keepsValues ?? false };
}

function decodeJson(payload: Uint8Array): RecordingEntry {
  const entry = JSON.parse(new TextDecoder().decode(payload)) as RecordingEntry;
  // Journals of earlier versions can be recovered.
  if (entry.type === 'header') return { ...entry, header: upgradeHeader(entry.header) };
  if (entry.type === 'slice') return fromStored({ ...CPU_OF_MAIN_THREAD, ...entry });
  if (entry.type === 'warning' && 'message' in entry) return { type: 'warning', says: { verbatim: String(entry.message) } };
  if (entry.type === 'end' && entry.failure && 'message' in entry.failure)
    return { ...entry, failure: upgradeFailure({ ...entry.failure }) as unknown as Failure };
  return isPartEntry(entry) ? (partOf(entry)!.revive?.(entry) ?? entry) : entry;
}
