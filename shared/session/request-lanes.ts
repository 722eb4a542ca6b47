/** Requests in the server, and what they waited for, for a part of the time (model/request-lanes.ts). */
import { Remembered } from '../base/remembered.ts';
import type { Microseconds } from '../base/units.ts';
import { type LaneFacts, MOST_REQUEST_LANES, NO_LANE, type RequestLaneColumns } from '../model/request-lanes.ts';
import { NO_OWNER, UNKNOWN_LINE, WAIT_KINDS } from '../model/waits.ts';
import type { ServedRequests } from './served-requests.ts';
import type { Waits } from './wait-rows.ts';

/** Of requests, or of waits: more in what is asked for would be narrower than they can be told apart, and slow to draw. */
const MOST_BARS = 3_000;

export interface LanesQuery {
  readonly fromUs: Microseconds;
  readonly toUs: Microseconds;
  /** Columns of the picture that this is for. */
  readonly pixels: number;
  /** Null: of all processes. */
  readonly pid: number | null;
}

/** Rows with a begin and an end, on the engine's clock; `start`: where what is in line before ends. */
interface Spans {
  readonly rows: number;
  begin(row: number): Microseconds;
  start(row: number): Microseconds;
  end(row: number): Microseconds;
  isIn(row: number): boolean;
}

/** In which lane a row lies, for each row: the first that is free when it begins, so that it is the same whatever part is shown. */
const lanes = new Remembered<ServedRequests | Waits, Uint8Array>();

export function requestLanes(served: ServedRequests, waits: Waits, originUs: Microseconds, query: LanesQuery): RequestLaneColumns {
  const [from, to] = [query.fromUs + originUs, query.toUs + originUs];
  const requests = servedSpans(served, query.pid);
  const calls = waitSpans(waits, query.pid);
  const shownRequests = rowsBetween(requests, from, to, () => laneOf(served, requests, query.pid));
  const shownWaits = rowsBetween(calls, from, to, () => laneOf(waits, calls, query.pid));
  const atOnce = (rows: readonly number[], begin: Spans['begin'], end: Spans['end']) =>
    meanAtOnce(rows, begin, end, from, to, query.pixels);
  const { calls: named, places } = distinctCalls(waits, shownWaits.rows);
  return {
    meta: {
      ...{ fromUs: query.fromUs, toUs: query.toUs, requests: shownRequests.facts, waits: waits.isKnown ? shownWaits.facts : null },
      ...{ routes: served.routes, calls: named },
    },
    ...requestBars(served, shownRequests, originUs),
    ...waitBars(waits, shownWaits, places, originUs),
    inServer: atOnce(shownRequests.all, requests.start, requests.end),
    inProgress: atOnce(shownWaits.all, calls.start, calls.end),
    inLine: atOnce(shownWaits.all, calls.begin, calls.start),
  };
}

function servedSpans(served: ServedRequests, of: number | null): Spans {
  const { start, end, pid } = served.table();
  const begin = (row: number): Microseconds => start[row]!;
  return { rows: served.rows, begin, start: begin, end: (row) => end[row]!, isIn: (row) => of === null || pid[row] === of };
}

/** With the time in line, as far as it is known. What no request waited for is not among them. */
function waitSpans(waits: Waits, of: number | null): Spans {
  const { start, end, line, pid, request } = waits.table();
  return {
    rows: waits.rows,
    begin: (row) => (line[row] === UNKNOWN_LINE ? start[row]! : start[row]! - line[row]!),
    start: (row) => start[row]!,
    end: (row) => end[row]!,
    isIn: (row) => request[row] !== NO_OWNER && (of === null || pid[row] === of),
  };
}

/** A begin and a row fit into one number: 32 bits of time, and more rows than there can be. */
const MOST_STEPS = 2 ** 32;
const MOST_ROWS = 2 ** 21;

function laneOf(of: ServedRequests | Waits, spans: Spans, pid: number | null): Uint8Array {
  return lanes.get(of, [spans.rows, pid], () => {
    const lane = new Uint8Array(spans.rows).fill(NO_LANE);
    const free: Microseconds[] = [];
    for (const row of byBegin(spans)) {
      const begin = spans.begin(row);
      let at = 0;
      while (at < free.length && free[at]! > begin) at += 1;
      if (at === MOST_REQUEST_LANES) continue;
      free[at] = spans.end(row);
      lane[row] = at;
    }
    return lane;
  });
}

