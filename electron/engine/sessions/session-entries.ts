/** A session file as the entries it was recorded from: the same door as a live run. */

import type { Failure } from '../../../shared/model/failure.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import type { RequestBatch, ServerSample } from '../../../shared/model/run.ts';
import type * as z from '../../../shared/model/schema.ts';
import { readCpuProfile } from '../../../shared/profile/read-cpuprofile.ts';
import { decodeBlock } from '../../../shared/session/blocks.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import {
  BATCH_COLUMNS,
  BATCHES,
  type BatchCounts,
  BLOCK_ROWS,
  CAPS,
  type ComparisonManifest,
  comparisonManifestSchema,
  findRowProblem,
  MANIFEST,
  type Manifest,
  manifestSchema,
  OUTPUT,
  OUTPUT_PIECES,
  outputPiecesSchema,
  profilePart,
  REQUEST_COLUMNS,
  REQUESTS,
  rowWidth,
  SERVER,
  SERVER_COLUMNS,
  SOURCES,
  sourcesSchema,
} from '../../../shared/session/format.ts';
import { parseJson } from '../../../shared/session/json.ts';
import { upgradeManifest } from '../../../shared/session/upgrade.ts';
import { damaged, type SessionZip } from './zip-read.ts';

type RequestsEntry = Extract<RecordingEntry, { type: 'requests' }>;

/** All entries of a file, checked. Throws FailureError. */
export async function* readEntries(zip: SessionZip): AsyncGenerator<RecordingEntry> {
  const manifest = await readManifest(zip);
  checkSizes(zip, manifest);
  yield* beginning(manifest);
  yield* readRequests(zip, manifest);
  yield* readServer(zip, manifest);
  if (manifest.loadEnd) yield { type: 'load-end', ...manifest.loadEnd };
  for (const profile of manifest.profiles) yield await readProfile(zip, profile);
  yield { type: 'sources', positions: await readJson(zip, SOURCES, sourcesSchema) };
  yield* readOutput(zip, manifest);
  yield* ending(manifest);
}

async function readManifest(zip: SessionZip): Promise<Manifest> {
  return check(zip, MANIFEST, manifestSchema, await readRawManifest(zip));
}

/** The manifest of a comparison; null: the file is that of a run. Throws FailureError. */
export async function readComparisonManifest(zip: SessionZip): Promise<ComparisonManifest | null> {
  const raw = await readRawManifest(zip);
  return raw.kind === 'comparison' ? check(zip, MANIFEST, comparisonManifestSchema, raw) : null;
}

/** In today's format, its schema not checked. */
async function readRawManifest(zip: SessionZip): Promise<Record<string, unknown>> {
  if (zip.sizeOf(MANIFEST) > CAPS.manifest) throw damaged(zip.name, `its ${MANIFEST} has ${zip.sizeOf(MANIFEST)} bytes`);
  const upgraded = upgradeManifest(parse(zip, MANIFEST, await zip.text(MANIFEST)));
  if (!upgraded.ok) throw new FailureError(upgraded.failure);
  return upgraded.value;
}

function checkSizes(zip: SessionZip, { requests, server, loadEnd, origin, profiles }: Manifest): void {
  const declared: [string, number][] = [
    [REQUESTS, requests.rows * rowWidth(REQUEST_COLUMNS)],
    [BATCHES, requests.batches * rowWidth(BATCH_COLUMNS)],
    [SERVER, server.rows * rowWidth(SERVER_COLUMNS)],
  ];
  for (const [part, size] of declared) {
    if (zip.sizeOf(part) !== size) throw damaged(zip.name, `${part} has ${zip.sizeOf(part)} bytes where ${size} are declared`);
  }
  if (loadEnd && loadEnd.at < (origin ?? 0)) throw damaged(zip.name, 'its measured phase ends before it starts');
  if (new Set(profiles.map(({ pid }) => pid)).size !== profiles.length) throw damaged(zip.name, 'it names a profile twice');
}

function* beginning(manifest: Manifest): Generator<RecordingEntry> {
  yield { type: 'header', header: { format: manifest.format, ...manifest.session } };
  for (const process of manifest.processes) yield { type: 'process', process };
  if (manifest.resolved) yield { type: 'resolved', ...manifest.resolved };
  if (manifest.origin !== null) yield { type: 'origin', clock: manifest.origin };
  for (const change of manifest.states) yield { type: 'state', ...change };
}

function* ending({ warnings, exit, notes, ending: how, failure }: Manifest): Generator<RecordingEntry> {
  for (const message of warnings) yield { type: 'warning', message };
  if (exit) yield { type: 'exit', exit };
  if (notes !== '') yield { type: 'notes', text: notes };
  if (how !== null) yield { type: 'end', ending: how, failure: failure as Failure | null };
}

/** The rows in the batches they were recorded in. Memory: one block and one batch. */
export async function* readRequests(zip: SessionZip, known?: Manifest): AsyncGenerator<RequestsEntry> {
  const { requests } = known ?? (await readManifest(zip));
  const counts = decodeBlock<BatchCounts>(BATCH_COLUMNS, requests.batches, await ownBytes(zip, BATCHES));
  const rows = new RowCursor(zip);
  for (let index = 0; index < requests.batches; index++) {
    const size = counts.rows[index]!;
    if (!Number.isInteger(size) || size < 0 || size > requests.rows) throw damaged(zip.name, `a batch has ${size} rows`);
    const batch = await rows.take(size);
    yield { type: 'requests', batch, counts: { sent: counts.sent[index]!, inFlight: counts.inFlight[index]! } };
  }
  if (!(await rows.isAtEnd())) throw damaged(zip.name, `${REQUESTS} has more rows than its batches`);
}

