/**
 * Knows at any moment what the main thread works for: a request, something that requests share, or neither. Everything that follows from a request
 * runs in its asynchronous context, and a hook sees each callback begin and end:
 *
 *   begin(7)                 the context of request 7 begins
 *   before ... after         a callback in the context of 7: works for 7; after its response, for what remains to be done then
 *   before ... after         a callback of a connection or an interval: works for that, whoever made it (shared-work.ts)
 *   (nothing)                the event loop waits, or does what belongs to no request
 *
 * Written down is only when that changes. What a request has kept the main thread busy for is added up here, so that it is exact however short its
 * callbacks are: by the wall clock, and where a callback of the event loop and what followed it took long, by the CPU time of that, so that waiting
 * for a core is no part of it.
 *
 * Who asked for the work of a connection is told by who continues: the requests that go on right after its callback, before the next callback of the
 * event loop, share what it has worked since the last time that somebody did.
 */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { MOST_ASKING as MOST_IN_MODEL } from '../../../../shared/model/served.ts';
import { clockUs } from '../hrtime.ts';
import { UNKNOWN_OWNER } from '../waits/wait-ring.ts';
import type { Waits } from '../waits/waits.ts';
import { type AsyncContext, asyncContext, type CallbackObserver } from './async-context.ts';
import { type CallbackKind, kindOf } from './callback-kinds.ts';
import { type CostOfOurs, OwnTime, timed } from './own-time.ts';
import { AFTER_RESPONSE, NO_REQUEST, type RequestRing } from './request-ring.ts';
import { type Ports, Shared, SharedWork } from './shared-work.ts';
import type { Exchange, RequestInWork, Work } from './work.ts';
import { WorkClock } from './work-clock.ts';

/** A wait shorter than this between two callbacks of one request is not worth writing down. */
const SHORT_US: Microseconds = 50;
/** A callback that throws never ends for the hook. */
const MOST_NESTED = 64;
/** In a shorter segment an interruption cannot be recognized, and reading the CPU clock would be a large part of it. */
const LEAST_BY_CPU_US: Microseconds = 300;
/** Limit of requests that continue after one callback; further ones have no share in it. */
const MOST_ASKING: typeof MOST_IN_MODEL = 64;

export class RequestWork implements CallbackObserver {
  private readonly context: AsyncContext<Work>;
  private readonly outside: Work = { request: NO_REQUEST, running: 0, inSegment: 0, leftAt: 0, isEnded: false };
  private readonly afterResponse: Work = { request: AFTER_RESPONSE, running: 0, inSegment: 0, leftAt: 0, isEnded: false };
  private readonly shared: SharedWork;
  private readonly now = clockUs;
  private current: Work = this.outside;
  private since: Microseconds = 0;
  /** When the last callback, or what followed it, ended. The loop's own count of its idle time is of no use: each sample of a profile begins it anew. */
  private endedAt: Microseconds = 0;
  /** What to go back to after each of the callbacks that run within each other; null: nothing, as what follows it belongs to it. */
  private readonly interrupted: (Work | null)[] = [];
  private depth = 0;
  private readonly segment: Segment;
  /** What a callback of the event loop has just worked for, if that is shared, and the requests that have continued since. */
  private open: Shared | null = null;
  private asking: RequestInWork[] = [];
  private someoneElseAsks = false;
  /** Before any request. */
  private isElseFirst = false;
  /** Go on because a message to them was read meanwhile. */
  private continued: RequestInWork[] = [];
  readonly init?: (type: string, resource: object) => void;
  /** Null: what this costs is not asked. */
  readonly own: OwnTime | null = null;

  /**
   * `onShared`: names in the order of their numbers. `onExchange`: somebody has continued, or a request that is none any more. `onMeasured`: what all of this
   * costs.
   */
  constructor(
    private readonly ring: RequestRing,
    onShared: (name: string) => void,
    private readonly onExchange: (exchange: Exchange) => void,
    private readonly ports: Ports,
    private readonly waits: Waits | null,
    onMeasured: ((cost: CostOfOurs, time: Microseconds) => void) | null,
  ) {
    if (waits !== null) this.init = (type, resource) => waits.made(type, resource);
    this.shared = new SharedWork(onShared, ports, (handle) => waits?.see(handle));
    this.segment = new Segment((isOfThread) => {
      ring.isCpuTime = isOfThread;
    });
    this.context = asyncContext(this);
    if (onMeasured !== null) {
      this.own = new OwnTime(
        (...measured) => {
          this.context.observer = this;
          onMeasured(...measured);
        },
        () => this.segment.readUs(),
      );
      this.context.observer = timed(this, this.own);
    }
    this.context.switchTo(true);
  }

  /** In whose context this is called; NO_REQUEST: in that of none; UNKNOWN_OWNER: in that of something shared, for whoever it is. */
  get asker(): number {
    const work = this.askingWork;
    if (work instanceof Shared) return UNKNOWN_OWNER;
    return work && work.request > NO_REQUEST && !work.isEnded ? work.request : NO_REQUEST;
  }

