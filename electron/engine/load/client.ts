import type { AutocannonResult } from '../../../shared/load/autocannon-result.ts';
import type { LoadCounts } from '../../../shared/model/run.ts';
import type { Bytes, Microseconds } from '../../../shared/model/units.ts';
import type { AnswerSource } from './answer-keeper.ts';
import type { Ending } from './end-wait.ts';
import type { RequestTimes } from './request-log.ts';

/** What makes the requests of the measured phase: Loopscope's own client or another one. */
export interface Client {
  /** Opens connections before the first request, where it can. */
  openAhead(onReady: () => void): void;
  /** Time 0: sends the first request of every connection. */
  start(now: Microseconds): void;
  /** Ends the load now; nothing is waited for any more. */
  stop(): void;
  readonly counts: LoadCounts;
  /** When the oldest request in flight was sent; Infinity: none is. */
  readonly oldestStart: Microseconds;
}

export interface ClientEvents {
  /** Called for each request that has ended, so it must be cheap. `source`: what came of its response, until this returns. */
  onRequest(request: RequestTimes, end: Microseconds, status: number, source: AnswerSource | null): void;
  /** Called for each request that is sent, where requests have their times: how late it is, when, and whether a connection is opened for it. */
  readonly onSent?: ((late: Microseconds, now: Microseconds, opens: boolean) => void) | undefined;
  /** How many bytes of a response to this request of the plan may be asked of `source`. */
  mostKept(request: number): Bytes;
  /** What the client itself says of the run, before `onDone`. */
  onResult(result: AutocannonResult): void;
  /** A byte of a response has come. Called for each piece that is read, so it must be cheap. */
  onProgress?(now: Microseconds): void;
  /**
   * The measured phase ended at this time, on the monotonic clock; nothing has been given up yet. `goesOn`: rows may follow, of requests that are waited
   * for. Called at least once before `onDone`; the first call counts, of those since it went on after all.
   */
  onPhaseEnd?(at: Microseconds, goesOn: boolean): void;
  /** What was taken for the end was none: more of the load follows. */
  onPhaseGoesOn?(): void;
  /** Nothing more will happen. `at`: when the measured phase ended, on the monotonic clock. */
  onDone(at: Microseconds, ending: Ending): void;
}

export type MakeClient = (events: ClientEvents) => Client;
