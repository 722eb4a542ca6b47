/** What is kept of single responses of a run: of the first that failed, and of the first good one of each request of the plan. */
import type { Bytes, Microseconds, Milliseconds } from '../base/units.ts';
import { isExpectedStatus } from './run.ts';
import type { NameValue } from './setup/setting.ts';

export interface KeptResponse {
  /** Which request of the plan, from 0. */
  readonly request: number;
  readonly connection: number;
  /** As in the rows: the HTTP status, or below 100 the kind of error (`errorKindOf`). */
  readonly status: number;
  /** True: the status is none of 200 to 399, and is the one that the plan expects. */
  readonly isExpected?: boolean | undefined;
  /** When it ended, on the engine's clock. */
  readonly at: Microseconds;
  readonly latency: Microseconds;
  /** Received, headers included. */
  readonly bytes: Bytes;
  /** Null: nothing came, or nothing that begins like a response of HTTP/1. */
  readonly head: ResponseHead | null;
  /** Null: nothing came after the headers. Without a head: what came instead. */
  readonly body: ResponseBody | null;
}

export interface ResponseHead {
  /** `HTTP/1.1 500 Internal Server Error` */
  readonly line: string;
  readonly headers: readonly NameValue[];
  /** There were more headers, or longer ones, than are kept. */
  readonly isCut: boolean;
  /** True: it is in a copy that was saved without headers. */
  readonly isLeftOut?: boolean;
}

/** What a variant of a comparison sent first, without the text of its body: its run has that. */
export interface FirstResponse extends Pick<KeptResponse, 'status' | 'bytes' | 'head'> {
  readonly latencyMs: Milliseconds;
  readonly body: Omit<ResponseBody, 'text' | 'isCut'> | null;
}

/** The response is the one that was wanted. */
export function isGoodResponse({ status, isExpected = false }: Pick<KeptResponse, 'status' | 'isExpected'>): boolean {
  return isExpected || isExpectedStatus(status);
}

/**
 * `omitted`: the run keeps no bodies, or its client does not hand them over. `undecodable`: in a coding that could not be undone.
 * `left-out`: this copy was saved without bodies.
 */
export const BODY_KINDS = ['text', 'binary', 'omitted', 'undecodable', 'left-out'] as const;

export interface ResponseBody {
  readonly kind: (typeof BODY_KINDS)[number];
  /** As the headers name them, in lower case and without parameters; empty: they do not. */
  readonly type: string;
  readonly coding: string;
  /** As it was sent, without the frame of its transfer; null: not known, because not all of it came or was looked at. */
  readonly wireBytes: Bytes | null;
  /** With its coding undone. */
  readonly decodedBytes: Bytes | null;
  /** Its beginning; empty unless it is text. */
  readonly text: string;
  /** There is more of it than `text`. */
  readonly isCut: boolean;
}

/** Of each status or kind of error, and of all together: the first ones say what is wrong, the counts say how often. */
export const MOST_OF_A_KIND = 3;
export const MOST_FAILING = 20;

/** Kept of a body, in characters; of the headers, in bytes; and of their number. */
export const BODY_CHARACTERS = 4_096;
export const HEAD_BYTES: Bytes = 8_192;
export const MOST_HEADERS = 100;