/** Batches out of blocks. */
class RowCursor {
  private readonly blocks: AsyncIterator<Uint8Array>;
  private block: RequestBatch | null = null;
  private at = 0;

  constructor(private readonly zip: SessionZip) {
    this.blocks = zip.pieces(REQUESTS, BLOCK_ROWS * rowWidth(REQUEST_COLUMNS));
  }

  async take(count: number): Promise<RequestBatch> {
    const parts: RequestBatch[] = [];
    for (let left = count; left > 0; ) {
      const block = await this.current();
      if (!block) throw damaged(this.zip.name, `${REQUESTS} has fewer rows than its batches`);
      const part = slice(block, this.at, Math.min(block.start.length, this.at + left));
      this.at += part.start.length;
      left -= part.start.length;
      parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : concat(parts, count);
  }

  async isAtEnd(): Promise<boolean> {
    return (await this.current()) === null;
  }

  private async current(): Promise<RequestBatch | null> {
    while (this.block === null || this.at === this.block.start.length) {
      const next = await this.blocks.next();
      if (next.done) return null;
      this.block = this.decode(next.value);
      this.at = 0;
    }
    return this.block;
  }

  private decode(bytes: Uint8Array): RequestBatch {
    const block = decodeBlock<RequestBatch>(REQUEST_COLUMNS, bytes.length / rowWidth(REQUEST_COLUMNS), bytes);
    const problem = findRowProblem(block);
    if (problem) throw damaged(this.zip.name, `${REQUESTS}: ${problem}`);
    return block;
  }
}

function slice(block: RequestBatch, from: number, to: number): RequestBatch {
  return Object.fromEntries(REQUEST_COLUMNS.map(({ name }) => [name, block[name].subarray(from, to)])) as unknown as RequestBatch;
}

function concat(parts: readonly RequestBatch[], count: number): RequestBatch {
  const whole: RequestBatch = {
    start: new Float64Array(count),
    connect: new Uint32Array(count),
    firstByte: new Uint32Array(count),
    latency: new Uint32Array(count),
    status: new Uint16Array(count),
    bytes: new Uint32Array(count),
    connection: new Uint16Array(count),
  };
  let at = 0;
  for (const part of parts) {
    for (const { name } of REQUEST_COLUMNS) whole[name].set(part[name], at);
    at += part.start.length;
  }
  return whole;
}

type SampleColumns = { readonly [K in keyof ServerSample]: ArrayLike<number> };

async function* readServer(zip: SessionZip, { server, origin }: Manifest): AsyncGenerator<RecordingEntry> {
  const table = decodeBlock<SampleColumns>(SERVER_COLUMNS, server.rows, await ownBytes(zip, SERVER));
  const samples: ServerSample[] = [];
  for (let row = 0; row < server.rows; row++) {
    const sample = Object.fromEntries(SERVER_COLUMNS.map(({ name }) => [name, table[name][row]!])) as unknown as ServerSample;
    if (!Number.isFinite(sample.at)) throw damaged(zip.name, `${SERVER}: row ${row} has no possible time`);
    samples.push(sample);
  }
  if (samples.length > 0 || origin !== null) yield { type: 'server', samples };
}

async function readProfile(zip: SessionZip, { pid, intervalUs }: Manifest['profiles'][number]): Promise<RecordingEntry> {
  const part = profilePart(pid);
  const read = readCpuProfile(await zip.text(part), part);
  if (!read.ok) throw damaged(zip.name, read.failure.message.replace(/\.$/, ''));
  return { type: 'slice', pid, intervalUs, profile: read.value.profile };
}

async function* readOutput(zip: SessionZip, { droppedOutput }: Manifest): AsyncGenerator<RecordingEntry> {
  const text = await zip.text(OUTPUT);
  let at = 0;
  for (const [stream, clock, length] of await readJson(zip, OUTPUT_PIECES, outputPiecesSchema)) {
    if (at + length > text.length) throw damaged(zip.name, `${OUTPUT} is shorter than its pieces`);
    yield { type: 'output', stream, at: clock, text: text.slice(at, at + length) };
    at += length;
  }
  if (droppedOutput > 0) yield { type: 'output-dropped', bytes: droppedOutput };
}

/** Columns are views, and views need bytes that start on 8. */
async function ownBytes(zip: SessionZip, part: string): Promise<Uint8Array> {
  return new Uint8Array(await zip.bytes(part));
}

async function readJson<S extends z.ZodType>(zip: SessionZip, part: string, schema: S): Promise<z.infer<S>> {
  return check(zip, part, schema, parse(zip, part, await zip.text(part)));
}

function parse(zip: SessionZip, part: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw damaged(zip.name, `${part} is no JSON that can be read (${(error as Error).message.slice(0, 200)})`);
  }
}

function check<S extends z.ZodType>(zip: SessionZip, part: string, schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const failure = fail(
    'damaged',
    `${zip.name} is damaged: ${part} is not what this version writes.`,
    'Open another copy of it, if there is one.',
  );
  throw new FailureError({ ...failure.failure, detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, 500) });
}