  get askingWork(): Work | null {
    return this.context.get() ?? null;
  }

  /** Since when that request had not run before the callback of a connection that goes on; NaN: it did not go on in one. */
  get askerIdleSince(): Microseconds {
    const work = this.context.get();
    const one = this.open === null ? undefined : this.asking.find((other) => other === work);
    return one?.waitingSince ?? Number.NaN;
  }

  hasThreads(): boolean {
    return this.ports.hasThreads();
  }

  /** Null: the handle is of no connection to another server. */
  sharedOf(handle: object): Shared | null {
    return this.shared.of(handle, 'handle', false);
  }

  /** Resting it costs what a program without it does: no hook is called, and no context is carried along. */
  switchTo(isOn: boolean): void {
    this.open = null;
    this.asking = [];
    this.continued = [];
    this.depth = 0;
    this.waits?.switchTo(isOn);
    this.context.switchTo(isOn);
    if (isOn) {
      this.since = this.now();
      this.endedAt = this.since;
      this.turnTo(this.outside, this.since);
    } else this.turnTo(this.outside, this.now());
    this.segment.forget();
  }

  begin(one: RequestInWork, time: Microseconds): void {
    this.context.enter(one);
    // Node announces it in the callback of the connection, which nothing else is around.
    this.depth = 1;
    this.interrupted[0] = null;
    this.turnTo(one, time);
  }

  /** Its response has been handed to the system at `time`: what is done in its context from now on is no part of it. To be marked as ended then. */
  finish(one: RequestInWork, time: Microseconds): void {
    this.add(time);
    this.segment.settle();
    // In the style of callbacks: the response was made in the callback of the connection.
    if (this.open !== null) this.ask(one);
    if (this.current === one) this.turnTo(this.afterResponse, time);
  }

  private add(time: Microseconds): void {
    this.segment.add(this.current, time - this.since);
    this.since = time;
  }

  before(resource: object): void {
    const kind = this.kindOf(resource);
    const isTop = this.depth === 0;
    const isOfSystem = isTop && kind !== 'follows' && kind !== 'scope';
    const time = isOfSystem ? this.endSegment() : null;
    const next = this.workOf(resource, kind);
    if (this.waits !== null && (kind === 'other' || (kind === 'timer' && !next.isEnded)))
      this.waits.calledBack(resource, time ?? this.now());
    if (this.waits?.hasReceived) this.endReceived(kind === 'scope' ? next : this.outside);
    if (time !== null) this.openCallback(next, time);
    else if (this.open !== null) this.follow(next);
    if (this.depth < MOST_NESTED) this.interrupted[this.depth++] = isTop && kind !== 'scope' ? null : this.current;
    // What a server reads on a connection after a response is of the next request, of which nothing is known yet.
    const one = next.isEnded && (kind === 'handle' || kind === 'server') ? this.outside : this.unlessEnded(next);
    if (one !== this.current) this.turnTo(one, time ?? this.now());
  }

  beforePromise(): void {
    const next = this.context.get() ?? this.outside;
    if (this.waits?.hasReceived) this.endReceived(this.outside);
    if (this.open !== null) this.follow(next);
    const one = this.unlessEnded(next);
    if (one !== this.current) this.turnTo(one, this.now());
  }

  after(): void {
    if (this.depth > 0) this.depth -= 1;
    const before = this.interrupted[this.depth];
    if (before) {
      const next = this.unlessEnded(before);
      if (next !== this.current) this.turnTo(next, this.now());
    }
    if (this.depth === 0) this.endedAt = this.now();
  }

  afterPromise(): void {
    if (this.depth === 0) this.endedAt = this.now();
  }

  /** What a hook throws ends the program; objects of the program may throw when they are looked at. */
  private kindOf(resource: object): CallbackKind {
    try {
      return kindOf(resource);
    } catch {
      return 'other';
    }
  }

  private workOf(resource: object, kind: CallbackKind): Work {
    try {
      if (kind === 'handle' || kind === 'timer') {
        const shared = this.shared.of(resource, kind, this.context.get() === undefined);
        if (shared !== null) {
          // So that what is begun in the callback is of the connection, too.
          if (this.context.get() !== shared) this.context.enter(shared);
          return shared;
        }
      }
      return (kind === 'scope' ? this.context.ofScope(resource) : this.context.get()) ?? this.outside;
    } catch {
      return this.outside;
    }
  }

  private unlessEnded(work: Work): Work {
    return work.isEnded ? this.afterResponse : work;
  }

  /** Somebody goes on after a shared callback, or within it. */
  private follow(next: Work): void {
    if (next instanceof Shared) return;
    if (next.request > NO_REQUEST && !next.isEnded) {
      this.ask(next as RequestInWork);
      return;
    }
    // It had gone on, and has responded since.
    if (this.asking.includes(next as RequestInWork) || this.continued.includes(next as RequestInWork)) return;
    this.followElse();
  }

