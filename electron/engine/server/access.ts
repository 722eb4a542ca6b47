import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { windowTokenIn } from '../../../shared/protocol/http.ts';

/**
 * What became of a one-time link. `cookie`: what the browser is to keep; null: it has one already.
 * `used`: the link was good once and has been exchanged before.
 */
export type Exchange =
  | { readonly result: 'granted'; readonly cookie: string | null }
  | { readonly result: 'used' }
  | { readonly result: 'unknown' };

/** Tokens are compared as digests of equal length, all of them, so that time tells neither a prefix nor a position. */
type Digest = Buffer;
const digestOf = (token: string): Digest => createHash('sha256').update(token).digest();
const newToken = (): string => randomBytes(16).toString('base64url');

function indexOfDigest(known: readonly Digest[], token: string): number {
  const wanted = digestOf(token);
  return known.reduce((found, digest, index) => (timingSafeEqual(digest, wanted) ? index : found), -1);
}

/** More links than this are never open at a time; the oldest is forgotten, so that minting cannot fill the memory. */
const MAX_REMEMBERED = 100;

/**
 * Who may come in. A link token is good for one exchange against a cookie; the cookie is good as long as the server
 * runs. Cookies do not tell ports apart, so the name carries the port: two servers do not log each other out.
 */
export class Access {
  readonly #cookieName: string;
  readonly #unused: Digest[] = [];
  readonly #used: Digest[] = [];
  readonly #granted: Digest[] = [];
  readonly #window: Digest[] = [];

  constructor(port: number) {
    this.#cookieName = `loopscope-${port}`;
  }

  mintToken(): string {
    const token = newToken();
    remember(this.#unused, digestOf(token));
    return token;
  }

  exchange(token: string): Exchange {
    const index = indexOfDigest(this.#unused, token);
    if (index < 0) return indexOfDigest(this.#used, token) < 0 ? { result: 'unknown' } : { result: 'used' };
    remember(this.#used, ...this.#unused.splice(index, 1));
    const secret = newToken();
    remember(this.#granted, digestOf(secret));
    return { result: 'granted', cookie: `${this.#cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/` };
  }

  /** For the desktop window, whose page is not served from here and so can have no cookie of ours. Good as long as the server runs. */
  mintWindowToken(): string {
    const token = newToken();
    remember(this.#window, digestOf(token));
    return token;
  }

  /** Whether a header of WebSocket subprotocols carries the window's token. */
  isWindow(protocolHeader: string | undefined): boolean {
    const offered = (protocolHeader ?? '').split(',').map((part) => part.trim());
    return offered.some((protocol) => indexOfDigest(this.#window, windowTokenIn(protocol)) >= 0);
  }

  isGranted(cookieHeader: string | undefined): boolean {
    const secrets = (cookieHeader ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${this.#cookieName}=`))
      .map((part) => part.slice(this.#cookieName.length + 1));
    return secrets.some((secret) => indexOfDigest(this.#granted, secret) >= 0);
  }
}

function remember(list: Digest[], ...digests: Digest[]): void {
  list.push(...digests);
  if (list.length > MAX_REMEMBERED) list.shift();
}
