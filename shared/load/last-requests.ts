import type { Microseconds } from '../base/units.ts';
import { GrowableColumn } from './growable-column.ts';

/**
 * Requests in the order in which they were sent: when the last one was, and how many were sent after the last one that got a response. A request
 * that hangs while later ones are answered is not among these.
 */
export class LastRequests {
  /** Since time 0; null: there was none. */
  sentUs: Microseconds | null = null;
  /** When the last one that got a response was sent. */
  #answered: Microseconds = Number.NEGATIVE_INFINITY;
  /** When the others were sent, as far as it may have been later. */
  #lost = new GrowableColumn(Float64Array);
  /** With as many, those that were sent earlier are let go. */
  #most = 1_024;

  answered(start: Microseconds): void {
    this.#sent(start);
    if (start > this.#answered) this.#answered = start;
  }

  lost(start: Microseconds): void {
    this.#sent(start);
    if (start <= this.#answered) return;
    this.#lost.push(start);
    if (this.#lost.length >= this.#most) this.#letGo();
  }

  /** It was due, and not sent since too many were in flight. */
  dropped(intended: Microseconds): void {
    this.#sent(intended);
  }

  /** How many got no response of those that were sent after the last one that got one. */
  get lostSince(): number {
    return this.#lost.view().filter((start) => start > this.#answered).length;
  }

  #sent(start: Microseconds): void {
    if (this.sentUs === null || start > this.sentUs) this.sentUs = start;
  }

  #letGo(): void {
    const left = this.#lost.view().filter((start) => start > this.#answered);
    this.#lost.clear();
    for (const start of left) this.#lost.push(start);
    this.#most = Math.max(1_024, 2 * left.length);
  }
}
