/** A response as a plan looks at it. Nothing is read that it does not ask for; what is read is decoded at once, because the next request may depend on it. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Milliseconds } from '../../../../shared/base/units.ts';
import { MOST_EXAMINED } from '../../../../shared/model/load/limits.ts';
import type { PlanResponse } from '../../../../shared/plan/judge.ts';
import { decodeText, findHead, latin1, unframe } from '../wire-response.ts';

interface Facts {
  readonly status: number;
  readonly latencyMs: Milliseconds;
}

/** `bytes`: the response with its head; `isWhole`: these are all of its bytes. They are valid until it is judged. */
export function planResponse(bytes: Uint8Array, isWhole: boolean, facts: Facts): PlanResponse {
  let head: Head | null = null;
  const read = (): Head => {
    head ??= readHead(bytes);
    return head;
  };
  return {
    ...facts,
    headers: (name) => valuesOf(read(), name),
    body: () => readBody(read(), bytes.subarray(read().end), isWhole),
  };
}

interface Head {
  readonly text: string;
  /** A quick test that a header is missing: every response is asked for cookies, and most set none. */
  readonly lower: string;
  readonly end: number;
}

function readHead(bytes: Uint8Array): Head {
  const { from, to } = findHead(bytes);
  const text = latin1(bytes.subarray(from, to));
  return { text, lower: text.toLowerCase(), end: to };
}

/** `name`: in small letters. */
function valuesOf({ text, lower }: Head, name: string): string[] {
  const start = `\n${name}:`;
  const values: string[] = [];
  for (let at = lower.indexOf(start); at >= 0; at = lower.indexOf(start, at + 1)) {
    const end = text.indexOf('\n', at + 1);
    values.push(text.slice(at + start.length, end < 0 ? text.length : end).trim());
  }
  return values;
}

function readBody(head: Head, bytes: Uint8Array, isWhole: boolean): ReturnType<PlanResponse['body']> {
  const field = (name: string): string => valuesOf(head, name)[0] ?? '';
  const { body } = unframe(bytes, field('transfer-encoding'), field('content-length'));
  const decoded = undo(field('content-encoding').toLowerCase(), body);
  if (decoded === null) return { text: '', isCut: true };
  return { text: decodeText(decoded.subarray(0, MOST_EXAMINED), field('content-type')), isCut: !isWhole || decoded.length > MOST_EXAMINED };
}

/** The decoded body as far as it can be decoded; null: longer than the limit, or damaged from the start. */
function undo(coding: string, body: Uint8Array): Uint8Array | null {
  const limits = { maxOutputLength: MOST_EXAMINED, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    switch (coding) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, limits);
      case 'deflate':
        // Some servers leave out the head of zlib, whose first byte names the method 8.
        return (body[0]! & 0x0f) === 8 ? inflateSync(body, limits) : inflateRawSync(body, limits);
      case 'br':
        return brotliDecompressSync(body, { maxOutputLength: MOST_EXAMINED, finishFlush: constants.BROTLI_OPERATION_FLUSH });
      default:
        return body;
    }
  } catch {
    return null;
  }
}
