import type { Microseconds } from '../../../../shared/base/units.ts';

/** What is worked for. */
export interface Work {
  readonly request: number;
  /** For how long so far. */
  running: Microseconds;
  /** Of it, since the last callback of the event loop began. */
  inSegment: Microseconds;
  /** When the main thread turned from it to something else, the last time. */
  leftAt: Microseconds;
  readonly isEnded: boolean;
}

/** Work for a request. */
export interface RequestInWork extends Work {
  /** Since when it had not run when it went on after the callback of a connection. */
  waitingSince: Microseconds;
  /** Exchanges that it has a share in, and that are not told yet: another of them has not ended. */
  readonly exchanges: OpenExchange[];
}

/** Work of something shared, by who continued after it. */
export interface Exchange {
  readonly time: Microseconds;
  readonly shared: number;
  readonly us: Microseconds;
  /** Empty: no request. */
  readonly of: readonly RequestInWork[];
}

export interface OpenExchange extends Exchange {
  /** How many of them have not ended. */
  notEnded: number;
}
