/**
 * The points of k6, as it writes them while it runs (`--out json=-`), made rows. One request has a dozen of points, which follow each other:
 *
 *   http_req_duration ── http_req_connecting ── ... ── http_req_waiting ── ...      the request, of a virtual user
 *   checks                                                                          what the script says of the response, of the same user
 *   data_received                                                                   bytes of a whole pass of that user: its last request has them
 *
 * Lines of other metrics are not parsed. A row is complete when the same user goes on, or nothing more comes.
 */

import type { Microseconds } from '../../../shared/base/units.ts';
import {
  ABSENT,
  AS_EXPECTED,
  DROPPED,
  FIRST_HTTP_STATUS,
  FIRST_WORTH_NAMING,
  NO_CONNECTION,
  type PackedBatch,
  statusWithUnmet,
} from '../../../shared/model/run.ts';
import { UNMET } from '../../../shared/plan/judge.ts';
import { statusOfKind } from './error-kind.ts';
import { RequestLog, type RequestTimes } from './request-log.ts';

interface Point {
  readonly user: number;
  readonly request: number;
  /** On the clock of `at`. */
  readonly end: Microseconds;
  readonly took: Microseconds;
  readonly status: number;
  connect: Microseconds;
  sending: Microseconds;
  waiting: Microseconds;
  /** What the script says: empty, as expected. */
  unmet: string;
  bytes: number;
}

const METRIC =
  /^\{"metric":"(http_req_duration|http_req_connecting|http_req_tls_handshaking|http_req_sending|http_req_waiting|checks|data_received|dropped_iterations)","type":"Point"/;
const US_PER_MS = 1_000;
/** k6 writes what it has every 200 ms, so points can be that much out of order. */
const HELD: Microseconds = 500_000;

/** What its error codes mean: https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
export function statusOfError(code: string, error: string): number {
  if (code === '1050') return statusOfKind('TIMEOUT');
  if (/^11/.test(code)) return statusOfKind('ENOTFOUND');
  if (code === '1211') return statusOfKind('ETIMEDOUT');
  if (code === '1212') return statusOfKind('ECONNREFUSED');
  if (code === '1220') return statusOfKind('ECONNRESET');
  if (code === '1201') return statusOfKind('EPIPE');
  if (/^13/.test(code)) return statusOfKind('TLS');
  if (/^16/.test(code)) return statusOfKind('HTTP2');
  if (/\bEOF\b/.test(error)) return statusOfKind('CLOSED');
  return statusOfKind(/malformed HTTP/.test(error) ? 'BAD_ANSWER' : 'OTHER');
}

export interface K6RowsOrder {
  /** Time 0, on the clock of `toClock`. */
  readonly origin: Microseconds;
  /** From µs since 1970 to the clock of the run. */
  readonly toClock: (wall: Microseconds) => Microseconds;
  /** Phase of the load at a time since time 0. */
  readonly phaseAt: (at: Microseconds) => number;
  /** A plan says which statuses are expected. */
  readonly hasPlan: boolean;
}

export class K6Rows {
  readonly #order: K6RowsOrder;
  #rest = '';
  /** The last request of each user, which may not be complete. */
  readonly #open = new Map<number, Point>();
  #latest: Point | null = null;
  #ready: { readonly times: RequestTimes; readonly end: Microseconds; readonly status: number }[] = [];
  #newest: Microseconds = 0;
  sent = 0;

  constructor(order: K6RowsOrder) {
    this.#order = order;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
  }

