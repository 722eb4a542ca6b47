/** What a server that speaks another protocol than HTTP/1.1 replies to a request of it, told by the first bytes. */

/** Of `HTTP/1.1`. */
const LETTER_H = 0x48;

const FRAME_HEAD = 9;
const SETTINGS = 4;
const GOAWAY = 7;

const TLS_HEAD = 5;
const ALERT = 0x15;
const HANDSHAKE = 0x16;
/** The longest record of TLS. */
const LONGEST_RECORD = 2 ** 14 + 2_048;

/** The kind of error that the response of another protocol is; null: it may be HTTP/1.1. Called for nearly every response. */
export function otherProtocolOf(chunk: Uint8Array, length: number): 'HTTP2' | 'HTTPS' | null {
  if (chunk[0] === LETTER_H) return null;
  if (isHttp2Frame(chunk, length)) return 'HTTP2';
  return isTlsRecord(chunk, length) ? 'HTTPS' : null;
}

/** Whether these are a SETTINGS or GOAWAY frame of the whole connection: length (3), type, flags, stream (4). */
function isHttp2Frame(chunk: Uint8Array, length: number): boolean {
  if (length < FRAME_HEAD) return false;
  const size = (chunk[0]! << 16) | (chunk[1]! << 8) | chunk[2]!;
  const isWholeConnection = chunk[5] === 0 && chunk[6] === 0 && chunk[7] === 0 && chunk[8] === 0;
  // A setting has 6 bytes; the last stream and the error of a GOAWAY have 8, a text may follow.
  return isWholeConnection && (chunk[3] === SETTINGS ? size % 6 === 0 : chunk[3] === GOAWAY && size >= 8);
}

/** Whether these begin a record of TLS: type, version 3.x, length (2). Of a server that waits for a handshake it is an alert; Node's own only closes the connection. */
function isTlsRecord(chunk: Uint8Array, length: number): boolean {
  if (length < TLS_HEAD || (chunk[0] !== ALERT && chunk[0] !== HANDSHAKE)) return false;
  return chunk[1] === 3 && chunk[2]! <= 4 && ((chunk[3]! << 8) | chunk[4]!) <= LONGEST_RECORD;
}
