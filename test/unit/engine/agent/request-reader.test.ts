import { afterEach, expect, test } from 'vitest';
import { ObservedRequests, RequestReader } from '../../../../electron/engine/agent/requests/request-reader.ts';
import {
  FIRST_SHARED,
  NO_REQUEST,
  NO_ROUTE,
  RequestRing,
  UNKNOWN_REQUEST,
} from '../../../../electron/engine/agent/requests/request-ring.ts';
import type { V8Profile } from '../../../../shared/profile/import/v8-profile.ts';

let reader: RequestReader;
afterEach(() => reader.close());

/** A slice with samples at these times. */
function sliceOf(startTime: number, times: readonly number[]): V8Profile {
  const timeDeltas = times.map((time, i) => time - (times[i - 1] ?? startTime));
  return { nodes: [], samples: times.map(() => 1), timeDeltas, startTime, endTime: times.at(-1) ?? startTime };
}

function start(routes: readonly string[] = [], shared: readonly string[] = []): RequestRing {
  const ring = new RequestRing();
  reader = new RequestReader(new ObservedRequests('work', ring, routes, shared, null));
  return ring;
}

test('a sample is of the request that the main thread had last turned to', () => {
  const ring = start();
  ring.writeSwitch(100, 7);
  ring.writeSwitch(200, NO_REQUEST);
  ring.writeSwitch(300, 8);
  expect(reader.requestsOf(sliceOf(50, [60, 100, 150, 250, 300, 900]), 0)).toEqual([0, 7, 7, 0, 8, 8]);
});

test('V8’s clock may be another one', () => {
  const ring = start();
  ring.writeSwitch(1_100, 7);
  expect(reader.requestsOf(sliceOf(50, [60, 100, 150]), 1_000)).toEqual([0, 7, 7]);
});

test('while nothing runs nobody is worked for', () => {
  const ring = start();
  ring.writeSwitch(100, 7);
  const slice = sliceOf(50, [150, 250, 350]);
  const node = (id: number, functionName: string) => ({
    id,
    callFrame: { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 },
  });
  const nodes = [node(1, 'handle'), node(2, '(idle)')];
  expect(reader.requestsOf({ ...slice, nodes, samples: [1, 2, 1] }, 0)).toEqual([7, NO_REQUEST, 7]);
});

test('slices overlap: what was in force at the start of the next one is still known', () => {
  const ring = start();
  ring.writeSwitch(100, 7);
  ring.writeSwitch(200, 8);
  expect(reader.requestsOf(sliceOf(150, [160, 210]), 0)).toEqual([7, 8]);
  ring.writeSwitch(400, 9);
  expect(reader.requestsOf(sliceOf(205, [210, 390, 410]), 0)).toEqual([8, 8, 9]);
});

test('what the reader was too late for is not attributed', () => {
  const ring = start();
  ring.writeSwitch(100, 7);
  expect(reader.requestsOf(sliceOf(90, [100]), 0)).toEqual([7]);
  for (let i = 0; i < 70_000; i++) ring.writeSwitch(1_000 + i, 1 + (i % 5));
  const [before, lost, after] = reader.requestsOf(sliceOf(90, [99.5, 20_000, 70_999]), 0)!;
  expect([before, lost]).toEqual([0, UNKNOWN_REQUEST]);
  expect(after).toBe(1 + (69_999 % 5));
});

test('where only spans were asked for, samples are of nothing', () => {
  reader = new RequestReader(new ObservedRequests('spans', new RequestRing(), [], [], null));
  expect(reader.requestsOf(sliceOf(50, [60]), 0)).toBeNull();
});

test('requests that have ended come column by column, with names that are new', () => {
  const routes = ['GET /'];
  const ring = start(routes);
  ring.writeEnded({ request: 1, start: 10.4, end: 30.6, running: 5.5, route: 0, status: 200, port: 40_000, localPort: 80 });
  expect(reader.takeEnded()).toEqual({
    type: 'requests',
    routes: ['GET /'],
    columns: { request: [1], start: [10], end: [31], running: [6], route: [0], status: [200], port: [40_000], localPort: [80] },
    lost: 0,
    waits: null,
    shared: [],
    exchanges: null,
    isCpuTime: false,
    cost: null,
  });
  expect(reader.takeEnded()).toBeNull();
  routes.push('GET /b');
  ring.isCpuTime = true;
  for (let i = 0; i < 20_000; i++)
    ring.writeEnded({ request: i, start: 0, end: 1, running: 1, route: 1, status: 200, port: 0, localPort: 0 });
  const report = reader.takeEnded()!;
  expect(report).toMatchObject({ routes: ['GET /b'], isCpuTime: true });
  expect(report.columns.request.length + report.lost).toBe(20_000);
  expect(report.lost).toBeGreaterThan(0);
});

test('work of something shared comes put together by who asked for it', () => {
  const ring = start(['GET /', 'GET /a', 'GET /b', 'GET /c'], ['TCP 127.0.0.1:1', 'interval 5 ms']);
  reader.takeEnded();
  const tell = (shared: number, us: number, ...asked: number[]): void =>
    asked.forEach((route, place) => {
      ring.writeExchange({ time: 1_000.4, shared, us, place, count: asked.length, route });
    });
  tell(FIRST_SHARED, 10.4, 2);
  tell(FIRST_SHARED, 20, 2);
  tell(FIRST_SHARED - 1, 30, 3, 1);
  tell(FIRST_SHARED - 1, 40, 1, 3);
  tell(FIRST_SHARED, 50, NO_ROUTE);
  expect(reader.takeEnded()!.exchanges).toEqual({
    time: 1_000,
    of: [
      [0, 2, 30, [2]],
      [1, 2, 70, [1, 3]],
      [0, 1, 50, []],
    ],
  });
  expect(reader.takeEnded()).toBeNull();
});

test('a request waits for the name of its route, which may still be on its way', () => {
  const routes = ['GET /'];
  const ring = start(routes);
  const end = (request: number, route: number): void =>
    ring.writeEnded({ request, start: 0, end: 1, running: 1, route, status: 200, port: 0, localPort: 0 });
  end(1, 0);
  end(2, 1);
  end(3, 0);
  expect(reader.takeEnded()).toMatchObject({ routes: ['GET /'], columns: { request: [1], route: [0], status: [200] } });
  expect(reader.takeEnded()).toBeNull();
  routes.push('GET /b');
  ring.isCpuTime = true;
  expect(reader.takeEnded()).toMatchObject({ routes: ['GET /b'], columns: { request: [2, 3], route: [1, 0] }, lost: 0 });
});

test('shared work waits for its name and for those of the routes that asked for it', () => {
  const [routes, shared]: [string[], string[]] = [[], []];
  const ring = start(routes, shared);
  ring.writeExchange({ time: 1, shared: FIRST_SHARED, us: 10, place: 0, count: 1, route: 0 });
  ring.writeExchange({ time: 2, shared: FIRST_SHARED, us: 20, place: 0, count: 1, route: NO_ROUTE });
  expect(reader.takeEnded()).toBeNull();
  shared.push('TCP 127.0.0.1:1');
  expect(reader.takeEnded()!.exchanges!.of).toEqual([[0, 1, 20, []]]);
  routes.push('GET /');
  expect(reader.takeEnded()!.exchanges!.of).toEqual([[0, 1, 10, [0]]]);
});
