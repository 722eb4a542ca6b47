import type { Bytes, Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { ExactDistribution } from '../../../shared/load/distribution.ts';
import {
  ABSENT,
  DROPPED,
  FIRST_HTTP_STATUS,
  type LoadCounts,
  NO_CONNECTION,
  statusWithUnmet,
  UNANSWERED,
} from '../../../shared/model/run.ts';
import type { OpenStream } from '../../../shared/model/silence.ts';
import { Alarm } from './alarm.ts';
import type { Client, ClientEvents } from './client.ts';
import { Connection, type ConnectionOwner, type Exchange } from './connection.ts';
import { isLateThen, lateFrom, longestWait } from './end-wait.ts';
import { streamOf } from './event-counter.ts';
import { LoopWatch } from './loop-watch.ts';
import type { PlanSessions } from './plan/plan-sessions.ts';
import type { RequestTimes } from './request-log.ts';
import type { ResponseSource } from './response-keeper.ts';
import { Sleepers } from './sleepers.ts';
import { type Decision, LOOK_AHEAD, OVER, SEND, type Source, type Turn, WAIT } from './sources/source.ts';
import { type Surroundings, SYSTEM } from './surroundings.ts';

export interface ClientPlan {
  readonly exchange: Exchange;
  readonly source: Source;
  /** Null: there is no plan; every request is that of the exchange. */
  readonly sessions?: PlanSessions | null;
  readonly connections: number;
  /**
   * `ahead`: all before the first request. `by user`: each by its own first request. `on demand`: a new connection if none is idle; at the
   * limit the request is dropped and counted. With the others a request that is due waits for a connection.
   */
  readonly opens: 'ahead' | 'by user' | 'on demand';
  /** Number of the first of them in the rows. */
  readonly firstConnection: number;
  /** No request starts later than this after `start`; Infinity for a load that ends when its source is over. */
  readonly duration: Microseconds;
  /**
   * What happens to requests in flight at the deadline. `cut` leaves them unfinished, except those that are late, which are waited for. `drain` waits for
   * all of them, until only late ones are left and no response has arrived for the longest wait (end-wait.ts). `finish` waits for each until it times out.
   * Where connections are opened on demand there is no deadline, and `cut` waits as `drain` does.
   */
  readonly atDeadline: 'cut' | 'drain' | 'finish';
}

/** A request that has no connection yet, and if it gets none, what its row says. */
class Due implements Turn, RequestTimes {
  intended: Microseconds = 0;
  request = 0;
  phase = 0;
  until: Microseconds = 0;
  readonly index = NO_CONNECTION;
  readonly user = NO_CONNECTION;
  readonly connect = ABSENT;
  readonly firstByte = ABSENT;
  readonly bytes = 0;
  readonly stale = 0;
  readonly unmet = 0;
  readonly port = 0;

  get start(): Microseconds {
    return this.intended;
  }
}

/** Checking every connection is cheap, a timer per request is not. Late responses are detected on arrival in any case. */
const SWEEP: Milliseconds = 25;
/** Responses are read between two such turns of sending, however many requests are due. */
const LONGEST_TURN: Microseconds = 20_000;
/** A request that could not be sent for this long, standstills aside, is dropped: otherwise a rate that is too high would never end. */
const LATEST: Microseconds = 5_000_000;
/** Connections that are not open by then are opened by their first request. */
const OPEN_PATIENCE: Milliseconds = 1_000;
/** An idle server accepts a connection in some 0.1 ms. */
const SETTLE: Milliseconds = 20;
const SETTLE_PER_CONNECTION: Milliseconds = 0.2;

/**
 * Connections that send the requests of a source at the times it sets. For every load model, this counts requests, ends at the
 * deadline and detects timeouts.
 *
 *   openAhead ──► start ──► free ── ask ──┬── SEND ──► send ─ response ─► free ...
 *                                         ├── WAIT ──► stay open, until the alarm fires ──► free
 *                                         └── OVER ──► close          all closed or deadline ──► late ones waited for ──► onDone
 *
 * Where connections are opened on demand, it is the alarm that asks, not whoever becomes free: for each request that is due, a connection that is
 * free, otherwise another one.
 */
export class LoadClient implements Client, ConnectionOwner {
  readonly #plan: ClientPlan;
  readonly #events: Omit<ClientEvents, 'onResult'>;
  readonly #connections: Connection[] = [];
  /** Open connections that have to wait, once for each free place. The longest-waiting is used first, so that all workers of a cluster get their share. */
  readonly #waiting: Connection[] = [];
  /** On demand: connections that closed while idle. They are reopened before new ones are added. */
  readonly #closed: Connection[] = [];
  /** On demand: the turn of a request that has no connection yet. */
  readonly #due = new Due();
  readonly #outside: Surroundings;
  readonly #alarm: Alarm;
  readonly #deadlineAlarm: Alarm;
  readonly #opensOnDemand: boolean;
  readonly timesWhole: boolean;
  /** Connections whose users are in their think time. */
  readonly #sleepers = new Sleepers<Connection>();
  readonly #sleepAlarm: Alarm;
  #sent = 0;
  #ended = 0;
  #deadline: Microseconds = Infinity;
  #lastEnd: Microseconds = 0;
  #startedAt: Microseconds = 0;
  /** When the load had nothing more to send and the wait for requests in flight began; null: it has not begun. */
  #loadEndedAt: Microseconds | null = null;
  /** `#lateFrom`, fixed when the load ended. */
  #late: Microseconds | null = null;
  #waited: Microseconds = 0;
  #hasPhaseEnded = false;
  #isDone = false;
  /** Latencies of responses, from the intended start. */
  readonly #latencies = new ExactDistribution();
  readonly #streams: OpenStream[] = [];
  #cancelSweep: (() => void) | null = null;
  readonly #watch: LoopWatch;
  /** How long this process had run when the wait for late responses began, or began anew. */
  #ranUntil: Microseconds = 0;

  constructor(plan: ClientPlan, events: Omit<ClientEvents, 'onResult'>, outside: Surroundings = SYSTEM) {
    this.#plan = plan;
    this.#events = events;
    this.#outside = outside;
    this.#watch = new LoopWatch(outside);
    this.#alarm = new Alarm(outside, () => this.#askWaiting());
    this.#deadlineAlarm = new Alarm(outside, () => this.#deadlineCame());
    this.#sleepAlarm = new Alarm(outside, () => this.#wake());
    this.#opensOnDemand = plan.opens === 'on demand';
    const endsAtATime = this.#opensOnDemand || plan.duration < Infinity;
    this.timesWhole = !endsAtATime || plan.atDeadline === 'finish';
    for (let i = 0; i < plan.connections && !this.#opensOnDemand; i++) this.#addConnection();
  }

  /**
   * Opens all connections before the first request, so that N clients are connected at time 0. Otherwise a server with
   * long tasks keeps serving the connections it has accepted so far: Node takes one new connection per turn of its event loop.
   * Not where each request has a connection of its own, and not for visitors, who connect when they come.
   */
  openAhead(onReady: () => void): void {
    if (this.#plan.opens !== 'ahead' || !this.#plan.exchange.keepAlive) {
      onReady();
      return;
    }
    const connections = this.#connections;
    let waiting = connections.length;
    // At a low level some processes have no connection.
    if (waiting === 0) {
      onReady();
      return;
    }
    let isReady = false;
    const ready = (): void => {
      // Those that open after the time-out would report it a second time.
      if (isReady) return;
      isReady = true;
      endPatience();
      // Our side is open before the server has accepted it; a server accepts one connection per turn of its event loop.
      this.#outside.after(SETTLE + connections.length * SETTLE_PER_CONNECTION, onReady);
    };
    const endPatience = this.#outside.after(OPEN_PATIENCE, ready);
    for (const connection of connections) {
      connection.openAhead(() => {
        waiting -= 1;
        if (waiting === 0) ready();
      });
    }
  }

  /** Starts the first requests. The deadline counts from `now`. */
  start(now: Microseconds): void {
    this.#deadline = now + this.#plan.duration;
    this.#startedAt = now;
    this.#lastEnd = now;
    this.#watch.start(now);
    this.#sweep();
    this.#deadlineAlarm.set(this.#deadline);
    this.#plan.source.start(now);
    if (this.#opensOnDemand) {
      this.#askWaiting();
      return;
    }
    // All connections get their first request before any gets its second.
    for (let i = 0; i < this.#plan.exchange.pipelining; i++) for (const connection of this.#connections) this.free(connection);
  }

  stop(): void {
    if (this.#isDone) return;
    const now = this.#outside.now();
    const endedAt = this.#endLoad(Math.min(this.#deadline, now));
    const at = this.#waitsForAll ? Math.max(endedAt, this.#lastEnd) : endedAt;
    // Without a wait, a response that has begun had no time to show that it goes on.
    this.#giveUp(at, now, Math.min(at, now - this.#lateFrom));
  }

  get counts(): LoadCounts {
    return { sent: this.#sent, inFlight: this.#sent - this.#ended };
  }

  get oldestStart(): Microseconds {
    return this.#connections.reduce((oldest, connection) => Math.min(oldest, connection.oldestStart), Infinity);
  }

  progressed(now: Microseconds): void {
    this.#events.onProgress?.(now);
  }

  /** During the wait requests time out only as long as responses arrive: a long queue is then given up request by request. */
  mayTimeOut(now: Microseconds): boolean {
    // Its response may have arrived without being read yet.
    if (this.#watch.unreadSince(now) !== null) return false;
    if (this.#loadEndedAt === null || this.#plan.atDeadline === 'finish') return true;
    return this.#waitsForAll && now - Math.max(this.#loadEndedAt, this.#lastEnd) <= this.#lateFrom;
  }

  get isUnpaced(): boolean {
    return !this.#opensOnDemand;
  }

  get hasMore(): boolean {
    return !this.#isDone && this.#plan.source.hasMore;
  }

  free(connection: Connection): void {
    const { sessions = null } = this.#plan;
    if (sessions !== null && !this.#isDone) {
      const { index } = connection;
      const until = sessions.freeAt(index) - LOOK_AHEAD;
      // A visitor at the end of the pass gives the connection back, without its last think time.
      const goesOn = sessions.isAmidst(index);
      if ((goesOn || !this.#opensOnDemand) && until > this.#outside.now()) {
        this.#sleepers.add(connection, until);
        this.#sleepAlarm.set(this.#sleepers.next);
        return;
      }
      if (goesOn && this.#opensOnDemand) {
        const now = this.#outside.now();
        if (now < this.#deadline) {
          const turn = connection.ask(now);
          turn.phase = sessions.phaseOf(index);
          this.#send(connection, turn, now);
        }
        return;
      }
    }
    if ((this.#opensOnDemand && this.hasMore) || this.#ask(connection) === WAIT) this.#waiting.push(connection);
  }

  mostKeptOf({ request }: RequestTimes): Bytes {
    return Math.max(this.#plan.sessions?.needsOf(request) ?? 0, this.#events.mostKept(request));
  }

  /** Users whose think time is over go on. */
  #wake(): void {
    const now = this.#outside.now();
    for (let one = this.#sleepers.take(now); one !== null; one = this.#sleepers.take(now)) this.free(one);
    this.#sleepAlarm.set(this.#sleepers.next);
  }

  ended(request: RequestTimes, end: Microseconds, status: number, source: ResponseSource | null): void {
    if (this.#isDone) return;
    // After the deadline a request counts as unfinished, even if its response still arrives, unless it is waited for.
    if (end > this.#deadline && this.#plan.atDeadline === 'cut') {
      this.#endLoad(this.#deadline);
      if (!this.#hasPhaseEnded && this.#deadline - request.intended <= this.#lateFrom) return;
      this.#phaseEnded();
    }
    this.#ended++;
    this.#lastEnd = end;
    if (this.#waitsForAll) this.#ranUntil = this.#ran(end);
    if (status >= FIRST_HTTP_STATUS) this.#latencies.record(Math.floor(end - request.intended));
    const { sessions = null } = this.#plan;
    if (sessions === null) {
      this.#events.onRequest(request, end, status, source);
      return;
    }
    const unmet = sessions.ended(request, end, status, source);
    (request as { unmet: number }).unmet = unmet;
    this.#events.onRequest(request, end, statusWithUnmet(status, unmet), source);
  }

  /** Carries out the decision of the source. */
  #ask(connection: Connection): Decision {
    const now = this.#outside.now();
    const turn = connection.ask(now);
    const decision = this.#decide(now, turn);
    if (decision === SEND) {
      this.#send(connection, turn, now);
    } else if (decision === OVER) {
      if (connection.isIdle) connection.close();
      this.#retired();
    }
    return decision;
  }

  #send(connection: Connection, turn: Turn, now: Microseconds): void {
    this.#sent++;
    const message = this.#plan.sessions?.next(connection.index, turn, now) ?? this.#plan.exchange.message;
    this.#events.onSent?.(now - turn.intended, now, !connection.isOpen);
    connection.send(now, message);
  }

  #decide(now: Microseconds, turn: Turn): Decision {
    const decision = this.#isDone || now >= this.#deadline ? OVER : this.#plan.source.next(now, turn);
    if (decision === WAIT) this.#alarm.set(turn.until);
    return decision;
  }

  /** One after the other, until one of them has to wait again. */
  #askWaiting(): void {
    if (this.#opensOnDemand) {
      this.#serveAllDue();
      return;
    }
    while (this.#waiting.length > 0 && this.#ask(this.#waiting[0]!) !== WAIT) this.#waiting.shift();
  }

  /** Each request that is due gets a connection, or is dropped. */
  #serveAllDue(): void {
    const until = this.#outside.now() + LONGEST_TURN;
    for (let now = this.#outside.now(); this.#isDue(now, until); now = this.#outside.now()) {
      const isTooLate = this.#ran(now) - this.#due.intended > LATEST;
      const connection = isTooLate ? null : this.#takeFree();
      if (connection === null) {
        this.#events.onRequest(this.#due, this.#due.intended, DROPPED, null);
        continue;
      }
      const turn = connection.ask(now);
      turn.intended = this.#due.intended;
      turn.request = this.#due.request;
      turn.phase = this.#due.phase;
      this.#send(connection, turn, now);
    }
    if (!this.#plan.source.hasMore) this.#retired();
  }

  /** Whether there is a request to be sent now; it is written into `#due`. From `until` on, responses are read first. */
  #isDue(now: Microseconds, until: Microseconds): boolean {
    if (now >= until) {
      this.#alarm.set(now);
      return false;
    }
    this.#due.intended = now;
    this.#due.request = 0;
    this.#due.phase = 0;
    return this.#decide(now, this.#due) === SEND;
  }

  /** A connection that is open and free, the longest-waiting; otherwise one to be opened; null: there may be no more. */
  #takeFree(): Connection | null {
    for (let first = this.#waiting.shift(); first !== undefined; first = this.#waiting.shift()) {
      if (first.isOpen) return first;
      this.#closed.push(first);
    }
    const closed = this.#closed.pop();
    if (closed !== undefined) return closed;
    return this.#connections.length < this.#plan.connections ? this.#addConnection() : null;
  }

  #addConnection(): Connection {
    const { exchange, firstConnection } = this.#plan;
    const connection = new Connection(firstConnection + this.#connections.length, exchange, this, this.#outside);
    this.#connections.push(connection);
    return connection;
  }

  #retired(): void {
    const now = this.#outside.now();
    if (this.#loadEndedAt !== null && !this.#waitsForAll) {
      this.#lookAtLate(now);
      return;
    }
    // A schedule lasts to its end, even without arrivals for a while.
    if (!this.#plan.source.hasMore && this.#ended === this.#sent && !this.#isAnybodyAmidst())
      this.#finish(this.#opensOnDemand ? now : this.#lastEnd);
    else if (this.#isDrained(now)) this.#finish(now);
    else if (this.#opensOnDemand && !this.#plan.source.hasMore && this.#plan.atDeadline !== 'finish') this.#endLoad(now);
  }

  /** Whether some users in their think time have more requests; those in flight are counted elsewhere. */
  #isAnybodyAmidst(): boolean {
    return this.#opensOnDemand && !this.#sleepers.isEmpty;
  }

  #isDrained(now: Microseconds): boolean {
    return this.#plan.atDeadline !== 'cut' && this.#ended === this.#sent && now >= this.#deadline;
  }

  #deadlineCame(): void {
    const now = this.#outside.now();
    if (this.#isDone || this.#isDrained(now)) {
      this.#finish(now);
      return;
    }
    if (this.#plan.atDeadline === 'finish') return;
    this.#endLoad(this.#deadline);
    if (!this.#waitsForAll) this.#lookAtLate(now);
  }

  get #waitsForAll(): boolean {
    return this.#opensOnDemand || this.#plan.atDeadline === 'drain';
  }

  get #lengthOfLoad(): Microseconds {
    return (this.#loadEndedAt ?? this.#deadline) - this.#startedAt;
  }

  /** Stops sending. Fixes now from which age on a request is late: later responses do not change it. */
  #endLoad(at: Microseconds): Microseconds {
    if (this.#loadEndedAt === null) {
      this.#loadEndedAt = at;
      this.#ranUntil = this.#ran(this.#outside.now());
      this.#late = lateFrom(this.#lengthOfLoad, this.#latencies.percentile(99));
    }
    return this.#loadEndedAt;
  }

  /** Older requests are late. */
  get #lateFrom(): Microseconds {
    return this.#late ?? lateFrom(this.#lengthOfLoad, this.#latencies.percentile(99));
  }

  /** Whether the wait for late responses is over. */
  #lookAtLate(now: Microseconds): void {
    const endedAt = this.#loadEndedAt!;
    const since = this.#waitsForAll ? Math.max(endedAt, this.#lastEnd) : endedAt;
    // Responses that arrive while this process is stopped are not read.
    const isLong = this.#ran(now) - this.#ranUntil >= longestWait(this.#lengthOfLoad);
    if (!this.#waitsForAll) {
      if (isLong || !this.#isAnyWaitedFor(endedAt)) this.#giveUp(endedAt, now, endedAt);
      else this.#phaseEnded();
    } else if (isLong && this.#isAllLate(now)) this.#giveUp(since, now, since);
  }

  #ran(now: Microseconds): Microseconds {
    return now - this.#watch.stood(now);
  }

  #isAllLate(now: Microseconds): boolean {
    const late = this.#lateFrom;
    return !this.#isAnybodyAmidst() && this.#connections.every(({ inFlight }) => inFlight.every(({ intended }) => now - intended > late));
  }

  /** Whether a request that was late when the load ended is still waited for. An event stream is not, once it has shown that it is alive. */
  #isAnyWaitedFor(endedAt: Microseconds): boolean {
    const late = this.#lateFrom;
    return this.#connections.some(({ inFlight, events }) =>
      inFlight.some(({ intended, progress }) => endedAt - intended > late && (events === null || progress <= endedAt)),
    );
  }

  /** Ends the wait. A late request without a byte since `aliveFrom` is unanswered; the measured phase ended at `at`. */
  #giveUp(at: Microseconds, now: Microseconds, aliveFrom: Microseconds): void {
    this.#events.onPhaseEnd?.(at, false);
    const hasWaited = this.#hasPhaseEnded || this.#waitsForAll;
    if (hasWaited) this.#waited = Math.max(0, now - at);
    const latest = lateFrom(this.#lengthOfLoad, this.#latencies.percentile(99));
    const givenUp = { endedAt: at, now, hasWaited, lateFrom: [this.#lateFrom, latest] } as const;
    for (const connection of this.#connections) {
      connection.inFlight.forEach((request, nth) => {
        if (!isLateThen(request.intended, givenUp)) return;
        const hasBegun = request.firstByte !== ABSENT;
        if (hasBegun && request.progress > aliveFrom) {
          this.#streams.push(streamOf(request.start, request.firstByte, nth === 0 ? connection.events : null));
          return;
        }
        this.#ended++;
        this.#events.onRequest(request, now, UNANSWERED, hasBegun ? connection : null);
      });
    }
    this.#finish(at);
  }

  /** The rows that follow are of requests whose late responses we waited for. */
  #phaseEnded(): void {
    if (this.#hasPhaseEnded) return;
    this.#hasPhaseEnded = true;
    this.#events.onPhaseEnd?.(this.#deadline, true);
  }

  #sweep(): void {
    this.#cancelSweep = this.#outside.after(SWEEP, () => {
      const now = this.#outside.now();
      for (const connection of this.#connections) {
        connection.expireIfLate(now);
        connection.retireIfIdle(now);
      }
      if (this.#loadEndedAt !== null && !this.#isDone) this.#lookAtLate(now);
      if (!this.#isDone) this.#sweep();
    });
  }

  #finish(at: Microseconds): void {
    if (this.#isDone) return;
    this.#events.onPhaseEnd?.(at, false);
    this.#isDone = true;
    this.#cancelSweep?.();
    this.#watch.stop();
    this.#alarm.clear();
    this.#deadlineAlarm.clear();
    this.#sleepAlarm.clear();
    for (const connection of this.#connections) connection.close();
    this.#events.onDone(at, { waited: this.#waited, streams: this.#streams });
  }
}
