import { expect, test } from 'vitest';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import { ANY_REQUEST } from '../../../../shared/model/request-filter.ts';
import { toV8Profile } from '../../../../shared/profile/export/export-cpuprofile.ts';
import { readCpuProfile } from '../../../../shared/profile/import/read-cpuprofile.ts';
import { clipProfile } from '../../../../shared/profile/time/clip-profile.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { onlyRequests } from '../../../../shared/profile/time/only-requests.ts';
import { computeNodeWeights } from '../../../../shared/profile/time/sample-weights.ts';
import { filterRequests, membership } from '../../../../shared/session/request-filter.ts';
import { computeRoutes } from '../../../../shared/session/routes.ts';
import { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { drawSlice } from '../profile/draw.ts';

const PID = 5;
const DRAWING = `time 0     1000  2000  3000   4000 5000   6000 7000 8000
                      a     a     b     (idle) (gc) (idle) b    b`;

function profileOf(requests: readonly number[], drawing = DRAWING): Profile {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({ ...drawSlice(drawing), requests });
  return merger.toProfile(0, {});
}

/** request, route, start, end, status; what each worked: a tenth of its time. */
type Row = readonly [number, string, number, number, number?];

function servedOf(...rows: readonly Row[]): ServedRequests {
  const served = new ServedRequests();
  addOf(served, PID, ...rows);
  return served;
}

function addOf(served: ServedRequests, pid: number, ...rows: readonly Row[]): void {
  const routes = [...new Set(rows.map(([, route]) => route))];
  served.add({
    routes,
    lost: 0,
    rows: {
      pid: rows.map(() => pid),
      request: rows.map(([request]) => request),
      route: rows.map(([, route]) => routes.indexOf(route)),
      start: rows.map(([, , start]) => start),
      end: rows.map(([, , , end]) => end),
      status: rows.map(([, , , , status = 200]) => status),
      running: rows.map(([, , start, end]) => (end - start) / 10),
      port: rows.map(() => 0),
      localPort: rows.map(() => 0),
    },
  });
}

const ALL = { from: 0, to: 8_000 };

test('each sample counts for its route; idle time for none, garbage collection for itself', () => {
  const served = servedOf([1, 'GET /a', 0, 2_500], [2, 'GET /b', 1_000, 7_500, 500]);
  const figures = computeRoutes([profileOf([1, 1, 2, 2, 1, 0, 0, 3])], served, ALL, null)!;
  expect(figures.cpu).toEqual({ activeMs: 6, requestsMs: 4, collectorMs: 1, outsideMs: 1, unfinishedMs: 1, unknownMs: 0, samples: 4 });
  expect(figures.routes.map(({ route, onCpuMs, requests, failed }) => [route, onCpuMs, requests, failed])).toEqual([
    ['GET /a', 2, 1, 0],
    ['GET /b', 1, 1, 1],
  ]);
  expect(figures.routes[0]).toMatchObject({ share: 50, cpuMs: { mean: 0.25 }, serverMs: { mean: 2.5 } });
});

test('what requests share and what runs after a response are of no route, and in the base of shares', () => {
  const served = servedOf([1, 'GET /a', 0, 2_500], [2, 'GET /b', 1_000, 7_500]);
  const before = computeRoutes([profileOf([1, 1, 2, 2, 1, 0, 0, 0])], served, ALL, null)!;
  // A recording of a version that credited such work to whoever had made the connection.
  expect(before).toMatchObject({ shared: null, afterResponseMs: null, isCpuTime: false });
  const exchanges = [
    { pid: PID, shared: 1, time: 1_000, count: 60, us: 600, routes: [0] },
    { pid: PID, shared: 1, time: 2_000, count: 20, us: 200, routes: [1] },
    { pid: PID, shared: 1, time: 9_000, count: 900, us: 90_000, routes: [1] },
    { pid: PID, shared: 0, time: 2_000, count: 49, us: 200, routes: [1] },
  ];
  served.add({
    ...{ routes: ['GET /a', 'GET /b'], lost: 0, rows: servedOf().table() },
    sharing: { names: [{ pid: PID, names: ['interval 5 ms', 'TCP 127.0.0.1:5432'] }], exchanges, isCpuTime: true },
  });
  const { routes, shared, afterResponseMs, cpu, isCpuTime, unattributedPercent } = computeRoutes(
    [profileOf([1, -4, -4, 0, 1, 0, -3, -2])],
    served,
    ALL,
    null,
  )!;
  expect(routes.map(({ route, onCpuMs, share }) => [route, onCpuMs, share])).toEqual([
    ['GET /a', 1, 20],
    ['GET /b', 0, 0],
  ]);
  expect(shared).toEqual([
    { name: 'TCP 127.0.0.1:5432', ms: 2, share: 40, askedBy: { 'GET /a': 75, 'GET /b': 25 } },
    { name: 'interval 5 ms', ms: 1, share: 20, askedBy: null },
  ]);
  expect([afterResponseMs, isCpuTime, unattributedPercent]).toEqual([1, true, 0]);
  expect(cpu).toMatchObject({ activeMs: 6, requestsMs: 5, collectorMs: 1, samples: 5 });
});

test('a window takes parts of samples, and the requests that ended in it', () => {
  const served = servedOf([1, 'GET /a', 0, 2_500], [2, 'GET /b', 1_000, 7_500]);
  const profile = profileOf([1, 1, 2, 2, 1, 0, 0, 3]);
  const figures = computeRoutes([profile], served, { from: 0, to: 3_000 }, { fromMs: 0.5, toMs: 3 })!;
  expect(figures.routes.map(({ route, onCpuMs, requests }) => [route, onCpuMs, requests])).toEqual([
    ['GET /a', 1.5, 1],
    ['GET /b', 1, 0],
  ]);
});

test('without requests in the samples, routes have their time in the server and no CPU time; the longest altogether comes first', () => {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(drawSlice(DRAWING));
  const served = servedOf([1, 'GET /a', 0, 2_500], [2, 'GET /b', 1_000, 5_000], [3, 'GET /a', 0, 2_000]);
  const figures = computeRoutes([merger.toProfile(0, {})], served, ALL, null)!;
  expect(figures.cpu).toBeNull();
  expect(figures.routes).toMatchObject([
    { route: 'GET /a', requests: 2, serverMs: { mean: 2.25 }, cpuMs: null, onCpuMs: null, share: null },
    { route: 'GET /b', requests: 1, serverMs: { mean: 4 }, cpuMs: null, onCpuMs: null, share: null },
  ]);
});

test('where nothing was asked about requests, there is no such table', () => {
  expect(computeRoutes([profileOf([1, 1, 1, 1, 1, 1, 1, 1])], new ServedRequests(), ALL, null)).toBeNull();
});

test('requests of samples stay with them: merged, clipped, written and read', () => {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({ ...drawSlice('time 0 10 20 30\na a b'), requests: [1, 2, 2] });
  merger.addSlice({ ...drawSlice('time 15 20 30 40\nb b a'), requests: [9, 9, 4] });
  const profile = merger.toProfile(0, {});
  expect([...profile.requests!]).toEqual([1, 2, 2, 4]);
  expect([...clipProfile(profile, 10, 30).requests!]).toEqual([2, 2]);
  const read = readCpuProfile(JSON.stringify(toV8Profile(profile)), 'a.cpuprofile');
  expect(read.ok && read.value.profile.requests).toEqual([1, 2, 2, 4]);
});

test('slices that tell no requests apart leave their samples unknown', () => {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice(drawSlice('time 0 10 20\na b'));
  merger.addSlice({ ...drawSlice('time 15 20 30\na b'), requests: [3, 3] });
  expect([...merger.toProfile(0, {}).requests!]).toEqual([-1, -1, 3, 3]);
});

test.each([[[1, 2]], [[1, 2, 3, 4]], [[1, 2, -2_000]], [[1, 2, 0.5]], [[1, 2, 2 ** 32]]])(
  'a file cannot name any request: %j',
  (requests) => {
    const profile = { ...drawSlice('time 0 10 20 30\na a b'), requests };
    expect(readCpuProfile(JSON.stringify(profile), 'a.cpuprofile').ok).toBe(false);
  },
);

test('the slowest are those that took longest in the server, of the route and with the status that is asked for', () => {
  const rows = Array.from({ length: 20 }, (_, i) => [i + 1, i % 2 ? 'GET /a' : 'GET /b', 0, 100 * (i + 1), i < 4 ? 404 : 200] as const);
  const served = servedOf(...rows);
  const requestsOf = (rows: Int32Array) => [...rows].map((row) => served.get('request', row));
  expect(requestsOf(filterRequests(served, { ...ANY_REQUEST, slowest: 10 }, ALL))).toEqual([19, 20]);
  expect(requestsOf(filterRequests(served, { ...ANY_REQUEST, route: 'GET /b', slowest: 10 }, ALL))).toEqual([19]);
  expect(requestsOf(filterRequests(served, { ...ANY_REQUEST, failed: true }, ALL))).toEqual([1, 2, 3, 4]);
  expect(requestsOf(filterRequests(served, { ...ANY_REQUEST, slowest: 1 }, { from: 0, to: 1_000 }))).toEqual([9]);
  expect(filterRequests(served, { ...ANY_REQUEST, route: 'GET /c' }, ALL)).toHaveLength(0);
});

test('a profile of some requests has the weights that their samples have among all', () => {
  const served = servedOf([1, 'GET /a', 0, 2_500], [2, 'GET /b', 1_000, 7_500]);
  const profile = profileOf([1, 1, 2, 2, 1, 0, 2, 3]);
  const isIn = membership(served, filterRequests(served, { ...ANY_REQUEST, route: 'GET /b' }, ALL))(PID);
  const only = onlyRequests(profile, isIn);
  expect([...only.sampleTime]).toEqual([2_000, 3_000, 6_000]);
  const { self } = computeNodeWeights(only, null);
  expect(self.reduce((sum, us) => sum + us, 0)).toBe(3_000);
});

test('a request that one member of a group passes on to another is a row of each', () => {
  const served = servedOf([1, 'GET /a', 0, 2_500], [2, 'GET /b', 1_000, 7_500]);
  addOf(served, PID + 1, [1, 'GET /a', 500, 1_500]);
  const profile = profileOf([1, 1, 2, 2, 1, 0, 0, 2]);
  const told = (memberOf: (pid: number) => string | undefined) => {
    const { routes, processes } = computeRoutes([profile], served, ALL, null, { memberOf })!;
    return { processes, routes: routes.map(({ route, member, requests, onCpuMs }) => [route, member, requests, onCpuMs]) };
  };
  expect(told((pid) => (pid === PID ? 'proxy' : 'app'))).toEqual({
    processes: 2,
    routes: [
      ['GET /a', 'proxy', 1, 2],
      ['GET /b', 'proxy', 1, 2],
      ['GET /a', 'app', 1, 0],
    ],
  });
  // Those of a cluster, and of what is no group, are together.
  for (const memberOf of [() => 'app', () => undefined])
    expect(told(memberOf).routes).toEqual([
      ['GET /a', undefined, 2, 2],
      ['GET /b', undefined, 1, 2],
    ]);
});
