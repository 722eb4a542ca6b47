/**
 * Knows at any moment which request the main thread works for. Node announces each request; everything that follows from it runs in its
 * asynchronous context, and a hook sees each callback begin and end:
 *
 *   request.start            the context of request 7 begins
 *   before ... after         a callback in the context of 7: works for 7
 *   (nothing)                the event loop waits, or does what belongs to no request
 *
 * Written down is only when that changes. What a request has kept the main thread busy for is added up here, so that it is exact however
 * short its callbacks are.
 */
import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Microseconds } from '../../../shared/model/units.ts';
import { listenTo as on } from './channels.ts';
import { clockUs } from './hrtime.ts';
import { type EndedCall, observeCalls } from './outgoing-calls.ts';
import { NO_REQUEST, type RequestRing } from './request-ring.ts';
import { SWITCH_NAME } from './request-switch.ts';
import { RouteNames } from './route-names.ts';

/** A wait shorter than this between two callbacks of one request is not worth writing down. */
const SHORT_US: Microseconds = 50;
/** A callback that throws never ends for the hook. */
const MOST_NESTED = 64;

class Served {
  running: Microseconds = 0;

  constructor(
    readonly request: number,
    readonly start: Microseconds,
    readonly url: string,
    readonly route: { pattern: string | null },
    /** Of the connection: at the client, and here. 0: not known. */
    readonly port: number,
    readonly localPort: number,
  ) {}
}

interface Announced {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Observes from now on. `onRoute`: a route that was not seen before, in the order of their numbers. `onCall`: a call to another server has ended. */
export function observeRequests(ring: RequestRing, onRoute: (name: string) => void, onCall: (call: EndedCall) => void): void {
  const observer = new RequestObserver(ring, new RouteNames(onRoute));
  observer.observe();
  Object.defineProperty(globalThis, Symbol.for(SWITCH_NAME), { value: (isOn: boolean) => observer.switchTo(isOn), enumerable: false });
  observeCalls(() => observer.request, onCall);
}

class RequestObserver {
  private readonly context = new AsyncLocalStorage<Served>();
  private served = new WeakMap<object, Served>();
  private readonly outside = new Served(NO_REQUEST, 0, '', { pattern: null }, 0, 0);
  private readonly now = clockUs;
  private current: Served = this.outside;
  private since: Microseconds = 0;
  private idleSince: Microseconds = 0;
  /** Of the callbacks that others run within. */
  private readonly interrupted: Served[] = [];
  private depth = 0;
  private count = NO_REQUEST;
  private isResting = false;
  private readonly hook = createHook({ before: () => this.before(), after: () => this.after() });

  constructor(
    private readonly ring: RequestRing,
    private readonly routes: RouteNames,
  ) {}

  /** In whose context this is called; 0: in that of none. */
  get request(): number {
    return this.context.getStore()?.request ?? NO_REQUEST;
  }

  observe(): void {
    on('http.server.request.start', (message) => this.onStart(message as Announced));
    on('http.server.response.finish', (message) => this.onFinish(message as Announced));
    // Fastify names the route of a request nowhere else.
    on('tracing:fastify.request.handler:start', (message) => this.onFastify(message));
    this.hook.enable();
  }

  /** Resting it costs what a program without it does: no hook is called, and no context is carried along. */
  switchTo(isOn: boolean): void {
    this.isResting = !isOn;
    if (isOn) {
      this.depth = 0;
      this.since = this.now();
      this.turnTo(this.outside, this.since);
      this.hook.enable();
    } else {
      this.hook.disable();
      this.context.disable();
      // What they do from now on is not seen, so that nothing is told of them.
      this.served = new WeakMap();
      this.turnTo(this.outside, this.now());
    }
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

  private onStart({ request }: Announced): void {
    if (this.isResting) return;
    const time = this.now();
    const { remotePort = 0, localPort = 0 } = request.socket;
    const one = new Served(++this.count, time, request.url ?? '', { pattern: null }, remotePort, localPort);
    this.served.set(request, one);
    this.context.enterWith(one);
    // Node announces it in the callback of the connection, which nothing else is around.
    this.depth = 1;
    this.turnTo(one, time);
  }

  private onFinish({ request, response }: Announced): void {
    const one = this.served.get(request);
    if (one === undefined) return;
    const time = this.now();
    this.add(time);
    this.served.delete(request);
    const { request: number, start, running, port, localPort } = one;
    const route = this.routes.numberOf(request, one.url, one.route.pattern);
    this.ring.writeEnded({ request: number, start, end: time, running, route, status: Number(response.statusCode) || 0, port, localPort });
  }

  private onFastify(message: unknown): void {
    const { request, route } = message as { request?: { raw?: object }; route?: { url?: unknown } };
    const one = request?.raw && this.served.get(request.raw);
    if (one && typeof route?.url === 'string') one.route.pattern = route.url;
  }

  /** What has passed belongs to the current one. */
  private add(time: Microseconds): void {
    this.current.running += time - this.since;
    this.since = time;
  }

  private turnTo(next: Served, time: Microseconds): void {
    this.add(time);
    this.current = next;
    this.ring.writeSwitch(time, next.request);
  }
}
