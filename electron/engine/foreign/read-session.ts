/** The parts of a session file as plain data, each of them checked. Parts of fixed width are only found here; the engine reads them by itself. */

import type * as z from '../../../shared/base/schema.ts';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import type { Microseconds } from '../../../shared/base/units.ts';
import { importedHeap } from '../../../shared/heap/imported-heap.ts';
import { blockColumns } from '../../../shared/load/request-rows.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { classifyNamed } from '../../../shared/model/profile/frame-kind.ts';
import { CPU_OF_MAIN_THREAD, type Profile, type ProfileSource, profileKey } from '../../../shared/model/profile/profile.ts';
import { rowWidth } from '../../../shared/model/table.ts';
import { readCpuProfile } from '../../../shared/profile/import/read-cpuprofile.ts';
import { ProfileMerger } from '../../../shared/profile/time/merge-slices.ts';
import {
  BATCH_COLUMNS,
  BATCHES,
  fromStored,
  type HeapManifest,
  type LoadResultManifest,
  MANIFEST,
  type Manifest,
  type ProfileManifest,
  profilePart,
  REQUESTS,
  type StoredCell,
  sessionManifestSchema,
} from '../../../shared/session/format.ts';
import { parseJson } from '../../../shared/session/json.ts';
import { CAPS } from '../../../shared/session/limits.ts';
import type { PartReader } from '../../../shared/session/parts/part.ts';
import { fieldsOf, PARTS, type PartEntry, type PartName } from '../../../shared/session/parts/parts.ts';
import { readTicks } from '../../../shared/session/parts/ticks.ts';
import { upgradeManifest } from '../../../shared/session/upgrade.ts';
import { say } from '../../../shared/words/said.ts';
import { limitFrames } from './limit-frames.ts';
import type { FileStamp, PartPlace, ReadKept, ReadRun, RunPlaces } from './protocol.ts';
import { damaged, damagedIn, tooLarge } from './refusals.ts';
import { showKeptWords, showLoadWords, showProfileWords, showRunWords } from './show-hidden-words.ts';
import type { SessionZip } from './zip-read.ts';

/** The run below the folder that `zip` is within. Throws FailureError. */
export async function readRun(zip: SessionZip, stamp: FileStamp): Promise<ReadRun> {
  const cell = await readCell(zip);
  if (cell.kind !== 'run') throw notWritten(zip, MANIFEST, 'experiment.cells.0.kind: no run');
  return readRunParts(zip, stamp, cell);
}

export async function readRunParts(zip: SessionZip, stamp: FileStamp, cell: Manifest): Promise<ReadRun> {
  const manifest = showRunWords(cell);
  checkSizes(zip, manifest);
  const profiles: Profile[] = [];
  for (const stored of manifest.profiles) profiles.push(await readProfile(zip, fromStored(stored)));
  const file = readerOf(zip);
  const parts: [PartName, readonly PartEntry[]][] = [];
  for (const part of PARTS) parts.push([part.name, await part.read(file, fieldsOf(part, cell))]);
  return { manifest, places: await placesOf(zip, stamp), profiles, parts: Object.fromEntries(parts) as ReadRun['parts'] };
}

function readerOf(zip: SessionZip): PartReader {
  return {
    has: (file) => zip.has(file),
    text: (file) => zip.text(file),
    json: (file, schema) => readJson(zip, file, schema),
    refuse: (why) => damaged(zip.name, why),
  };
}

/** A profile of another tool, as its own file was read. */
export async function readKeptProfile(zip: SessionZip, cell: ProfileManifest): Promise<ReadKept> {
  const { name, file, format, hasPlaces, origin, profiles: listed, called, remarks, notes, leftOut = [] } = showProfileWords(cell);
  const profiles: Profile[] = [];
  for (const [thread, { unit, times }] of listed.entries()) {
    const source = { ...CPU_OF_MAIN_THREAD, pid: 0, thread, unit, intervalUs: 0 };
    const read = await readProfile(zip, source, origin, unit !== 'microseconds' || times === 'counted');
    const profile = times === 'traced' ? { ...read, isTraced: true as const } : read;
    profiles.push(hasPlaces ? profile : { ...profile, frames: profile.frames.map((one) => ({ ...one, kind: classifyNamed(one.name) })) });
  }
  limitFrames(profiles, zip.name);
  // There is one of them, or the other.
  const ticks = profiles.length === 0 ? await readTicks(readerOf(zip)) : null;
  const titles = listed.map(({ title }) => title);
  const named = called === undefined ? {} : { called };
  return { imported: { format, profiles, titles, hasPlaces, ticks, ...named, notes: remarks, file }, name, notes, leftOut };
}

/** A result of another load tool, as its own file was read. */
export function readKeptLoad(cell: LoadResultManifest): ReadKept {
  const { name, file, format, result, remarks, notes, leftOut = [] } = showLoadWords(cell);
  return {
    imported: { format, profiles: [], titles: [], hasPlaces: true, ticks: null, notes: remarks, load: result, file },
    name,
    notes,
    leftOut,
  };
}

/** What is kept of a snapshot of a heap. */
export function readKeptHeap(cell: HeapManifest): ReadKept {
  const { name, file, heap, notes, leftOut = [] } = showKeptWords(cell);
  return { imported: { ...importedHeap(heap), file }, name, notes, leftOut };
}

