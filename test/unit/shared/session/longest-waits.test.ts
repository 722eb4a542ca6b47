/** Which requests waited longest for one thing. */
import { expect, test } from 'vitest';
import type { WaitedFor } from '../../../../shared/model/longest-waits.ts';
import { ANY_REQUEST, type RequestFilter } from '../../../../shared/model/request-filter.ts';
import { NO_OWNER, NO_REPLY, STILL_OPEN, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { longestWaitsTable } from '../../../../shared/report/longest-waits-table.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { longestWaits } from '../../../../shared/session/longest-waits.ts';
import { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { DATABASE, type MadeWait, makeWaitRows, UPSTREAM } from '../../../helpers/made-waits.ts';

const PID = 5;
const ORIGIN = 1_000_000;
const ALL = { from: ORIGIN, to: ORIGIN + 100_000 };
const QUERY = { kind: 'query', to: DATABASE, name: 'select a', requests: null } as const;

/** request, route, status; each in the server from 0 to 90 ms. */
function servedOf(...rows: readonly (readonly [request: number, route: string, status?: number])[]): ServedRequests {
  const served = new ServedRequests();
  const each = (value: number): number[] => rows.map(() => value);
  const routes = [...new Set(rows.map(([, route]) => route))];
  served.add({
    routes,
    lost: 0,
    rows: {
      ...{ pid: each(PID), running: each(0), port: each(0), localPort: each(0), start: each(ORIGIN), end: each(ORIGIN + 90_000) },
      request: rows.map(([request]) => request),
      route: rows.map(([, route]) => routes.indexOf(route)),
      status: rows.map(([, , status = 200]) => status),
    },
  });
  return served;
}

/** From time 0, µs. */
const wait = (request: number, from: number, to: number, more: Partial<MadeWait> = {}): MadeWait => ({
  request,
  at: [ORIGIN + from, ORIGIN + to],
  ...more,
});

const SERVED = servedOf([1, 'GET /a'], [2, 'GET /b', 500], [3, 'GET /a']);

test('the longest of one thing come first, in line and in progress together, with whose they were', () => {
  const waits = makeWaitRows(
    wait(1, 10_000, 20_000),
    wait(2, 40_000, 45_000, { line: 30_000 }),
    wait(3, 10_000, 90_000, { name: 'select b' }),
    wait(3, 10_000, 90_000, { to: UPSTREAM }),
    wait(3, 10_000, 90_000, { kind: 'socket' }),
    wait(3, 50_000, 62_000, { line: null }),
  );
  expect(longestWaits(waits, SERVED, ALL, QUERY, ORIGIN)).toEqual([
    { atMs: 10, inLineMs: 30, inProgressMs: 5, request: { pid: PID, request: 2, route: 'GET /b', status: 500, inServerMs: 90 } },
    { atMs: 50, inLineMs: null, inProgressMs: 12, request: { pid: PID, request: 3, route: 'GET /a', status: 200, inServerMs: 90 } },
    { atMs: 10, inLineMs: 0, inProgressMs: 10, request: { pid: PID, request: 1, route: 'GET /a', status: 200, inServerMs: 90 } },
  ]);
});

test('of very many the ten longest are kept, in order', () => {
  const waits = makeWaitRows(...Array.from({ length: 500 }, (_, nth) => wait(1, 0, 1_000 + ((nth * 7_919) % 500))));
  const took = longestWaits(waits, SERVED, ALL, QUERY, ORIGIN).map(({ inProgressMs }) => inProgressMs);
  expect(took).toEqual(Array.from({ length: 10 }, (_, nth) => (1_499 - nth) / 1_000));
});

test('only those that ended in the window, and of some request', () => {
  const waits = makeWaitRows(
    wait(1, 10_000, 20_000),
    wait(2, 10_000, 30_000),
    wait(1, -20_000, -1),
    wait(1, 90_000, 100_000),
    wait(NO_OWNER, 10_000, 80_000),
  );
  expect(longestWaits(waits, SERVED, ALL, QUERY, ORIGIN).map(({ request }) => request?.request)).toEqual([2, 1]);
});

test('calls without a reply, which are in no row of the table, are not among them', () => {
  const http = { kind: 'http', to: UPSTREAM, name: 'GET' } as const;
  const waits = makeWaitRows(
    wait(1, 10_000, 20_000),
    wait(1, 10_000, 60_000, { status: NO_REPLY }),
    wait(1, 10_000, 70_000, { status: STILL_OPEN }),
    wait(2, 10_000, 15_000, { ...http, status: 200 }),
    wait(2, 10_000, 80_000, { ...http, status: 0 }),
  );
  const inProgress = (of: WaitedFor) => longestWaits(waits, SERVED, ALL, of, ORIGIN).map(({ inProgressMs }) => inProgressMs);
  expect(inProgress(QUERY)).toEqual([10]);
  expect(inProgress({ ...http, requests: null })).toEqual([5]);
  expect(inProgress({ ...http, requests: { ...ANY_REQUEST, failed: true } })).toEqual([5]);
});

test('of chosen requests that ended in the window, all of their waits and no others', () => {
  const waits = makeWaitRows(
    wait(1, 10_000, 20_000),
    wait(2, 10_000, 30_000),
    wait(1, 10_000, 15_000),
    wait(3, 10_000, 40_000),
    wait(UNKNOWN_OWNER, 10_000, 80_000),
  );
  const of = (chosen: Partial<RequestFilter>, part = ALL) =>
    longestWaits(waits, SERVED, part, { ...QUERY, requests: { ...ANY_REQUEST, ...chosen } }, ORIGIN).map(({ request, inProgressMs }) => [
      request!.request,
      inProgressMs,
    ]);
  expect(of({ route: 'GET /a' })).toEqual([
    [3, 30],
    [1, 10],
    [1, 5],
  ]);
  expect(of({ failed: true })).toEqual([[2, 20]]);
  expect(of({ route: 'GET /nowhere' })).toEqual([]);
  // The waits were over before it began.
  expect(of({ failed: true }, { from: ORIGIN + 50_000, to: ORIGIN + 100_000 })).toEqual([[2, 20]]);
  expect(of({ failed: true }, { from: ORIGIN, to: ORIGIN + 50_000 })).toEqual([]);
});

test('whose wait it was may not be known, nor how long it was in line', () => {
  const waits = makeWaitRows(wait(UNKNOWN_OWNER, 10_000, 20_000, { line: null }), wait(2, 10_000, 15_000), wait(77, 10_000, 11_000));
  const table = longestWaitsTable(QUERY, longestWaits(waits, SERVED, ALL, QUERY, ORIGIN));
  expect(table.caption).toBe(`The longest waits for select a (${DATABASE})`);
  expect(table.rows.map((row) => row.map(cellText))).toEqual([
    ['not known', '–', '0.010', '–', '10.00', '–'],
    ['GET /b', '500', '0.010', '0.00', '5.00', '90.00'],
    ['not known', '–', '0.010', '0.00', '1.00', '–'],
  ]);
});
