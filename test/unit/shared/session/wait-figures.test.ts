import { expect, test } from 'vitest';
import { NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { computeWaits } from '../../../../shared/session/wait-figures.ts';
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
