import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Milliseconds } from '../../../shared/model/units.ts';
import { type Exchange, KEY_BYTES } from '../../../shared/protocol/http.ts';

/** Secrets are compared as digests of equal length, all of them, so that time tells neither a prefix nor a position. */
type Digest = Buffer;
const digestOf = (secret: string): Digest => createHash('sha256').update(secret).digest();
const newSecret = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** More of a kind than this are never open at a time; the oldest is forgotten, so that minting cannot fill the memory. */
const MAX_REMEMBERED = 100;
/** A browser fetches at once; one that asks where to save has fetched already. */
const TICKET_GOOD_FOR: Milliseconds = 60_000;

/** Secrets of one kind, newest last, each with what belongs to it. Only digests are kept. */
class Secrets<T> {
  readonly #kept: { readonly digest: Digest; readonly of: T }[] = [];

  mint(of: T): string {
    const secret = newSecret();
    this.add(secret, of);
    return secret;
  }

  add(secret: string, of: T): void {
    this.#kept.push({ digest: digestOf(secret), of });
    if (this.#kept.length > MAX_REMEMBERED) this.#kept.shift();
  }

  has(secret: string): boolean {
    return this.#indexOf(secret) >= 0;
  }

  /** What belongs to the secret, which is forgotten; null: there is no such one. */
  take(secret: string): { readonly of: T } | null {
    const index = this.#indexOf(secret);
    return index < 0 ? null : this.#kept.splice(index, 1)[0]!;
  }

  #indexOf(secret: string): number {
    const wanted = digestOf(secret);
    return this.#kept.reduce((found, { digest }, index) => (timingSafeEqual(digest, wanted) ? index : found), -1);
  }
}

/** Which page a key is for: the one served from here, or the desktop window's. */
export type PageKind = 'browser' | 'window';

/**
 * Who may come in. The token of a link makes one key good, for as long as the server runs; a ticket is good for one download.
 */
export class Access {
  readonly #now: () => Milliseconds;
  readonly #links = new Secrets<null>();
  readonly #usedLinks = new Secrets<null>();
  readonly #keys = { browser: new Secrets<null>(), window: new Secrets<null>() };
  readonly #tickets = new Secrets<{ sessionId: string; until: Milliseconds }>();

  /** `now`: of a clock that never goes back. */
  constructor(now: () => Milliseconds = () => performance.now()) {
    this.#now = now;
  }

  mintLinkToken(): string {
    return this.#links.mint(null);
  }

  /** Makes `key`, which the page has made up and nobody else knows, good for the token of a link. */
  exchange(token: string, key: string): Exchange {
    if (this.#links.take(token) === null) return { result: this.#usedLinks.has(token) ? 'used' : 'unknown' };
    this.#usedLinks.add(token, null);
    this.#keys.browser.add(key, null);
    return { result: 'granted' };
  }

  mintWindowKey(): string {
    return this.#keys.window.mint(null);
  }

  isKey(page: PageKind, key: string): boolean {
    return this.#keys[page].has(key);
  }

  mintTicket(sessionId: string): string {
    return this.#tickets.mint({ sessionId, until: this.#now() + TICKET_GOOD_FOR });
  }

  /** Whether the ticket is good for this session, which it is once. */
  redeem(ticket: string, sessionId: string): boolean {
    const taken = this.#tickets.take(ticket);
    return taken !== null && taken.of.sessionId === sessionId && this.#now() <= taken.of.until;
  }
}
