import type { Bytes, Microseconds } from '../../../shared/base/units.ts';
import { ResponseQuota } from '../../../shared/load/response-quota.ts';
import { BODY_CHARACTERS, HEAD_BYTES, type KeptResponse } from '../../../shared/model/kept-response.ts';
import { isAsExpected, isExpectedStatus } from '../../../shared/model/run.ts';
import type { RequestTimes } from './request-log.ts';

/** A response as it was on the wire, or as parsed by a client that does not hand over the body. */
export type Received =
  | { readonly form: 'wire'; readonly bytes: Uint8Array }
  | { readonly form: 'head'; readonly line: string; readonly headers: readonly string[] };

/** One response, not parsed yet: the process that measures leaves that to the engine. */
export interface RawResponse extends Omit<KeptResponse, 'head' | 'body'> {
  /** Null: nothing. */
  readonly received: Received | null;
}

/** Where the bytes of the response that has just ended still are. */
export interface ResponseSource {
  /** A copy of its first `most` bytes. */
  received(most: Bytes): Received | null;
}

/** Kept of a failed response: its headers, and enough of its body to cut it without leaving half a secret. */
const OF_FAILING: Bytes = HEAD_BYTES + 3 * BODY_CHARACTERS;
/** The first good response is kept whole, so that its decoded size is known. `OF_ALL` is the limit over all connections. */
const OF_GOOD: Bytes = 1024 * 1024;
const OF_ALL: Bytes = 64 * 1024 * 1024;

/** Decides which responses of the measured phase are kept, and holds their bytes until they are handed over. */
export class ResponseKeeper {
  readonly #quota = new ResponseQuota();
  readonly #ofGood: Bytes;
  #kept: RawResponse[] = [];

  constructor(connections: number) {
    this.#ofGood = Math.max(OF_FAILING, Math.min(OF_GOOD, Math.floor(OF_ALL / connections)));
  }

  /** How much of a response to this request may be needed. */
  mostOf(request: number): Bytes {
    return this.#quota.wantsGood(request) ? this.#ofGood : OF_FAILING;
  }

  /** Called for each response. */
  ended(times: RequestTimes, end: Microseconds, status: number, source: ResponseSource | null): void {
    const isGood = isAsExpected(status, times.unmet);
    if (this.#quota.wants(times.request, status, isGood)) this.#keep(times, end, status, isGood, source);
  }

  /** Responses kept since the last call. */
  take(): readonly RawResponse[] {
    const kept = this.#kept;
    if (kept.length > 0) this.#kept = [];
    return kept;
  }

  #keep(
    { request, index: connection, intended, bytes }: RequestTimes,
    at: Microseconds,
    status: number,
    isGood: boolean,
    source: ResponseSource | null,
  ): void {
    const received = source?.received(this.mostOf(request)) ?? null;
    const isExpected = isGood && !isExpectedStatus(status) ? { isExpected: true } : {};
    this.#kept.push({ request, connection, status, ...isExpected, at, latency: at - intended, bytes, received });
    this.#quota.took(request, status, isGood);
  }
}
