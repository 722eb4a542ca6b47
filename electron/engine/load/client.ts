import type { Bytes, Microseconds } from '../../../shared/base/units.ts';
import type { LoadCounts } from '../../../shared/model/run.ts';
import type { PartEntry } from '../../../shared/session/parts/parts.ts';
import type { Ending } from './end-wait.ts';
import type { RequestTimes } from './request-log.ts';
import type { ResponseSource } from './response-keeper.ts';

/** What makes the requests of the measured phase: Loopscope's own client or another one. */
export interface Client {
  /** Opens connections before the first request, where it can. */
  openAhead(onReady: () => void): void;
  /** Time 0: sends the first request of every connection. */
  start(now: Microseconds): void;
  /** Ends the load now, without waiting for late responses. */
  stop(): void;
  readonly counts: LoadCounts;
  /** When the oldest request in flight was sent; Infinity: none is. */
  readonly oldestStart: Microseconds;
}

export interface ClientEvents {
  /** Called for each request that has ended, so it must be cheap. `source`: the bytes of its response, valid until this returns. */
  onRequest(request: RequestTimes, end: Microseconds, status: number, source: ResponseSource | null): void;
  /** Called for each request sent by a schedule: how late it is, when it is sent, and whether a connection is opened for it. */
  readonly onSent?: ((late: Microseconds, now: Microseconds, opens: boolean) => void) | undefined;
  /** How many bytes of a response to this request of the plan may be asked of `source`. */
  mostKept(request: number): Bytes;
  /** The client's own result of the run, to be recorded; called before `onDone`. */
  onResult(result: PartEntry): void;
  /** A byte of a response has arrived. Called for each piece that is read, so it must be cheap. */
  onProgress?(now: Microseconds): void;
  /**
   * The measured phase ended at this time, on the monotonic clock; no request has been given up yet. `goesOn`: rows of requests that are waited for may
   * follow. Called at least once before `onDone`. If called again, the first call counts, or the first one after `onPhaseGoesOn`.
   */
  onPhaseEnd?(at: Microseconds, goesOn: boolean): void;
  /** The phase had not ended after all: more of the load follows (levels of a sweep that are run again). */
  onPhaseGoesOn?(): void;
  /** Nothing more will happen. `at`: when the measured phase ended, on the monotonic clock. */
  onDone(at: Microseconds, ending: Ending): void;
}

export type MakeClient = (events: ClientEvents) => Client;
