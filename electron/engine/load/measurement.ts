import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { DROPPED, FIRST_HTTP_STATUS, type GeneratorHealth, type LoadCounts, type PackedBatch } from '../../../shared/model/run.ts';
import type { WarmUpCounts } from '../../../shared/model/silence.ts';
import type { PartEntry } from '../../../shared/session/parts/parts.ts';
import type { Client, MakeClient } from './client.ts';
import type { Exchange } from './connection.ts';
import type { Ending } from './end-wait.ts';
import { GeneratorMeter } from './generator-health.ts';
import { LoadClient } from './load-client.ts';
import type { LoadShare } from './load-shares.ts';
import { LoopWatch } from './loop-watch.ts';
import type { MakeSessions } from './plan/users-of-plan.ts';
import { RequestLog } from './request-log.ts';
import { type RawResponse, ResponseKeeper } from './response-keeper.ts';
import { type SignsOfLife, SilenceMeter } from './silence-meter.ts';
import { warmUpOf } from './sources/sources.ts';
import { type Surroundings, SYSTEM } from './surroundings.ts';

const FLUSH: Milliseconds = 100;
/** At 100 000 requests per second the log fills up in 160 ms, so it is flushed by time and rarely because it is full. */
const LOG_ROWS = 16_384;

export interface MeasurementEvents {
  onStarted(clock: Microseconds): void;
  /** No later row completes before `until`, µs since time 0. */
  onRows(batch: PackedBatch, counts: LoadCounts, generator: GeneratorHealth, until: Microseconds): void;
  /** Responses that are kept, since the last call. */
  onResponses(responses: readonly RawResponse[]): void;
  /** What the client itself says of the run, as it is recorded. */
  onResult(result: PartEntry): void;
  /** The measured phase is over, `at` µs since time 0; rows that follow are of requests that are waited for. Left out where none is. */
  onPhaseEnd(at: Microseconds): void;
  /** `at`: the end of the measured phase, µs since time 0. All rows have been handed over. */
  onFinished(at: Microseconds, counts: LoadCounts, generator: GeneratorHealth, signs: SignsOfLife): void;
}

/** A load in progress; it ends by itself or is stopped. */
export interface Load {
  stop(): void;
}

/** The measured load: records every request and hands over the rows at most every 100 ms. */
export class Measurement implements Load {
  readonly #client: Client;
  readonly #events: MeasurementEvents;
  readonly #responses: ResponseKeeper;
  /** Both count from time 0. */
  #log!: RequestLog;
  #meter!: GeneratorMeter;
  #silences!: SilenceMeter;
  readonly #outside: Surroundings;
  readonly #watch: LoopWatch;
  readonly #hasSchedule: boolean;
  #cancelFlush: (() => void) | null = null;
  #origin: Microseconds = 0;

  /** `hasSchedule`: requests have their times, so that they can be late. */
  constructor(
    makeClient: MakeClient,
    { connections, hasSchedule }: { readonly connections: number; readonly hasSchedule: boolean },
    events: MeasurementEvents,
    outside: Surroundings = SYSTEM,
  ) {
    this.#events = events;
    this.#outside = outside;
    this.#watch = new LoopWatch(outside);
    this.#hasSchedule = hasSchedule;
    const responses = new ResponseKeeper(connections);
    this.#responses = responses;
    this.#client = makeClient({
      onRequest: (request, end, status, source) => {
        this.#log.append(request, end, status);
        if (status < FIRST_HTTP_STATUS && status !== DROPPED) this.#silences.lost(request.start);
        responses.ended(request, end, status, source);
        // Others that are read in the same turn end at the same time.
        if (this.#log.isFull) this.#flush(end);
      },
      mostKept: (request) => responses.mostOf(request),
      onSent: hasSchedule ? (late, now, opens) => this.#meter.sent(late, now, opens) : undefined,
      onResult: (result) => events.onResult(result),
      onProgress: (now) => this.#silences.progressed(now),
      onPhaseEnd: (at, goesOn) => {
        this.#silences.end(at);
        if (goesOn) events.onPhaseEnd(at - this.#origin);
      },
      onPhaseGoesOn: () => this.#silences.goOn(),
      onDone: (at, ending) => this.#done(at, ending),
    });
  }

  /** Opens the connections in advance, if the client can. */
  openAhead(onReady: () => void): void {
    this.#client.openAhead(onReady);
  }

  /** `origin`: time 0, now or a moment ago. */
  start(origin: Microseconds): void {
    this.#origin = origin;
    this.#watch.start(origin);
    this.#meter = new GeneratorMeter(this.#outside, this.#hasSchedule, this.#watch);
    this.#log = new RequestLog(LOG_ROWS, this.#origin);
    this.#silences = new SilenceMeter(
      origin,
      () => ({ count: this.#client.counts.inFlight, oldestStart: this.#client.oldestStart }),
      (now) => this.#watch.unreadSince(now),
    );
    this.#flushLater();
    this.#events.onStarted(this.#origin);
    this.#client.start(this.#origin);
  }

  stop(): void {
    this.#client.stop();
  }

  /** Hands over what is recorded so far. */
  flush(): void {
    this.#flush(this.#outside.now());
  }

  #flushLater(): void {
    this.#cancelFlush = this.#outside.after(FLUSH, () => {
      this.#flushLater();
      this.flush();
    });
  }

  /** `until`: on the monotonic clock. */
  #flush(until: Microseconds): void {
    const responses = this.#responses.take();
    if (responses.length > 0) this.#events.onResponses(responses);
    this.#events.onRows(this.#log.take(), this.#client.counts, this.#meter.now(), until - this.#origin);
  }

  #done(at: Microseconds, { waited, streams }: Ending): void {
    this.#cancelFlush?.();
    // Requests that were waited for ended after the phase.
    this.#flush(Math.max(at, at + waited));
    const overall = this.#meter.overall();
    const gaps = this.#silences.result(this.#outside.now());
    this.#watch.stop();
    const open = streams.map((stream) => ({ ...stream, start: stream.start - this.#origin }));
    this.#events.onFinished(at - this.#origin, this.#client.counts, overall, {
      ...gaps,
      waited,
      streams: open,
    });
  }
}

/**
 * The warm-up: the same load on separate connections; `onDone` is called when nothing is in flight any more. It is always made by our own
 * client, because others leave it to the server to finish what they sent.
 */
export function startWarmUp(
  { plan, part, firstConnection }: LoadShare,
  exchange: Exchange,
  sessions: MakeSessions | null,
  onDone: (counts: WarmUpCounts) => void,
): Load {
  const stage = warmUpOf(plan.load, part);
  let answered = 0;
  const client = new LoadClient(
    { ...stage, exchange, firstConnection, atDeadline: 'finish', sessions: sessions?.(stage) ?? null },
    {
      onRequest: (_request, _end, status) => {
        if (status >= FIRST_HTTP_STATUS) answered++;
      },
      mostKept: () => 0,
      onDone: () => onDone({ sent: client.counts.sent, answered }),
    },
  );
  client.start(SYSTEM.now());
  return { stop: () => client.stop() };
}
