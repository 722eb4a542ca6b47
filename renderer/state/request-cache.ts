/**
 * Replies of the engine, one entry per request. Two views with the same request share the reply; at most one of each is
 * under way; the old reply stays until the new one arrives.
 *
 *   idle --load--> loading --reply--> idle         a load that comes while loading is done once, afterwards
 */
import type { Failure, Outcome } from '../../shared/model/failure.ts';

export interface Loadable<T> {
  /** Undefined: no reply yet. */
  readonly data: T | undefined;
  /** Failure of the last reply; data of an earlier one is kept. */
  readonly failure: Failure | null;
  readonly loading: boolean;
}

export const NOT_LOADED: Loadable<never> = { data: undefined, failure: null, loading: false };

interface Entry {
  state: Loadable<unknown>;
  version: unknown;
  /** Requested while another request was under way. */
  next: { ask: () => Promise<Outcome<unknown>>; version: unknown } | null;
  readonly listeners: Set<() => void>;
}

export class RequestCache {
  readonly #entries = new Map<string, Entry>();

  peek(key: string): Loadable<unknown> {
    return this.#entries.get(key)?.state ?? NOT_LOADED;
  }

  /** The entry lives as long as it has listeners. */
  subscribe(key: string, listener: () => void): () => void {
    const entry = this.#entry(key);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      // Deferred: a view that is unmounted and mounted again at once (tabs, strict mode) finds its reply.
      setTimeout(() => {
        if (entry.listeners.size === 0 && this.#entries.get(key) === entry) this.#entries.delete(key);
      }, 0);
    };
  }

  /** Sends the request, unless it was already sent for this version. */
  load(key: string, version: unknown, ask: () => Promise<Outcome<unknown>>): void {
    const entry = this.#entry(key);
    if (Object.is(entry.version, version)) return;
    if (entry.state.loading) {
      entry.next = { ask, version };
      return;
    }
    entry.version = version;
    this.#set(entry, { ...entry.state, loading: true });
    void ask().then((outcome) => this.#settle(key, entry, outcome));
  }

  #settle(key: string, entry: Entry, outcome: Outcome<unknown>): void {
    const { data } = entry.state;
    this.#set(
      entry,
      outcome.ok ? { data: outcome.value, failure: null, loading: false } : { data, failure: outcome.failure, loading: false },
    );
    const { next } = entry;
    entry.next = null;
    if (next) this.load(key, next.version, next.ask);
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    const made: Entry = { state: NOT_LOADED, version: NEVER, next: null, listeners: new Set() };
    this.#entries.set(key, made);
    return made;
  }

  #set(entry: Entry, state: Loadable<unknown>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  }
}

/** Different from every caller's version. */
const NEVER = Symbol('never asked');
