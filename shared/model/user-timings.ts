/** What a script has said of its own times: `performance.mark` and `performance.measure`. */
import type { Microseconds, Milliseconds } from '../base/units.ts';

export interface UserTiming {
  readonly pid: number;
  /** As Node numbers the threads of a process; absent: the main one. */
  readonly thread?: number;
  readonly name: string;
  /** When it was, or began; µs on the engine's clock. */
  readonly at: Microseconds;
  /** Null: a mark. */
  readonly us: Microseconds | null;
}

/** Of a run; those after are counted. */
export const MOST_TIMINGS = 100_000;
export const MOST_TIMING_CHARACTERS = 200;

/** Those of one name that began in a part of a run. */
export interface TimingRow {
  readonly name: string;
  /** "Thread 3: resize.js"; absent: the main one. */
  readonly thread?: string;
  readonly kind: 'mark' | 'measure';
  readonly count: number;
  readonly firstMs: Milliseconds;
  readonly lastMs: Milliseconds;
  /** Null: of marks; of the median also where there are too few. */
  readonly meanMs: Milliseconds | null;
  readonly p50Ms: Milliseconds | null;
  readonly maxMs: Milliseconds | null;
}

export interface TimingFigures {
  /** Measures by their time together, then marks by their number. */
  readonly rows: readonly TimingRow[];
  /** Made in the run and not recorded, as there were too many. */
  readonly lost: number;
}
