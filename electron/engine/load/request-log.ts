import { ABSENT, type RequestBatch } from '../../../shared/model/run.ts';
import type { Microseconds } from '../../../shared/model/units.ts';

/** What one connection knows of the request it carries; times on the monotonic clock, µs. */
export interface RequestTimes {
  readonly index: number;
  readonly start: Microseconds;
  readonly connect: Microseconds;
  readonly firstByte: Microseconds;
  readonly bytes: number;
}

const LONGEST = ABSENT - 1;

/** Rows of ended requests, in columns that are allocated once: `take` gives views to send, and the room is used again. */
export class RequestLog {
  readonly #batch: RequestBatch;
  readonly #origin: Microseconds;
  #rows = 0;

  constructor(
    readonly capacity: number,
    origin: Microseconds,
  ) {
    this.#origin = origin;
    this.#batch = {
      start: new Float64Array(capacity),
      connect: new Uint32Array(capacity),
      firstByte: new Uint32Array(capacity),
      latency: new Uint32Array(capacity),
      status: new Uint16Array(capacity),
      bytes: new Uint32Array(capacity),
      connection: new Uint16Array(capacity),
    };
  }

  get isFull(): boolean {
    return this.#rows === this.capacity;
  }

  append(request: RequestTimes, end: Microseconds, status: number): void {
    const batch = this.#batch;
    const row = this.#rows++;
    batch.start[row] = Math.floor(request.start - this.#origin);
    batch.connect[row] = request.connect;
    batch.firstByte[row] = request.firstByte;
    batch.latency[row] = Math.min(end - request.start, LONGEST);
    batch.status[row] = status;
    batch.bytes[row] = Math.min(request.bytes, ABSENT);
    batch.connection[row] = request.index;
  }

  /** Views of the rows since the last call; valid until the next `append`. */
  take(): RequestBatch {
    const rows = this.#rows;
    this.#rows = 0;
    const { start, connect, firstByte, latency, status, bytes, connection } = this.#batch;
    return {
      start: start.subarray(0, rows),
      connect: connect.subarray(0, rows),
      firstByte: firstByte.subarray(0, rows),
      latency: latency.subarray(0, rows),
      status: status.subarray(0, rows),
      bytes: bytes.subarray(0, rows),
      connection: connection.subarray(0, rows),
    };
  }
}
