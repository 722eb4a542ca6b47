import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { clockUs } from '../machine/clock.ts';

/** The clock and the timer; tests bring their own. */
export interface Clock {
  now(): Microseconds;
  /** Calls back after about this time, as timers do: on a grid of 1 ms, now and then a fraction early. Returns a function that cancels it. */
  after(delay: Milliseconds, callback: () => void): () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: clockUs,
  after(delay, callback) {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};

const US_PER_MS = 1_000;

/**
 * Fires once, never early. Node rounds delays to whole milliseconds: this sets a timer for the whole milliseconds and
 * then for one at a time, so that it is late by at most one. It does not spin for the rest, because it shares its cores with the target.
 */
export class Alarm {
  #cancel: (() => void) | null = null;
  #at: Microseconds = Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void,
  ) {}

  /** Sets the time at which it fires; Infinity: never. */
  set(at: Microseconds): void {
    if (at === this.#at) return;
    this.clear();
    this.#at = at;
    if (at !== Infinity) this.#wait();
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#at = Infinity;
  }

  #wait(): void {
    const left = Math.floor((this.#at - this.clock.now()) / US_PER_MS);
    this.#cancel = this.clock.after(Math.max(1, left), () => this.#woke());
  }

  #woke(): void {
    if (this.clock.now() < this.#at) {
      this.#wait();
      return;
    }
    this.#cancel = null;
    this.#at = Infinity;
    this.ring();
  }
}
