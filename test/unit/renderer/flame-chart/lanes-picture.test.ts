/** Where requests and their waits are drawn, and what is pointed at. */
import { expect, test } from 'vitest';
import {
  areaAt,
  areasOf,
  atOnce,
  barAcross,
  barAt,
  barBeside,
  heightOf,
  leftIn,
  longestBar,
  sameBar,
} from '../../../../renderer/flame-chart/lanes-picture.ts';
import { NO_LANE, type RequestLaneColumns } from '../../../../shared/model/request-lanes.ts';

/** `lanes`: of requests from 0 to 100, 100 to 200 ... µs; `waits`: lane, begin, end and number of the request. */
function columnsOf(
  lanes: readonly number[],
  waits: readonly (readonly [lane: number, begin: number, end: number, request: number])[],
  most = { requests: 1, waits: 1 },
): RequestLaneColumns {
  return {
    meta: {
      ...{ fromUs: 0, toUs: 1_000, routes: ['GET /'], calls: [{ kind: 'query', to: 'db', name: 'a' }] },
      requests: { count: lanes.length, lanes: most.requests },
      waits: { count: waits.length, lanes: most.waits },
    },
    requestStart: Float64Array.from(lanes, (_, at) => at * 100),
    requestEnd: Float64Array.from(lanes, (_, at) => at * 100 + 90),
    requestLane: Uint8Array.from(lanes),
    requestRoute: new Uint16Array(lanes.length),
    requestStatus: new Uint16Array(lanes.length),
    requestPid: new Uint32Array(lanes.length).fill(1),
    requestNumber: Uint32Array.from(lanes, (_, at) => at + 1),
    waitLine: Float64Array.from(waits, ([, begin]) => begin),
    waitStart: Float64Array.from(waits, ([, begin]) => begin),
    waitEnd: Float64Array.from(waits, ([, , end]) => end),
    waitLane: Uint8Array.from(waits, ([lane]) => lane),
    waitCall: new Uint16Array(waits.length),
    waitPid: new Uint32Array(waits.length).fill(1),
    waitNumber: Uint32Array.from(waits, ([, , , request]) => request),
    inServer: Float32Array.of(1, 2, 3, 4),
    inProgress: Float32Array.of(0, 0, 0, 0),
    inLine: Float32Array.of(0, 0, 0, 0),
  };
}

test('few lanes are as high as a name, many lower, and what would be too low is drawn as how many there are', () => {
  const rows = (requests: number, waits: number) => areasOf(columnsOf([0], [], { requests, waits }), true, null).map(({ rowPx }) => rowPx);
  expect(rows(1, 2)).toEqual([13, 13]);
  expect(rows(16, 9)).toEqual([4, 6]);
  expect(rows(16, 10)).toEqual([4, 0]);
  expect(rows(0, 0)).toEqual([0, 0]);
  const low = areasOf(columnsOf([0], [], { requests: 16, waits: 6 }), false, null);
  expect(low.map(({ rowPx }) => rowPx)).toEqual([3, 6]);
  expect(heightOf(low)).toBeLessThan(heightOf(areasOf(columnsOf([0], []), true, null)));
});

test('without waits there is no place for them', () => {
  const columns = columnsOf([0], []);
  expect(areasOf({ ...columns, meta: { ...columns.meta, waits: null } }, true, null).map(({ name }) => name)).toEqual(['requests']);
});

test('of a chosen request all waits are drawn, in lanes of their own, and those of others are not', () => {
  const columns = columnsOf(
    [0, 0],
    [
      [NO_LANE, 0, 50, 1],
      [3, 20, 70, 1],
      [0, 0, 90, 2],
      [1, 60, 80, 1],
    ],
    { requests: 1, waits: 16 },
  );
  const [, all] = areasOf(columns, true, null);
  expect([all!.rowPx, all!.of]).toEqual([0, null]);
  const [, own] = areasOf(columns, true, { pid: 1, request: 1 });
  expect([...own!.lanes]).toEqual([0, 1, NO_LANE, 0]);
  expect(own!.rowPx).toBe(13);
  // One that waited for nothing leaves those of all.
  expect(areasOf(columns, true, { pid: 1, request: 9 })[1]!.of).toBeNull();
});

