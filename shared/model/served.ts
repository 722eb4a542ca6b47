/** Requests as the server saw them: known where a capture records spans, or tells its samples apart by requests. */
import type { Microseconds, Percent } from '../base/units.ts';
import type { Column } from './table.ts';

export interface ServedRequest {
  /** When Node had read its head, and when its response had been handed to the system; µs on the engine's clock. */
  readonly start: number;
  readonly end: number;
  /** How long the main thread worked for it until then, µs; 0 where only spans are recorded. */
  readonly running: number;
  /** Its number in its process, from 1. */
  readonly request: number;
  readonly pid: number;
  /** Place in the list of routes. */
  readonly route: number;
  readonly status: number;
  /** Of its connection: at the client, and at the server. 0: not known. */
  readonly port: number;
  readonly localPort: number;
}

export const SERVED_COLUMNS = [
  { name: 'start', type: 'Float64', unit: 'us', meaning: "request read, on the engine's clock; subtract the manifest's origin" },
  { name: 'end', type: 'Float64', unit: 'us', meaning: 'answer handed to the system, on the same clock' },
  { name: 'running', type: 'Uint32', unit: 'us', meaning: 'how long the main thread worked for it; 0 where only spans are recorded' },
  { name: 'request', type: 'Uint32', unit: '', meaning: 'number in its process, as in `requests` of the profile' },
  { name: 'pid', type: 'Uint32', unit: '', meaning: 'process' },
  { name: 'route', type: 'Uint16', unit: '', meaning: 'place in the list of routes' },
  { name: 'status', type: 'Uint16', unit: '', meaning: 'HTTP status' },
  { name: 'port', type: 'Uint16', unit: '', meaning: 'port of its connection at the client; 0: not known' },
  { name: 'localPort', type: 'Uint16', unit: '', meaning: 'port of its connection at the server; 0: not known' },
] as const satisfies readonly Column<keyof ServedRequest>[];

export type ServedColumn = keyof ServedRequest;

/** A request that the program made to another server while it worked for one of its own. */
export interface OutgoingCall {
  readonly pid: number;
  /** Of which it was a part. */
  readonly request: number;
  /** When it was made, and when its response was complete or it had failed; µs on the engine's clock. */
  readonly start: number;
  readonly end: number;
  /** Method and origin: `GET http://127.0.0.1:3001`. Paths may hold what is nobody's business. */
  readonly to: string;
  /** 0: it failed. */
  readonly status: number;
}

/** Those after are counted. */
export const MOST_CALLS = 100_000;
export const MOST_CALL_CHARACTERS = 300;

/** Column by column. */
export type ServedRows = { readonly [K in ServedColumn]: ArrayLike<number> };

/** 64 MB. Those after are counted, and their samples are of no known route. */
export const MOST_SERVED = 2_000_000;
export const MOST_ROUTES = 10_000;
export const MOST_ROUTE_CHARACTERS = 300;

/** What a list by number may take: a file could name any. */
export const MOST_NUMBERED = 50_000_000;

/** In the samples of a profile, where others have the number of a request. */
export const NO_REQUEST = 0;
export const UNKNOWN_REQUEST = -1;
/** Of a request whose response had been handed to the system. */
export const AFTER_RESPONSE = -2;
/** Of something that requests share; the next ones of its process count down. */
export const FIRST_SHARED = -3;
/** Of a process. */
export const MOST_SHARED = 1_000;
export const LEAST_IN_SAMPLES = FIRST_SHARED - MOST_SHARED;
export const MOST_SHARED_CHARACTERS = 200;

/**
 * Work of the main threads for several requests at once: parsing on a connection that they share, an interval. Node runs it in the context of the
 * request that made the connection or the interval.
 */
export interface SharedWork {
  /** What is shared, in the order of its numbers, process by process: `TCP 127.0.0.1:5432`, `interval 5 ms`. */
  readonly names: readonly { readonly pid: number; readonly names: readonly string[] }[];
  /** Who asked for it. */
  readonly exchanges: readonly SharedExchanges[];
  /** Whether `running` of the requests is CPU time; else time on the main thread, waiting for a core included. */
  readonly isCpuTime: boolean;
}

/** Work of something shared after which requests of these routes continued. */
export interface SharedExchanges {
  readonly pid: number;
  /** Which of the names of its process. */
  readonly shared: number;
  /** When the last of them was, µs on the engine's clock; they are put together second by second. */
  readonly time: number;
  /** How often requests of just these routes continued. */
  readonly count: number;
  /** CPU time of that work, µs. */
  readonly us: number;
  /** Places in the list of routes, one for each request that continued; none: something else did. */
  readonly routes: readonly number[];
}

/** What telling its requests apart cost a process. */
export interface CostOfRequests {
  readonly pid: number;
  /** When it was known, on the engine's clock. */
  readonly time: Microseconds;
  /** Of the time of its main thread, and of the CPU time that it used: estimates, at most `MOST_COST_PERCENT`. */
  readonly timePercent: Percent;
  readonly cpuPercent: Percent;
  /** Of more than was allowed: from then on it is only known when each request was in the server. */
  readonly isTooMuch: boolean;
}
/** An estimate from a part of the calls may be more than there was. */
export const MOST_COST_PERCENT = 1_000;
export const MOST_COSTS = 10_000;

/** Those after have no share in what they asked for. */
export const MOST_EXCHANGES = 100_000;
export const MOST_ASKING = 64;
