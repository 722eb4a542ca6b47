/** Requests in the server and what they waited for, as bars in lanes and as how many at a time. */
import { expect, test } from 'vitest';
import { MOST_REQUEST_LANES, NO_LANE } from '../../../../shared/model/request-lanes.ts';
import { NO_OWNER, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { requestLanes } from '../../../../shared/session/request-lanes.ts';
import { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { Waits } from '../../../../shared/session/wait-rows.ts';
import { type MadeWait, makeWaitRows } from '../../../helpers/made-waits.ts';

const ORIGIN = 5_000_000.5;

interface Given {
  readonly from: number;
  readonly to: number;
  readonly pid?: number;
}

/** Times since time 0, µs; numbered from 1. */
function servedOf(...given: readonly Given[]): ServedRequests {
  const served = new ServedRequests();
  const each = (value: number): number[] => given.map(() => value);
  served.add({
    routes: ['GET /a'],
    lost: 0,
    rows: {
      ...{ route: each(0), status: each(200), running: each(0), port: each(0), localPort: each(0) },
      pid: given.map(({ pid = 5 }) => pid),
      request: given.map((_, nth) => nth + 1),
      start: given.map(({ from }) => ORIGIN + from),
      end: given.map(({ to }) => ORIGIN + to),
    },
  });
  return served;
}

const wait = (request: number, from: number, to: number, more: Partial<MadeWait> = {}): MadeWait => ({
  ...{ request, at: [ORIGIN + from, ORIGIN + to] as const },
  ...more,
});

const query = (fromUs: number, toUs: number, pid: number | null = null) => ({ fromUs, toUs, pixels: 10, pid });
const lanesOf = (served: ServedRequests, waits = new Waits(), asked = query(0, 1_000)) => requestLanes(served, waits, ORIGIN, asked);

test('requests lie in the first lane that is free, in the order in which they came, whatever part is shown', () => {
  // In the order in which they ended, as they are recorded.
  const served = servedOf({ from: 100, to: 300 }, { from: 0, to: 400 }, { from: 350, to: 500 }, { from: 400, to: 900 });
  const { meta, requestNumber, requestLane, requestStart } = lanesOf(served);
  expect(meta.requests).toEqual({ count: 4, lanes: 2 });
  expect([...requestNumber].map((number, at) => [number, requestLane[at], requestStart[at]])).toEqual([
    [1, 1, 100],
    [2, 0, 0],
    [3, 1, 350],
    [4, 0, 400],
  ]);
  const part = lanesOf(servedOf({ from: 100, to: 300 }, { from: 0, to: 400 }), undefined, query(200, 260));
  expect([...part.requestLane]).toEqual([1, 0]);
  expect(lanesOf(served, undefined, query(950, 1_000)).meta.requests).toEqual({ count: 0, lanes: 0 });
});

test('those for which no lane is free are there without one', () => {
  const served = servedOf(...Array.from({ length: MOST_REQUEST_LANES + 3 }, (_, nth) => ({ from: nth, to: 500 + nth })));
  const { meta, requestLane } = lanesOf(served);
  expect(meta.requests).toEqual({ count: MOST_REQUEST_LANES + 3, lanes: MOST_REQUEST_LANES });
  expect([...requestLane].filter((lane) => lane === NO_LANE)).toHaveLength(3);
});

test('lanes of one process are packed by themselves', () => {
  const served = servedOf({ from: 0, to: 500, pid: 5 }, { from: 10, to: 600, pid: 6 });
  expect([...lanesOf(served).requestLane]).toEqual([0, 1]);
  expect([...lanesOf(served, undefined, query(0, 1_000, 6)).requestLane]).toEqual([0]);
});

test('waits have their time in line, whose they were, and what was asked once for all that asked it', () => {
  const waits = makeWaitRows(
    wait(1, 200, 400, { line: 100 }),
    wait(1, 500, 700, { line: null }),
    wait(UNKNOWN_OWNER, 100, 300, { to: 'redis://r', name: 'GET' }),
    wait(NO_OWNER, 0, 900),
  );
  const { meta, ...columns } = lanesOf(servedOf(), waits);
  expect(meta.waits).toEqual({ count: 3, lanes: 2 });
  expect(meta.calls.map(({ to, name }) => `${to} ${name}`)).toEqual(['postgresql://127.0.0.1:5432 select a', 'redis://r GET']);
  expect([...columns.waitCall]).toEqual([0, 0, 1]);
  expect([...columns.waitLine]).toEqual([100, 500, 100]);
  expect([...columns.waitStart]).toEqual([200, 500, 100]);
  expect([...columns.waitNumber]).toEqual([1, 1, UNKNOWN_OWNER]);
  expect(lanesOf(servedOf()).meta.waits).toBeNull();
});

test('how many there are at a time is the mean of each pixel, in line and in progress apart', () => {
  const waits = makeWaitRows(wait(1, 200, 450, { line: 150 }), wait(1, 300, 400));
  const { inServer, inProgress, inLine } = lanesOf(servedOf({ from: -500, to: 250 }, { from: 150, to: 2_000 }), waits);
  expect([...inServer]).toEqual([1, 1.5, 1.5, 1, 1, 1, 1, 1, 1, 1]);
  expect([...inProgress]).toEqual([0, 0, 1, 2, 0.5, 0, 0, 0, 0, 0]);
  expect([...inLine]).toEqual([0.5, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('of too many there are no bars, and of those of a part of them there are', () => {
  const served = servedOf(...Array.from({ length: 3_001 }, (_, nth) => ({ from: nth, to: nth + 1 })));
  const whole = lanesOf(served, undefined, query(0, 4_000));
  expect(whole.meta.requests).toEqual({ count: 3_001, lanes: 0 });
  expect(whole.requestLane).toHaveLength(0);
  expect(whole.inServer[5]).toBeCloseTo(1, 6);
  expect(lanesOf(served, undefined, query(0, 3_000)).meta.requests).toEqual({ count: 3_000, lanes: 1 });
});
