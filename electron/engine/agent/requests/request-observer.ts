/**
 * When each request was in the server: Node announces it when it has read its head, and again when its response has been handed to the system.
 * What the main thread works on meanwhile is another question (request-work.ts), which costs more and is asked for separately.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Microseconds, Percent } from '../../../../shared/base/units.ts';
import { listenTo as on } from '../channels.ts';
import { clockUs } from '../hrtime.ts';
import type { ObservedOfRequests } from '../protocol.ts';
import { observeHttpCalls } from '../waits/http-calls.ts';
import type { Waits } from '../waits/waits.ts';
import type { CostOfOurs } from './own-time.ts';
import { NO_REQUEST, NO_ROUTE, type RequestRing } from './request-ring.ts';
import { type ObserverSwitch, SWITCH_NAME } from './request-switch.ts';
import { RequestWork } from './request-work.ts';
import { RouteNames } from './route-names.ts';
import type { Ports } from './shared-work.ts';
import type { Exchange, OpenExchange, RequestInWork } from './work.ts';

export class Served implements RequestInWork {
  /** Stays 0 if the work of the main thread is not observed. */
  running: Microseconds = 0;
  inSegment: Microseconds = 0;
  leftAt: Microseconds = 0;
  waitingSince: Microseconds = 0;
  isEnded = false;
  readonly exchanges: OpenExchange[] = [];
  /** Its number; known when it has ended. */
  routeNumber = NO_ROUTE;

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

/**
 * Observes from now on. `onRoute`, `onShared`: a route, or something that requests share, that was not seen before, in the order of their numbers.
 * `waits`: of which request one is a part is known with `work` only, so without that none is told.
 */
export function observeRequests(
  { asked, mostPercent }: AskedOfRequests,
  ring: RequestRing,
  ports: Ports,
  { onRoute, onShared, onCost }: RequestNews,
  waits: Waits | null,
): void {
  const exchanges = new Exchanges(ring);
  const onMeasured = (cost: CostOfOurs, time: Microseconds): void => {
    const isTooMuch = cost.timePercent > mostPercent;
    onCost({ time, ...cost, isTooMuch });
    if (isTooMuch) observer.stopTelling();
  };
  const whenMeasured = mostPercent < 100 ? onMeasured : null;
  const work = asked === 'spans' ? null : new RequestWork(ring, onShared, (one) => exchanges.begin(one), ports, waits, whenMeasured);
  const observer = new RequestObserver(ring, new RouteNames(onRoute), exchanges, work);
  observer.observe();
  const value: ObserverSwitch = { switchTo: (isOn) => observer.switchTo(isOn), flush: () => 0 };
  Object.defineProperty(globalThis, Symbol.for(SWITCH_NAME), { value, enumerable: false });
  if (work === null || waits === null) return;
  waits.observe(work);
  const openCalls = observeHttpCalls(work, (call) => waits.tellCall(call));
  value.flush = (isLast) => {
    waits.flush();
    return isLast ? waits.end(openCalls()) : 0;
  };
}

export interface AskedOfRequests {
  readonly asked: ObservedOfRequests;
  /** What telling requests apart may cost, of the time of the main thread. 100: whatever it costs. */
  readonly mostPercent: Percent;
}

export interface CostOfRequests extends CostOfOurs {
  /** When it was known. */
  readonly time: Microseconds;
  /** From then on it is only recorded when each request is in the server. */
  readonly isTooMuch: boolean;
}

export interface RequestNews {
  onCost(cost: CostOfRequests): void;
  onRoute(name: string): void;
  onShared(name: string): void;
}

/** A request that goes on for hours (an event stream that asks a database each second) keeps no more than these; later ones are in no estimate. */
const MOST_UNTOLD = 1_000;

/** Reported when all requests with a share in them have a route. */
export class Exchanges {
  constructor(private readonly ring: RequestRing) {}

  begin(one: Exchange): void {
    const open = (one.of as readonly Served[]).filter(({ isEnded }) => !isEnded);
    if (open.some(({ exchanges }) => exchanges.length >= MOST_UNTOLD)) return;
    if (open.length === 0) {
      this.tell(one);
      return;
    }
    const kept = { ...one, notEnded: open.length };
    for (const request of open) request.exchanges.push(kept);
  }

  end(request: Served): void {
    for (const one of request.exchanges) {
      one.notEnded -= 1;
      if (one.notEnded === 0) this.tell(one);
    }
  }

  private tell({ time, shared, us, of }: Exchange): void {
    const requests = of as readonly Served[];
    const count = Math.max(requests.length, 1);
    for (let place = 0; place < count; place++)
      this.ring.writeExchange({ time, shared, us, place, count, route: requests[place]?.routeNumber ?? NO_ROUTE });
  }
}

class RequestObserver {
  private served = new WeakMap<object, Served>();
  private count = NO_REQUEST;
  private isResting = false;

  constructor(
    private readonly ring: RequestRing,
    private readonly routes: RouteNames,
    private readonly exchanges: Exchanges,
    private work: RequestWork | null,
  ) {}

  observe(): void {
    this.routes.observe();
    on('http.server.request.start', (message) => this.onStart(message as Announced));
    on('http.server.response.finish', (message) => this.onFinish(message as Announced));
    // The only place where Fastify gives the route of a request.
    on('tracing:fastify.request.handler:start', (message) => this.onFastify(message));
  }

  switchTo(isOn: boolean): void {
    this.isResting = !isOn;
    // Their further work is not observed, so they are not reported.
    if (!isOn) this.served = new WeakMap();
    this.work?.switchTo(isOn);
  }

  /** From now on it is only recorded when each request is in the server. */
  stopTelling(): void {
    this.work?.switchTo(false);
    this.work = null;
  }

  private onStart(announced: Announced): void {
    if (this.isResting) return;
    const time = clockUs();
    this.work?.own?.requestAt(time);
    this.time(() => this.begin(announced, time));
  }

  private time(call: () => void): void {
    const own = this.work?.own;
    if (own) own.time(call);
    else call();
  }

  private begin({ request }: Announced, time: Microseconds): void {
    const { remotePort = 0, localPort = 0 } = request.socket;
    const one = new Served(++this.count, time, request.url ?? '', { pattern: null }, remotePort, localPort);
    this.served.set(request, one);
    this.routes.watch();
    this.work?.begin(one, time);
  }

  private onFinish(announced: Announced): void {
    const one = this.served.get(announced.request);
    if (one === undefined) return;
    const time = clockUs();
    this.time(() => this.finish(one, announced, time));
  }

  private finish(one: Served, { request, response }: Announced, time: Microseconds): void {
    this.work?.finish(one, time);
    one.isEnded = true;
    this.served.delete(request);
    const { request: number, start, running, port, localPort } = one;
    const route = this.routes.numberOf(request, one.url, one.route.pattern);
    one.routeNumber = route;
    this.exchanges.end(one);
    this.ring.writeEnded({ request: number, start, end: time, running, route, status: Number(response.statusCode) || 0, port, localPort });
  }

  private onFastify(message: unknown): void {
    const { request, route } = message as { request?: { raw?: object }; route?: { url?: unknown } };
    const one = request?.raw && this.served.get(request.raw);
    if (one && typeof route?.url === 'string') one.route.pattern = route.url;
  }
}
