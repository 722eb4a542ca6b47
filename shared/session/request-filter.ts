/** Which requests a profile is looked at for. */
import type { Microseconds } from '../base/units.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import type { ServedRequests } from './served-requests.ts';

export const FIRST_FAILED_STATUS = 400;

/** From, to: µs on the engine's clock; a request counts where it ended, as it does in throughput. */
export interface ServedPart {
  readonly from: Microseconds;
  readonly to: Microseconds;
  /**
   * The part ends with the load, and nothing was in flight any more. Then a request that had begun by `to` has got its response, too, though the
   * server may have noticed a moment later that it had handed it over. Absent: it is not so, or not known.
   */
  readonly isAllAnswered?: boolean;
}

export function endedIn(served: ServedRequests, row: number, { from, to, isAllAnswered = false }: ServedPart): boolean {
  const end = served.get('end', row);
  return end >= from && (end < to || (isAllAnswered && served.get('start', row) < to));
}

/** The rows that a filter lets through, in the order they were recorded. */
export function filterRequests(served: ServedRequests, filter: RequestFilter, part: ServedPart): Int32Array {
  const rows = matchingRows(served, filter, part);
  if (filter.slowest === null) return Int32Array.from(rows);
  const count = Math.ceil((rows.length * filter.slowest) / 100);
  return Int32Array.from(bySlowness(served, rows).slice(0, count)).sort();
}

/** Of the requests that a filter is about, whatever share of them is asked for: the half around the median of the time in the server. */
export function middleHalf(served: ServedRequests, filter: RequestFilter, part: ServedPart): Int32Array {
  const rows = bySlowness(served, matchingRows(served, filter, part));
  return Int32Array.from(rows.slice(Math.floor(rows.length / 4), Math.ceil((rows.length * 3) / 4))).sort();
}

/** Of the route and with the status that are asked for. */
function matchingRows(served: ServedRequests, { route, failed }: RequestFilter, part: ServedPart): number[] {
  const wanted = route === null ? -1 : served.routes.indexOf(route);
  const rows: number[] = [];
  for (let row = 0; row < served.rows; row++) {
    if (!endedIn(served, row, part)) continue;
    if (route !== null && served.get('route', row) !== wanted) continue;
    if (failed && served.get('status', row) < FIRST_FAILED_STATUS) continue;
    rows.push(row);
  }
  return rows;
}

/** How long a request was in the server. */
export function tookOf(served: ServedRequests, row: number): Microseconds {
  return served.get('end', row) - served.get('start', row);
}

function bySlowness(served: ServedRequests, rows: number[]): number[] {
  return rows.sort((a, b) => tookOf(served, b) - tookOf(served, a));
}

/** Whether a sample of a process was taken in one of these. */
export function membership(served: ServedRequests, rows: Int32Array): (pid: number) => (request: number) => boolean {
  const isIn = new Uint8Array(served.rows);
  for (const row of rows) isIn[row] = 1;
  return (pid) => (request) => {
    const row = request > 0 ? served.rowOf(pid, request) : -1;
    return row >= 0 && isIn[row] === 1;
  };
}
