/** A load model as the client sees it: it decides, whenever a connection is free, which request to send next and when. */
import type { Microseconds } from '../../../../shared/base/units.ts';

/** Send the request that was written into the turn, now. */
export const SEND = 0;
/** Nothing is due before `until`. */
export const WAIT = 1;
/** There is nothing left to send. */
export const OVER = 2;
/** Numbers, because there is one for every request. */
export type Decision = typeof SEND | typeof WAIT | typeof OVER;

/** Which of several equal parts, from 0. */
export interface Part {
  readonly nth: number;
  readonly of: number;
}

/**
 * A timer is up to a millisecond late. What is due before the next one could ring is sent now instead: a little early, and then its latency counts from
 * when it was sent.
 */
export const LOOK_AHEAD: Microseconds = 1_000;

/**
 * A free connection that needs a request. The source writes its decision here, so that nothing is allocated. It starts with the defaults,
 * which hold unless the source sets others: intended now, the first request of the first phase, the connection as its own user.
 */
export interface Turn {
  /** The intended start of the request. Latency counts from here, so the delay of a request that is sent late is included. */
  intended: Microseconds;
  /** Index of the request of the plan. */
  request: number;
  /** Index of the phase of the plan. */
  phase: number;
  /** Index of the simulated user. */
  user: number;
  /** With WAIT: when to ask again; later than now. */
  until: Microseconds;
}

/**
 * The requests of one phase of a load, in their order; all times on the monotonic clock. It does not know the duration: when that is
 * over, `next` is not called again.
 */
export interface Source {
  /** Time 0; called once, before `next`. */
  start(now: Microseconds): void;
  next(now: Microseconds, turn: Turn): Decision;
  /** False: `next` can only return OVER. */
  readonly hasMore: boolean;
}
