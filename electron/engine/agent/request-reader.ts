/** In the agent's thread: which request each sample of a slice was taken in, and the requests that have ended. */
import type { Microseconds } from '../../../shared/model/units.ts';
import type { V8Profile } from '../../../shared/profile/v8-profile.ts';
import type { EndedCall } from './outgoing-calls.ts';
import type { ObservedOfRequests } from './protocol.ts';
import { ENDED_FIELDS, NO_REQUEST, type RequestRing, type RequestRingReader } from './request-ring.ts';
import { SwitchLog } from './switch-log.ts';

/** Of a sample in a stretch that the rings have lost. */
export const UNKNOWN_REQUEST = -1;

/** The requests that have ended since the last report, column by column; `routes`: names that are new, in the order of their numbers. */
export interface EndedReport {
  readonly type: 'requests';
  readonly routes: readonly string[];
  readonly columns: Readonly<Record<(typeof ENDED_FIELDS)[number], readonly number[]>>;
  readonly lost: number;
  /** To other servers, that have ended since. */
  readonly calls: readonly EndedCall[];
}

/** What is known of requests in this process. */
export interface ObservedRequests {
  readonly asked: ObservedOfRequests;
  readonly ring: RequestRing;
  /** Names, in the order of their numbers; grows while the program runs. */
  readonly routes: readonly string[];
  /** Taken from here when they are told. */
  readonly calls: EndedCall[];
  /** How many of the names were told, by whichever recording. */
  routesTold: number;
}

/** The main thread fills its rings in half a second at the very worst. */
const READ_EVERY_MS = 50;

export class RequestReader {
  private readonly reader: RequestRingReader;
  private readonly timer: NodeJS.Timeout;
  private readonly switches = new SwitchLog();
  private ended: number[][] = ENDED_FIELDS.map(() => []);
  private lost = 0;

  constructor(private readonly observed: ObservedRequests) {
    this.reader = observed.ring.reader();
    this.timer = setInterval(() => this.read(), READ_EVERY_MS);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** The request of each sample. `clockOffset`: V8's times + it = the clock of the rings. Slices come in the order of time. Null: nobody asked. */
  requestsOf(profile: V8Profile, clockOffset: Microseconds): number[] | null {
    if (this.observed.asked === 'spans') return null;
    const idleSince = this.observed.ring.idleSince;
    this.read();
    const { switches } = this;
    const found = new Array<number>(profile.samples.length);
    let [at, elapsed] = [-1, 0];
    for (let i = 0; i < found.length; i++) {
      elapsed += profile.timeDeltas[i]!;
      const time = profile.startTime + elapsed + clockOffset;
      while (at + 1 < switches.length && switches.timeAt(at + 1) <= time) at += 1;
      const isAfterLast = at === switches.length - 1 && (at < 0 || idleSince >= switches.timeAt(at)) && time >= idleSince;
      found[i] = at < 0 || isAfterLast ? NO_REQUEST : switches.requestAt(at);
    }
    // The next slice begins before this one has ended, but not before it began.
    switches.forgetBefore(profile.startTime + clockOffset);
    return found;
  }

  /** Null: nothing new. */
  takeEnded(): EndedReport | null {
    this.read();
    const routes = this.observed.routes.slice(this.observed.routesTold);
    const calls = this.observed.calls.splice(0);
    if (this.ended[0]!.length === 0 && routes.length === 0 && this.lost === 0 && calls.length === 0) return null;
    this.observed.routesTold += routes.length;
    const columns = Object.fromEntries(ENDED_FIELDS.map((name, i) => [name, this.ended[i]!])) as unknown as EndedReport['columns'];
    const { lost } = this;
    this.ended = ENDED_FIELDS.map(() => []);
    this.lost = 0;
    return { type: 'requests', routes, columns, lost, calls };
  }

  private read(): void {
    const { reader, switches } = this;
    reader.readSwitches(
      (time, request) => switches.push(time, request),
      () => switches.length > 0 && switches.push(switches.timeAt(switches.length - 1), UNKNOWN_REQUEST),
    );
    this.lost += reader.readEnded(this.ended);
  }
}
