import type { Microseconds } from '../../../shared/base/units.ts';
import type { LoadCounts } from '../../../shared/model/run.ts';
import type { OpenStream } from '../../../shared/model/silence.ts';
import type { Client, ClientEvents } from './client.ts';
import type { Ending } from './end-wait.ts';
import { type ClientPlan, LoadClient } from './load-client.ts';
import type { Decision, Source, Turn } from './sources/source.ts';
import { type Surroundings, SYSTEM } from './surroundings.ts';

/** Calls back with the time at which the next level begins, when that has come. */
export type Meet = (begin: (at: Microseconds) => void) => void;

/** Calls back with the levels that are to be run again, by place; none: that was all. */
export type AskForRepeats = (repeat: (levels: readonly number[]) => void) => void;

const NONE: LoadCounts = { sent: 0, inFlight: 0 };

/**
 * Loads one after the other, the levels of a sweep. Each begins when the one before has no request in flight any more but those that got no
 * response however long they were waited for, on connections of its own, so that no level works off what another has left. Of several load
 * processes none begins a level before all have come to it.
 *
 *   openAhead ──► start ──► level 0 ──► drained ──► openAhead ──► meet ──► level 1 ──► drained ... ──► ask ──► onDone
 *                                                                                    ▲                 │
 *                                                                                    └── level 0 again ┘
 */
export class StagedClient implements Client {
  readonly #makeStages: () => readonly ClientPlan[];
  readonly #events: Omit<ClientEvents, 'onResult'>;
  readonly #outside: Surroundings;
  readonly #meet: Meet;
  readonly #ask: AskForRepeats;
  /** Levels that are left, the current one first. */
  #left: readonly number[];
  /** How many times all levels have been run. */
  #round = 0;
  readonly #levels: number;
  #client: LoadClient;
  /** Counts of the stages that are over. */
  #before = NONE;
  #isStopped = false;
  readonly #streams: OpenStream[] = [];
  /** How the last level ended, while waiting for the decision which levels to repeat; null: not waiting. */
  #asking: { readonly at: Microseconds; readonly ending: Ending } | null = null;

  /** `makeStages` makes the levels anew for each pass, as a source is used up. */
  constructor(
    makeStages: () => readonly ClientPlan[],
    events: Omit<ClientEvents, 'onResult'>,
    outside: Surroundings = SYSTEM,
    meet: Meet | null = null,
    ask: AskForRepeats = (repeat) => repeat([]),
  ) {
    this.#meet = meet ?? ((begin) => begin(outside.now()));
    this.#ask = ask;
    this.#makeStages = makeStages;
    this.#events = events;
    this.#outside = outside;
    const stages = makeStages();
    this.#levels = stages.length;
    this.#left = stages.map((_, level) => level);
    this.#client = this.#clientOf(stages[0]!);
  }

  openAhead(onReady: () => void): void {
    this.#client.openAhead(onReady);
  }

  start(now: Microseconds): void {
    this.#client.start(now);
  }

  stop(): void {
    this.#isStopped = true;
    const asking = this.#asking;
    this.#asking = null;
    if (asking === null) this.#client.stop();
    else this.#finish(this.#outside.now(), asking.ending);
  }

  get oldestStart(): Microseconds {
    return this.#client.oldestStart;
  }

  get counts(): LoadCounts {
    return add(this.#before, this.#client.counts);
  }

  /** A client for the first of the levels that are left. */
  #clientOf(plan: ClientPlan): LoadClient {
    const source = new SourceOfStage(plan.source, this.#round * this.#levels + this.#left[0]!);
    const { onSent, onRequest } = this.#events;
    const events = this.#events;
    return new LoadClient(
      { ...plan, source, atDeadline: 'drain' },
      {
        onRequest,
        onSent,
        mostKept: (request) => events.mostKept(request),
        onProgress: (now) => events.onProgress?.(now),
        onPhaseEnd: (at) => (this.#isStopped || this.#left.length === 1) && events.onPhaseEnd?.(at, false),
        onDone: (at, ending) => this.#stageDone(at, ending),
      },
      this.#outside,
    );
  }

  /** Which level is the last is known only when none is to be repeated. */
  #stageDone(at: Microseconds, ending: Ending): void {
    this.#streams.push(...ending.streams);
    this.#left = this.#left.slice(1);
    if (this.#isStopped) this.#finish(at, ending);
    else if (this.#left.length > 0) this.#next();
    else {
      this.#asking = { at, ending };
      this.#ask((levels) => this.#repeat(levels));
    }
  }

  #finish(at: Microseconds, { waited }: Ending): void {
    this.#events.onDone(at, { waited, streams: this.#streams });
  }

  #repeat(levels: readonly number[]): void {
    if (this.#isStopped || this.#asking === null) return;
    const { at, ending } = this.#asking;
    this.#asking = null;
    if (levels.length === 0) {
      this.#finish(at, ending);
      return;
    }
    this.#events.onPhaseGoesOn?.();
    this.#round++;
    this.#left = levels;
    this.#next();
  }

  #next(): void {
    this.#before = add(this.#before, this.#client.counts);
    const client = this.#clientOf(this.#makeStages()[this.#left[0]!]!);
    this.#client = client;
    const begin = (at: Microseconds): void => {
      if (!this.#isStopped) client.start(at);
    };
    client.openAhead(() => !this.#isStopped && this.#meet(begin));
  }
}

/** A source that writes the number of its stage into each turn. */
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

  next(now: Microseconds, turn: Turn): Decision {
    const decision = this.inner.next(now, turn);
    turn.phase = this.stage;
    return decision;
  }
}

function add(a: LoadCounts, b: LoadCounts): LoadCounts {
  return { sent: a.sent + b.sent, inFlight: a.inFlight + b.inFlight };
}
