import type { Microseconds } from '../../../shared/base/units.ts';
import { allocatePlainRows, allocateRows, copyRows, packRows, sliceRows } from '../../../shared/load/request-rows.ts';
import { ABSENT, type PackedBatch, type RequestBatch } from '../../../shared/model/run.ts';

/** State of the current request of a connection; times on the monotonic clock, µs. */
export interface RequestTimes {
  readonly index: number;
  readonly intended: Microseconds;
  readonly start: Microseconds;
  readonly connect: Microseconds;
  readonly firstByte: Microseconds;
  readonly bytes: number;
  readonly request: number;
  readonly phase: number;
  readonly user: number;
  readonly stale: number;
  /** 0: as the plan expects it, or no plan says. */
  readonly unmet: number;
  /** Local port of the connection; 0: not recorded. */
  readonly port: number;
}

const LONGEST = ABSENT - 1;

/**
 * Rows of ended requests, in columns that are allocated once: `take` gives views to send, and the room is used again.
 *
 * Columns with a default are written only from the first request whose value differs from that of a closed load; until then they are omitted as in a file (`unpackRows`), so that a closed load only pays for a comparison.
 */
export class RequestLog {
  #batch: RequestBatch;
  /** The columns written while all other values are the defaults. */
  readonly #plain: PackedBatch;
  readonly #origin: Microseconds;
  #rows = 0;
  #isPlain = true;

  constructor(
    readonly capacity: number,
    origin: Microseconds,
  ) {
    this.#origin = origin;
    this.#batch = allocatePlainRows(capacity);
    this.#plain = packRows(this.#batch);
  }

  get isFull(): boolean {
    return this.#rows === this.capacity;
  }

  append(request: RequestTimes, end: Microseconds, status: number): void {
    const { start, intended, index, user, stale } = request;
    const { unmet, port } = request;
    if (
      this.#isPlain &&
      (unmet !== 0 || intended !== start || user !== index || request.request !== 0 || request.phase !== 0 || stale !== 0 || port !== 0)
    )
      this.#beComplete();
    const batch = this.#batch;
    const row = this.#rows++;
    batch.start[row] = Math.floor(start - this.#origin);
    batch.connect[row] = request.connect;
    batch.firstByte[row] = request.firstByte;
    batch.latency[row] = Math.min(end - intended, LONGEST);
    batch.status[row] = status;
    batch.bytes[row] = Math.min(request.bytes, ABSENT);
    batch.connection[row] = index;
    if (this.#isPlain) return;
    batch.intended[row] = Math.floor(intended - this.#origin);
    batch.request[row] = request.request;
    batch.phase[row] = request.phase;
    batch.user[row] = user;
    batch.stale[row] = stale;
    batch.unmet[row] = unmet;
    batch.port[row] = port;
  }

  /** Views of the rows since the last call; valid until the next `append`. */
  take(): PackedBatch {
    const rows = this.#rows;
    this.#rows = 0;
    return this.#isPlain ? sliceRows(this.#plain, 0, rows) : packRows(sliceRows(this.#batch, 0, rows));
  }

  /** Allocates all columns. */
  #beComplete(): void {
    const complete = allocateRows(this.capacity);
    copyRows(this.#batch, 0, this.#rows, complete, 0);
    this.#batch = complete;
    this.#isPlain = false;
  }
}
