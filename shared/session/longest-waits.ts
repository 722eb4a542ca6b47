/** Which requests waited longest for one statement, command or method at one address. */
import type { Microseconds } from '../base/units.ts';
import { type LongestWait, MOST_LONGEST, type WaitedFor } from '../model/longest-waits.ts';
import { hasReply, NO_OWNER, UNKNOWN_LINE, WAIT_KINDS } from '../model/waits.ts';
import { filterRequests, membership, type ServedPart, tookOf } from './request-filter.ts';
import type { ServedRequests } from './served-requests.ts';
import type { Waits } from './wait-rows.ts';

const US_PER_MS = 1_000;

interface Found {
  readonly row: number;
  readonly us: Microseconds;
}

/**
 * In line, as far as that is known, and in progress until the reply was read. Those that ended in the part, or of chosen requests that ended in it all;
 * the longest first. `originUs`: time 0 on the engine's clock.
 */
export function longestWaits(waits: Waits, served: ServedRequests, part: ServedPart, of: WaitedFor, originUs: Microseconds): LongestWait[] {
  const { start, end, line } = waits.table();
  const longest: Found[] = [];
  for (const row of waitsFor(waits, served, part, of)) {
    const us = end[row]! - start[row]! + (line[row] === UNKNOWN_LINE ? 0 : line[row]!);
    if (longest.length < MOST_LONGEST || us > longest.at(-1)!.us) keep(longest, { row, us });
  }
  return longest.map(({ row }) => toWait(waits, served, row, originUs));
}

/** The rows of the waits of requests for one thing, as above. */
export function* waitsFor(waits: Waits, served: ServedRequests, part: ServedPart, of: WaitedFor): Generator<number> {
  const [kind, to, name] = [WAIT_KINDS.indexOf(of.kind), waits.names.indexOf(of.to), waits.names.indexOf(of.name ?? '')];
  const columns = waits.table();
  const isOf = of.requests === null ? null : membership(served, filterRequests(served, of.requests, part));
  for (let row = 0; row < waits.rows; row++) {
    if (columns.to[row] !== to || columns.name[row] !== name || columns.kind[row] !== kind || columns.request[row] === NO_OWNER) continue;
    if (!hasReply(of.kind, columns.status[row]!)) continue;
    const isIn =
      isOf === null ? columns.end[row]! >= part.from && columns.end[row]! < part.to : isOf(columns.pid[row]!)(columns.request[row]!);
    if (isIn) yield row;
  }
}

function keep(longest: Found[], found: Found): void {
  const place = longest.findIndex(({ us }) => us < found.us);
  longest.splice(place < 0 ? longest.length : place, 0, found);
  if (longest.length > MOST_LONGEST) longest.pop();
}

/** Of the request that waited; -1: it is not known, or had no response. */
function servedRow(waits: Waits, served: ServedRequests, row: number): number {
  return served.rowOf(waits.get('pid', row), waits.get('request', row));
}

function toWait(waits: Waits, served: ServedRequests, row: number, originUs: Microseconds): LongestWait {
  const { start, end, line, request, pid } = waits.row(row);
  const lineUs = line === UNKNOWN_LINE ? null : line;
  const of = servedRow(waits, served, row);
  return {
    atMs: (start - (lineUs ?? 0) - originUs) / US_PER_MS,
    inLineMs: lineUs === null ? null : lineUs / US_PER_MS,
    inProgressMs: (end - start) / US_PER_MS,
    request:
      of < 0
        ? null
        : {
            ...{ pid, request, route: served.routes[served.get('route', of)]!, status: served.get('status', of) },
            inServerMs: tookOf(served, of) / US_PER_MS,
          },
  };
}
