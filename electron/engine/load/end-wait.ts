/**
 * What happens to the requests that are in flight when a load ends. Cutting them off would hide exactly those that hang: a request that is late is
 * waited for, and if it gets no response, it is told with its age.
 */
import type { OpenStream } from '../../../shared/model/silence.ts';
import type { Microseconds } from '../../../shared/model/units.ts';

/** Younger requests are in flight at the end of any load. */
const LATE_FROM: Microseconds = 1_000_000;
/** A server of 6 s is not late with what has waited for 4. */
const TIMES_P99 = 3;
const LONGEST_WAIT: Microseconds = 5_000_000;

/** A request is late that is older; `p99`: of the responses of this load, NaN: there were none. `duration`: of the load. */
export function lateFrom(duration: Microseconds, p99: Microseconds): Microseconds {
  const least = Math.min(LATE_FROM, duration / 2);
  return Number.isNaN(p99) ? least : Math.max(least, TIMES_P99 * p99);
}

export function longestWait(duration: Microseconds): Microseconds {
  return Math.min(LONGEST_WAIT, duration / 2);
}

/** How a load ended. */
export interface Ending {
  /** How long responses were waited for. */
  readonly waited: Microseconds;
  /** What was still open, and alive; times on the monotonic clock. */
  readonly streams: readonly OpenStream[];
}

export const AT_ONCE: Ending = { waited: 0, streams: [] };
