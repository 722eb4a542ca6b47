/** An open session: its cell and the state of its file. */
import { randomUUID } from 'node:crypto';
import type { Failure } from '../../../shared/model/failure.ts';
import type { FileStamp } from '../foreign/protocol.ts';
import type { Cell, SessionIdentity } from './cell.ts';

export interface KnownSession {
  /** Default: a new id. The id in the file is not used, as two copies of it may be open. */
  readonly id?: string;
  readonly name: string;
  readonly path?: string | null;
  readonly stamp?: FileStamp | null;
  readonly recordingId?: string | null;
  /** Which of several kinds of values of its file was asked for; null: what the file prefers. */
  readonly value?: string | null;
}

export class Session implements SessionIdentity {
  readonly id: string;
  name: string;
  /** Where the file is; null: not written. */
  path: string | null;
  /** Stamp of the file when it was read or written; null: there is none, or it is not known. */
  stamp: FileStamp | null;
  /** Its folder in the library, which has the recording until it is saved; null: it was opened from a file. */
  readonly recordingId: string | null;
  /** Which of several kinds of values of a file of another tool was asked for; null: what the file prefers. */
  private readonly asked: string | null;
  /** Resolves after saving, with the failure if there was one; for a running session, after it has ended. */
  saved: Promise<Failure | null> = Promise.resolve(null);
  /** Whether its file is complete. */
  isInFile = false;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    readonly cell: Cell,
    { id = randomUUID(), name, path = null, stamp = null, recordingId = null, value = null }: KnownSession,
  ) {
    this.id = id;
    this.name = name;
    this.path = path;
    this.stamp = stamp;
    this.recordingId = recordingId;
    this.asked = value;
  }

  /** As its file is to be read again: a session that it was saved as has one kind of values. */
  get value(): string | null {
    return this.cell.isSavable ? null : this.asked;
  }

  /** Queues a write to its file, after the earlier ones, even if one of them failed. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** Waits for all writes to its file. Returns why it could not be saved; null: it was. */
  async settled(): Promise<Failure | null> {
    const failure = await this.saved;
    await this.turn;
    return failure;
  }
}
