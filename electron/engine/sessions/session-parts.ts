/** The parts of a session file in the order they are written: rows first, so that the manifest can state their number. */
import { exportHgrm } from '../../../shared/load/hgrm.ts';
import { allocateRows, blockColumns, copyRows, rowCount, sliceRows, unpackRows } from '../../../shared/load/request-rows.ts';
import { ERROR_KINDS, REQUEST_COLUMNS } from '../../../shared/model/run.ts';
import { SERVED_COLUMNS } from '../../../shared/model/served.ts';
import type { Column } from '../../../shared/model/table.ts';
import { THREAD_COLUMNS } from '../../../shared/model/thread-times.ts';
import { type EditPart, writeAll } from '../../../shared/privacy/leave-out.ts';
import { encodeBlock } from '../../../shared/session/blocks.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import {
  ANSWERS,
  AUTOCANNON,
  BATCH_COLUMNS,
  BATCHES,
  BLOCK_ROWS,
  LATENCY,
  MACHINE,
  MACHINE_COLUMNS,
  MACHINE_COLUMNS_PART,
  MANIFEST,
  type Manifest,
  manifestOf,
  OUTPUT,
  OUTPUT_PIECES,
  type OutputPieces,
  profilePart,
  REQUEST_COLUMNS_PART,
  REQUESTS,
  SERVED,
  SERVED_COLUMNS_PART,
  SERVER,
  SERVER_COLUMNS_PART,
  SOURCE_FILES,
  SOURCE_LINES,
  SOURCE_TEXTS,
  SOURCES,
  serverColumns,
  THREAD_COLUMNS_PART,
  THREADS,
  TICKS,
  TIMINGS,
} from '../../../shared/session/format.ts';
import { canonicalJson, compactJson } from '../../../shared/session/json.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { summarize } from '../../../shared/session/report.ts';
import { toStoredTimings } from '../../../shared/session/stored-timings.ts';

/** A part of the file; its content is generated when it is written. */
export interface Part {
  readonly name: string;
  content(): AsyncIterable<Uint8Array>;
}

type RequestsEntry = Extract<RecordingEntry, { type: 'requests' }>;

/** Counted while the rows are written, for the parts after them. */
interface Passed {
  rows: number;
  readonly batches: { rows: number[]; sent: number[]; inFlight: number[] };
}

