/** A response as it was on the wire, taken apart: head, body without its framing, text. Never throws. */

const LF = 10;
const CR = 13;
export const STATUS_LINE = /^HTTP\/\d(?:\.\d)? (\d{3})/;

/** The head of the final response, with the empty line behind it; interim responses (1xx) are passed over. */
export function findHead(bytes: Uint8Array): { from: number; to: number } {
  for (let from = 0; ; ) {
    const to = endOfHead(bytes, from);
    const status = STATUS_LINE.exec(latin1(bytes.subarray(from, from + 20)))?.[1] ?? '';
    if (to === bytes.length || !status.startsWith('1') || status === '101') return { from, to };
    from = to;
  }
}

/** Where the head ends; without an empty line, the end of the bytes. */
function endOfHead(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return bytes.length;
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

interface Unframed {
  readonly body: Uint8Array;
  readonly isComplete: boolean;
}

/** The end of the body by transfer-encoding and content-length. */
export function unframe(bytes: Uint8Array, transferEncoding: string, contentLength: string): Unframed {
  return transferEncoding.toLowerCase().includes('chunked') ? joinChunks(bytes) : upTo(bytes, Number(contentLength || Number.NaN));
}

/** `length` NaN: up to the end of the connection. */
function upTo(bytes: Uint8Array, length: number): Unframed {
  return Number.isNaN(length) ? { body: bytes, isComplete: true } : { body: bytes.subarray(0, length), isComplete: bytes.length >= length };
}

const LONGEST_SIZE = 1_024;

/** The contents of the chunks, up to the first invalid one. */
function joinChunks(bytes: Uint8Array): Unframed {
  const parts: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(LF, at);
    const size = end < 0 ? Number.NaN : Number.parseInt(latin1(bytes.subarray(at, Math.min(end, at + LONGEST_SIZE))), 16);
    if (!(size > 0)) return { body: Buffer.concat(parts), isComplete: size === 0 };
    parts.push(bytes.subarray(end + 1, end + 1 + size));
    if (end + 1 + size > bytes.length) return { body: Buffer.concat(parts), isComplete: false };
    // A chunk ends with a line of its own.
    at = bytes.indexOf(LF, end + 1 + size) + 1;
    if (at === 0) return { body: Buffer.concat(parts), isComplete: false };
  }
}

/** In the character set that the type of the content names. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  // A character across the end of what was read is left out.
  const options = { stream: true };
  try {
    return new TextDecoder(charset).decode(bytes, options);
  } catch {
    return new TextDecoder().decode(bytes, options);
  }
}
