import { expect, test } from 'vitest';
import { NO_OWNER, NO_REPLY, UNKNOWN_LINE, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { filterRequests } from '../../../../shared/session/request-filter.ts';
import { computeWaits, computeWaitsOf, MOST_BY_ROUTE } from '../../../../shared/session/wait-figures.ts';
import { Waits } from '../../../../shared/session/wait-rows.ts';
import { DATABASE, OTHER, PID, servedOf, waitsOf } from '../../../helpers/planted-waits.ts';

const ALL = { from: 0, to: 100_000 };

test('calls are told by peer and statement, the longest altogether first, per request that ended', () => {
  const served = servedOf([1, 0, 10_000], [2, 0, 10_000]);
  const waits = waitsOf(
    { request: 1, at: [1_000, 2_000] },
    { request: 1, at: [3_000, 4_000] },
    { request: 2, at: [1_000, 2_000] },
    { request: 2, at: [3_000, 9_000], kind: 'http', to: OTHER, name: 'GET' },
  );
  const { rows, outside, lost } = computeWaits(waits, served, ALL)!;
  expect(rows.map(({ kind, to, name, calls, perRequest, route }) => ({ kind, to, name, calls, perRequest, route }))).toEqual([
    { kind: 'http', to: OTHER, name: 'GET', calls: 1, perRequest: 0.5, route: null },
    { kind: 'query', to: DATABASE, name: 'select a', calls: 3, perRequest: 1.5, route: null },
  ]);
  expect(rows.map(({ inProgressMs, inLineMs }) => [inProgressMs.max, inLineMs!.max])).toEqual([
    [6, 0],
    [1, 0],
  ]);
  expect([outside, lost]).toEqual([0, 0]);
});

test('the share counts what overlaps once, with the time in line, and no more than the request was there', () => {
  const served = servedOf([1, 10_000, 20_000], [2, 10_000, 20_000]);
  const overlapping = waitsOf({ request: 1, at: [12_000, 15_000], line: 1_000 }, { request: 1, at: [13_000, 16_000] });
  expect(computeWaits(overlapping, served, ALL)!.rows[0]).toMatchObject({ share: 25, inLineMs: { max: 1 } });
  const outOfIt = waitsOf({ request: 1, at: [9_000, 11_000] }, { request: 2, at: [19_000, 25_000] });
  expect(computeWaits(outOfIt, served, ALL)!.rows[0]!.share).toBe(10);
  // Of another process with such a number.
  expect(computeWaits(waitsOf({ request: 1, at: [12_000, 15_000], pid: 6 }), served, ALL)!.rows[0]).toMatchObject({ share: 0, calls: 1 });
});

test('of a part of the run, the share is of the whole waits of the requests that ended in it', () => {
  const served = servedOf([1, 0, 10_000], [2, 0, 30_000]);
  const waits = waitsOf({ request: 1, at: [1_000, 6_000] }, { request: 2, at: [2_000, 8_000] });
  expect(computeWaits(waits, served, { from: 0, to: 10_001 })!.rows[0]).toMatchObject({ calls: 2, perRequest: 2, share: 50 });
  expect(computeWaits(waits, served, { from: 7_000, to: 10_001 })!.rows[0]).toMatchObject({ calls: 1, perRequest: 1, share: 50 });
  expect(computeWaits(waits, served, { from: 20_000, to: 40_000 })!.rows).toEqual([]);
});

test('all calls to a peer are told together, whatever was asked of it', () => {
  const served = servedOf([1, 0, 10_000], [2, 0, 10_000]);
  const waits = waitsOf(
    { request: 1, at: [1_000, 2_000], line: 500 },
    { request: 1, at: [3_000, 6_000], name: 'select b' },
    { request: UNKNOWN_OWNER, at: [3_000, 8_000], name: 'select b', line: UNKNOWN_LINE },
    { request: 2, at: [0, 9_900], kind: 'http', to: OTHER, name: 'GET', limit: 2 },
    { request: NO_OWNER, at: [1_000, 2_000] },
    { request: 2, at: [1_000, 2_000], status: NO_REPLY },
  );
  expect(computeWaits(waits, served, ALL)!.byPeer).toMatchObject([
    { to: OTHER, calls: 1, perRequest: 0.5, inProgressMs: { mean: 9.9 }, inLineMs: { count: 1, max: 0 }, atOnce: { max: 1, limit: 2 } },
    {
      to: DATABASE,
      calls: 3,
      perRequest: 1.5,
      inProgressMs: { mean: 3 },
      inLineMs: { count: 2, max: 0.5 },
      atOnce: { max: 2, limit: null },
    },
  ]);
  expect(computeWaits(waits, served, ALL)!.byPeer.map(({ knownPercent }) => knownPercent)).toEqual([100, expect.closeTo(66.67, 2)]);
  expect(computeWaits(waits, served, { from: 20_000, to: 30_000 })!.byPeer).toEqual([]);
  expect(computeWaits(waitsOf({ request: 1, at: [1, 2] }), servedOf(), ALL)!.byPeer).toMatchObject([{ perRequest: null }]);
});

test('what is not known is no part of a share, nor of a line', () => {
  const served = servedOf([1, 0, 10_000]);
  const waits = waitsOf(
    { request: 1, at: [1_000, 2_000], line: UNKNOWN_LINE },
    { request: UNKNOWN_OWNER, at: [3_000, 8_000], line: UNKNOWN_LINE },
  );
  expect(computeWaits(waits, served, ALL)!.rows).toMatchObject([{ calls: 2, share: 10, knownPercent: 50, inLineMs: null }]);
});

test('calls of no request are counted beside the rows', () => {
  const waits = waitsOf({ request: NO_OWNER, at: [1_000, 2_000] }, { request: NO_OWNER, at: [1_000, 200_000] });
  expect(computeWaits(waits, servedOf([1, 0, 10_000]), ALL)).toMatchObject({ rows: [], outside: 1 });
});

test('at once: the most calls to an address in one process, and how many its agent allows', () => {
  const served = servedOf([1, 0, 10_000]);
  const waits = waitsOf(
    { request: 1, at: [1_000, 3_000] },
    { request: 1, at: [2_000, 4_000], name: 'select b' },
    // Where one ends and another begins, one is under way.
    { request: 1, at: [4_000, 5_000] },
    { request: 1, at: [2_500, 2_600], pid: 6 },
    { request: 1, at: [1_000, 1_000], kind: 'http', to: OTHER, name: 'GET', limit: 2 },
  );
  expect(computeWaits(waits, served, ALL)!.rows.map(({ name, atOnce }) => [name, atOnce.max, atOnce.limit])).toEqual([
    ['select a', 2, null],
    ['select b', 2, null],
    ['GET', 1, 2],
  ]);
});

test('of threads there are never more under way than there are, though who began when is an estimate', () => {
  const rows = (kind: 'threadpool' | 'http') => {
    const three = [0, 1, 2].map((call) => ({ request: 1, at: [1_000 + call, 3_000] as const, kind, to: OTHER, name: 'a', limit: 2 }));
    return computeWaits(waitsOf(...three), servedOf([1, 0, 10_000]), ALL)!.rows.map(({ atOnce }) => atOnce);
  };
  expect(rows('threadpool')).toEqual([{ max: 2, limit: 2 }]);
  // Two agents, as none has more.
  expect(rows('http')).toEqual([{ max: 3, limit: 2 }]);
});

test('without requests there is no figure for each, and nothing is told where nothing was recorded', () => {
  const none = computeWaits(waitsOf({ request: 1, at: [1, 2] }), servedOf(), ALL)!;
  expect(none.rows).toMatchObject([{ perRequest: null, share: null, calls: 1 }]);
  expect(computeWaits(new Waits(), servedOf(), ALL)).toBeNull();
});

test('rows of several reports have the names of their own report', () => {
  const waits = waitsOf({ request: 1, at: [1_000, 2_000], name: 'select b' });
  waits.add({
    names: ['select c', 'redis://127.0.0.1:6379', 'select b'],
    lost: 2,
    rows: {
      ...{ start: [10, 30], end: [20, 40], line: [0, 0], request: [1, 2], pid: [PID, PID] },
      ...{ kind: [0, 0], to: [1, 1], name: [2, 0], status: [0, 0], limit: [0, 0] },
    },
  });
  expect(waits.lost).toBe(2);
  expect(waits.names).toEqual([DATABASE, 'select b', 'select c', 'redis://127.0.0.1:6379']);
  expect(waits.ofRequest(PID, 1).map(({ to, name }) => [to, name])).toEqual([
    [DATABASE, 'select b'],
    ['redis://127.0.0.1:6379', 'select b'],
  ]);
  expect(waits.ofRequest(PID, NO_OWNER)).toEqual([]);
  expect(waits.ofRequest(PID + 1, 1)).toEqual([]);
});

test('where requests are of several routes, each route has rows of its own, per request of it and of its response times', () => {
  const served = servedOf([1, 0, 10_000, 'GET /a'], [2, 0, 10_000, 'GET /a'], [3, 0, 40_000, 'GET /b'], [4, 0, 1_000, 'GET /none']);
  const waits = waitsOf(
    { request: 1, at: [1_000, 3_000] },
    { request: 2, at: [2_000, 4_000] },
    { request: 3, at: [2_000, 22_000], line: 2_000 },
    { request: 3, at: [3_000, 33_000], kind: 'http', to: OTHER, name: 'GET' },
    { request: UNKNOWN_OWNER, at: [3_500, 5_500] },
  );
  const { rows } = computeWaits(waits, served, ALL)!;
  expect(rows.map(({ route, to, calls, perRequest, share, knownPercent }) => [route, to, calls, perRequest, share, knownPercent])).toEqual([
    [null, OTHER, 1, 0.25, (100 * 30) / 61, 100],
    [null, DATABASE, 4, 1, (100 * 26) / 61, 75],
    ['GET /b', OTHER, 1, 1, 75, 100],
    ['GET /b', DATABASE, 1, 1, 55, 75],
    ['GET /a', DATABASE, 2, 1, 20, 75],
  ]);
  expect(rows.map(({ inProgressMs, inLineMs }) => [inProgressMs.count, inLineMs?.max])).toEqual([
    [1, 0],
    [4, 2],
    [1, 0],
    [1, 2],
    [2, 0],
  ]);
  // How many there were at once is a matter of the peer, whoever asks.
  expect(rows.map(({ atOnce }) => atOnce.max)).toEqual([1, 3, 1, 3, 3]);
});

test('one route alone has no rows besides those of all', () => {
  const served = servedOf([1, 0, 10_000, 'GET /a'], [2, 50_000, 60_000, 'GET /b']);
  const waits = waitsOf({ request: 1, at: [1_000, 3_000] }, { request: 2, at: [51_000, 52_000] });
  const routesIn = (from: number, to: number) => computeWaits(waits, served, { from, to })!.rows.map(({ route }) => route);
  expect(routesIn(0, 20_000)).toEqual([null]);
  expect(routesIn(0, 70_000)).toEqual([null, 'GET /a', 'GET /b']);
});

test('in a group, each member has rows of its own', () => {
  const served = servedOf([1, 0, 10_000, 'GET /', 200, PID], [1, 0, 8_000, 'GET /', 200, PID + 1]);
  const waits = waitsOf(
    { request: 1, at: [1_000, 9_000], kind: 'http', to: OTHER, name: 'GET' },
    { request: 1, at: [2_000, 4_000], pid: PID + 1 },
  );
  const { rows } = computeWaits(waits, served, ALL, { memberOf: (pid) => (pid === PID ? 'proxy' : 'app') })!;
  expect(rows.slice(2).map(({ route, member, to, share }) => [route, member, to, share])).toEqual([
    ['GET /', 'proxy', OTHER, 80],
    ['GET /', 'app', DATABASE, 25],
  ]);
});

test('of chosen requests it is all that they waited for, and nothing of others', () => {
  const served = servedOf([1, 0, 30_000, 'GET /a'], [2, 0, 10_000, 'GET /a', 500], [3, 0, 40_000, 'GET /b'], [4, 40_000, 90_000, 'GET /a']);
  const waits = waitsOf(
    { request: 1, at: [1_000, 3_000] },
    { request: 1, at: [4_000, 7_000] },
    { request: 2, at: [2_000, 4_000] },
    { request: 3, at: [2_000, 22_000] },
    { request: 4, at: [41_000, 42_000] },
    { request: NO_OWNER, at: [41_000, 42_000] },
  );
  const part = { from: 5_000, to: 50_000 };
  const of = (route: string | null, slowest: number | null, failed = false) =>
    computeWaitsOf(waits, served, filterRequests(served, { route, slowest, failed }, part), part, route)!.map((one) => [
      ...[one.route, one.calls, one.perRequest, one.inProgressMs.mean],
      Number(one.share!.toFixed(3)),
    ]);
  // The wait of the first request that ended before the part is one of it nevertheless.
  expect(of('GET /a', null)).toEqual([['GET /a', 3, 1.5, 7 / 3, 17.5]]);
  expect(of('GET /a', 50)).toEqual([['GET /a', 2, 2, 2.5, 16.667]]);
  expect(of(null, 1)).toEqual([[null, 1, 1, 20, 50]]);
  expect(of(null, null, true)).toEqual([[null, 1, 1, 2, 20]]);
  expect(of('GET /nowhere', null)).toEqual([]);
  expect(computeWaitsOf(new Waits(), served, Int32Array.of(0), part, null)).toBeNull();
});

test('rows by route are at most so many, those with the most waiting', () => {
  const routes = MOST_BY_ROUTE + 20;
  const served = servedOf(...Array.from({ length: routes }, (_, i) => [i + 1, 0, 90_000, `GET /${i}`] as const));
  const waits = waitsOf(...Array.from({ length: routes }, (_, i) => ({ request: i + 1, at: [0, 100 + i] as const })));
  const { rows } = computeWaits(waits, served, ALL)!;
  expect(rows).toHaveLength(1 + MOST_BY_ROUTE);
  expect([rows[0]!.route, rows[1]!.route, rows.at(-1)!.route]).toEqual([null, `GET /${routes - 1}`, 'GET /20']);
});
