/**
 * What happens to the requests that are in flight when a load ends. Cutting them off would hide exactly those that hang: late requests are waited
 * for, and one that gets no response is reported with its age.
 */
import type { Microseconds } from '../../../shared/base/units.ts';
import type { OpenStream } from '../../../shared/model/silence.ts';

/** Younger requests are in flight at the end of any load. */
const LATE_FROM: Microseconds = 1_000_000;
/** At a server that takes 6 s, a request that has waited for 4 s is not late. */
const TIMES_P99 = 3;
const LONGEST_WAIT: Microseconds = 5_000_000;

/** The age from which on a request is late. `p99`: of the responses of this load; NaN: there were none. `duration`: of the load. */
export function lateFrom(duration: Microseconds, p99: Microseconds): Microseconds {
  const least = Math.min(LATE_FROM, duration / 2);
  return Number.isNaN(p99) ? least : Math.max(least, TIMES_P99 * p99);
}

export function longestWait(duration: Microseconds): Microseconds {
  return Math.min(LONGEST_WAIT, duration / 2);
}

/** When a load was given up, on the clock of its requests. */
interface GivenUp {
  readonly endedAt: Microseconds;
  readonly now: Microseconds;
  /** Whether late requests were waited for since it ended: then one that was young has become late. */
  readonly hasWaited: boolean;
  /** The ages from which on a request is late: as it was when the load ended, and by the responses of the wait, too, which may have been slow. */
  readonly lateFrom: readonly [fixed: Microseconds, latest: Microseconds];
}

/** Whether a request is late that is in flight then. `since`: when it was due. */
export function isLateThen(since: Microseconds, { endedAt, now, hasWaited, lateFrom: [fixed, latest] }: GivenUp): boolean {
  return (hasWaited ? now : endedAt) - since > fixed && now - since > latest;
}

/** How a load ended. */
export interface Ending {
  /** How long the load waited for late responses. */
  readonly waited: Microseconds;
  /** Responses that were still arriving; times on the monotonic clock. */
  readonly streams: readonly OpenStream[];
}

export const AT_ONCE: Ending = { waited: 0, streams: [] };
