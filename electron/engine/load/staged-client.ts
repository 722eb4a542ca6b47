import type { Microseconds } from '../../../shared/base/units.ts';
import type { LoadCounts } from '../../../shared/model/run.ts';
import type { OpenStream } from '../../../shared/model/silence.ts';
import type { Client, ClientEvents } from './client.ts';
import { AT_ONCE, type Ending } from './end-wait.ts';
import { type ClientPlan, LoadClient } from './load-client.ts';
import type { Decision, Source, Turn } from './sources/source.ts';
import { type Surroundings, SYSTEM } from './surroundings.ts';

/** Calls back with the time at which the next level begins, when that has come. */
export type Meet = (begin: (at: Microseconds) => void) => void;

/** Calls back with the phases that are to be run now: levels once more, or the next ones of a search; none: that was all. */
export type AskForRepeats = (repeat: (phases: readonly number[]) => void) => void;

export interface Stages {
  /** So many are run, the phases from 0 on, before it is asked for more. */
  readonly planned: number;
  /** The stage of a phase, whose rows have its number. */
  readonly make: (phase: number) => ClientPlan;
}

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
  readonly #stages: Stages;
  readonly #events: Omit<ClientEvents, 'onResult'>;
  readonly #outside: Surroundings;
  readonly #meet: Meet;
  readonly #ask: AskForRepeats;
  /** Phases that are left, the current one first. */
  #left: readonly number[];
  /** Null: it has not been asked for the first phase yet. */
  #client: LoadClient | null;
  /** Counts of the stages that are over. */
  #before = NONE;
  #isStopped = false;
  readonly #streams: OpenStream[] = [];
  /** How the last level ended, while waiting for the decision which levels to repeat; null: not waiting. */
  #asking: { readonly at: Microseconds; readonly ending: Ending } | null = null;

  constructor(
    stages: Stages,
    events: Omit<ClientEvents, 'onResult'>,
    outside: Surroundings = SYSTEM,
    meet: Meet | null = null,
    ask: AskForRepeats = (repeat) => repeat([]),
  ) {
    this.#meet = meet ?? ((begin) => begin(outside.now()));
    this.#ask = ask;
    this.#stages = stages;
    this.#events = events;
    this.#outside = outside;
    this.#left = Array.from({ length: stages.planned }, (_, phase) => phase);
    this.#client = stages.planned === 0 ? null : this.#makeClient();
  }

  openAhead(onReady: () => void): void {
    if (this.#client === null) onReady();
    else this.#client.openAhead(onReady);
  }

  start(now: Microseconds): void {
    if (this.#client === null) this.#askForMore(now, AT_ONCE);
    else this.#client.start(now);
  }

  stop(): void {
    this.#isStopped = true;
    const asking = this.#asking;
    this.#asking = null;
    if (asking === null) this.#client?.stop();
    else this.#finish(this.#outside.now(), asking.ending);
  }

  get oldestStart(): Microseconds {
    return this.#client?.oldestStart ?? Number.POSITIVE_INFINITY;
  }

  get counts(): LoadCounts {
    return add(this.#before, this.#client?.counts ?? NONE);
  }

  /** A client for the first of the phases that are left. */
  #makeClient(): LoadClient {
    const [phase] = this.#left as readonly [number];
    const plan = this.#stages.make(phase);
    const source = new SourceOfStage(plan.source, phase);
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
    else this.#askForMore(at, ending);
  }

  #askForMore(at: Microseconds, ending: Ending): void {
    this.#asking = { at, ending };
    this.#ask((phases) => this.#repeat(phases));
  }

  #finish(at: Microseconds, { waited }: Ending): void {
    this.#events.onDone(at, { waited, streams: this.#streams });
  }

  #repeat(phases: readonly number[]): void {
    if (this.#isStopped || this.#asking === null) return;
    const { at, ending } = this.#asking;
    this.#asking = null;
    if (phases.length === 0) {
      this.#finish(at, ending);
      return;
    }
    this.#events.onPhaseGoesOn?.();
    this.#left = phases;
    this.#next();
  }

  #next(): void {
    this.#before = this.counts;
    const client = this.#makeClient();
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
