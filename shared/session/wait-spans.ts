/** When requests waited, for the share of their response times. */
import type { Microseconds } from '../base/units.ts';
import { STILL_OPEN, UNKNOWN_LINE, UNKNOWN_OWNER, type Wait } from '../model/waits.ts';
import { endedIn, type ServedPart } from './request-filter.ts';
import type { ServedRequests } from './served-requests.ts';

/** Row of the request, since when it waited, until when. */
export type Span = [row: number, from: Microseconds, to: Microseconds];

/** A wait counts where it ended; one that never did, where it had begun. */
export function isWaitIn({ start, end, status }: Pick<Wait, 'start' | 'end' | 'status'>, { from, to }: ServedPart): boolean {
  return end >= from && (status === STILL_OPEN ? start : end) < to;
}

/** Since when it waited, in line if it was. */
export const askedAt = (start: Microseconds, line: number): Microseconds => (line === UNKNOWN_LINE ? start : start - line);

/** A whole wait of a request whose response time is in the base of the share; null: it is none, or not known. */
export function spanOf(
  { start, end, line, request, pid }: Pick<Wait, 'start' | 'end' | 'line' | 'request' | 'pid'>,
  served: ServedRequests,
  part: ServedPart,
): Span | null {
  const of = request === UNKNOWN_OWNER ? -1 : served.rowOf(pid, request);
  return of >= 0 && endedIn(served, of, part) ? [of, askedAt(start, line), end] : null;
}

/** How long requests waited in one of these or more, while they were in the server: what overlaps counts once. They are put in order. */
export function waitedUs(spans: Span[], served: ServedRequests): Microseconds {
  spans.sort(([row, from], [other, otherFrom]) => row - other || from - otherFrom);
  let [sum, last, reached] = [0, -1, 0];
  for (const [row, from, to] of spans) {
    if (row !== last) [last, reached] = [row, served.get('start', row)];
    const until = Math.min(to, served.get('end', row));
    sum += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return sum;
}