test('what is shown and has no lane is counted', () => {
  const columns = columnsOf([0, NO_LANE, NO_LANE], []);
  const [requests] = areasOf(columns, true, null);
  expect(leftIn(columns, requests!, { from: 0, to: 1_000 })).toBe(2);
  expect(leftIn(columns, requests!, { from: 0, to: 150 })).toBe(1);
});

test('a bar is found by its lane and time, a narrow one from close by', () => {
  const columns = columnsOf([0, 1, 0], [[0, 500, 501, 1]], { requests: 2, waits: 1 });
  const areas = areasOf(columns, true, null);
  const at = (y: number, us: number, near = 0) => barAt(columns, areas, y, us, near);
  expect(at(5, 50)).toEqual({ area: 'requests', index: 0 });
  expect(at(5, 250)).toEqual({ area: 'requests', index: 2 });
  expect(at(18, 150)).toEqual({ area: 'requests', index: 1 });
  expect(at(5, 150)).toBeNull();
  expect(at(areas[1]!.top + 3, 507)).toBeNull();
  expect(at(areas[1]!.top + 3, 507, 10)).toEqual({ area: 'waits', index: 0 });
  // Between the two areas there is nothing.
  expect(areaAt(areas, areas[1]!.top - 1)).toBeNull();
});

test('how many there are is read at a moment, and beyond what was asked for it is not known', () => {
  const columns = columnsOf([], []);
  expect([0, 260, 999].map((us) => atOnce(columns, columns.inServer, us))).toEqual([1, 2, 4]);
  expect(atOnce(columns, columns.inServer, 1_000)).toBeNaN();
});

test('the keys begin at the longest request in view, or where they are not drawn one by one, at the longest wait', () => {
  const columns = columnsOf(
    [0, 0, 1],
    [
      [0, 500, 540, 1],
      [0, 600, 660, 1],
    ],
    { requests: 2, waits: 1 },
  );
  columns.requestEnd[1] = 195;
  const begin = (of: RequestLaneColumns, view = { from: 0, to: 1_000 }) => longestBar(of, areasOf(of, true, null), view);
  expect(begin(columns)).toEqual({ area: 'requests', index: 1 });
  expect(begin(columns, { from: 200, to: 300 })).toEqual({ area: 'requests', index: 2 });
  const dense = { ...columns, meta: { ...columns.meta, requests: { count: 3, lanes: 0 } } };
  expect(begin(dense)).toEqual({ area: 'waits', index: 1 });
  expect(begin({ ...dense, meta: { ...dense.meta, waits: { count: 2, lanes: 0 } } })).toBeNull();
});

test('they go along a lane and across lanes, from the last of the requests to the first of the waits', () => {
  const columns = columnsOf(
    [0, 1, 0, NO_LANE, 1],
    [
      [0, 20, 30, 1],
      [0, 400, 450, 5],
    ],
    { requests: 2, waits: 1 },
  );
  const areas = areasOf(columns, true, null);
  const request = (index: number) => ({ area: 'requests' as const, index });
  const wait = (index: number) => ({ area: 'waits' as const, index });
  expect([barBeside(columns, areas, request(0), 1), barBeside(columns, areas, request(2), -1)]).toEqual([request(2), request(0)]);
  expect([barBeside(columns, areas, request(0), -1), barBeside(columns, areas, request(2), 1)]).toEqual([null, null]);
  // The closest in time.
  expect([barAcross(columns, areas, request(0), 1), barAcross(columns, areas, request(2), 1)]).toEqual([request(1), request(1)]);
  expect(barAcross(columns, areas, request(4), 1)).toEqual(wait(1));
  expect(barAcross(columns, areas, wait(0), -1)).toEqual(request(1));
  expect([barAcross(columns, areas, wait(0), 1), barAcross(columns, areas, request(0), -1)]).toEqual([null, null]);
});

test('a bar is found again in other columns by what it is, not by its place', () => {
  const [before, after] = [
    columnsOf([0, 0], [[0, 20, 30, 1]]),
    columnsOf(
      [0, 0, 0],
      [
        [0, 10, 15, 2],
        [0, 20, 30, 1],
      ],
    ),
  ];
  expect(sameBar({ area: 'waits', index: 0 }, before, after)).toEqual({ area: 'waits', index: 1 });
  expect(sameBar({ area: 'requests', index: 2 }, after, before)).toBeNull();
});
