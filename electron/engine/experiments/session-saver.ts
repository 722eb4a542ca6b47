/** Writes sessions to their files, and reports the result. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileStem } from '../../../shared/format/file-stem.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';
import { SESSION_EXTENSION } from '../../../shared/session/entries.ts';
import { type Said, say, sayBoth } from '../../../shared/words/said.ts';
import { findTarget } from '../sessions/atomic-write.ts';
import { isSameStamp, stampOf } from '../sessions/file-stamp.ts';
import type { Library } from '../sessions/library.ts';
import { isNameTaken } from '../sessions/save-problem.ts';
import { writeCopy, writeSession } from '../sessions/session-file.ts';
import type { Session } from './session.ts';

export class SessionSaver {
  constructor(
    private readonly library: Library,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  /**
   * Saves a session that has ended; `saveTo`: the path chosen by the user, for what was measured. Of a start that failed its message and its
   * output are kept, in the library, so that no file of good figures is replaced. One that was only stopped leaves nothing.
   */
  keep(session: Session, saveTo: string | undefined): Promise<Failure | null> {
    return session.inTurn(() => this.keepNow(session, saveTo));
  }

  async saveAs(session: Session, path: string, overwrite: boolean): Promise<Outcome<{ path: string }>> {
    const target = withExtension(path);
    const failure = await session.inTurn(async () => {
      const failure = (await findOwnFile(session, target)) ?? (await write(session, target, overwrite));
      if (failure === null) await this.announce(session, null);
      return failure;
    });
    if (failure) return { ok: false, failure };
    await this.library.setSettings({ saveDir: dirname(resolve(target)) });
    return succeed({ path: target });
  }

  /** A copy without some of it; the session itself stays where it is. */
  async saveCopy(session: Session, path: string, overwrite: boolean, without: readonly LeftOut[]): Promise<Outcome<{ path: string }>> {
    if (session.cell.isRunning) return fail('not-available', say('session.noFileYet'), say('session.waitForEnd'));
    const target = withExtension(path);
    return session.inTurn(async () => {
      if (await isOwnFile(session, target))
        return fail('cannot-write', say('save.copyOverItself', { path: target }), say('save.otherName'));
      return writeCopy(session.cell.open, target, { overwrite, without });
    });
  }

  /** Stores name, notes and the like of a session: with the recording while it is running, in its file afterwards. */
  async keepWords(session: Session): Promise<Outcome<null>> {
    if (!session.cell.isRunning) return this.rewrite(session);
    await session.cell.writeDown();
    return succeed(null);
  }

  /** Updates the file with what has changed; a session without a file gets one. */
  async rewrite(session: Session): Promise<Outcome<null>> {
    session.saved = session.saved.then(() => session.inTurn(() => this.rewriteNow(session)));
    const failure = await session.saved;
    return failure ? { ok: false, failure } : succeed(null);
  }

  private async keepNow(session: Session, saveTo: string | undefined): Promise<Failure | null> {
    const { hasMeasured, failure: ofStart } = session.cell;
    if (!hasMeasured && ofStart === null) {
      await session.cell.open.onSaved?.().catch(() => {});
      session.isInFile = true;
      return null;
    }
    const failure = saveTo === undefined || !hasMeasured ? await this.writeInLibrary(session) : await write(session, saveTo, true);
    const told = failure && { ...failure, hint: sayBoth(failure.hint, this.whereItIs(session)) };
    await this.announce(session, told);
    return told;
  }

  /** Under a name of its own, also if another session of this name was saved in the same second. */
  private async writeInLibrary(session: Session): Promise<Failure | null> {
    const stem = fileStem(`${session.name}-${timeStamp()}`).replace(/\s+/g, '-');
    for (let nth = 1; ; nth++) {
      const path = join(this.library.sessionsDir, `${stem}${nth === 1 ? '' : `-${nth}`}${SESSION_EXTENSION}`);
      const failure = await write(session, path, false);
      if (failure === null || !isNameTaken(failure)) return failure;
    }
  }

  private async rewriteNow(session: Session): Promise<Failure | null> {
    if (!session.cell.isSavable) return null;
    if (session.path === null) {
      await this.library.prepare();
      return this.keepNow(session, undefined);
    }
    const onDisk = await stampOf(session.path);
    // A file changed by another program must not be overwritten. A deleted file is written again.
    if (onDisk !== null && !isSameStamp(onDisk, session.stamp)) return changedOutside(session.path);
    const failure = await write(session, session.path, true);
    await this.library.updateRecent(session.path, session.name, session.cell.summary());
    this.tell(session, failure);
    return failure;
  }

  /** Describes where a session that could not be saved is kept. */
  private whereItIs({ recordingId, cell }: Session): Said {
    return recordingId === null || cell.open.isOnDisk === false
      ? say('save.lostWhenClosed')
      : say('save.keptIn', { dir: this.library.recordingDir(recordingId) });
  }

  private async announce(session: Session, failure: Failure | null): Promise<void> {
    const { name, path, cell } = session;
    if (path !== null) {
      await this.library.remember(path, name, cell.summary());
      if (!cell.hasMeasured) await this.library.limitFailedStarts();
    }
    this.tell(session, failure);
  }

  private tell({ id, path }: Session, failure: Failure | null): void {
    this.emit({ type: 'session.saved', sessionId: id, path, failure });
    this.emit({ type: 'sessions.changed' });
  }
}

function withExtension(path: string): string {
  return extname(path) === '' ? `${path}${SESSION_EXTENSION}` : path;
}

/** Why the session cannot be saved over the file of another tool that it is shown from; null: it is saved elsewhere. */
async function findOwnFile(session: Session, target: string): Promise<Failure | null> {
  if (session.cell.isSavable) return null;
  return (await isOwnFile(session, target))
    ? fail('cannot-write', say('save.ownFile', { path: target }), say('save.otherName')).failure
    : null;
}

async function isOwnFile({ path }: Session, target: string): Promise<boolean> {
  if (path === null) return false;
  const [own, asked] = await Promise.all([path, target].map((one) => findTarget(resolve(one)).catch(() => one)));
  return own === asked;
}

/** Call only in the session's write queue. */
async function write(session: Session, path: string, overwrite: boolean): Promise<Failure | null> {
  // While it is running the file has only what was recorded so far.
  const isWhole = !session.cell.isRunning;
  const written = await writeSession(session.cell.open, path, { overwrite });
  if (!written.ok) return written.failure;
  session.path = path;
  session.stamp = await stampOf(path);
  session.isInFile ||= isWhole;
  return null;
}

function changedOutside(path: string): Failure {
  return fail('cannot-write', say('save.changedOutside', { name: basename(path) }), say('save.saveAsOther')).failure;
}

/** Sorts by time, is a valid file name on every system, and needs no quotes in a shell. */
function timeStamp(): string {
  return new Date().toISOString().slice(0, 19).replace('T', '-').replace(/:/g, '');
}
