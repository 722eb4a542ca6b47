/**
 * What the main thread leaves for the agent's worker thread about requests, in shared memory: which request it turned to and when, and
 * the requests that have ended. Two rings with one writer and one reader; what the reader was too late for is counted as lost.
 */
import type { Microseconds } from '../../../shared/model/units.ts';

/** Columns of the requests that have ended. */
export const ENDED_FIELDS = ['request', 'start', 'end', 'running', 'route', 'status', 'port', 'localPort'] as const;
export type EndedRequest = Readonly<Record<(typeof ENDED_FIELDS)[number], number>>;

/** The main thread turns to another request at most some 100,000 times a second; the reader comes every 50 ms. */
const SWITCHES = 2 ** 16;
const ENDED = 2 ** 14;

/** Cells of the integer part: how many were ever written of each. */
const SWITCHES_WRITTEN = 0;
const ENDED_WRITTEN = 1;
const HEAD_BYTES = 16;
const IDLE_SINCE = 0;

/** Captured: the user's program may replace the global. */
const { load, store } = Atomics;

/** Outside any request. */
export const NO_REQUEST = 0;

export class RequestRing {
  private readonly cells: Int32Array;
  private readonly since: Float64Array;
  private readonly times: Float64Array;
  private readonly requests: Float64Array;
  private readonly ended: Float64Array;

  constructor(
    readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(HEAD_BYTES + 8 + 8 * (2 * SWITCHES + ENDED_FIELDS.length * ENDED)),
  ) {
    this.cells = new Int32Array(buffer, 0, HEAD_BYTES / 4);
    this.since = new Float64Array(buffer, HEAD_BYTES, 1);
    this.times = new Float64Array(buffer, HEAD_BYTES + 8, SWITCHES);
    this.requests = new Float64Array(buffer, HEAD_BYTES + 8 + 8 * SWITCHES, SWITCHES);
    this.ended = new Float64Array(buffer, HEAD_BYTES + 8 + 16 * SWITCHES, ENDED_FIELDS.length * ENDED);
  }

  /** From `time` on the main thread works for `request`. */
  writeSwitch(time: Microseconds, request: number): void {
    const written = this.cells[SWITCHES_WRITTEN]!;
    const at = written & (SWITCHES - 1);
    this.times[at] = time;
    this.requests[at] = request;
    // Counts modulo 2^32, as the reader does.
    store(this.cells, SWITCHES_WRITTEN, (written + 1) | 0);
  }

  writeEnded(one: EndedRequest): void {
    const written = this.cells[ENDED_WRITTEN]!;
    const at = (written & (ENDED - 1)) * ENDED_FIELDS.length;
    for (let i = 0; i < ENDED_FIELDS.length; i++) this.ended[at + i] = one[ENDED_FIELDS[i]!];
    store(this.cells, ENDED_WRITTEN, (written + 1) | 0);
  }

  /** The last callback has ended and none has begun yet; infinite: one has. */
  writeIdle(time: Microseconds): void {
    this.since[IDLE_SINCE] = time;
  }

  get idleSince(): Microseconds {
    return this.since[IDLE_SINCE]!;
  }

  reader(): RequestRingReader {
    return new RequestRingReader(this.cells, this.times, this.requests, this.ended);
  }
}

/** From the moment it is made. */
export class RequestRingReader {
  private switchesRead: number;
  private endedRead: number;

  constructor(
    private readonly cells: Int32Array,
    private readonly times: Float64Array,
    private readonly requests: Float64Array,
    private readonly ended: Float64Array,
  ) {
    this.switchesRead = load(cells, SWITCHES_WRITTEN);
    this.endedRead = load(cells, ENDED_WRITTEN);
  }

  /** Those since the last call, in order; before them, where some were lost, `onLost`. */
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
