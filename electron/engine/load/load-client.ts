import type { LoadCounts } from '../../../shared/model/run.ts';
import type { Bytes, Microseconds, Milliseconds } from '../../../shared/model/units.ts';
import { clockUs } from '../machine/clock.ts';
import { Alarm, SYSTEM_CLOCK } from './alarm.ts';
import type { AnswerSource } from './answer-keeper.ts';
import type { Client, ClientEvents } from './client.ts';
import { Connection, type ConnectionOwner, type Exchange } from './connection.ts';
import type { RequestTimes } from './request-log.ts';
import { type Answer, OVER, SEND, type Source, WAIT } from './source.ts';

export interface ClientPlan {
  readonly exchange: Exchange;
  readonly source: Source;
  readonly connections: number;
  /** Number of the first of them in the rows. */
  readonly firstConnection: number;
  /** No request starts later than this after `start`; Infinity for a load that ends when its source is over. */
  readonly duration: Microseconds;
  /** What happens with requests in flight at the deadline: `cut` leaves them unfinished, `drain` waits for each of them. */
  readonly atDeadline: 'cut' | 'drain';
}

/** Checking every connection is cheap, a timer per request is not. Late responses are detected on arrival in any case. */
const SWEEP: Milliseconds = 25;
/** Connections that are not open by then are opened by their first request. */
const OPEN_PATIENCE: Milliseconds = 1_000;
/** An idle server accepts a connection in some 0.1 ms. */
const SETTLE: Milliseconds = 20;
const SETTLE_PER_CONNECTION: Milliseconds = 0.2;

/**
 * N connections that send the requests of a source at the times it sets. For every load model, this counts requests, ends at the
 * deadline and detects timeouts.
 *
 *   openAhead ──► start ──► free ── ask ──┬── SEND ──► send ── answer ──► free ...
 *                                         ├── WAIT ──► stay open, until the alarm fires ──► free
 *                                         └── OVER ──► close          all closed or deadline ──► onDone
 */
export class LoadClient implements Client, ConnectionOwner {
  readonly #plan: ClientPlan;
  readonly #events: Omit<ClientEvents, 'onResult'>;
  readonly #connections: Connection[] = [];
  /** Open connections that have to wait, once for each free place. The longest-waiting is used first, so that all workers of a cluster get their share. */
  readonly #waiting: Connection[] = [];
  readonly #alarm = new Alarm(SYSTEM_CLOCK, () => this.#askWaiting());
  readonly #deadlineAlarm = new Alarm(SYSTEM_CLOCK, () => this.#deadlineCame());
  #sent = 0;
  #ended = 0;
  #deadline: Microseconds = 0;
  #lastEnd: Microseconds = 0;
  #isDone = false;
  #sweep: NodeJS.Timeout | null = null;

  constructor(plan: ClientPlan, events: Omit<ClientEvents, 'onResult'>) {
    this.#plan = plan;
    this.#events = events;
    for (let i = 0; i < plan.connections; i++) this.#connections.push(new Connection(plan.firstConnection + i, plan.exchange, this));
  }

  /**
   * Opens all connections before the first request, so that N clients are connected at time 0. Otherwise a server with
   * long tasks keeps serving the connections it has accepted so far: Node takes one new connection per turn of its event loop.
   * Not where each request has a connection of its own.
   */
  openAhead(onReady: () => void): void {
    if (!this.#plan.exchange.keepAlive) {
      onReady();
      return;
    }
    const connections = this.#connections;
    let waiting = connections.length;
    let isReady = false;
    const ready = (): void => {
      // Those that open later than is waited for would report it once more.
      if (isReady) return;
      isReady = true;
      clearTimeout(patience);
      // Our side is open before the server has accepted it; a server accepts one connection per turn of its event loop.
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

  /** Starts the first request of every connection. The deadline counts from `now`. */
  start(now: Microseconds): void {
    this.#deadline = now + this.#plan.duration;
    this.#lastEnd = now;
    this.#sweep = setInterval(() => this.#expire(), SWEEP);
    this.#deadlineAlarm.set(this.#deadline);
    this.#plan.source.start(now);
    // All connections get their first request before any gets its second.
    for (let i = 0; i < this.#plan.exchange.pipelining; i++) for (const connection of this.#connections) this.free(connection);
  }

  /** Moves the deadline to now. */
  stop(): void {
    this.#deadline = Math.min(this.#deadline, clockUs());
    this.#deadlineCame();
  }

  get counts(): LoadCounts {
    return { sent: this.#sent, inFlight: this.#sent - this.#ended };
  }

  get hasMore(): boolean {
    return !this.#isDone && this.#plan.source.hasMore;
  }

  free(connection: Connection): void {
    if (this.#ask(connection) === WAIT) this.#waiting.push(connection);
  }

  get mostKept(): Bytes {
    return this.#events.mostKept;
  }

  ended(request: RequestTimes, end: Microseconds, status: number, source: AnswerSource | null): void {
    // After the cut a request counts as unfinished, even if its response still arrives.
    if (this.#isDone || (end > this.#deadline && this.#plan.atDeadline === 'cut')) return;
    this.#ended++;
    this.#lastEnd = end;
    this.#events.onRequest(request, end, status, source);
  }

  /** Carries out the decision of the source. */
  #ask(connection: Connection): Answer {
    const now = clockUs();
    const turn = connection.ask(now);
    const answer = this.#isDone || now >= this.#deadline ? OVER : this.#plan.source.next(now, turn);
    if (answer === SEND) {
      this.#sent++;
      connection.send(now);
    } else if (answer === WAIT) {
      this.#alarm.set(turn.until);
    } else {
      if (connection.isIdle) connection.close();
      this.#retired();
    }
    return answer;
  }

  /** One after the other, until one of them has to wait again. */
  #askWaiting(): void {
    while (this.#waiting.length > 0 && this.#ask(this.#waiting[0]!) !== WAIT) this.#waiting.shift();
  }

  #retired(): void {
    if (!this.#plan.source.hasMore && this.#ended === this.#sent) this.#finish(this.#lastEnd);
    else if (this.#isDrained()) this.#finish(clockUs());
  }

  #isDrained(): boolean {
    return this.#plan.atDeadline === 'drain' && this.#ended === this.#sent && clockUs() >= this.#deadline;
  }

  #deadlineCame(): void {
    if (this.#plan.atDeadline === 'cut') this.#finish(this.#deadline);
    else if (this.#isDrained()) this.#finish(clockUs());
  }

  #expire(): void {
    const now = clockUs();
    for (const connection of this.#connections) connection.expireIfLate(now);
  }

  #finish(at: Microseconds): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#sweep !== null) clearInterval(this.#sweep);
    this.#alarm.clear();
    this.#deadlineAlarm.clear();
    for (const connection of this.#connections) connection.close();
    this.#events.onDone(at);
  }
}
