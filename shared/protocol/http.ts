/**
 * The few addresses of the engine's loopback server that the page uses besides its own files. All need the cookie that
 * the one-time link was exchanged for; nothing here takes a token in an address.
 */
export const SOCKET_PATH = '/socket';

/**
 * How the desktop window's page, whose origin is not the server's, opens the socket: with two WebSocket subprotocols. The
 * server answers with the first; the second carries the token, in a header and so in no address.
 */
export function windowProtocols(token: string): string[] {
  return [WINDOW_PROTOCOL, `${TOKEN_PREFIX}${token}`];
}

/** The token in one offered subprotocol; empty when it carries none. */
export function windowTokenIn(protocol: string): string {
  return protocol.startsWith(TOKEN_PREFIX) ? protocol.slice(TOKEN_PREFIX.length) : '';
}

const WINDOW_PROTOCOL = 'loopscope';
const TOKEN_PREFIX = 'token.';

/**
 * POST the bytes of a dropped or picked file: `UPLOAD_PATH?name=<file name>` with the header below.
 * Answers JSON, `Outcome<{ sessionId: string }>`, also when refused.
 */
export const UPLOAD_PATH = '/upload';
/** A page of another origin cannot set it without asking first, and nobody answers that question. */
export const UPLOAD_HEADER = { name: 'x-loopscope', value: 'upload' } as const;
export const MAX_UPLOAD_BYTES = 1024 ** 3;

/** GET: the session file as an attachment. */
export function downloadPath(sessionId: string): string {
  return `/download/${encodeURIComponent(sessionId)}`;
}
