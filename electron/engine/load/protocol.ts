/** The messages between the engine and the load process over fork IPC (`serialization: 'advanced'`: typed arrays travel as they are). */
import type { Microseconds } from '../../../shared/base/units.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { GeneratorHealth, LoadCounts, PackedBatch } from '../../../shared/model/run.ts';
import type { WarmUpCounts } from '../../../shared/model/silence.ts';
import type { PartEntry } from '../../../shared/session/parts/parts.ts';
import type { Leader } from '../agent/processes.ts';
import type { LoadShare } from './load-shares.ts';
import type { RawResponse } from './response-keeper.ts';
import type { SignsOfLife } from './silence-meter.ts';

/** What one load process does. */
export interface LoadOrder extends LoadShare {
  /** Whole URL, host checked by the engine; `address` is the pinned IP literal every connection goes to. */
  readonly url: string;
  readonly address: string;
}

export type ToLoad =
  | { type: 'order'; order: LoadOrder }
  /**
   * Start measuring; sent after `warm` so that the engine can start the profile in between. `at`: time 0 on process.hrtime µs, when several
   * processes start together; left out: now.
   */
  | { type: 'measure'; at?: Microseconds | undefined }
  /** Begin the next level at this time; sent when all processes are at `level`. */
  | { type: 'level'; at: Microseconds }
  /** The sweep is over: run these levels again, by place; none: that was all. */
  | { type: 'repeat'; levels: readonly number[] }
  /** End now, keep what is recorded. */
  | { type: 'stop' }
  /** A program was started: when the engine is gone, what is left of it is killed. */
  | { type: 'guard'; leader: Leader };

export type FromLoad =
  | { type: 'ready' }
  /** Warm-up finished and drained; without `warmUp` and at once when there is none. */
  | { type: 'warm'; warmUp?: WarmUpCounts }
  /** Time 0 on process.hrtime µs. */
  | { type: 'started'; clock: Microseconds }
  /** At most every 100 ms; at least every 250 ms while measuring, even when empty. No later row completes before `until`, µs since time 0. */
  | { type: 'rows'; batch: PackedBatch; counts: LoadCounts; generator: GeneratorHealth; until: Microseconds }
  /** Of several processes this one has drained a level and opened the connections of the next. */
  | { type: 'level' }
  /** All levels that were ordered are over, and their rows have been sent: which are to be run again? */
  | { type: 'swept' }
  /** Responses that are kept: before the rows that count them. */
  | { type: 'responses'; responses: readonly RawResponse[] }
  /** What the client itself says of the run, as it is recorded. */
  | { type: 'result'; result: PartEntry }
  /** The measured phase is over; rows that follow are of requests that are waited for. Not sent where none is. */
  | { type: 'phase-end'; at: Microseconds }
  /** `at`: the end of the measured phase. `signs` left out: nothing was measured. */
  | { type: 'finished'; at: Microseconds; counts: LoadCounts; generator: GeneratorHealth; signs?: SignsOfLife }
  | { type: 'failed'; failure: Failure };
