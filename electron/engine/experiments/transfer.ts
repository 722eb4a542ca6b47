/** Uploads and downloads of sessions: a browser cannot access paths of the engine's machine. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Bytes } from '../../../shared/base/units.ts';
import { fileStem } from '../../../shared/format/file-stem.ts';
import { FailureError, fail, type Outcome, outcomeOf, succeed } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { SampleName } from '../../../shared/protocol/study-contract.ts';
import { SESSION_EXTENSION } from '../../../shared/session/entries.ts';
import { say } from '../../../shared/words/said.ts';
import { unreadable } from '../foreign/refusals.ts';
import { SAMPLES_DIR } from '../machine/paths.ts';
import { temporaryName } from '../sessions/atomic-write.ts';
import type { Library } from '../sessions/library.ts';
import { receiveUpload } from '../sessions/receive-upload.ts';
import { describeWriteFailure } from '../sessions/write-failure.ts';
import type { OpenSessions } from './open-sessions.ts';

/** A session file to be sent to a browser. `size`: bytes that the stream will yield. */
export type Download = { readonly fileName: string; readonly size: Bytes; readonly stream: NodeJS.ReadableStream };

/** The bytes are stored in the library, as a browser has no path to open again. */
export async function openUpload(
  library: Library,
  sessions: OpenSessions,
  name: string,
  body: AsyncIterable<Uint8Array>,
  isSample = false,
): Promise<Outcome<{ sessionId: string }>> {
  sessions.expectFile();
  await library.prepare();
  const fileName = `${fileStem(basename(name, extname(name)))}${extname(name)}`;
  const received = await receiveUpload(library.sessionsDir, fileName, body).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    const failure = describeWriteFailure(say('save.fileNotStored'), join(library.sessionsDir, fileName), error);
    return { ok: false as const, failure };
  });
  if (!received.ok) return received;
  const { path, isNew } = received.value;
  const opened = await sessions.openFile(path, { name, isSample });
  if (!opened.ok && isNew) await rm(path, { force: true });
  return opened;
}

/** What is changed in it is saved in the copy: the sample itself belongs to the product. */
export async function openSample(library: Library, sessions: OpenSessions, name: SampleName): Promise<Outcome<{ sessionId: string }>> {
  const path = join(SAMPLES_DIR, `${name}${SESSION_EXTENSION}`);
  const opened = await outcomeOf(openUpload(library, sessions, basename(path), readWhenAsked(name, path), true));
  return opened.ok ? opened.value : opened;
}

/** Opened when it is read, so that a failure to open reaches the reader. A failure then is not one of the target folder. */
async function* readWhenAsked(name: SampleName, path: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw unreadable(path, code ?? message);
    throw new FailureError(fail('file-missing', say('file.sampleMissing', { name, path }), say('file.installAgain')).failure);
  }
}

/** A copy without some of it is written for this download, and removed after it. */
async function openCopy(
  library: Library,
  sessions: OpenSessions,
  sessionId: string,
  without: readonly LeftOut[],
): Promise<Outcome<Download>> {
  await library.prepare();
  const path = temporaryName(join(library.sessionsDir, 'copy'));
  const written = await sessions.saveCopy(sessionId, path, false, without);
  if (!written.ok) return written;
  const { size } = await stat(path);
  const stream = createReadStream(path).on('close', () => void rm(path, { force: true }));
  return succeed({ fileName: `${fileStem(sessions.get(sessionId).name)}-copy${SESSION_EXTENSION}`, size, stream });
}

/** `without`: the parts that a copy leaves out; empty: the file itself. */
export async function openDownload(
  library: Library,
  sessions: OpenSessions,
  sessionId: string,
  without: readonly LeftOut[],
): Promise<Outcome<Download>> {
  if (without.length > 0) return openCopy(library, sessions, sessionId, without);
  const session = sessions.get(sessionId);
  await session.saved;
  const { path, name } = session;
  if (path === null) return fail('not-available', say('session.noFileYet'), say('session.waitForEnd'));
  const there = await stat(path).catch(() => null);
  if (there === null) return fail('file-missing', say('session.fileGone', { path }), say('save.saveUnderOther'));
  return succeed({ fileName: `${fileStem(name)}${extname(path)}`, size: there.size, stream: createReadStream(path) });
}
