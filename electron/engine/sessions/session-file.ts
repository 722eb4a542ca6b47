/** Writes and opens session files. What the file holds is said in shared/session/format.ts. */
import { access, open, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { RequestBatch } from '../../../shared/model/run.ts';
import { importCpuProfile } from '../../../shared/profile/import-cpuprofile.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import { CAPS, REQUESTS } from '../../../shared/session/format.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { sweepTemporaryFiles, writeAtomically } from './atomic-write.ts';
import { batchesOf } from './journal.ts';
import type { OpenSession } from './open-session.ts';
import { readEntries, readRequests } from './session-entries.ts';
import { sessionParts } from './session-parts.ts';
import { describeWriteFailure } from './write-failure.ts';
import { missing, SessionZip } from './zip-read.ts';
import { writeZip } from './zip-write.ts';

export type { OpenSession } from './open-session.ts';

/** Writes a session to `path`: the whole of it or nothing. Rows stream from where they are; nothing is held but a block. */
export async function writeSession(
  source: OpenSession,
  path: string,
  { overwrite }: { overwrite: boolean },
): Promise<Outcome<{ path: string }>> {
  const target = resolve(path);
  if (source.recording.header === null)
    return fail('not-available', 'A profile of another tool cannot be saved as a session: it has no run.', 'Keep its own file.');
  if (!overwrite && (await exists(target))) return fail('cannot-write', `${target} exists already.`, 'Choose another name, or replace it.');
  await sweepTemporaryFiles(dirname(target));
  try {
    const requests = () => source.requestEntries();
    await writeAtomically(target, (file) => writeZip(sessionParts(source.recording, requests), file));
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return { ok: false, failure: describeWriteFailure('The session could not be saved', target, error) };
  }
  // The recording may lie on the disk that is full; the session is saved all the same.
  await source.onSaved?.().catch(() => {});
  return succeed({ path: target });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Opens a session file, or a plain `.cpuprofile`. Data only: nothing of it is run, nothing is unpacked to the disk. */
export async function openSession(path: string): Promise<Outcome<OpenSession>> {
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
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case undefined:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      return missing(path).failure;
    case 'EISDIR':
      return fail('file-unreadable', `${path} is a folder.`, 'Choose a file.').failure;
    default:
      return code.startsWith('ERR_')
        ? null
        : fail('file-unreadable', `${path} cannot be read (${code}).`, 'Look at its permissions.', message).failure;
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

async function openZip(path: string): Promise<OpenSession> {
  const name = basename(path);
  const recording = new RunRecording();
  const fingerprint = await withZip(path, name, async (zip) => {
    for await (const entry of readEntries(zip)) recording.apply(entry);
    return zip.fingerprint(REQUESTS);
  });
  const requestEntries = () => rereadRequests(path, name, fingerprint);
  return { recording, kind: 'run', path, recovered: false, rows: () => batchesOf(requestEntries()), requestEntries, close: async () => {} };
}

async function withZip<T>(path: string, name: string, use: (zip: SessionZip) => Promise<T>): Promise<T> {
  const zip = await SessionZip.open(path, name);
  try {
    return await use(zip);
  } finally {
    zip.close();
  }
}

/** The file is opened anew each time, so that it can be replaced while it is shown (Windows locks what is open). */
async function* rereadRequests(
  path: string,
  name: string,
  fingerprint: string,
): AsyncGenerator<Extract<RecordingEntry, { type: 'requests' }>> {
  const zip = await SessionZip.open(path, name);
  try {
    if (zip.fingerprint(REQUESTS) !== fingerprint) {
      const message = `${name} has been replaced by another session since it was opened.`;
      throw new FailureError(fail('damaged', message, 'Close it and open it again.').failure);
    }
    yield* readRequests(zip);
  } finally {
    zip.close();
  }
}
