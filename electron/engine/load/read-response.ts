/** The bytes of a kept response as what people read: status line, headers, the beginning of the body with its coding undone. Never throws. */

import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { showHidden, showHiddenInLines } from '../../../shared/base/show-hidden.ts';
import type { Bytes } from '../../../shared/base/units.ts';
import {
  BODY_CHARACTERS,
  HEAD_BYTES,
  type KeptResponse,
  MOST_HEADERS,
  type ResponseBody,
  type ResponseHead,
} from '../../../shared/model/kept-response.ts';
import type { NameValue } from '../../../shared/model/setup/setting.ts';
import type { RawResponse } from './response-keeper.ts';
import { decodeText, findHead, latin1, STATUS_LINE, unframe } from './wire-response.ts';

/** `keepBodies` false: size and type of the body only. */
export async function readResponse({ received, ...facts }: RawResponse, keepBodies: boolean): Promise<KeptResponse> {
  if (received === null) return { ...facts, head: null, body: null };
  if (received.form === 'head') {
    const { line, headers } = received;
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: headers[at + 1] ?? '' }] : []));
    const head = headOf(line, pairs, false);
    return { ...facts, head, body: { ...OMITTED, ...namedIn(head) } };
  }
  const { bytes } = received;
  const { from, to } = findHead(bytes);
  const head = parseHead(bytes.subarray(from, to));
  const rest = head === null ? bytes : bytes.subarray(to);
  const body = await readBody(head ?? NO_HEAD, rest, bytes.length === facts.bytes);
  return { ...facts, head, body: body !== null && !keepBodies ? { ...body, kind: 'omitted', text: '', isCut: true } : body };
}

/* ---- the head ---- */

const NO_HEAD: ResponseHead = { line: '', headers: [], isCut: false };
/** Null: these bytes do not begin like a response. */
function parseHead(bytes: Uint8Array): ResponseHead | null {
  const [line = '', ...lines] = latin1(bytes.subarray(0, HEAD_BYTES)).split(/\r?\n/);
  if (!STATUS_LINE.test(line)) return null;
  const pairs = lines.flatMap((text) => {
    const colon = text.indexOf(':');
    return colon < 1 ? [] : [{ name: text.slice(0, colon), value: text.slice(colon + 1).trim() }];
  });
  return headOf(line, pairs, bytes.length > HEAD_BYTES);
}

function headOf(line: string, pairs: readonly NameValue[], isCut: boolean): ResponseHead {
  const headers = pairs.slice(0, MOST_HEADERS).map(({ name, value }) => ({ name: showHidden(name), value: showHidden(value) }));
  return { line: showHidden(line.trim()), headers, isCut: isCut || pairs.length > MOST_HEADERS };
}

function fieldOf({ headers }: ResponseHead, name: string): string {
  return headers.find((one) => one.name.toLowerCase() === name)?.value.toLowerCase() ?? '';
}

/* ---- the body ---- */

const LONGEST_WORD = 100;
/** Content type and coding by the headers. */
function namedIn(head: ResponseHead): Pick<ResponseBody, 'type' | 'coding'> {
  const first = (name: string): string => fieldOf(head, name).split(';')[0]!.trim().slice(0, LONGEST_WORD);
  return { type: first('content-type'), coding: first('content-encoding') };
}

const OMITTED = { kind: 'omitted', wireBytes: null, decodedBytes: null, text: '', isCut: true } as const;

/** `isWhole`: these are all bytes that came. */
async function readBody(head: ResponseHead, bytes: Uint8Array, isWhole: boolean): Promise<ResponseBody | null> {
  if (bytes.length === 0) return null;
  const { type, coding } = namedIn(head);
  const { body, isComplete } = unframe(bytes, fieldOf(head, 'transfer-encoding'), fieldOf(head, 'content-length'));
  const wireBytes = isWhole && isComplete ? body.length : null;
  const { start, bytes: decoded } = await undo(coding, body);
  if (start === null) return { kind: 'undecodable', type, coding, wireBytes, decodedBytes: null, text: '', isCut: true };
  const decodedBytes = wireBytes === null ? null : decoded;
  const text = textOf(start, fieldOf(head, 'content-type'));
  if (text === null) return { kind: 'binary', type, coding, wireBytes, decodedBytes, text: '', isCut: true };
  return { kind: 'text', type, coding, wireBytes, decodedBytes, text, isCut: decodedBytes === null || decodedBytes > start.length };
}

/** Read further than is kept, so that a secret across the cut is whole when it is looked for. */
const READ_BYTES: Bytes = 2 * BODY_CHARACTERS;
/** A megabyte of zeros compresses to a kilobyte: decoding stops at this size. */
const MOST_DECODED: Bytes = 16 * 1024 * 1024;

interface Undone {
  /** Null: it could not be undone. */
  readonly start: Uint8Array | null;
  /** Null: more than is counted, or broken further on. */
  readonly bytes: Bytes | null;
}

/** A part of a compressed body gives the beginning of what was compressed. */
async function undo(coding: string, body: Uint8Array): Promise<Undone> {
  if (coding === '' || coding === 'identity') return { start: body.subarray(0, READ_BYTES), bytes: body.length };
  const decoder = decoderOf(coding, body);
  if (decoder === null) return { start: null, bytes: null };
  const parts: Buffer[] = [];
  let [kept, bytes] = [0, 0];
  try {
    decoder.end(body);
    for await (const part of decoder as AsyncIterable<Buffer>) {
      if (kept < READ_BYTES) parts.push(part.subarray(0, READ_BYTES - kept));
      kept = Math.min(READ_BYTES, kept + part.length);
      bytes += part.length;
      if (bytes > MOST_DECODED) return { start: Buffer.concat(parts), bytes: null };
    }
  } catch {
    return { start: kept === 0 ? null : Buffer.concat(parts), bytes: null };
  }
  return { start: Buffer.concat(parts), bytes };
}

function decoderOf(coding: string, body: Uint8Array): ReturnType<typeof createGunzip | typeof createBrotliDecompress> | null {
  const cut = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(cut);
    case 'deflate':
      // Some servers leave out the head of zlib, whose first byte names the method 8.
      return (body[0]! & 0x0f) === 8 ? createInflate(cut) : createInflateRaw(cut);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

/** With more than this share of unprintable characters it is not text. */
const MOST_UNREADABLE = 0.1;
const BINARY = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|zip|gzip|pdf|wasm))/;

/** Decoded by the charset of the headers, with hidden characters made visible; null: it is not text. */
function textOf(bytes: Uint8Array, contentType: string): string | null {
  if (BINARY.test(contentType)) return null;
  const text = decodeText(bytes, contentType);
  const unreadable = text.match(/\ufffd|(?![\t\n\r\f])\p{Cc}/gu)?.length ?? 0;
  return unreadable > MOST_UNREADABLE * text.length ? null : showHiddenInLines(text);
}