  private followElse(): void {
    this.isElseFirst ||= this.asking.length === 0;
    this.someoneElseAsks = true;
  }

  /** A message was read by the JavaScript that went on, and `next` is what runs then. If that is not a request whose message it was, it may be whoever goes on later. */
  private endReceived(next: Work): void {
    const owner = next.request > NO_REQUEST && !next.isEnded ? (next as RequestInWork) : null;
    if (owner === null) this.followElse();
    else if (!this.asking.includes(owner)) {
      owner.waitingSince = owner.leftAt;
      this.continued.push(owner);
    }
    this.waits!.endReceived(owner);
  }

  private ask(one: RequestInWork): void {
    if (this.asking.length >= MOST_ASKING || this.asking.includes(one) || this.continued.includes(one)) return;
    one.waitingSince = one.leftAt;
    this.asking.push(one);
  }

  private openCallback(next: Work, time: Microseconds): void {
    this.open = next instanceof Shared ? next : null;
    if (this.open !== null) this.waits?.beginCallback(this.open, time);
  }

  /** The next callback of the event loop begins. Returns when. */
  private endSegment(): Microseconds {
    const time = this.now();
    // One that threw has no end.
    const endedAt = Math.max(this.since, this.endedAt);
    if (time - endedAt > SHORT_US && this.current !== this.outside) this.turnTo(this.outside, endedAt);
    else this.add(endedAt);
    this.since = time;
    this.segment.end(time);
    if (this.waits?.hasReceived) this.endReceived(this.outside);
    const { open, asking } = this;
    if (open !== null) this.waits?.endCallback(open, asking, this.isElseFirst, this.someoneElseAsks);
    if (open !== null && (asking.length > 0 || this.someoneElseAsks)) {
      const exchange = { time, shared: open.request, us: open.running - open.settled, of: asking };
      open.settled = open.running;
      if (asking.length > 0) this.asking = [];
      // Before the first there was the opening of a connection, which is everybody's.
      if (exchange.us > 0 && open.hasExchanged) this.onExchange(exchange);
      open.hasExchanged = true;
    }
    this.someoneElseAsks = false;
    this.isElseFirst = false;
    if (this.continued.length > 0) this.continued = [];
    return time;
  }

  private turnTo(next: Work, time: Microseconds): void {
    this.add(time);
    this.current.leftAt = time;
    this.current = next;
    this.ring.writeSwitch(time, next.request);
  }
}

/** A callback of the event loop, and the ticks and promises that follow it. */
class Segment {
  /** Of these, as many as are in use: to shorten an array is a call of V8's runtime. */
  private readonly works: Work[] = [];
  private inUse = 0;
  /** How long it has taken so far, by the wall clock. */
  private wall: Microseconds = 0;
  private readonly clock = new WorkClock();
  /** The last reading of the CPU clock, when that was, and how long was worked since, before this segment. */
  private cpu: Microseconds;
  private readAt: Microseconds = 0;
  private before: Microseconds = 0;
  private readonly leastUs: Microseconds;

  /** `tell`: whether the clock is that of the thread alone; first, and when it has changed. */
  constructor(private readonly tell: (isOfThread: boolean) => void) {
    this.cpu = this.clock.readUs();
    this.leastUs = Math.max(LEAST_BY_CPU_US, this.clock.ageUs);
    tell(this.clock.isOfThread);
  }

  add(work: Work, us: Microseconds): void {
    if (us <= 0) return;
    work.running += us;
    if (work.inSegment === 0) this.works[this.inUse++] = work;
    work.inSegment += us;
    this.wall += us;
  }

  /** So that the figures of its requests are right now. Returns whether the CPU clock was read. */
  settle(): boolean {
    if (this.wall <= this.leastUs) return false;
    const cpu = this.readClock();
    const used = Math.max(cpu - this.cpu - this.before, 0);
    if (used < this.wall) {
      const waited = 1 - used / this.wall;
      for (let i = 0; i < this.inUse; i++) this.works[i]!.running -= this.works[i]!.inSegment * waited;
    }
    this.cpu = cpu;
    this.before = 0;
    this.clear();
    return true;
  }

  end(time: Microseconds): void {
    const wasRead = this.settle();
    this.before += this.wall;
    this.clear();
    if (!wasRead && time - this.readAt < this.clock.ageUs) return;
    if (!wasRead) this.cpu = this.readClock();
    this.readAt = time;
    this.before = 0;
  }

  readUs(): Microseconds {
    return this.clock.readUs();
  }

  private readClock(): Microseconds {
    const { isOfThread } = this.clock;
    const cpu = this.clock.readUs();
    if (this.clock.isOfThread !== isOfThread) this.tell(!isOfThread);
    return cpu;
  }

  forget(): void {
    this.clear();
    this.readAt = 0;
  }

  private clear(): void {
    for (let i = 0; i < this.inUse; i++) this.works[i]!.inSegment = 0;
    this.inUse = 0;
    this.wall = 0;
  }
}
