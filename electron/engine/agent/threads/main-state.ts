/**
 * What the main thread leaves for the agent's worker thread to read at any moment, even while the main thread is blocked:
 * a few numbers in shared memory. The main thread is the only writer but for the longest stall and pauses, which the reader takes out.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { CollectionKind } from '../../../../shared/model/memory.ts';
import type { HeapFigures, HeapLevels } from './heap-meter.ts';

export interface MainFigures extends HeapFigures, HeapLevels {
  /** process.hrtime µs of the last write: the heartbeat. */
  readonly clock: Microseconds;
  readonly eluActiveUs: Microseconds;
  readonly eluIdleUs: Microseconds;
  /** CPU time of the main thread, where Node is who tells it; 0: it does not. */
  readonly mainCpuUs: Microseconds;
}

/** On the clock of the process, of all requests since it started. */
export interface ResponseTimes {
  /** When the last request came. */
  readonly lastRequest: Microseconds;
  /** When the last response was handed to the system; 0: none was. */
  readonly lastResponse: Microseconds;
  /** The longest that one took, from its request on. */
  readonly longestResponse: Microseconds;
}

const RESPONSE_FIELDS = ['lastRequest', 'lastResponse', 'longestResponse'] as const;
const [REQUEST, RESPONSE, LONGEST] = [0, 1, 2] as const;
const OF_HEAP = [
  'allocated',
  'gcCount',
  'gcUs',
  'fullCount',
  'fullUs',
  'stepCount',
  'stepUs',
  'liveHeap',
] as const satisfies (keyof HeapFigures)[];
const LEVELS = ['heapUsed', 'heapTotal', 'external', 'arrayBuffers'] as const satisfies (keyof HeapLevels)[];
const FIELDS = ['clock', 'eluActiveUs', 'eluIdleUs', 'mainCpuUs', ...OF_HEAP, ...LEVELS] as const satisfies (keyof MainFigures)[];
/** Cells of the integer part. SEQUENCE is odd while the floats are being written. */
const SEQUENCE = 0;
const STALL = 1;
const OPEN_SESSIONS = 2;
const GOODBYE = 3;
const WATCHED = 4;
/** The longest collection of each kind. */
const PAUSES = { minor: 6, full: 7, step: 8 } as const satisfies Record<CollectionKind, number>;
/** Of the goodbye. */
const [WRITTEN, DONE] = [1, 2] as const;
/** A multiple of 8: floats follow. */
const INTEGER_BYTES = 40;

/** Captured: the user's program may replace the global. */
const { load, store, add, exchange, wait, notify, compareExchange } = Atomics;

export class MainState {
  private readonly cells: Int32Array;
  private readonly figures: Float64Array;
  /** Each is written by itself: none has to fit the others. */
  private readonly times: Float64Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(INTEGER_BYTES + (FIELDS.length + RESPONSE_FIELDS.length) * 8)) {
    this.cells = new Int32Array(buffer, 0, INTEGER_BYTES / 4);
    this.figures = new Float64Array(buffer, INTEGER_BYTES, FIELDS.length);
    this.times = new Float64Array(buffer, INTEGER_BYTES + FIELDS.length * 8, RESPONSE_FIELDS.length);
  }

  tellRequest(at: Microseconds): void {
    this.times[REQUEST] = at;
  }

  tellResponse(at: Microseconds, tookUs: Microseconds): void {
    this.times[RESPONSE] = at;
    this.times[LONGEST] = Math.max(this.times[LONGEST]!, tookUs);
  }

  /** Null: no request has come, or they are not watched (requests/watch-responses.ts). */
  responseTimes(): ResponseTimes | null {
    const { times } = this;
    return times[REQUEST] === 0 ? null : { lastRequest: times[REQUEST]!, lastResponse: times[RESPONSE]!, longestResponse: times[LONGEST]! };
  }

  write(figures: MainFigures, stallUs: Microseconds): void {
    add(this.cells, SEQUENCE, 1);
    for (let i = 0; i < FIELDS.length; i++) this.figures[i] = figures[FIELDS[i]!];
    add(this.cells, SEQUENCE, 1);
    this.raise(STALL, stallUs);
  }

  /** Null before the first write, or in the unlikely case that the writer was in the middle of it each time. */
  read(): MainFigures | null {
    for (let tries = 0; tries < 50; tries++) {
      const before = load(this.cells, SEQUENCE);
      const copy = Float64Array.from(this.figures);
      if (before === 0 || before % 2 !== 0 || load(this.cells, SEQUENCE) !== before) continue;
      return Object.fromEntries(FIELDS.map((name, at) => [name, copy[at]!])) as unknown as MainFigures;
    }
    return null;
  }

  /** The longest stall since the last call, µs. */
  takeStall(): Microseconds {
    return exchange(this.cells, STALL, 0);
  }

  raisePause(kind: CollectionKind, us: Microseconds): void {
    this.raise(PAUSES[kind], us);
  }

  /** The longest collection of each kind since the last call; 0: none. */
  takePauses(): Readonly<Record<CollectionKind, Microseconds>> {
    const take = (kind: CollectionKind): Microseconds => exchange(this.cells, PAUSES[kind], 0);
    return { minor: take('minor'), full: take('full'), step: take('step') };
  }

  private raise(cell: number, us: Microseconds): void {
    const longest = Math.min(Math.round(us), 0x7fff_ffff);
    let known = load(this.cells, cell);
    while (longest > known) {
      const seen = compareExchange(this.cells, cell, known, longest);
      if (seen === known) return;
      known = seen;
    }
  }

  /** `by` is 1 or -1. While an inspector session is open the main thread must not end without waiting for `sayGoodbye`. */
  countSessions(by: number): void {
    add(this.cells, OPEN_SESSIONS, by);
  }

  get sessionOpen(): boolean {
    return load(this.cells, OPEN_SESSIONS) > 0;
  }

  /** The engine has asked for a sample: what the process has used when it ends belongs to a load. */
  markWatched(): void {
    store(this.cells, WATCHED, 1);
  }

  get isWatched(): boolean {
    return load(this.cells, WATCHED) === 1;
  }

  /** All that is to be told is written; whether it is on its way depends on the engine. */
  sayWritten(): void {
    this.tellLeaving(WRITTEN);
  }

  sayGoodbye(): void {
    this.tellLeaving(DONE);
  }

  private tellLeaving(step: number): void {
    store(this.cells, GOODBYE, step);
    notify(this.cells, GOODBYE);
  }

  /**
   * Blocks the main thread, at its very end, until the worker is done: for `writtenMs` at most until everything is written, which takes nothing but
   * a turn on a core, and from then for `sentMs` at most.
   */
  waitForGoodbye(writtenMs: number, sentMs: number): void {
    wait(this.cells, GOODBYE, 0, writtenMs);
    wait(this.cells, GOODBYE, WRITTEN, sentMs);
  }
}