  /** Rows in order of completion: those that no earlier one can follow, or all. Without those that ended after `until`. */
  take(isLast: boolean, until: Microseconds = Number.POSITIVE_INFINITY): PackedBatch {
    if (isLast) for (const point of this.#open.values()) this.#close(point);
    if (isLast) this.#open.clear();
    const before = isLast ? until : Math.min(until, this.#newest - HELD);
    const ready = this.#ready.filter(({ end }) => end <= before).sort((one, other) => one.end - other.end);
    this.#ready = this.#ready.filter(({ end }) => end > before);
    const log = new RequestLog(Math.max(1, ready.length), this.#order.origin);
    for (const { times, end, status } of ready) log.append(times, end, status);
    this.sent += ready.filter(({ status }) => status !== DROPPED).length;
    return log.take();
  }

  #line(line: string): void {
    const [, metric] = METRIC.exec(line) ?? [];
    if (metric === undefined) return;
    const { data } = JSON.parse(line) as { readonly data: PointData };
    const { value, tags, metadata } = data;
    // k6 makes no tag of what has a value per user.
    const user = Number(metadata?.vu ?? tags.vu);
    if (metric === 'dropped_iterations') this.#dropped(wallOf(data.time), value);
    else if (metric === 'checks') this.#checked(user, tags.unmet ?? '');
    else if (metric === 'data_received') this.#passed(user, value);
    else if (metric === 'http_req_duration') this.#requested(user, wallOf(data.time), value * US_PER_MS, tags);
    else this.#detail(metric, user, value * US_PER_MS);
  }

  #requested(user: number, wall: Microseconds, took: Microseconds, tags: Tags): void {
    const before = this.#open.get(user);
    if (before !== undefined) this.#close(before);
    const status = Number(tags.status);
    const point: Point = {
      user,
      request: Number(tags.name),
      end: this.#order.toClock(wall),
      took,
      status: status >= FIRST_HTTP_STATUS ? status : statusOfError(tags.error_code ?? '', tags.error ?? ''),
      connect: 0,
      sending: 0,
      waiting: 0,
      unmet: '',
      bytes: 0,
    };
    this.#newest = Math.max(this.#newest, point.end);
    this.#open.set(user, point);
    this.#latest = point;
  }

  /** The points of a request come together. */
  #detail(metric: string, user: number, value: Microseconds): void {
    const point = this.#latest;
    if (point === null || point.user !== user) return;
    if (metric === 'http_req_sending') point.sending = value;
    else if (metric === 'http_req_waiting') point.waiting = value;
    else point.connect += value;
  }

  #checked(user: number, unmet: string): void {
    const point = this.#open.get(user);
    if (point !== undefined) point.unmet = unmet;
  }

  #passed(user: number, bytes: number): void {
    const point = this.#open.get(user);
    if (point === undefined) return;
    point.bytes = bytes;
    this.#open.delete(user);
    this.#close(point);
  }

  #close({ user, request, end, took, status, connect, sending, waiting, unmet, bytes }: Point): void {
    const start = end - took;
    const index = (user - 1) % NO_CONNECTION;
    const code = this.#order.hasPlan && status >= FIRST_HTTP_STATUS ? codeOf(unmet, status) : 0;
    const times: RequestTimes = {
      index,
      user: index,
      intended: start,
      start,
      connect: connect > 0 ? Math.round(connect) : ABSENT,
      firstByte: waiting > 0 ? Math.round(sending + waiting) : ABSENT,
      bytes,
      request,
      phase: this.#order.phaseAt(start - this.#order.origin),
      stale: 0,
      unmet: code,
      port: 0,
    };
    this.#ready.push({ times, end, status: statusWithUnmet(status, code) });
  }

  /** Visitors for whom no user was free. */
  #dropped(wall: Microseconds, count: number): void {
    const at = this.#order.toClock(wall);
    const phase = this.#order.phaseAt(at - this.#order.origin);
    const none = { connect: ABSENT, firstByte: ABSENT, bytes: 0, request: 0, stale: 0, unmet: 0, port: 0 };
    const times: RequestTimes = { index: NO_CONNECTION, user: NO_CONNECTION, intended: at, start: at, phase, ...none };
    this.#newest = Math.max(this.#newest, at);
    for (let nth = 0; nth < count; nth++) this.#ready.push({ times, end: at, status: DROPPED });
  }
}

interface PointData {
  readonly time: string;
  readonly value: number;
  readonly tags: Tags;
  readonly metadata?: { readonly vu?: string };
}

interface Tags {
  readonly vu?: string;
  readonly name?: string;
  readonly status?: string;
  readonly error?: string;
  readonly error_code?: string;
  readonly unmet?: string;
}

/** As our own client has it: what the plan expects and the response was not, or that such a status is expected. */
function codeOf(unmet: string, status: number): number {
  if (unmet === '') return status >= FIRST_WORTH_NAMING ? AS_EXPECTED : 0;
  return 1 + Math.max(0, (UNMET as readonly string[]).indexOf(unmet === 'too slow' ? 'too-slow' : unmet));
}

/** RFC 3339 with nanoseconds and an offset: a Date reads it to the millisecond. */
export function wallOf(time: string): Microseconds {
  const [, whole = '', fraction = '', zone = 'Z'] = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  return Date.parse(whole + zone) * US_PER_MS + Number(`0.${fraction || 0}`) * 1e6;
}
