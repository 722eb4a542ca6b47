/**
 * Knows at any moment which request the main thread works for. Everything that follows from a request runs in its asynchronous context, and a
 * hook sees each callback begin and end:
 *
 *   begin(7)                 the context of request 7 begins
 *   before ... after         a callback in the context of 7: works for 7
 *   (nothing)                the event loop waits, or does what belongs to no request
 *
 * Written down is only when that changes. What a request has kept the main thread busy for is added up here, so that it is exact however
 * short its callbacks are.
 */
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import type { Microseconds } from '../../../shared/model/units.ts';
import { clockUs } from './hrtime.ts';
import { NO_REQUEST, type RequestRing } from './request-ring.ts';

/** A wait shorter than this between two callbacks of one request is not worth writing down. */
const SHORT_US: Microseconds = 50;
/** A callback that throws never ends for the hook. */
const MOST_NESTED = 64;

/** What is worked on. */
export interface Work {
  readonly request: number;
  /** For how long so far. */
  running: Microseconds;
}

export class RequestWork {
  private readonly context = new AsyncLocalStorage<Work>();
  private readonly outside: Work = { request: NO_REQUEST, running: 0 };
  private readonly now = clockUs;
  private current: Work = this.outside;
  private since: Microseconds = 0;
  private idleSince: Microseconds = 0;
  /** Of the callbacks that others run within. */
  private readonly interrupted: Work[] = [];
  private depth = 0;
  private readonly hook = createHook({ before: () => this.before(), after: () => this.after() });

  constructor(private readonly ring: RequestRing) {
    this.hook.enable();
  }

  /** In whose context this is called; 0: in that of none. */
  get request(): number {
    return this.context.getStore()?.request ?? NO_REQUEST;
  }

  /** Resting it costs what a program without it does: no hook is called, and no context is carried along. */
  switchTo(isOn: boolean): void {
    if (isOn) {
      this.depth = 0;
      this.since = this.now();
      this.turnTo(this.outside, this.since);
      this.hook.enable();
    } else {
      this.hook.disable();
      this.context.disable();
      this.turnTo(this.outside, this.now());
    }
  }

  begin(one: Work, time: Microseconds): void {
    this.context.enterWith(one);
    // Node announces it in the callback of the connection, which nothing else is around.
    this.depth = 1;
    this.turnTo(one, time);
  }

  /** What has passed until `time` belongs to the current one. */
  add(time: Microseconds): void {
    this.current.running += time - this.since;
    this.since = time;
  }

  private before(): void {
    const next = this.context.getStore() ?? this.outside;
    const time = this.now();
    if (this.depth === 0) {
      if (time - this.idleSince > SHORT_US && this.current !== this.outside) this.turnTo(this.outside, this.idleSince);
      this.since = time;
      this.ring.writeIdle(Number.POSITIVE_INFINITY);
    }
    if (this.depth < MOST_NESTED) this.interrupted[this.depth++] = this.current;
    if (next !== this.current) this.turnTo(next, time);
  }

  private after(): void {
    const time = this.now();
    if (this.depth > 0) this.depth -= 1;
    const next = this.depth === 0 ? this.current : this.interrupted[this.depth]!;
    if (next !== this.current) this.turnTo(next, time);
    else this.add(time);
    if (this.depth > 0) return;
    this.idleSince = time;
    this.ring.writeIdle(time);
  }

  private turnTo(next: Work, time: Microseconds): void {
    this.add(time);
    this.current = next;
    this.ring.writeSwitch(time, next.request);
  }
}
