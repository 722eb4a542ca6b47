/** A session as the parts of its file, in the order they are written: rows first, so that the manifest can say how many there were. */
import { exportHgrm } from '../../../shared/load/hgrm.ts';
import type { RequestBatch } from '../../../shared/model/run.ts';
import { ERROR_KINDS } from '../../../shared/model/run.ts';
import { encodeBlock } from '../../../shared/session/blocks.ts';
import { type RecordingEntry, SESSION_FORMAT } from '../../../shared/session/entries.ts';
import {
  BATCH_COLUMNS,
  BATCHES,
  BLOCK_ROWS,
  LATENCY,
  MANIFEST,
  type Manifest,
  OUTPUT,
  OUTPUT_PIECES,
  type OutputPieces,
  profilePart,
  REQUEST_COLUMNS,
  REQUEST_COLUMNS_PART,
  REQUESTS,
  SERVER,
  SERVER_COLUMNS,
  SERVER_COLUMNS_PART,
  SOURCES,
} from '../../../shared/session/format.ts';
import { canonicalJson } from '../../../shared/session/json.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { summarize } from '../../../shared/session/report.ts';

/** A part of the file; its content is made when its turn comes. */
export interface Part {
  readonly name: string;
  content(): AsyncIterable<Uint8Array>;
}

type RequestsEntry = Extract<RecordingEntry, { type: 'requests' }>;

/** What is counted while the rows pass, for the parts that come after them. */
interface Passed {
  rows: number;
  readonly batches: { rows: number[]; sent: number[]; inFlight: number[] };
}

export function* sessionParts(recording: RunRecording, requests: () => AsyncIterable<RequestsEntry>): Generator<Part> {
  const passed: Passed = { rows: 0, batches: { rows: [], sent: [], inFlight: [] } };
  yield { name: REQUESTS, content: () => requestBlocks(requests(), passed) };
  yield part(BATCHES, () => encodeBlock(BATCH_COLUMNS, passed.batches.rows.length, passed.batches));
  yield text(REQUEST_COLUMNS_PART, () =>
    canonicalJson({
      blockRows: BLOCK_ROWS,
      byteOrder: 'little-endian',
      columns: REQUEST_COLUMNS,
      errorKinds: ERROR_KINDS,
      rows: passed.rows,
    }),
  );
  yield part(SERVER, () => encodeBlock(SERVER_COLUMNS, recording.server.rows, recording.server.table()));
  yield text(SERVER_COLUMNS_PART, () =>
    canonicalJson({ byteOrder: 'little-endian', columns: SERVER_COLUMNS, rows: recording.server.rows }),
  );
  for (const { pid } of recording.profiledProcesses) yield text(profilePart(pid), () => JSON.stringify(recording.rawProfile(pid)));
  yield text(SOURCES, () => canonicalJson(recording.positions));
  yield text(OUTPUT, () => recording.outputPieces.map((piece) => piece.text).join(''));
  yield text(OUTPUT_PIECES, () =>
    JSON.stringify(recording.outputPieces.map(({ stream, at, text: piece }) => [stream, at, piece.length]) satisfies OutputPieces),
  );
  yield text(LATENCY, () => exportHgrm(recording.load));
  yield text(MANIFEST, () => canonicalJson(toManifest(recording, passed)));
}

/** The same parts below a folder. */
export function* below(folder: string, parts: Iterable<Part>): Generator<Part> {
  for (const one of parts) yield { ...one, name: `${folder}${one.name}` };
}

function part(name: string, make: () => Uint8Array | Promise<Uint8Array>): Part {
  return {
    name,
    async *content() {
      yield await make();
    },
  };
}

export function text(name: string, make: () => string | Promise<string>): Part {
  return part(name, async () => Buffer.from(await make()));
}

/** Batches of any size as blocks of BLOCK_ROWS; holds one block. */
async function* requestBlocks(entries: AsyncIterable<RequestsEntry>, passed: Passed): AsyncGenerator<Uint8Array> {
  let block = newBlock();
  let filled = 0;
  for await (const { batch, counts } of entries) {
    passed.rows += batch.start.length;
    passed.batches.rows.push(batch.start.length);
    passed.batches.sent.push(counts.sent);
    passed.batches.inFlight.push(counts.inFlight);
    for (let from = 0; from < batch.start.length; ) {
      const to = Math.min(batch.start.length, from + BLOCK_ROWS - filled);
      copyRows(batch, from, to, block, filled);
      filled += to - from;
      from = to;
      if (filled === BLOCK_ROWS) {
        yield encodeBlock(REQUEST_COLUMNS, filled, block);
        block = newBlock();
        filled = 0;
      }
    }
  }
  if (filled > 0) yield encodeBlock(REQUEST_COLUMNS, filled, firstRows(block, filled));
}

function newBlock(): RequestBatch {
  return {
    start: new Float64Array(BLOCK_ROWS),
    connect: new Uint32Array(BLOCK_ROWS),
    firstByte: new Uint32Array(BLOCK_ROWS),
    latency: new Uint32Array(BLOCK_ROWS),
    status: new Uint16Array(BLOCK_ROWS),
    bytes: new Uint32Array(BLOCK_ROWS),
    connection: new Uint16Array(BLOCK_ROWS),
  };
}

function copyRows(from: RequestBatch, first: number, last: number, to: RequestBatch, at: number): void {
  for (const { name } of REQUEST_COLUMNS) to[name].set(from[name].subarray(first, last), at);
}

function firstRows(block: RequestBatch, count: number): RequestBatch {
  return Object.fromEntries(REQUEST_COLUMNS.map(({ name }) => [name, block[name].subarray(0, count)])) as unknown as RequestBatch;
}

function toManifest(recording: RunRecording, passed: Passed): Manifest {
  const { header, load, loadEndUs, generator } = recording;
  if (!header) throw new Error('A recording without header cannot be saved');
  const { format: _, ...session } = header;
  return {
    format: SESSION_FORMAT,
    kind: 'run',
    session,
    resolved: recording.resolved,
    origin: recording.originUs,
    states: [...recording.states],
    loadEnd: loadEndUs === null || generator === null ? null : { at: loadEndUs, counts: load.counts, generator },
    processes: [...recording.processes],
    requests: { rows: passed.rows, batches: passed.batches.rows.length },
    server: { rows: recording.server.rows },
    profiles: [...recording.profiledProcesses],
    droppedOutput: recording.output().droppedBytes,
    warnings: [...recording.warnings],
    exit: recording.exit,
    notes: recording.notes,
    ending: recording.ending,
    failure: recording.failure,
    totals: summarize(recording),
  };
}
