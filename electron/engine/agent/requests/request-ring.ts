/**
 * What the main thread leaves for the agent's worker thread about requests, in shared memory: which request it turned to and when, and
 * the requests that have ended, and who asked for shared work. Rings with one writer and one reader; what the reader was too late for is counted as lost.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type * as model from '../../../../shared/model/served.ts';

/** Columns of the requests that have ended. */
export const ENDED_FIELDS = ['request', 'start', 'end', 'running', 'route', 'status', 'port', 'localPort'] as const;
export type EndedRequest = Readonly<Record<(typeof ENDED_FIELDS)[number], number>>;

/**
 * Columns of the work of something shared, one row for each request that continued after it: `place` of `count`; `route` is NO_ROUTE where none did.
 */
export const EXCHANGE_FIELDS = ['time', 'shared', 'us', 'place', 'count', 'route'] as const;
type ExchangeRow = Readonly<Record<(typeof EXCHANGE_FIELDS)[number], number>>;

/** The main thread turns to another request at most some 100,000 times a second; the reader comes every 50 ms. */
const SWITCHES = 2 ** 16;
const ENDED = 2 ** 14;
const EXCHANGES = 2 ** 14;

/** Cells of the integer part: how many were ever written of each. */
const SWITCHES_WRITTEN = 0;
const ENDED_WRITTEN = 1;
const EXCHANGES_WRITTEN = 2;
/** 1: by the clock of the thread. */
const IS_CPU_TIME = 3;
const HEAD_BYTES = 16;

/** Captured: the user's program may replace the global. */
const { load, store } = Atomics;

// As in shared/model/served.ts, of which the agent has only the types.
/** Outside any request. */
export const NO_REQUEST: typeof model.NO_REQUEST = 0;
/** In a stretch that the rings have lost. */
export const UNKNOWN_REQUEST: typeof model.UNKNOWN_REQUEST = -1;
export const AFTER_RESPONSE: typeof model.AFTER_RESPONSE = -2;
/** Shared work; further ones count down from here. */
export const FIRST_SHARED: typeof model.FIRST_SHARED = -3;
/** In a row of an exchange. */
export const NO_ROUTE = -1;

const BYTES = HEAD_BYTES + 8 * (2 * SWITCHES + ENDED_FIELDS.length * ENDED + EXCHANGE_FIELDS.length * EXCHANGES);

export class RequestRing {
  private readonly cells: Int32Array;
  private readonly times: Float64Array;
  private readonly requests: Float64Array;
  private readonly ended: Float64Array;
  private readonly exchanges: Float64Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(BYTES)) {
    this.cells = new Int32Array(buffer, 0, HEAD_BYTES / 4);
    this.times = new Float64Array(buffer, HEAD_BYTES, SWITCHES);
    this.requests = new Float64Array(buffer, HEAD_BYTES + 8 * SWITCHES, SWITCHES);
    const endedAt = HEAD_BYTES + 16 * SWITCHES;
    this.ended = new Float64Array(buffer, endedAt, ENDED_FIELDS.length * ENDED);
    this.exchanges = new Float64Array(buffer, endedAt + 8 * this.ended.length, EXCHANGE_FIELDS.length * EXCHANGES);
  }

  /** Writes that the main thread works for `request` from `time` on. */
  writeSwitch(time: Microseconds, request: number): void {
    const written = this.cells[SWITCHES_WRITTEN]!;
    const at = written & (SWITCHES - 1);
    this.times[at] = time;
    this.requests[at] = request;
    // Counts modulo 2^32, as the reader does.
    store(this.cells, SWITCHES_WRITTEN, (written + 1) | 0);
  }

  writeEnded(one: EndedRequest): void {
    this.writeRow(ENDED_WRITTEN, ENDED, this.ended, ENDED_FIELDS, one);
  }

  /** All rows of one exchange follow each other. */
  writeExchange(row: ExchangeRow): void {
    this.writeRow(EXCHANGES_WRITTEN, EXCHANGES, this.exchanges, EXCHANGE_FIELDS, row);
  }

  private writeRow<F extends string>(
    cell: number,
    capacity: number,
    into: Float64Array,
    fields: readonly F[],
    row: Readonly<Record<F, number>>,
  ): void {
    const written = this.cells[cell]!;
    const at = (written & (capacity - 1)) * fields.length;
    for (let i = 0; i < fields.length; i++) into[at + i] = row[fields[i]!];
    store(this.cells, cell, (written + 1) | 0);
  }

  /** Whether `running` of the requests is CPU time of the main thread, where a callback took long. */
  get isCpuTime(): boolean {
    return load(this.cells, IS_CPU_TIME) === 1;
  }

  set isCpuTime(is: boolean) {
    store(this.cells, IS_CPU_TIME, is ? 1 : 0);
  }

  reader(): RequestRingReader {
    return new RequestRingReader(this.cells, this.times, this.requests, this.ended, this.exchanges);
  }
}

/** Reads what is written after it was created. */
export class RequestRingReader {
  private switchesRead: number;
  private endedRead: number;
  private exchangesRead: number;

  constructor(
    private readonly cells: Int32Array,
    private readonly times: Float64Array,
    private readonly requests: Float64Array,
    private readonly ended: Float64Array,
    private readonly exchanges: Float64Array,
  ) {
    this.switchesRead = load(cells, SWITCHES_WRITTEN);
    this.endedRead = load(cells, ENDED_WRITTEN);
    this.exchangesRead = load(cells, EXCHANGES_WRITTEN);
  }

  /** Calls back for each since the last call, in order; calls `onLost` first if some were lost. */
  readSwitches(take: (time: Microseconds, request: number) => void, onLost: () => void): void {
    const takeAt = (at: number): void => take(this.times[at]!, this.requests[at]!);
    this.switchesRead = this.advance(SWITCHES_WRITTEN, SWITCHES, this.switchesRead, takeAt, onLost);
  }

  /** Appends them to columns in the order of ENDED_FIELDS, in whole numbers. Returns how many were lost. */
  readEnded(columns: readonly number[][]): number {
    const { ended } = this;
    const width = ENDED_FIELDS.length;
    let lost = 0;
    const take = (at: number): void => {
      for (let i = 0; i < width; i++) columns[i]!.push(Math.round(ended[at * width + i]!));
    };
    this.endedRead = this.advance(ENDED_WRITTEN, ENDED, this.endedRead, take, (count) => {
      lost = count;
    });
    return lost;
  }

  /** Those since the last call, as rows in the order of EXCHANGE_FIELDS, valid until the next call. Lost ones count for no request. */
  readExchanges(take: (row: Float64Array) => void): void {
    const width = EXCHANGE_FIELDS.length;
    const takeAt = (at: number): void => take(this.exchanges.subarray(at * width, (at + 1) * width));
    this.exchangesRead = this.advance(EXCHANGES_WRITTEN, EXCHANGES, this.exchangesRead, takeAt, () => {});
  }

  /** Returns up to where it has read. What the writer may be overwriting right now is left out: a ring is never read to its very end. */
  private advance(cell: number, capacity: number, from: number, take: (at: number) => void, onLost: (count: number) => void): number {
    const written = load(this.cells, cell);
    const waiting = (written - from) | 0;
    const lost = Math.max(0, waiting - capacity / 2);
    if (lost > 0) onLost(lost);
    for (let i = lost; i < waiting; i++) take((from + i) & (capacity - 1));
    return written;
  }
}
