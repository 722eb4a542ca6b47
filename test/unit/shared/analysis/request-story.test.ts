/** A request drawn by hand: what its client and its server recorded, and the parts its latency is made of. */
import { expect, test } from 'vitest';
import { findServed, tellStory } from '../../../../shared/analysis/request-story.ts';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { ClientRequest, RequestTimes } from '../../../../shared/model/request-story.ts';
import { type OutgoingWait, UNKNOWN_LINE } from '../../../../shared/model/waits.ts';
import { ProfileMerger } from '../../../../shared/profile/time/merge-slices.ts';
import { callsTable, storyCode, storySentence, storyTable } from '../../../../shared/report/story-table.ts';
import { cellText } from '../../../../shared/report/table.ts';
import { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { KNOWN_CPU } from '../../../helpers/known-cpu.ts';
import { drawSlice } from '../profile/draw.ts';

const PID = 7;
const ORIGIN = 1_000_000;

/** request, route, from, to, port at the client, port at the server; times since time 0. */
function servedOf(...rows: readonly (readonly [number, string, number, number, number?, number?, number?])[]): ServedRequests {
  const served = new ServedRequests();
  const routes = [...new Set(rows.map(([, route]) => route))];
  served.add({
    routes,
    lost: 0,
    rows: {
      pid: rows.map(() => PID),
      request: rows.map(([request]) => request),
      route: rows.map(([, route]) => routes.indexOf(route)),
      start: rows.map(([, , start]) => ORIGIN + start),
      end: rows.map(([, , , end]) => ORIGIN + end),
      status: rows.map(([, , , , , , status = 200]) => status),
      running: rows.map(() => 1_500),
      port: rows.map(([, , , , port = 5_000]) => port),
      localPort: rows.map(([, , , , , localPort = 80]) => localPort),
    },
  });
  return served;
}

const NO_ROWS = { pid: [], request: [], route: [], start: [], end: [], status: [], running: [], port: [], localPort: [] };

const ONE: ClientRequest = { intended: 0, start: 500, connect: 200, latency: 9_000, status: 200, port: 5_000 };

/** A sample each millisecond from 0 to 10: other work, then the request, a wait, other requests, a collection, the request again. */
function profileOf(requests: readonly number[]): Profile {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({
    ...drawSlice(`time 0 1000 2000 3000 4000 5000 6000 7000 8000 9000 10000
                  f f f (idle) (idle) f f (gc) f f`),
    requests,
  });
  return merger.toProfile(0, {});
}

test('a request is found by the port of its connection and by its time there', () => {
  const served = servedOf(
    // Finished with late, on a busy event loop.
    [1, 'GET /a', -3_000, 8_000],
    [2, 'GET /a', 600, 8_900],
    [3, 'GET /a', 9_100, 12_000],
    [4, 'GET /a', 600, 8_900, 5_001],
  );
  expect(findServed(served, ONE, ORIGIN, 80)?.request).toBe(2);
  expect(findServed(served, { ...ONE, port: 5_001 }, ORIGIN, 80)?.request).toBe(4);
  expect(findServed(served, { ...ONE, port: 5_002 }, ORIGIN, 80)).toBeNull();
});

test('behind a proxy, whose connection may have the same port by chance, it is not', () => {
  const served = servedOf([1, 'GET /a', 600, 8_900, 5_000, 3_000]);
  expect(findServed(served, ONE, ORIGIN, 80)).toBeNull();
  expect(findServed(served, ONE, ORIGIN, null)?.request).toBe(1);
  expect(findServed(servedOf([1, 'GET /a', 600, 8_900, 5_000, 80, 500]), ONE, ORIGIN, 80)).toBeNull();
});

test('its parts follow each other from when it was due to its end, and add up to its latency', () => {
  const served = servedOf([1, 'GET /a', 1_600, 8_600], [2, 'GET /b', 0, 9_000], [3, 'GET /b', 0, 9_000]);
  const story = tellStory(ONE, served.row(0), served, profileOf([2, 0, 1, 0, 0, 2, 3, 1, 1, 4]), ORIGIN, null);
  expect(story.stretches.map(({ part, from, to }) => [part, from, to])).toEqual([
    ['late', 0, 500],
    ['connect', 500, 700],
    ['queue', 700, 1_600],
    ['outside', 1_600, 2_000],
    ['running', 2_000, 3_000],
    ['idle', 3_000, 5_000],
    ['others', 5_000, 7_000],
    ['collector', 7_000, 8_000],
    ['running', 8_000, 8_600],
    ['wire', 8_600, 9_000],
  ]);
  expect(Object.values(story.totals).reduce((sum, us) => sum + us)).toBe(9_000);
  expect(story).toMatchObject({ route: 'GET /a', request: 1, runningUs: 1_500, samples: 7, latencyUs: 9_000 });
  expect(story.meanwhile).toEqual([{ route: 'GET /b', us: 500 + 2_000, requests: 2 }]);
});

/** A sample each millisecond from 0 to 10, of which the request was in a call of Node from 3 to 8. */
function blockingProfile(requests?: readonly number[]): Profile {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({
    ...drawSlice(`time 0 1000 2000 3000           4000           5000           6000           7000           8000 9000 10000
                  f f f f              f              f              f              f              f f
                  . . . spawnSync@core spawnSync@core spawnSync@core spawnSync@core spawnSync@core . .
                  . . . spawn@native   spawn@native   spawn@native   spawn@native   spawn@native   . .`),
    ...(requests === undefined ? {} : { requests }),
  });
  return merger.toProfile(0, {});
}

test('what a request waited in a call is no work on it, and its callbacks are not said to have run only for their CPU time', () => {
  const served = servedOf([1, 'GET /a', 1_600, 8_600], [2, 'GET /b', 0, 9_000]);
  const tell = (requests?: readonly number[]) => tellStory(ONE, served.row(0), served, blockingProfile(requests), ORIGIN, null);
  const own = tell(Array(10).fill(1));
  expect(own.totals).toMatchObject({ blocked: 5_000, running: 2_000, others: 0 });
  expect(own).toMatchObject({ blockedIn: 'spawnSync', isCpuTime: false });
  expect(storySentence(own)).toMatch(/5\.00\sms in which spawnSync blocked the main thread/);
  expect(storySentence({ ...own, blockedIn: null })).toMatch(/5\.00\sms in a call that blocked the main thread/);
  expect(storyTable(own).note).toMatch(/The main thread worked on it for 1\.50\sms/);
  expect(storyTable({ ...own, isCpuTime: true }).note).toMatch(/Its callbacks used 1\.50\sms of CPU time/);
  // For another one it is the same to this one, whether it works or waits.
  expect(tell(Array(10).fill(2)).totals).toMatchObject({ blocked: 0, others: 7_000 });
  expect(tell().totals).toMatchObject({ blocked: 5_000, busy: 2_000 });
});

test('where samples are not told apart by requests, the work meanwhile is of this request or of others', () => {
  const served = servedOf([1, 'GET /a', 1_600, 8_600]);
  const { requests: _, ...profile } = profileOf([2, 0, 1, 0, 0, 2, 3, 1, 1, 4]);
  const story = tellStory(ONE, served.row(0), served, profile, ORIGIN, null);
  const apart = tellStory(ONE, served.row(0), served, profileOf([2, 0, 1, 0, 0, 2, 3, 1, 1, 4]), ORIGIN, null).totals;
  expect(story.totals).toMatchObject({ busy: apart.running + apart.others + apart.outside, running: 0, others: 0, outside: 0 });
  expect(story.totals).toMatchObject({ queue: apart.queue, idle: apart.idle, collector: apart.collector, wire: apart.wire });
  expect(story).toMatchObject({ runningUs: null, meanwhile: [] });
});

test('what it asked of other servers is told from when it was due, in order', () => {
  const served = servedOf([1, 'GET /a', 1_600, 8_600]);
  const call = { pid: PID, request: 1, to: 'GET http://127.0.0.1:1', status: 200 };
  const at = (start: number, end: number) => ({ ...call, start: ORIGIN + start, end: ORIGIN + end });
  const calls = [at(3_000, 5_000), at(2_000, 4_500), { ...at(1, 2), request: 2 }, { ...at(1, 2), pid: 8 }];
  served.add({ routes: [], rows: NO_ROWS, lost: 0, calls });
  const story = tellStory(ONE, served.row(0), served, profileOf(Array(10).fill(1)), ORIGIN, null);
  const told = { kind: 'http', to: 'http://127.0.0.1:1', name: 'GET', lineUs: null, status: 200 } as const;
  expect(story.calls).toEqual([
    { ...told, from: 2_000, us: 2_500 },
    { ...told, from: 3_000, us: 2_000 },
  ]);
  // From 2 to 5 ms, whatever the event loop did meanwhile.
  expect(storySentence(story)).toMatch(
    /For 3[.0]*\sms of that, at least one of 2 waits was in progress; the longest: GET http:\/\/127\.0\.0\.1:1\.$/,
  );
  expect(storySentence({ ...story, calls: [{ ...told, from: 8_000, us: 5_000 }] })).toMatch(
    /For 1[.0]*\sms of that, this was in progress: GET/,
  );
  expect(storySentence({ ...story, calls: [{ ...told, from: 8_000, us: 100 }] })).not.toMatch(/in progress/);
  // Of what a session from before waits has, nobody knows what else it waited for.
  expect(story.totals).toMatchObject({ idle: 2_000, waiting: 0, unexplained: 0 });
});

/** Times since time 0. */
function waitOf(name: string, from: number, to: number, more: Partial<OutgoingWait> = {}): OutgoingWait {
  return { kind: 'query', to: 'postgresql://db:5432', name, start: ORIGIN + from, end: ORIGIN + to, line: 0, status: 0, ...more };
}

/** Samples each millisecond; the event loop is idle from 2 to 8. */
function idleProfile(): Profile {
  const merger = new ProfileMerger({ pid: PID, intervalUs: 1_000, ...CPU_OF_MAIN_THREAD });
  merger.addSlice({
    ...drawSlice(`time 0 1000 2000 3000 4000 5000 6000 7000 8000 9000 10000
                  f f (idle) (idle) (idle) (idle) (idle) (idle) f f`),
    requests: Array(10).fill(1),
  });
  return merger.toProfile(0, {});
}

const tellWaits = (waits: readonly OutgoingWait[] | null, served = servedOf([1, 'GET /a', 1_600, 8_600])) =>
  tellStory(ONE, served.row(0), served, idleProfile(), ORIGIN, waits);

test('while the event loop is idle, it waits for its calls, in line or in progress, or for what is not known', () => {
  const story = tellWaits([waitOf('select a', 3_400, 4_900, { line: 600 }), waitOf('select b', 3_000, 4_200)]);
  // At 2, 5, 6 and 7 ms nothing is known to be waited for.
  expect(story.totals).toMatchObject({ waiting: 2_000, unexplained: 4_000, idle: 0 });
  expect(story.stretches.filter(({ part }) => part === 'waiting')).toEqual([{ part: 'waiting', from: 3_000, to: 5_000 }]);
  expect(Object.values(story.totals).reduce((sum, us) => sum + us)).toBe(9_000);
  expect(storySentence(story)).toMatch(/4\.00\sms not explained, 2\.00\sms waiting for postgresql:\/\/db:5432,/);
  expect(storyTable(story).note).toMatch(/Not explained: nothing that it waited for was in line or in progress/);
});

test('a request that waits for its call is waiting while the main thread works for others, as in the parts of its route', () => {
  const served = servedOf([1, 'GET /a', 1_600, 8_600], [2, 'GET /b', 0, 9_000]);
  // For others from 5 to 7 ms and a collection until 8: the call ends at 6.5.
  const profile = profileOf([2, 2, 1, 0, 0, 2, 2, 1, 1, 4]);
  const story = tellStory(ONE, served.row(0), served, profile, ORIGIN, [waitOf('select a', 4_000, 6_500, { line: 1_500 })]);
  expect(story.totals).toMatchObject({ running: 1_600, waiting: 4_000, others: 400, collector: 1_000 });
  // Others are worked for from 5 to 7 ms.
  expect(story.busyWaitingUs).toBe(1_500);
  expect(storySentence(story)).toMatch(/^GET \/a took 9\.00\sms: 4\.00\sms waiting for postgresql:\/\/db:5432/);
  expect(storyTable(story).note).toMatch(
    /For 1\.50\sms of the time in which its calls were in progress, the main thread was busy with something else/,
  );
  expect(storyTable({ ...story, busyWaitingUs: 0 }).note).not.toMatch(/busy with something else/);
});

test('without any call all of it is not explained, and where waits are not recorded nothing is said of that', () => {
  expect(tellWaits([]).totals).toMatchObject({ waiting: 0, unexplained: 6_000, idle: 0 });
  const before = tellWaits(null);
  expect(before.totals).toMatchObject({ waiting: 0, unexplained: 0, idle: 6_000 });
  expect(storyTable(before).note).not.toMatch(/Not explained/);
});

test('what was in line in a time that is not known is no wait, and a longer sample is split where calls begin and end', () => {
  expect(tellWaits([waitOf('select a', 5_000, 6_000, { line: UNKNOWN_LINE })]).totals).toMatchObject({
    waiting: 1_000,
    unexplained: 5_000,
  });
  const profile = idleProfile();
  // One sample at 2 ms, and the next one at 8.
  const rare = {
    ...profile,
    sampleTime: profile.sampleTime.filter((at) => at <= 2_000 || at >= 8_000),
    sampleNode: profile.sampleNode.filter((_, at) => at <= 2 || at >= 8),
  };
  const served = servedOf([1, 'GET /a', 1_600, 8_600]);
  const { stretches } = tellStory(ONE, served.row(0), served, rare, ORIGIN, [waitOf('select a', 5_300, 6_100)]);
  expect(stretches.filter(({ part }) => part === 'waiting' || part === 'unexplained')).toEqual([
    { part: 'unexplained', from: 2_000, to: 5_300 },
    { part: 'waiting', from: 5_300, to: 6_100 },
    { part: 'unexplained', from: 6_100, to: 8_000 },
  ]);
});

test('an idle sample from before the request stands for its first call', () => {
  const served = servedOf([1, 'GET /a', 2_300, 8_600]);
  expect(tellWaits([waitOf('select a', 2_500, 7_900)], served).totals).toMatchObject({ waiting: 5_700, unexplained: 0 });
  expect(tellWaits([waitOf('select a', 3_000, 7_900)], served).totals).toMatchObject({ waiting: 5_000, unexplained: 700 });
});

test('whom it waited for longest is named first, and how long in line is told with the longest', () => {
  const redis = { to: 'redis://cache:6379' };
  const story = tellWaits([
    waitOf('GET', 2_000, 3_000, redis),
    waitOf('select a', 5_000, 8_000, { line: 2_000 }),
    waitOf('GET', 8_050, 8_100, redis),
  ]);
  expect(story.waitedFor).toEqual(['postgresql://db:5432', 'redis://cache:6379']);
  expect(storySentence(story)).toMatch(/6\.00\sms waiting for postgresql:\/\/db:5432 and another one/);
  expect(storySentence(story)).toMatch(
    /For at least 2\.00\sms of that, this was in line for a connection or a thread: select a \(postgresql:\/\/db:5432\)\.$/,
  );
});

test('what is no address has a name in the sentence', () => {
  const told = (to: string) => storySentence(tellWaits([waitOf('10 ms', 2_000, 8_000, { kind: 'timer', to })]));
  expect(told('timer')).toMatch(/6\.00\sms waiting for a timer,/);
  expect(told('thread pool')).toMatch(/waiting for the thread pool,/);
  expect(told('dns://db.local')).toMatch(/waiting for dns:\/\/db\.local,/);
});

const callRows = (story: RequestTimes) => callsTable(story)!.rows.map((row) => row.map(cellText));

test('the table of calls has the time in line, a dash where it is not known, and equal ones in sequence together', () => {
  const loop = Array.from({ length: 6 }, (_, nth) => waitOf('select item', 4_000 + 100 * nth, 4_050 + 100 * nth, { line: 20 }));
  const http = waitOf('GET', 2_000, 3_000, { kind: 'http', to: 'http://shop:80', status: 503, line: 250 });
  const socket = waitOf('', 6_000, 7_000, { kind: 'socket', to: 'tcp://queue:9', line: UNKNOWN_LINE });
  const story = tellWaits([http, ...loop, socket]);
  expect(callRows(story)).toEqual([
    ['GET', 'http://shop:80', '503', '2.00', '0.25', '1.00'],
    ['6 × select item', 'postgresql://db:5432', '–', '4.00', '0.12', '0.30'],
    ['(not known what)', 'tcp://queue:9', '–', '6.00', '–', '1.00'],
  ]);
  expect(callsTable(story)!.note).toMatch(/^“5 × …” .* A dash: how long it was in line is not known\./);
  const partly = tellWaits(loop.map((one, nth) => (nth === 0 ? { ...one, line: UNKNOWN_LINE } : one)));
  expect(callRows(partly)[0]).toContain('≥ 0.10');
});

test('of many different calls all equal ones are together', () => {
  const calls = Array.from({ length: 60 }, (_, nth) => waitOf(nth % 2 === 0 ? 'select a' : 'select b', 2_000 + 50 * nth, 2_020 + 50 * nth));
  const story = tellWaits(calls);
  expect(callRows(story).map(([name]) => name)).toEqual(['30 × select a', '30 × select b']);
  expect(callsTable(story)!.note).toMatch(/^There were 60 waits: equal ones are together/);
});

test('which code ran while it was in flight is told by the rule of the answer, or that the samples are too few for that', () => {
  const heavy = { function: 'rebuildIndex', url: 'file:///app/server.js', line: 12, total: 4e5, totalMs: 400, totalPercent: 84 };
  const hot = { own: heavy, inside: null, below: null, besides: null, outside: null, nodePercent: 3, samples: 508, cpu: KNOWN_CPU };
  const said = (change: Partial<typeof hot>) => storyCode({ hot: { ...hot, ...change } })?.replaceAll('\u00a0', ' ') ?? null;
  expect(said({})).toBe('While it was in flight: 84 % of CPU time is in rebuildIndex (server.js:12) and what it calls.');
  expect(said({ samples: 399 })).toBe(
    'While it was in flight, the profile has 399 samples on CPU: too few to say which code ran (400 are needed).',
  );
  expect(said({ own: { ...heavy, totalPercent: 4 } })).toBeNull();
});

test('its time in flight has its end in it, so that a list of what ended then has it', () => {
  const served = servedOf([1, 'GET /a', 1_600, 8_600]);
  expect(tellStory(ONE, served.row(0), served, profileOf(Array(10).fill(1)), ORIGIN, null).flight).toEqual({ fromMs: 0, toMs: 9.001 });
});

test('what no sample covers is not known, and work for requests without a response is of no known route', () => {
  const served = servedOf([1, 'GET /a', 700, 8_900]);
  const whole = profileOf([9, 9, 1, 0, 0, 9, 1, 0, 1, 1]);
  const cut = { ...whole, endTime: 6_000, sampleTime: whole.sampleTime.slice(0, 6), sampleNode: whole.sampleNode.slice(0, 6) };
  const { totals, meanwhile } = tellStory(ONE, served.row(0), served, cut, ORIGIN, null);
  expect(totals).toMatchObject({ unknown: 2_900, others: 300 + 1_000 + 1_000, running: 1_000, idle: 2_000 });
  expect(meanwhile).toEqual([{ route: null, us: 500 + 1_000 + 1_000, requests: 1 }]);
});

test('what the server did after the client had its response is cut off', () => {
  const served = servedOf([1, 'GET /a', 600, 9_400]);
  const { totals, stretches } = tellStory({ ...ONE, connect: 0 }, served.row(0), served, profileOf(Array(10).fill(1)), ORIGIN, null);
  expect([totals.queue, totals.running, totals.wire]).toEqual([100, 5_400, 0]);
  expect(stretches.at(-1)!.to).toBe(9_000);
});
