/** Writes and opens session files. What the file holds is said in shared/session/format.ts. */
import { access, open, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { RequestBatch } from '../../../shared/model/run.ts';
import { importCpuProfile } from '../../../shared/profile/import-cpuprofile.ts';
import { CAPS } from '../../../shared/session/format.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import type { Comparison } from '../compare/comparison.ts';
import { sweepTemporaryFiles, writeAtomically } from './atomic-write.ts';
import { comparisonParts, openComparison } from './comparison-file.ts';
import { openRun } from './open-run.ts';
import type { OpenSession } from './open-session.ts';
import { readComparisonManifest } from './session-entries.ts';
import { type Part, sessionParts } from './session-parts.ts';
import { describeWriteFailure } from './write-failure.ts';
import { missing, SessionZip, unreadable } from './zip-read.ts';
import { writeZip } from './zip-write.ts';

export type { OpenSession } from './open-session.ts';

/** Writes a session to `path`: the whole of it or nothing. Rows stream from where they are; nothing is held but a block. */
export async function writeSession(
  source: OpenSession | Comparison,
  path: string,
  { overwrite }: { overwrite: boolean },
): Promise<Outcome<{ path: string }>> {
  const target = resolve(path);
  if (source.kind === 'profile')
    return fail('not-available', 'A profile of another tool cannot be saved as a session: it has no run.', 'Keep its own file.');
  if (!overwrite && (await exists(target))) return fail('cannot-write', `${target} exists already.`, 'Choose another name, or replace it.');
  await sweepTemporaryFiles(dirname(target));
  try {
    await writeAtomically(target, (file) => writeZip(partsOf(source), file));
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return { ok: false, failure: describeWriteFailure('The session could not be saved', target, error) };
  }
  // The recording may lie on the disk that is full; the session is saved all the same.
  await source.onSaved?.().catch(() => {});
  return succeed({ path: target });
}

function partsOf(source: OpenSession | Comparison): Iterable<Part> | AsyncIterable<Part> {
  return source.kind === 'comparison' ? comparisonParts(source) : sessionParts(source.recording, () => source.requestEntries());
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Opens the file of one run, or a plain `.cpuprofile`. */
export async function openSession(path: string): Promise<Outcome<OpenSession>> {
  const opened = await openFile(path);
  if (!opened.ok) return opened;
  if (opened.value.kind !== 'comparison') return succeed(opened.value);
  return fail('not-available', `${basename(path)} is a comparison, not a single run.`, 'Open it by itself.');
}

/** Opens whatever Loopscope writes, or a plain `.cpuprofile`. Data only: nothing of it is run, nothing is unpacked to the disk. */
export async function openFile(path: string): Promise<Outcome<OpenSession | Comparison>> {
  const target = resolve(path);
  try {
    const kind = await sniff(target);
    return succeed(kind === 'zip' ? await openZip(target) : await openProfile(target));
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    const failure = describeReadFailure(target, error);
    if (failure) return { ok: false, failure };
    throw error;
  }
}

/** What a failed system call means; null: it was none. */
function describeReadFailure(path: string, error: unknown): Failure | null {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case undefined:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      return missing(path).failure;
    case 'EISDIR':
      return fail('file-unreadable', `${path} is a folder.`, 'Choose a file.').failure;
    default:
      return code.startsWith('ERR_') ? null : unreadable(path, code).failure;
  }
}

const ZIP_MAGIC = 'PK';
const SNIFFED_BYTES = 64;

async function sniff(path: string): Promise<'zip' | 'json'> {
  const name = basename(path);
  if (!(await stat(path)).isFile()) throw new FailureError(fail('file-unreadable', `${path} is not a file.`, 'Choose a file.').failure);
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    if (head.startsWith(ZIP_MAGIC)) return 'zip';
    if (
      head
        .replace(/^\u00ef\u00bb\u00bf/, '')
        .trimStart()
        .startsWith('{')
    )
      return 'json';
  } finally {
    await file.close();
  }
  const hint = 'Loopscope opens .loopscope sessions and .cpuprofile files.';
  throw new FailureError(fail('not-a-session', `${name} is neither a session of Loopscope nor a CPU profile.`, hint).failure);
}

async function openProfile(path: string): Promise<OpenSession> {
  const name = basename(path);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > CAPS.text)
      throw new FailureError(fail('too-large', `${name} is too large to be opened (${size} bytes, the limit is ${CAPS.text}).`).failure);
    const imported = importCpuProfile((await file.readFile('utf8')).replace(/^\ufeff/, ''), name);
    if (!imported.ok) throw new FailureError(imported.failure);
    return { ...withoutRows, recording: RunRecording.ofProfile(imported.value, name), kind: 'profile', path };
  } finally {
    await file.close();
  }
}

const withoutRows = {
  recovered: false,
  async *rows(): AsyncGenerator<RequestBatch> {},
  async *requestEntries(): AsyncGenerator<never> {},
  async close(): Promise<void> {},
};

async function openZip(path: string): Promise<OpenSession | Comparison> {
  const zip = await SessionZip.open(path, basename(path));
  try {
    const comparison = await readComparisonManifest(zip);
    return comparison ? await openComparison(zip, comparison, path) : await openRun(zip, path, '');
  } finally {
    zip.close();
  }
}
