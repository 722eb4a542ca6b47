/** An open session: its cell, and what is known of its file. */
import { randomUUID } from 'node:crypto';
import type { Failure } from '../../../shared/model/failure.ts';
import type { FileStamp } from '../foreign/protocol.ts';
import type { Cell, SessionIdentity } from './cell.ts';

export interface KnownSession {
  /** Default: a new one. A file may be opened twice from different places, so its own id is not ours. */
  readonly id?: string;
  readonly name: string;
  readonly path?: string | null;
  readonly stamp?: FileStamp | null;
  readonly recordingId?: string | null;
}

export class Session implements SessionIdentity {
  readonly id: string;
  name: string;
  /** Where the file is; null: not written. */
  path: string | null;
  /** What the file was when it was read or written; null: there is none, or nothing is known of it. */
  stamp: FileStamp | null;
  /** Its folder in the library, where it lies until it is in a file; null: it was opened from one. */
  readonly recordingId: string | null;
  /** Resolves when the session has been saved as it is to be saved, with why that failed; while a run goes on, when it has ended. */
  saved: Promise<Failure | null> = Promise.resolve(null);
  /** Whether all of it is in a file. */
  isInFile = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    readonly cell: Cell,
    { id = randomUUID(), name, path = null, stamp = null, recordingId = null }: KnownSession,
  ) {
    this.id = id;
    this.name = name;
    this.path = path;
    this.stamp = stamp;
    this.recordingId = recordingId;
  }

  /** Whatever writes its file goes one after the other, each whether or not the one before has worked. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** Waits for everything that writes its file. Returns why it could not be saved; null: it could. */
  async settled(): Promise<Failure | null> {
    const failure = await this.saved;
    await this.turn;
    return failure;
  }
}
