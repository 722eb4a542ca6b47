import type { Bytes, Microseconds } from '../../../shared/base/units.ts';
import { AnswerQuota } from '../../../shared/load/answer-quota.ts';
import { BODY_CHARACTERS, HEAD_BYTES, type KeptAnswer } from '../../../shared/model/kept-answer.ts';
import { isAsExpected, isExpectedStatus } from '../../../shared/model/run.ts';
import type { RequestTimes } from './request-log.ts';

/** What came of a response: as it was on the wire, or as a client has parsed it that does not hand over the body. */
export type Received =
  | { readonly form: 'wire'; readonly bytes: Uint8Array }
  | { readonly form: 'head'; readonly line: string; readonly headers: readonly string[] };

/** One response, not yet read: that is not for the process that measures. */
export interface RawAnswer extends Omit<KeptAnswer, 'head' | 'body'> {
  /** Null: nothing. */
  readonly received: Received | null;
}

/** Where the bytes of the response that has just ended still are. */
export interface AnswerSource {
  /** A copy of its first `most` bytes. */
  received(most: Bytes): Received | null;
}

/** Of a response that failed: its headers, and so much of its body that the cut can be made where no secret is left half. */
const OF_FAILING: Bytes = HEAD_BYTES + 3 * BODY_CHARACTERS;
/** Of the first good one all of it, so that its decoded size can be told; of all connections together. */
const OF_GOOD: Bytes = 1024 * 1024;
const OF_ALL: Bytes = 64 * 1024 * 1024;

/** Decides which responses of the measured phase are kept, and holds their bytes until they are handed over. */
export class AnswerKeeper {
  readonly #quota = new AnswerQuota();
  readonly #ofGood: Bytes;
  #kept: RawAnswer[] = [];

  constructor(connections: number) {
    this.#ofGood = Math.max(OF_FAILING, Math.min(OF_GOOD, Math.floor(OF_ALL / connections)));
  }

  /** How much of a response to this request may be needed. */
  mostOf(request: number): Bytes {
    return this.#quota.wantsGood(request) ? this.#ofGood : OF_FAILING;
  }

  /** Called for each response. */
  ended(times: RequestTimes, end: Microseconds, status: number, source: AnswerSource | null): void {
    const isGood = isAsExpected(status, times.unmet);
    if (this.#quota.wants(times.request, status, isGood)) this.#keep(times, end, status, isGood, source);
  }

  /** Those since the last call. */
  take(): readonly RawAnswer[] {
    const kept = this.#kept;
    if (kept.length > 0) this.#kept = [];
    return kept;
  }

  #keep(
    { request, index: connection, intended, bytes }: RequestTimes,
    at: Microseconds,
    status: number,
    isGood: boolean,
    source: AnswerSource | null,
  ): void {
    const received = source?.received(this.mostOf(request)) ?? null;
    const isExpected = isGood && !isExpectedStatus(status) ? { isExpected: true } : {};
    this.#kept.push({ request, connection, status, ...isExpected, at, latency: at - intended, bytes, received });
    this.#quota.took(request, status, isGood);
  }
}
