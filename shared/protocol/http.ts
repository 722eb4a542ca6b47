/**
 * The few addresses of the engine's loopback server that the page uses besides its own files. Nothing that a browser sends by
 * itself opens any of them: browsers do not tell the ports of 127.0.0.1 apart, so a cookie would go to every server on it. The page
 * presents its key itself, in a header, and no address contains a key.
 */
import type { LeftOut } from '../model/left-out.ts';

export const SOCKET_PATH = '/socket';

/**
 * How a page presents its key to the socket: with two WebSocket subprotocols. The server accepts the first; the second
 * carries the key, in a header and so in no address.
 */
export function socketProtocols(key: string): string[] {
  return [SOCKET_PROTOCOL, `${KEY_PREFIX}${key}`];
}

/** The key in one offered subprotocol; empty when it carries none. */
export function keyInProtocol(protocol: string): string {
  return protocol.startsWith(KEY_PREFIX) ? protocol.slice(KEY_PREFIX.length) : '';
}

const SOCKET_PROTOCOL = 'loopscope';
const KEY_PREFIX = 'token.';

/**
 * POST with the token of a one-time link as bearer, and the key it is to make good in the header below: the response is JSON, an `Exchange`.
 * GET with a key as bearer: 204 when it is good, else 401.
 *
 * The page makes its key and keeps it before it asks, so that one that is loaded again before the response came has lost nothing.
 */
export const KEY_PATH = '/key';
export const KEY_HEADER = 'x-loopscope-key';
/** 128 bits, as base64url. */
export const KEY_BYTES = 16;
export const KEY_SHAPE = /^[\w-]{22}$/;

/**
 * What became of a one-time link. `granted`: the key is good from now on; `used`: the link has been exchanged before; `unknown`: it is
 * not of this engine.
 */
export type Exchange = { readonly result: 'granted' | 'used' | 'unknown' };

/** The header that carries a key or the token of a link over HTTP. */
export function bearer(secret: string): { readonly authorization: string } {
  return { authorization: `${BEARER}${secret}` };
}

/** What `bearer` has put into the header; empty when it is another one. */
export function bearerIn(authorization: string | undefined): string {
  return authorization?.startsWith(BEARER) ? authorization.slice(BEARER.length) : '';
}

const BEARER = 'Bearer ';

/** The one-time link as the terminal prints it. The token is in the fragment, which a browser never sends, not even in a Referer. */
export function linkTo(origin: string, token: string): string {
  return `${origin}/${LINK_HASH}${token}`;
}

/** The token of a one-time link in the fragment of an address, with its `#`; null: it is no such link. */
export function tokenInHash(hash: string): string | null {
  return hash.startsWith(LINK_HASH) ? hash.slice(LINK_HASH.length) : null;
}

const LINK_HASH = '#open=';

/**
 * POST the bytes of a dropped or picked file: `UPLOAD_PATH?name=<file name>`, with the key as bearer.
 * Returns JSON, `Outcome<{ sessionId: string }>`, also when refused.
 */
export const UPLOAD_PATH = '/upload';
export const MAX_UPLOAD_BYTES = 1024 ** 3;

/**
 * POST with the key as bearer: JSON, `DownloadTicket`. GET with that ticket: the session file as an attachment. The browser saves
 * to disk only what it fetches itself, without a header of ours; so the address carries a ticket, good for one fetch of one session.
 */
export function downloadPath(sessionId: string, ticket?: string, without: readonly LeftOut[] = []): string {
  const path = `/download/${encodeURIComponent(sessionId)}`;
  const copy = without.length === 0 ? '' : `&${WITHOUT_PARAMETER}=${without.join(',')}`;
  return ticket === undefined ? path : `${path}?${TICKET_PARAMETER}=${ticket}${copy}`;
}
export const TICKET_PARAMETER = 'ticket';
/** What the file that is sent, a copy, leaves out. */
export const WITHOUT_PARAMETER = 'without';
export type DownloadTicket = { readonly ticket: string };
