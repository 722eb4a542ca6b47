import type { LoadCounts } from '../../../shared/model/run.ts';
import type { OpenStream } from '../../../shared/model/silence.ts';
import type { Microseconds } from '../../../shared/model/units.ts';
import type { Client, ClientEvents } from './client.ts';
import type { Ending } from './end-wait.ts';
import { type ClientPlan, LoadClient } from './load-client.ts';
import type { Answer, Source, Turn } from './source.ts';
import { type Surroundings, SYSTEM } from './surroundings.ts';

/** Calls back with the time at which the next level begins, when that has come. */
export type Meet = (begin: (at: Microseconds) => void) => void;

const NONE: LoadCounts = { sent: 0, inFlight: 0 };

/**
 * Loads one after the other, the levels of a sweep. Each begins when the one before has no request in flight any more but those that got no response
 * however long they were waited for, on connections of its own, so that no level works off what another has left. Of several load processes none begins a level before all have come to it.
 *
 *   openAhead ──► start ──► level 0 ──► drained ──► openAhead ──► meet ──► level 1 ──► drained ... ──► onDone
 */
export class StagedClient implements Client {
  readonly #stages: readonly ClientPlan[];
  readonly #events: Omit<ClientEvents, 'onResult'>;
  readonly #outside: Surroundings;
  readonly #meet: Meet;
  #stage = 0;
  #client: LoadClient;
  /** Of the stages that are over. */
  #before = NONE;
  #isStopped = false;
  readonly #streams: OpenStream[] = [];

  constructor(
    stages: readonly ClientPlan[],
    events: Omit<ClientEvents, 'onResult'>,
    outside: Surroundings = SYSTEM,
    meet: Meet | null = null,
  ) {
    this.#meet = meet ?? ((begin) => begin(outside.now()));
    this.#stages = stages;
    this.#events = events;
    this.#outside = outside;
    this.#client = this.#clientOf(0);
  }

  openAhead(onReady: () => void): void {
    this.#client.openAhead(onReady);
  }

  start(now: Microseconds): void {
    this.#client.start(now);
  }

  stop(): void {
    this.#isStopped = true;
    this.#client.stop();
  }

  get oldestStart(): Microseconds {
    return this.#client.oldestStart;
  }

  get counts(): LoadCounts {
    return add(this.#before, this.#client.counts);
  }

  #clientOf(stage: number): LoadClient {
    const plan = this.#stages[stage]!;
    const source = new SourceOfStage(plan.source, stage);
    const { onSent, onRequest } = this.#events;
    const events = this.#events;
    return new LoadClient(
      { ...plan, source, atDeadline: 'drain' },
      {
        onRequest,
        onSent,
        mostKept: (request) => events.mostKept(request),
        onProgress: (now) => events.onProgress?.(now),
        onPhaseEnd: (at) => this.#isLast && events.onPhaseEnd?.(at, false),
        onDone: (at, ending) => this.#stageDone(at, ending),
      },
      this.#outside,
    );
  }

  get #isLast(): boolean {
    return this.#isStopped || this.#stage === this.#stages.length - 1;
  }

  #stageDone(at: Microseconds, { waited, streams }: Ending): void {
    const { counts } = this.#client;
    this.#streams.push(...streams);
    if (this.#isLast) {
      this.#events.onDone(at, { waited, streams: this.#streams });
      return;
    }
    this.#stage++;
    this.#before = add(this.#before, counts);
    const client = this.#clientOf(this.#stage);
    this.#client = client;
    const begin = (at: Microseconds): void => {
      if (!this.#isStopped) client.start(at);
    };
    client.openAhead(() => !this.#isStopped && this.#meet(begin));
  }
}

/** Says of each request which stage it belongs to. */
class SourceOfStage implements Source {
  constructor(
    private readonly inner: Source,
    private readonly stage: number,
  ) {}

  start(now: Microseconds): void {
    this.inner.start(now);
  }

  get hasMore(): boolean {
    return this.inner.hasMore;
  }

  next(now: Microseconds, turn: Turn): Answer {
    const answer = this.inner.next(now, turn);
    turn.phase = this.stage;
    return answer;
  }
}

function add(a: LoadCounts, b: LoadCounts): LoadCounts {
  return { sent: a.sent + b.sent, inFlight: a.inFlight + b.inFlight };
}