/** Sorted as numbers, which takes a tenth of the time of comparing rows. Of those that begin within a few µs any may come first. */
function byBegin(spans: Spans): Float64Array {
  let [first, last, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let row = 0; row < spans.rows; row++) {
    if (!spans.isIn(row)) continue;
    count += 1;
    first = Math.min(first, spans.begin(row));
    last = Math.max(last, spans.begin(row));
  }
  const step = Math.max(1, Math.ceil((last - first + 1) / MOST_STEPS));
  const keys = new Float64Array(count);
  for (let row = 0, at = 0; row < spans.rows; row++)
    if (spans.isIn(row)) keys[at++] = Math.floor((spans.begin(row) - first) / step) * MOST_ROWS + row;
  return keys.sort().map((key) => key % MOST_ROWS);
}

interface Shown {
  readonly facts: LaneFacts;
  readonly all: readonly number[];
  /** Those that are bars; none if there are too many. */
  readonly rows: readonly number[];
  readonly lanes: Uint8Array;
}

const NO_ROWS = new Uint8Array();

function rowsBetween(spans: Spans, from: Microseconds, to: Microseconds, findLanes: () => Uint8Array): Shown {
  const all: number[] = [];
  for (let row = 0; row < spans.rows; row++) if (spans.end(row) > from && spans.begin(row) < to && spans.isIn(row)) all.push(row);
  const count = all.length;
  if (count === 0 || count > MOST_BARS) return { facts: { count, lanes: 0 }, all, rows: [], lanes: NO_ROWS };
  const found = findLanes();
  const highest = all.reduce((most, row) => (found[row] === NO_LANE ? most : Math.max(most, found[row]! + 1)), 0);
  return { facts: { count, lanes: highest }, all, rows: all, lanes: found };
}

function meanAtOnce(
  rows: readonly number[],
  begin: Spans['begin'],
  end: Spans['end'],
  from: Microseconds,
  to: Microseconds,
  pixels: number,
): Float32Array {
  const sums = new Float64Array(pixels);
  const pixelUs = (to - from) / pixels;
  for (const row of rows) {
    const [first, last] = [Math.max(0, (begin(row) - from) / pixelUs), Math.min(pixels, (end(row) - from) / pixelUs)];
    for (let pixel = Math.floor(first); pixel < last; pixel++) sums[pixel]! += Math.min(last, pixel + 1) - Math.max(first, pixel);
  }
  return Float32Array.from(sums);
}

function requestBars(served: ServedRequests, { rows, lanes: found }: Shown, originUs: Microseconds) {
  const { start, end, route, status, pid, request } = served.table();
  return {
    requestStart: Float64Array.from(rows, (row) => start[row]! - originUs),
    requestEnd: Float64Array.from(rows, (row) => end[row]! - originUs),
    requestLane: Uint8Array.from(rows, (row) => found[row]!),
    requestRoute: Uint16Array.from(rows, (row) => route[row]!),
    requestStatus: Uint16Array.from(rows, (row) => status[row]!),
    requestPid: Uint32Array.from(rows, (row) => pid[row]!),
    requestNumber: Uint32Array.from(rows, (row) => request[row]!),
  };
}

/** What was asked, each once, and which of these the waits of these rows are. */
function distinctCalls(waits: Waits, rows: readonly number[]) {
  const { kind, to, name } = waits.table();
  const known = new Map<string, number>();
  const calls: RequestLaneColumns['meta']['calls'][number][] = [];
  const places = rows.map((row) => {
    const key = `${kind[row]} ${to[row]} ${name[row]}`;
    const place =
      known.get(key) ?? calls.push({ kind: WAIT_KINDS[kind[row]!]!, to: waits.names[to[row]!]!, name: waits.names[name[row]!]! }) - 1;
    known.set(key, place);
    return place;
  });
  return { calls, places };
}

function waitBars(waits: Waits, { rows, lanes: found }: Shown, places: readonly number[], originUs: Microseconds) {
  const { start, end, line, pid, request } = waits.table();
  return {
    waitLine: Float64Array.from(rows, (row) => start[row]! - originUs - (line[row] === UNKNOWN_LINE ? 0 : line[row]!)),
    waitStart: Float64Array.from(rows, (row) => start[row]! - originUs),
    waitEnd: Float64Array.from(rows, (row) => end[row]! - originUs),
    waitLane: Uint8Array.from(rows, (row) => found[row]!),
    waitCall: Uint16Array.from(places),
    waitPid: Uint32Array.from(rows, (row) => pid[row]!),
    waitNumber: Uint32Array.from(rows, (row) => request[row]!),
  };
}
