/** In the agent's thread: which request each sample of a slice was taken in, and the requests that have ended. */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { IDLE_NAME } from '../../../../shared/model/profile/frame-kind.ts';
import type { V8Profile } from '../../../../shared/profile/import/v8-profile.ts';
import type { ObservedOfRequests } from '../protocol.ts';
import { type ObservedWaits, WaitReader, type WaitReport } from '../waits/wait-reader.ts';
import type { CostOfRequests } from './request-observer.ts';
import {
  ENDED_FIELDS,
  FIRST_SHARED,
  NO_REQUEST,
  NO_ROUTE,
  type RequestRing,
  type RequestRingReader,
  UNKNOWN_REQUEST,
} from './request-ring.ts';
import { SwitchLog } from './switch-log.ts';

/** Shared work, grouped by the requests that asked for it. */
export type ExchangeReport = readonly [shared: number, count: number, us: Microseconds, routes: readonly number[]];

/**
 * The requests that have ended since the last report, column by column; `routes`, `shared`: names that are new, in the order of their numbers (what is
 * shared is counted from 0 here, and down from FIRST_SHARED where the request of a sample stands).
 */
export interface EndedReport {
  readonly type: 'requests';
  readonly routes: readonly string[];
  readonly shared: readonly string[];
  readonly columns: Readonly<Record<(typeof ENDED_FIELDS)[number], readonly number[]>>;
  readonly lost: number;
  /** Null: none is new. */
  readonly waits: WaitReport | null;
  /** Of which the last was at `time`, on the agent's clock. `routes` ascending, one for each request that continued; none: work of no request did. */
  readonly exchanges: { readonly time: Microseconds; readonly of: readonly ExchangeReport[] } | null;
  /** Null: not known yet, or told before. */
  readonly cost: CostOfRequests | null;
  /** `running` is CPU time of the main thread, where a callback took long. Otherwise the CPU clock was that of all threads: time on the main thread, or less. */
  readonly isCpuTime: boolean;
}

/** The requests of this process. */
export class ObservedRequests {
  /** How many names were reported, in any recording. */
  private routesTold = 0;
  private isCostTold = false;
  cost: CostOfRequests | null = null;
  private sharedTold = 0;

  constructor(
    readonly asked: ObservedOfRequests,
    readonly ring: RequestRing,
    /** Names, in the order of their numbers; they grow while the program runs. */
    private readonly routes: readonly string[],
    private readonly shared: readonly string[],
    /** Null: they are not observed. */
    readonly waits: ObservedWaits | null,
  ) {}

  /**
   * How many routes, and things that requests share, are named so far. The main thread sends a name before it writes the number to a ring, but
   * the ring may be read while the message with the name still waits to be handled.
   */
  get named(): { readonly routes: number; readonly shared: number } {
    return { routes: this.routes.length, shared: this.shared.length };
  }

  /** Whether it is known which request each sample is of. */
  get tellsApart(): boolean {
    return this.asked !== 'spans' && this.cost?.isTooMuch !== true;
  }

  /** Not reported yet. */
  take(): Pick<EndedReport, 'routes' | 'shared' | 'cost'> {
    const cost = this.isCostTold ? null : this.cost;
    this.isCostTold ||= cost !== null;
    const [routes, shared] = [this.routes.slice(this.routesTold), this.shared.slice(this.sharedTold)];
    this.routesTold += routes.length;
    this.sharedTold += shared.length;
    return { routes, shared, cost };
  }
}

/** The main thread fills its rings in half a second at the very worst. */
const READ_EVERY_MS = 50;
const ROUTE = ENDED_FIELDS.indexOf('route');
/** As in shared/model/profile/frame-kind.ts, of which the agent has only the types. */
const IDLE: typeof IDLE_NAME = '(idle)';

export class RequestReader {
  private readonly reader: RequestRingReader;
  private readonly timer: NodeJS.Timeout;
  private readonly switches = new SwitchLog();
  private readonly ended: readonly number[][] = ENDED_FIELDS.map(() => []);
  private lost = 0;
  private readonly exchanges = new Exchanges();
  private readonly waits: WaitReader | null;

