/** The parts of a session file in the order they are written: rows first, so that the manifest can state their number. */
import { type EditPart, writeAll } from '../../../shared/copies/leave-out.ts';
import { summarize } from '../../../shared/derive/summary.ts';
import { exportHgrm } from '../../../shared/load/hgrm.ts';
import { allocateRows, blockColumns, copyRows, rowCount, sliceRows, unpackRows } from '../../../shared/load/request-rows.ts';
import { ERROR_KINDS, REQUEST_COLUMNS } from '../../../shared/model/run.ts';
import type { Column } from '../../../shared/model/table.ts';
import { encodeBlock } from '../../../shared/session/blocks.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import {
  BATCH_COLUMNS,
  BATCHES,
  BLOCK_ROWS,
  LATENCY,
  MANIFEST,
  type Manifest,
  manifestOf,
  profilePart,
  REQUEST_COLUMNS_PART,
  REQUESTS,
  toStored,
} from '../../../shared/session/format.ts';
import { canonicalJson } from '../../../shared/session/json.ts';
import type { StoredFile } from '../../../shared/session/parts/part.ts';
import { PARTS, type PartsOfManifest } from '../../../shared/session/parts/parts.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';

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
  yield binary(BATCHES, () => encodeBlock(BATCH_COLUMNS, passed.batches.rows.length, passed.batches));
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
  const fields: object[] = [];
  for (const one of PARTS) if (one.table !== null) yield* filesOf(one, recording, edit, fields);
  for (const source of recording.profileSources)
    yield text(profilePart(source), () => JSON.stringify(edit(profilePart(source), recording.rawProfile(source))));
  for (const one of PARTS) if (one.table === null) yield* filesOf(one, recording, edit, fields);
  yield text(LATENCY, () => exportHgrm(recording.load));
  yield text(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, toCell(recording, passed, fields)))));
}

/** Rows of a part, and its other values. What a live run adds meanwhile is in neither, nor in `fields`, which go into the manifest. */
function* filesOf(part: (typeof PARTS)[number], recording: RunRecording, edit: EditPart, fields: object[]): Generator<Part> {
  const { table } = part;
  const state = recording[part.name];
  const described = part.describe(state);
  fields.push(described);
  const rows = table?.of(state) ?? null;
  const values = part.files.map((file) => [file, file.of(state)] as const);
  if (table !== null && rows !== null) yield binary(table.file, () => encodeBlock(table.columns(described), rows.rows, rows.columns));
  for (const [file, value] of values) if (value !== null) yield* filesOfValue(file, value, edit);
}

/** Several parts may be made from one value: it is edited once, when the first of them is written. */
function* filesOfValue({ write }: StoredFile, value: unknown, edit: EditPart): Generator<Part> {
  const writers = Object.entries(write);
  let edited: { readonly value: unknown } | null = null;
  for (const [name, make] of writers)
    yield text(name, () => {
      edited ??= { value: edit(writers[0]![0], value) };
      return make(edited.value);
    });
}

/** The same parts below a folder. */
export function* below(folder: string, parts: Iterable<Part>): Generator<Part> {
  for (const one of parts) yield { ...one, name: `${folder}${one.name}` };
}

function binary(name: string, make: () => Uint8Array | Promise<Uint8Array>): Part {
  return {
    name,
    async *content() {
      yield await make();
    },
  };
}

export function text(name: string, make: () => string | Promise<string>): Part {
  return binary(name, async () => Buffer.from(await make()));
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

function toCell(recording: RunRecording, passed: Passed, fields: readonly object[]): Manifest {
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
    processes: [...recording.processes],
    ...(recording.threads.length === 0 ? {} : { threads: [...recording.threads] }),
    requests: { rows: passed.rows, batches: passed.batches.rows.length, columns: [...recording.columns.names] },
    profiles: recording.profileSources.map(toStored),
    warnings: [...recording.warnings],
    ...(recording.joined === null ? {} : { joined: recording.joined }),
    exit: recording.exit,
    notes: recording.notes,
    ending: recording.ending,
    failure: recording.failure,
    ...(Object.assign({}, ...fields) as PartsOfManifest),
    totals: summarize(recording),
  };
}
