import { makeRandom, type Random } from '../../../../shared/base/statistics/random.ts';
import type { Microseconds, PerSecond, Seconds } from '../../../../shared/base/units.ts';
import { Arrivals, Schedule, usualRateOf } from '../../../../shared/model/load/schedule.ts';
import { phasesOf, scheduleOf } from '../../../../shared/model/load-models.ts';
import type { LoadOf } from '../../../../shared/model/setup/setup.ts';
import { type Decision, LOOK_AHEAD, OVER, type Part, SEND, type Source, type Turn, WAIT } from './source.ts';
import { edge, type Stage, type StagesOf } from './stages.ts';

/** Arrivals at a given rate, whatever the server does. */
export class ArrivalsSource implements Source {
  readonly #arrivals: Arrivals;
  readonly #duration: Microseconds;
  /** With several load processes, this one takes every `of`-th arrival, starting with the `nth`. */
  readonly #part: Part;
  #origin: Microseconds = 0;
  /** There is another arrival, the one at `#arrivals`. */
  #isLeft = false;
  #isOver = false;

  /** `random`: null for evenly spaced arrivals. */
  constructor(schedule: Schedule, random: Random | null, part: Part) {
    this.#arrivals = new Arrivals(schedule, random);
    this.#duration = schedule.seconds * 1e6;
    this.#part = part;
  }

  start(now: Microseconds): void {
    this.#origin = now;
    this.#skip(this.#part.nth + 1);
  }

  get hasMore(): boolean {
    return !this.#isOver;
  }

  next(now: Microseconds, turn: Turn): Decision {
    if (!this.#isLeft) return this.#end(now, turn);
    const due = this.#origin + this.#arrivals.at;
    if (due - LOOK_AHEAD > now) {
      turn.until = due - LOOK_AHEAD;
      return WAIT;
    }
    turn.intended = Math.min(due, now);
    turn.phase = this.#arrivals.phase;
    this.#skip(this.#part.of);
    return SEND;
  }

  /** After the last arrival the schedule may go on, with a pause or a low rate. */
  #end(now: Microseconds, turn: Turn): Decision {
    turn.until = this.#origin + this.#duration;
    if (now < turn.until) return WAIT;
    this.#isOver = true;
    return OVER;
  }

  /** Advances by this many arrivals. */
  #skip(count: number): void {
    this.#isLeft = true;
    for (let i = 0; i < count && this.#isLeft; i++) this.#isLeft = this.#arrivals.next();
  }
}

export const ARRIVALS: StagesOf<LoadOf<'arrivals'>> = {
  share: (load, { nth, of }) => ({ ...load, maxInFlight: edge(load.maxInFlight, nth + 1, of) - edge(load.maxInFlight, nth, of) }),
  stages: (load, part) => [arrivalsStage(scheduleOf(load) ?? new Schedule([]), load, part)],
  // At the mean rate of the first phase with arrivals.
  warmUp: (load, part) => rateStage(usualRateOf(phasesOf(load)), load.warmupS, load, part),
};

type OnDemand = Pick<LoadOf<'arrivals'>, 'maxInFlight'> & Partial<Pick<LoadOf<'arrivals'>, 'poisson' | 'seed'>>;

function arrivalsStage(schedule: Schedule, { maxInFlight, poisson = false, seed = 0 }: OnDemand, part: Part): Stage {
  const source = new ArrivalsSource(schedule, poisson ? makeRandom(seed) : null, part);
  return { source, connections: maxInFlight, opens: 'on demand', duration: Infinity };
}

/** One rate for a given time. */
export function rateStage(rate: PerSecond, seconds: Seconds, load: OnDemand, part: Part): Stage {
  return arrivalsStage(new Schedule([{ from: rate, to: rate, seconds }]), load, part);
}
