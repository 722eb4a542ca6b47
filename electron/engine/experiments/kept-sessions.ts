/**
 * The open sessions. With many open, the least recently used ones are dropped from memory and reloaded from
 * their files when they are needed.
 */
import { basename } from 'node:path';
import { type Failure, FailureError, fail, type Outcome } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import type { FileStamp } from '../foreign/protocol.ts';
import { isSameStamp, stampOf } from '../sessions/file-stamp.ts';
import type { Cell } from './cell.ts';
import { type KnownSession, Session } from './session.ts';

/**
 * Sessions kept in memory of those that can be reloaded from their file. A session of an hour takes some 30 MB (distributions, seconds, the
 * profile), so these stay below the size of a browser tab; more than are viewed side by side.
 */
const MOST_KEPT = 8;

interface Kept {
  readonly session: Session;
  /** Grows with every use of any session: the smallest is the least recently used. */
  usedAt: number;
  /** Number of current users. */
  users: number;
}

/** A session that was dropped from memory. */
type Away = Required<Pick<KnownSession, 'id' | 'name'>> & {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly value: string | null;
};

export class KeptSessions {
  private readonly kept = new Map<string, Kept>();
  private readonly away = new Map<string, Away>();
  private readonly waking = new Map<string, Promise<void>>();
  private uses = 0;

  constructor(
    /** Reloads a session that was dropped from memory. */
    private readonly read: (path: string, value: string | null) => Promise<Outcome<Cell>>,
    /** Called when a session is no longer in memory. */
    private readonly letGo: (session: Session) => Promise<void>,
  ) {}

  get count(): number {
    return this.kept.size;
  }

  get ids(): string[] {
    return [...this.kept.keys()];
  }

  /** What is being measured; null: nothing. There is one measurement at a time. */
  get running(): Session | null {
    for (const { session } of this.kept.values()) if (session.cell.isRunning) return session;
    return null;
  }

  add(session: Session): Session {
    this.kept.set(session.id, { session, usedAt: ++this.uses, users: 0 });
    return session;
  }

  /** Throws FailureError if it is not in memory. */
  get(id: string): Session {
    const found = this.kept.get(id);
    if (found) return found.session;
    throw notOpen();
  }

  /** The session with this content of a file, and these of its values, reloaded if it was dropped; null: it is not open. Throws FailureError. */
  async ofFile(path: string, stamp: FileStamp | null, value: string | null): Promise<Session | null> {
    const open = [...this.kept.values()].map(({ session }) => session);
    const known = [...open, ...this.away.values()].find((one) => one.path === path && one.value === value && isSameStamp(one.stamp, stamp));
    if (!known) return null;
    await this.wake(known.id);
    return this.get(known.id);
  }

  /** Works with sessions, none of which is dropped meanwhile. Throws FailureError. */
  async use<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    const used: Kept[] = [];
    try {
      for (const id of ids) {
        await this.wake(id);
        const found = this.kept.get(id);
        if (!found) continue;
        found.users += 1;
        used.push(found);
      }
      return await work();
    } finally {
      for (const one of used) one.users -= 1;
    }
  }

  /** Drops the least recently used of the sessions that can be reloaded. */
  async putAwayOldest(): Promise<void> {
    const candidates = [...this.kept.values()].filter(canBePutAway).sort((a, b) => b.usedAt - a.usedAt);
    for (const one of candidates.slice(MOST_KEPT)) {
      const { session, usedAt } = one;
      const failure = await session.settled();
      const { id, name, path, stamp, value } = session;
      // Used, saved elsewhere or closed meanwhile; or it could not be saved and exists in memory only.
      if (failure !== null || one.usedAt !== usedAt || one.users > 0 || path === null || stamp === null || !this.kept.has(id)) continue;
      this.away.set(id, { id, name, path, stamp, value });
      await this.takeOut(session);
    }
  }

  /** Removes a session once everything that is running in it has ended. Throws FailureError. */
  async close(id: string): Promise<void> {
    // Code that is reloading it finds that it was closed.
    if (this.away.delete(id)) return;
    const session = this.get(id);
    await session.cell.stop();
    await session.settled();
    await this.takeOut(session);
  }

  private async wake(id: string): Promise<void> {
    const found = this.kept.get(id);
    if (found) {
      found.usedAt = ++this.uses;
      return;
    }
    const away = this.away.get(id);
    if (!away) return;
    const known = this.waking.get(id) ?? this.bringBack(away).finally(() => this.waking.delete(id));
    this.waking.set(id, known);
    await known;
  }

  private async bringBack(away: Away): Promise<void> {
    const { id, path, stamp, value } = away;
    if (!isSameStamp(stamp, await stampOf(path))) throw new FailureError(changed(path));
    const read = await this.read(path, value);
    if (!read.ok) throw new FailureError(read.failure);
    if (!this.away.delete(id)) {
      await read.value.close();
      throw notOpen();
    }
    // Its own file does not know of a new name of a profile.
    read.value.rename(away.name);
    this.add(new Session(read.value, away));
    await this.putAwayOldest();
  }

  private async takeOut(session: Session): Promise<void> {
    this.kept.delete(session.id);
    await this.letGo(session);
  }
}

/** Its file is complete, nothing about it exists only in memory, and nothing is using it. */
function canBePutAway({ session, users }: Kept): boolean {
  return session.path !== null && session.cell.isWholeInFile && users === 0;
}

function notOpen(): FailureError {
  return new FailureError(fail('not-found', say('session.noLongerOpen'), say('session.openFromHome')).failure);
}

function changed(path: string): Failure {
  return fail('not-found', say('session.changedOrMoved', { name: basename(path) }), say('session.openFromHome')).failure;
}