/** `edit`: what is written of a part; by default all of it. */
export function* sessionParts(
  recording: RunRecording,
  requests: () => AsyncIterable<RequestsEntry>,
  edit: EditPart = writeAll,
): Generator<Part> {
  const passed: Passed = { rows: 0, batches: { rows: [], sent: [], inFlight: [] } };
  const columns = recording.columns.names;
  yield { name: REQUESTS, content: () => requestBlocks(requests(), blockColumns(columns), passed) };
  yield part(BATCHES, () => encodeBlock(BATCH_COLUMNS, passed.batches.rows.length, passed.batches));
  yield text(REQUEST_COLUMNS_PART, () =>
    canonicalJson({
      blockRows: BLOCK_ROWS,
      byteOrder: 'little-endian',
      columns: blockColumns(columns).map(describeColumn),
      leftOut: REQUEST_COLUMNS.filter(({ name }) => !columns.includes(name)).map(describeColumn),
      errorKinds: ERROR_KINDS,
      rows: passed.rows,
    }),
  );
  const ofServer = serverColumns(describeServer(recording));
  yield part(SERVER, () => encodeBlock(ofServer, recording.server.rows, recording.server.table()));
  yield text(SERVER_COLUMNS_PART, () => canonicalJson({ byteOrder: 'little-endian', columns: ofServer, rows: recording.server.rows }));
  const { machine } = recording;
  if (machine.rows > 0) {
    yield part(MACHINE, () => encodeBlock(MACHINE_COLUMNS, machine.rows, machine.table()));
    yield text(MACHINE_COLUMNS_PART, () => canonicalJson({ byteOrder: 'little-endian', columns: MACHINE_COLUMNS, rows: machine.rows }));
  }
  const { threadSeries } = recording;
  if (threadSeries.rows > 0) {
    yield part(THREADS, () => encodeBlock(THREAD_COLUMNS, threadSeries.rows, threadSeries.table()));
    yield text(THREAD_COLUMNS_PART, () => canonicalJson({ byteOrder: 'little-endian', columns: THREAD_COLUMNS, rows: threadSeries.rows }));
  }
  const { served } = recording;
  if (served.isKnown) {
    yield part(SERVED, () => encodeBlock(SERVED_COLUMNS, served.rows, served.table()));
    yield text(SERVED_COLUMNS_PART, () =>
      canonicalJson(
        edit(SERVED_COLUMNS_PART, {
          byteOrder: 'little-endian',
          columns: SERVED_COLUMNS,
          rows: served.rows,
          routes: [...served.routes],
          calls: served.calls,
          ...(served.sharedWork === null ? {} : { sharing: served.sharedWork }),
        }),
      ),
    );
  }
  for (const source of recording.profileSources)
    yield text(profilePart(source), () => JSON.stringify(edit(profilePart(source), recording.rawProfile(source))));
  const { ticks } = recording;
  if (ticks !== null) yield text(TICKS, () => compactJson(edit(TICKS, ticks)));
  const { answers } = recording;
  if (answers !== null) yield text(ANSWERS, () => canonicalJson(edit(ANSWERS, answers)));
  if (recording.autocannonResults.length > 0) yield text(AUTOCANNON, () => canonicalJson(edit(AUTOCANNON, recording.autocannonResults)));
  if (recording.timings.length > 0 || recording.timingsLost > 0)
    yield text(TIMINGS, () => compactJson(edit(TIMINGS, toStoredTimings(recording.timings, recording.timingsLost))));
  yield text(SOURCES, () => canonicalJson(edit(SOURCES, recording.positions)));
  if (Object.keys(recording.linePositions).length > 0)
    yield text(SOURCE_LINES, () => canonicalJson(edit(SOURCE_LINES, recording.linePositions)));
  if (Object.keys(recording.sourceFiles).length > 0)
    yield text(SOURCE_FILES, () => canonicalJson(edit(SOURCE_FILES, recording.sourceFiles)));
  if (Object.keys(recording.sourceTexts).length > 0)
    yield text(SOURCE_TEXTS, () => canonicalJson(edit(SOURCE_TEXTS, recording.sourceTexts)));
  const output = edit(OUTPUT, recording.outputPieces);
  yield text(OUTPUT, () => output.map((piece) => piece.text).join(''));
  yield text(OUTPUT_PIECES, () =>
    JSON.stringify(output.map(({ stream, at, text: piece }) => [stream, at, piece.length]) satisfies OutputPieces),
  );
  yield text(LATENCY, () => exportHgrm(recording.load));
  yield text(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, toCell(recording, passed)))));
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
async function* requestBlocks(
  entries: AsyncIterable<RequestsEntry>,
  columns: ReturnType<typeof blockColumns>,
  passed: Passed,
): AsyncGenerator<Uint8Array> {
  const block = allocateRows(BLOCK_ROWS);
  let filled = 0;
  for await (const { batch: packed, counts } of entries) {
    const batch = unpackRows(packed);
    passed.rows += rowCount(batch);
    passed.batches.rows.push(rowCount(batch));
    passed.batches.sent.push(counts.sent);
    passed.batches.inFlight.push(counts.inFlight);
    for (let from = 0; from < rowCount(batch); ) {
      const to = Math.min(rowCount(batch), from + BLOCK_ROWS - filled);
      copyRows(batch, from, to, block, filled);
      filled += to - from;
      from = to;
      if (filled === BLOCK_ROWS) {
        yield encodeBlock(columns, filled, block);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield encodeBlock(columns, filled, sliceRows(block, 0, filled));
}

/** For people who unpack the file. */
function describeColumn({ since: _, byDefault, ...column }: Column & { since: number; byDefault?: unknown }) {
  return byDefault === undefined ? column : { ...column, default: byDefault };
}

function toCell(recording: RunRecording, passed: Passed): Manifest {
  const { header, load, loadEndUs, generator } = recording;
  if (!header) throw new Error('A recording without header cannot be saved');
  const { format: _, ...session } = header;
  return {
    kind: 'run',
    session,
    resolved: recording.resolved,
    origin: recording.originUs,
    states: [...recording.states],
    loadEnd: loadEndUs === null || generator === null ? null : { at: loadEndUs, counts: load.counts, generator },
    ...(recording.liveness === null ? {} : { liveness: recording.liveness }),
    processes: [...recording.processes],
    ...(recording.threads.length === 0 ? {} : { threads: [...recording.threads] }),
    requests: { rows: passed.rows, batches: passed.batches.rows.length, columns: [...recording.columns.names] },
    server: describeServer(recording),
    machine: { rows: recording.machine.rows },
    ...(recording.threadSeries.rows > 0
      ? { threadTimes: { rows: recording.threadSeries.rows, processes: recording.threadSeries.describe() } }
      : {}),
    ...(recording.served.isKnown ? { served: { rows: recording.served.rows, lost: recording.served.lost } } : {}),
    profiles: [...recording.profileSources],
    ...(recording.blocks.length === 0 ? {} : { blocks: [...recording.blocks] }),
    ...(recording.exactPass === null ? {} : { exactPass: recording.exactPass }),
    captured: [...recording.capturedFigures],
    droppedOutput: recording.output().droppedBytes,
    warnings: [...recording.warnings],
    ...(recording.joined === null ? {} : { joined: recording.joined }),
    exit: recording.exit,
    notes: recording.notes,
    ending: recording.ending,
    failure: recording.failure,
    totals: summarize(recording),
  };
}

function describeServer({ server }: RunRecording): Manifest['server'] {
  return {
    rows: server.rows,
    threads: server.knowsThreads,
    ...(server.knowsSystem ? { system: true } : {}),
    ...(server.knowsOwn ? { own: true } : {}),
  };
}