/** The one below the folder that `zip` is within. Throws FailureError. */
export async function readResult(zip: SessionZip): Promise<ReadKept> {
  const cell = await readCell(zip);
  if (cell.kind !== 'load') throw notWritten(zip, MANIFEST, 'experiment.cells.0.kind: no result of a load');
  return readKeptLoad(cell);
}

/** Where the parts of fixed width lie. */
export async function placesOf(zip: SessionZip, stamp: FileStamp): Promise<RunPlaces> {
  const tables: [PartName, PartPlace][] = [];
  for (const { name, table } of PARTS) if (table !== null && zip.has(table.file)) tables.push([name, await zip.placeOf(table.file)]);
  return { stamp, requests: await zip.placeOf(REQUESTS), batches: await zip.placeOf(BATCHES), tables: Object.fromEntries(tables) };
}

/** The only cell of a session, or of a run of a comparison. Throws FailureError. */
export async function readCell(zip: SessionZip): Promise<StoredCell> {
  const { cells } = check(zip, MANIFEST, sessionManifestSchema, await readRawManifest(zip)).experiment;
  const [cell, ...others] = cells;
  if (others.length > 0) throw severalCells(zip.name, cells);
  return cell!;
}

function severalCells(name: string, cells: readonly StoredCell[]): FailureError {
  const count = (kind: StoredCell['kind']): number => cells.filter((cell) => cell.kind === kind).length;
  const held = {
    runs: count('run'),
    comparisons: count('comparison'),
    profiles: count('profile'),
    loads: count('load'),
    heaps: count('heap'),
    services: count('services'),
  };
  const { failure } = fail('newer-version', say('file.severalCells', { name, ...held }), say('file.update'));
  return new FailureError(failure);
}

/** In today's format, its schema not checked. */
async function readRawManifest(zip: SessionZip): Promise<Record<string, unknown>> {
  if (zip.sizeOf(MANIFEST) > CAPS.manifest)
    throw damaged(zip.name, say('file.whyManifestSize', { part: MANIFEST, size: zip.sizeOf(MANIFEST) }));
  const upgraded = upgradeManifest(parse(zip, MANIFEST, await zip.text(MANIFEST)));
  if (!upgraded.ok) throw new FailureError(upgraded.failure);
  return upgraded.value;
}

function checkSizes(zip: SessionZip, manifest: Manifest): void {
  const { requests, loadEnd, origin, profiles } = manifest;
  const declared: [string, number][] = [
    [REQUESTS, requests.rows * rowWidth(blockColumns(requests.columns))],
    [BATCHES, requests.batches * rowWidth(BATCH_COLUMNS)],
  ];
  for (const part of PARTS) {
    const { table } = part;
    if (table === null) continue;
    const fields = fieldsOf(part, manifest);
    const rows = table.rows(fields);
    if (rows !== null || zip.has(table.file)) declared.push([table.file, (rows ?? 0) * rowWidth(table.columns(fields))]);
  }
  for (const [part, size] of declared) {
    if (zip.sizeOf(part) !== size) throw damaged(zip.name, say('file.whySize', { part, size: zip.sizeOf(part), declared: size }));
    // Requests are read block by block, the others in one piece.
    if (part !== REQUESTS && size > CAPS.table) throw tooLarge(zip.name, say('file.whyPartSize', { part, size, limit: CAPS.table }));
  }
  if (loadEnd && loadEnd.at < (origin ?? 0)) throw damaged(zip.name, say('file.whyEndsBeforeStart'));
  if (new Set(profiles.map((stored) => profileKey(fromStored(stored)))).size !== profiles.length)
    throw damaged(zip.name, say('file.whyProfileTwice'));
}

/** `isCounted`: its samples say what they weigh. */
async function readProfile(
  zip: SessionZip,
  source: ProfileSource,
  originUs: Microseconds = 0,
  isCounted = source.unit !== 'microseconds',
): Promise<Profile> {
  const part = profilePart(source);
  const read = readCpuProfile(await zip.text(part), part, isCounted);
  if (!read.ok) throw read.failure.code === 'too-large' ? new FailureError(read.failure) : damagedIn(zip.name, read.failure.says);
  const merger = new ProfileMerger(source, isCounted);
  merger.addSlice(read.value.profile);
  return limitFrames([merger.toProfile(originUs, {})], zip.name)[0]!;
}

async function readJson<S extends z.ZodType>(zip: SessionZip, part: string, schema: S): Promise<z.infer<S>> {
  return check(zip, part, schema, parse(zip, part, await zip.text(part)));
}

function parse(zip: SessionZip, part: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    // V8 quotes what it could not read.
    throw damaged(zip.name, say('file.whyNoJson', { part, error: showHidden((error as Error).message.slice(0, 200)) }));
  }
}

function check<S extends z.ZodType>(zip: SessionZip, part: string, schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw notWritten(zip, part, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function notWritten({ name }: SessionZip, part: string, detail: string): FailureError {
  const { failure } = damaged(name, say('file.whyNotOfThisVersion', { part }));
  return new FailureError({ ...failure, detail: detail.slice(0, 500) });
}