  constructor(private readonly observed: ObservedRequests) {
    this.reader = observed.ring.reader();
    this.waits = observed.waits && new WaitReader(observed.waits);
    this.timer = setInterval(() => this.read(), READ_EVERY_MS);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** The request of each sample. `clockOffset`: added to V8's times it gives the clock of the rings. Slices come in the order of time. Null: not observed. */
  requestsOf(profile: V8Profile, clockOffset: Microseconds): number[] | null {
    if (!this.observed.tellsApart) return null;
    this.read();
    const { switches } = this;
    // When the event loop began to wait is written down when it goes on.
    const idle = profile.nodes.find(({ callFrame }) => callFrame.functionName === IDLE)?.id;
    const found = new Array<number>(profile.samples.length);
    let [at, elapsed] = [-1, 0];
    for (let i = 0; i < found.length; i++) {
      elapsed += profile.timeDeltas[i]!;
      const time = profile.startTime + elapsed + clockOffset;
      while (at + 1 < switches.length && switches.timeAt(at + 1) <= time) at += 1;
      found[i] = at < 0 || profile.samples[i] === idle ? NO_REQUEST : switches.requestAt(at);
    }
    // The next slice begins before this one has ended, but not before it began.
    switches.forgetBefore(profile.startTime + clockOffset);
    return found;
  }

  /** Null: nothing new. The engine rejects a number without a name, so requests without a name yet wait for the next report. */
  takeEnded(): EndedReport | null {
    this.read();
    const { named } = this.observed;
    const news = this.observed.take();
    const exchanges = this.exchanges.take(named);
    const waits = this.waits?.take() ?? null;
    const ended = this.takeNamed(named.routes);
    const { routes, shared, cost } = news;
    const isNews = routes.length > 0 || shared.length > 0 || cost !== null;
    if (ended[0]!.length === 0 && this.lost === 0 && !isNews && exchanges === null && waits === null) return null;
    const columns = Object.fromEntries(ENDED_FIELDS.map((name, i) => [name, ended[i]!])) as unknown as EndedReport['columns'];
    const { lost } = this;
    this.lost = 0;
    return { type: 'requests', ...news, columns, lost, exchanges, isCpuTime: this.observed.ring.isCpuTime, waits };
  }

  /** Columns of the requests up to the first one whose route has no name yet. */
  private takeNamed(routes: number): number[][] {
    const unnamed = this.ended[ROUTE]!.findIndex((route) => route >= routes);
    return this.ended.map((column) => column.splice(0, unnamed < 0 ? column.length : unnamed));
  }

  private read(): void {
    const { reader, switches } = this;
    reader.readSwitches(
      (time, request) => switches.push(time, request),
      () => switches.length > 0 && switches.push(switches.timeAt(switches.length - 1), UNKNOWN_REQUEST),
    );
    this.lost += reader.readEnded(this.ended);
    reader.readExchanges((row) => this.exchanges.add(row));
    this.waits?.read();
  }
}

/** Limit of different groups of requests in one second; further groups are not attributed. */
const MOST_KINDS = 2_000;

interface Summed {
  readonly shared: number;
  readonly routes: readonly number[];
  count: number;
  us: Microseconds;
}

/** Since the last report, grouped by the shared work and the requests that asked for it. */
class Exchanges {
  private readonly sums = new Map<string, Summed>();
  private time: Microseconds = 0;
  private routes: number[] = [];

  /** A row in the order of EXCHANGE_FIELDS. */
  add([time = 0, shared = 0, us = 0, place = 0, count = 0, route = 0]: Float64Array): void {
    // The rows before it were lost.
    if (place !== this.routes.length) this.routes = [];
    if (place !== this.routes.length) return;
    this.routes.push(route);
    if (this.routes.length < count) return;
    const routes = this.routes.filter((one) => one !== NO_ROUTE).sort((a, b) => a - b);
    this.routes = [];
    this.time = time;
    const key = `${shared} ${routes}`;
    let sum = this.sums.get(key);
    if (sum === undefined) {
      if (this.sums.size >= MOST_KINDS) return;
      sum = { shared: FIRST_SHARED - shared, routes, count: 0, us: 0 };
      this.sums.set(key, sum);
    }
    sum.count += 1;
    sum.us += us;
  }

  /** Those whose numbers all have names. Null: none. */
  take(named: ObservedRequests['named']): EndedReport['exchanges'] {
    const of: ExchangeReport[] = [];
    for (const [key, { shared, routes, count, us }] of this.sums) {
      if (shared >= named.shared || routes.some((route) => route >= named.routes)) continue;
      of.push([shared, count, Math.round(us), routes]);
      this.sums.delete(key);
    }
    return of.length === 0 ? null : { time: Math.round(this.time), of };
  }
}
