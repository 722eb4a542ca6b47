/**
 * The sessions in memory, and those that were put away: with many open, the ones used longest ago are let go of and read again from
 * their files when somebody asks for them.
 */
import { basename } from 'node:path';
import { type Failure, FailureError, fail, type Outcome } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import type { FileStamp } from '../foreign/protocol.ts';
import { isSameStamp, stampOf } from '../sessions/file-stamp.ts';
import type { Cell } from './cell.ts';
import { type KnownSession, Session } from './session.ts';

/**
 * Sessions kept in memory of those that can be opened again from their file. One of an hour takes some 30 MB (distributions, seconds, the
 * profile), so these stay below what a browser tab takes; more than are looked at side by side.
 */
const MOST_KEPT = 8;

interface Kept {
  readonly session: Session;
  /** Grows with every use of any session: the smallest was used longest ago. */
  usedAt: number;
  /** Those who work with it now. */
  users: number;
}

/** A session that was put away. */
type Away = Required<Pick<KnownSession, 'id' | 'name'>> & { readonly path: string; readonly stamp: FileStamp };

export class KeptSessions {
  private readonly kept = new Map<string, Kept>();
  private readonly away = new Map<string, Away>();
  private readonly waking = new Map<string, Promise<void>>();
  private uses = 0;

  constructor(
    /** Reads the file of a session that was put away. */
    private readonly read: (path: string) => Promise<Outcome<Cell>>,
    /** Called for a session that has been taken out. */
    private readonly letGo: (session: Session) => Promise<void>,
  ) {}

  get count(): number {
    return this.kept.size;
  }

  get ids(): string[] {
    return [...this.kept.keys()];
  }

  add(session: Session): Session {
    this.kept.set(session.id, { session, usedAt: ++this.uses, users: 0 });
    return session;
  }

  /** Throws FailureError where it is not in memory. */
  get(id: string): Session {
    const found = this.kept.get(id);
    if (found) return found.session;
    throw notOpen();
  }

  /** The session of this content of a file, read again when it was put away; null: it is not open. Throws FailureError. */
  async ofFile(path: string, stamp: FileStamp | null): Promise<Session | null> {
    const open = [...this.kept.values()].map(({ session }) => session);
    const known = [...open, ...this.away.values()].find((one) => one.path === path && isSameStamp(one.stamp, stamp));
    if (!known) return null;
    await this.wake(known.id);
    return this.get(known.id);
  }

  /** Does something with sessions, none of which is put away until it is done. Throws FailureError. */
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

  /** Puts away what can be read again and was used longest ago. */
  async putAwayOldest(): Promise<void> {
    const candidates = [...this.kept.values()].filter(canBePutAway).sort((a, b) => b.usedAt - a.usedAt);
    for (const one of candidates.slice(MOST_KEPT)) {
      const { session, usedAt } = one;
      const failure = await session.settled();
      const { id, name, path, stamp } = session;
      // Used, saved elsewhere or closed meanwhile; or it could not be saved and lives in memory only.
      if (failure !== null || one.usedAt !== usedAt || one.users > 0 || path === null || stamp === null || !this.kept.has(id)) continue;
      this.away.set(id, { id, name, path, stamp });
      await this.takeOut(session);
    }
  }

  /** Takes a session out for good, when everything that goes on in it has ended. Throws FailureError. */
  async close(id: string): Promise<void> {
    // Whoever is just reading it again finds that it is gone.
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
    const { id, path, stamp } = away;
    if (!isSameStamp(stamp, await stampOf(path))) throw new FailureError(changed(path));
    const read = await this.read(path);
    if (!read.ok) throw new FailureError(read.failure);
    if (!this.away.delete(id)) {
      await read.value.close();
      throw notOpen();
    }
    this.add(new Session(read.value, away));
    await this.putAwayOldest();
  }

  private async takeOut(session: Session): Promise<void> {
    this.kept.delete(session.id);
    await this.letGo(session);
  }
}

/** Its file has all there is of it, nothing about it is kept but there, and nobody works with it. */
function canBePutAway({ session, users }: Kept): boolean {
  return session.path !== null && session.cell.isWholeInFile && users === 0;
}

function notOpen(): FailureError {
  return new FailureError(fail('not-found', say('session.noLongerOpen'), say('session.openFromHome')).failure);
}

function changed(path: string): Failure {
  return fail('not-found', say('session.changedOrMoved', { name: basename(path) }), say('session.openFromHome')).failure;
}
