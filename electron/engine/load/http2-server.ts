/** How a server that speaks HTTP/2 only answers a request of HTTP/1.1: with the frame that opens its side of a connection. */

const FRAME_HEAD = 9;
const SETTINGS = 4;
const GOAWAY = 7;

/** Whether these first bytes of an answer are a SETTINGS or GOAWAY frame of the whole connection: length (3), type, flags, stream (4). */
export function isHttp2Frame(chunk: Uint8Array, length: number): boolean {
  if (length < FRAME_HEAD) return false;
  const size = (chunk[0]! << 16) | (chunk[1]! << 8) | chunk[2]!;
  const isWholeConnection = chunk[5] === 0 && chunk[6] === 0 && chunk[7] === 0 && chunk[8] === 0;
  // A setting has 6 bytes; the last stream and the error of a GOAWAY have 8, a text may follow.
  return isWholeConnection && (chunk[3] === SETTINGS ? size % 6 === 0 : chunk[3] === GOAWAY && size >= 8);
}
