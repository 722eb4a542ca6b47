import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import type { Clock } from './alarm.ts';

const BEAT: Milliseconds = 25;
/** Timers of a busy machine are late by some tens of milliseconds; a loop that is later did not turn. */
const STANDSTILL: Microseconds = 100_000;
const US_PER_MS = 1_000;

/**
 * Notes the times in which the event loop of this process did not turn: it was stopped, had no core, or was busy. What it reads right afterwards may
 * have come at any time meanwhile, and what it has not read yet may have come, too.
 *
 *   beat  beat  beat |------ standstill ------| beat, everything that came is read, beat
 */
export class LoopWatch {
  readonly #clock: Clock;
  #last: Microseconds = 0;
  #total: Microseconds = 0;
  #longest: Microseconds = 0;
  /** Since when it may not have read what came; null: it reads. */
  #unreadSince: Microseconds | null = null;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(now: Microseconds): void {
    this.#last = now;
    this.#next();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Since when what is read now may have come; null: now. */
  unreadSince(now: Microseconds): Microseconds | null {
    return this.#standsStill(now) ? (this.#unreadSince ?? this.#last) : this.#unreadSince;
  }

  /** So long in all it has not turned. */
  stood(now: Microseconds): Microseconds {
    return this.#total + this.#current(now);
  }

  longest(now: Microseconds): Microseconds {
    return Math.max(this.#longest, this.#current(now));
  }

  #current(now: Microseconds): Microseconds {
    return this.#standsStill(now) ? now - this.#last - BEAT * US_PER_MS : 0;
  }

  #standsStill(now: Microseconds): boolean {
    return this.#cancel !== null && now - this.#last > BEAT * US_PER_MS + STANDSTILL;
  }

  #next(): void {
    this.#cancel = this.#clock.after(BEAT, () => this.#beat(this.#clock.now()));
  }

  #beat(now: Microseconds): void {
    if (this.#standsStill(now)) {
      this.#unreadSince ??= this.#last;
      this.#longest = this.longest(now);
      this.#total = this.stood(now);
    } else {
      this.#unreadSince = null;
    }
    this.#last = now;
    this.#next();
  }
}
