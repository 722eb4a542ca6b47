/**
 * The key of a page in a browser: generated here, accepted once in exchange for the token of the one-time link, kept in localStorage, whose
 * origin includes the port. A reload and another tab have it; no other server gets it, because the browser never sends it by itself.
 */
import { bearer, type Exchange, KEY_BYTES, KEY_HEADER, KEY_PATH, tokenInHash } from '../shared/protocol/http.ts';

/**
 * Why the engine does not accept this page. `none`: it has no key; `ended`: its key belongs to an earlier start of the engine; `used`,
 * `unknown`: state of the link it was opened with.
 */
export type Lock = 'none' | 'ended' | 'used' | 'unknown';

const STORED = 'loopscope-key';
/** The key that is being exchanged, and the previous one, which stays if the exchange fails. */
const MOST_KEYS = 2;

/** Token of the link this page was opened with, until it has been exchanged. */
let token: string | null = null;
/** If the browser has no storage the keys last as long as the page. Newest first. */
let kept: readonly string[] = [];

/** Removes the token of a one-time link from the address, so that it is neither in the history nor visible. True: there was one. */
function takeLink(): boolean {
  const found = tokenInHash(window.location.hash);
  if (found === null) return false;
  token = found;
  window.history.replaceState(null, '', window.location.pathname);
  return true;
}

/** Called once, before anything else reads the address. `onChange`: there may be a new key, from a link or from another tab. */
export function setupKey(onChange: () => void): void {
  takeLink();
  // Pasting a link into the address bar of this page does not reload it.
  window.addEventListener('hashchange', () => takeLink() && onChange());
  window.addEventListener('storage', ({ key }) => key === STORED && onChange());
}

/** The key that this engine accepts, or why there is none. Rejects if no engine responds. */
export async function findKey(): Promise<{ readonly key: string } | { readonly lock: Lock }> {
  const exchanged = token === null ? null : await exchange(token);
  token = null;
  const keys = storedKeys();
  for (const key of keys) {
    if (!(await isKnown(key))) continue;
    keep([key]);
    return { key };
  }
  // Going back to a link that was used here works as long as there is a key; without one, the state of the link says more.
  if (exchanged !== null && exchanged.result !== 'granted') return { lock: exchanged.result };
  return { lock: keys.length === 0 ? 'none' : 'ended' };
}

/** The key of this page; empty until it is known. */
export function currentKey(): string {
  return storedKeys()[0] ?? '';
}

function storedKeys(): readonly string[] {
  try {
    return window.localStorage.getItem(STORED)?.split(' ').filter(Boolean) ?? kept;
  } catch {
    return kept;
  }
}

function keep(keys: readonly string[]): void {
  kept = keys;
  try {
    if (window.localStorage.getItem(STORED) !== keys.join(' ')) window.localStorage.setItem(STORED, keys.join(' '));
  } catch {
    // Without storage a reload needs a new link.
  }
}

/** Stored before the exchange: the page may be closed at any moment, and the link works only once. */
async function exchange(given: string): Promise<Exchange> {
  const key = makeKey();
  const before = storedKeys();
  keep([key, ...before].slice(0, MOST_KEYS));
  const response = await fetch(KEY_PATH, { method: 'POST', headers: { ...bearer(given), [KEY_HEADER]: key } });
  const exchanged = (await response.json()) as Exchange;
  if (exchanged.result !== 'granted') keep(before);
  return exchanged;
}

function makeKey(): string {
  const bytes = window.crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return window
    .btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

async function isKnown(key: string): Promise<boolean> {
  const { status } = await fetch(KEY_PATH, { headers: bearer(key) });
  if (status !== 204 && status !== 401) throw new Error(`${KEY_PATH} responded with ${status}`);
  return status === 204;
}
