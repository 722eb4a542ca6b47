import type { LoadCounts } from '../../../shared/model/run.ts';
import type { Microseconds, Milliseconds } from '../../../shared/model/units.ts';
import { clockUs } from '../clock.ts';
import { Connection, type ConnectionOwner, type Exchange } from './connection.ts';
import type { RequestTimes } from './request-log.ts';

export interface ClientPlan {
  readonly exchange: Exchange;
  readonly connections: number;
  /** Requests to make in all; Infinity for a load that ends by time. */
  readonly amount: number;
  /** No request starts later than this after `start`; Infinity for a load that ends by amount. */
  readonly duration: Microseconds;
  /** What happens with requests in flight at the deadline: `cut` leaves them unfinished, `drain` waits for each of them. */
  readonly atDeadline: 'cut' | 'drain';
}

export interface ClientEvents {
  /** A request has ended. Called for each, so it must be cheap. */
  onRequest(request: RequestTimes, end: Microseconds, status: number): void;
  /** Nothing more will happen. `at`: when the load ended, on the monotonic clock. */
  onDone(at: Microseconds): void;
}

/** Looking at every connection is cheap, a timer per request is not. Answers that are late are found out on arrival in any case. */
const SWEEP: Milliseconds = 25;
/** Connections that are not open by then are opened by their first request. */
const OPEN_PATIENCE: Milliseconds = 1_000;
/** An idle server accepts a connection in some 0.1 ms. */
const SETTLE: Milliseconds = 20;
const SETTLE_PER_CONNECTION: Milliseconds = 0.2;

/**
 * The closed model: N connections share a pool of requests; each sends its next one when the last answer has arrived.
 *
 *   openAhead ──► start ──► take ─ send ─ answer ─ take ─ send ─ ... ─ pool empty or deadline ──► onDone
 */
export class ClosedClient implements ConnectionOwner {
  readonly #plan: ClientPlan;
  readonly #events: ClientEvents;
  readonly #connections: Connection[] = [];
  #left: number;
  #sent = 0;
  #ended = 0;
  #deadline: Microseconds = 0;
  #lastEnd: Microseconds = 0;
  #isDone = false;
  #sweep: NodeJS.Timeout | null = null;
  #alarm: NodeJS.Timeout | null = null;

  constructor(plan: ClientPlan, events: ClientEvents) {
    this.#plan = plan;
    this.#events = events;
    this.#left = plan.amount;
    const { connections, amount, exchange } = plan;
    for (let i = 0; i < Math.min(connections, amount); i++) this.#connections.push(new Connection(i, exchange, this));
  }

  /**
   * Opens all connections before the first request, so that time 0 finds N clients that are connected. Without it a server of
   * long tasks serves whom it has accepted so far again and again: Node takes one new connection per turn of its event loop.
   */
  openAhead(onReady: () => void): void {
    const connections = this.#connections;
    let waiting = connections.length;
    const ready = (): void => {
      clearTimeout(patience);
      // Our side is open before the server has accepted, one connection per turn of its loop.
      setTimeout(onReady, SETTLE + connections.length * SETTLE_PER_CONNECTION);
    };
    const patience = setTimeout(ready, OPEN_PATIENCE);
    for (const connection of connections) {
      connection.openAhead(() => {
        waiting -= 1;
        if (waiting === 0) ready();
      });
    }
  }

  /** Sends the first request of every connection. `now` is what the deadline counts from. */
  start(now: Microseconds): void {
    const { duration } = this.#plan;
    this.#deadline = now + duration;
    this.#lastEnd = now;
    this.#sweep = setInterval(() => this.#expire(), SWEEP);
    if (duration !== Infinity) this.#setAlarm(now);
    for (const connection of this.#connections) connection.next();
  }

  /** The deadline is now. */
  stop(): void {
    this.#deadline = Math.min(this.#deadline, clockUs());
    this.#deadlineCame();
  }

  get counts(): LoadCounts {
    return { sent: this.#sent, inFlight: this.#sent - this.#ended };
  }

  get hasMore(): boolean {
    return !this.#isDone && this.#left > 0;
  }

  take(now: Microseconds): boolean {
    if (this.#isDone || this.#left <= 0 || now >= this.#deadline) return false;
    this.#left--;
    this.#sent++;
    return true;
  }

  ended(request: RequestTimes, end: Microseconds, status: number): void {
    // After the cut a request is unfinished, however its answer may arrive.
    if (this.#isDone || (end > this.#deadline && this.#plan.atDeadline === 'cut')) return;
    this.#ended++;
    this.#lastEnd = end;
    this.#events.onRequest(request, end, status);
  }

  retired(): void {
    if (this.#left <= 0 && this.#ended === this.#sent) this.#finish(this.#lastEnd);
    else if (this.#isDrained()) this.#finish(clockUs());
  }

  #isDrained(): boolean {
    return this.#plan.atDeadline === 'drain' && this.#ended === this.#sent && clockUs() >= this.#deadline;
  }

  #deadlineCame(): void {
    if (this.#plan.atDeadline === 'cut') this.#finish(this.#deadline);
    else if (this.#isDrained()) this.#finish(clockUs());
  }

  /** Timers may fire early by a fraction of a millisecond. */
  #setAlarm(now: Microseconds): void {
    this.#alarm = setTimeout(
      () => {
        const then = clockUs();
        if (then < this.#deadline) this.#setAlarm(then);
        else this.#deadlineCame();
      },
      Math.ceil((this.#deadline - now) / 1_000),
    );
  }

  #expire(): void {
    const now = clockUs();
    for (const connection of this.#connections) connection.expireIfLate(now);
  }

  #finish(at: Microseconds): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#sweep !== null) clearInterval(this.#sweep);
    if (this.#alarm !== null) clearTimeout(this.#alarm);
    for (const connection of this.#connections) connection.close();
    this.#events.onDone(at);
  }
}
