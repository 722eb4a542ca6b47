import { expect, test } from 'vitest';
import { CPU_OF_MAIN_THREAD, type Profile } from '../../../../shared/model/profile/profile.ts';
import type { TimePart } from '../../../../shared/model/time-parts.ts';
import { NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { computeRoutes } from '../../../../shared/session/routes.ts';
import type { ServedRequests } from '../../../../shared/session/served-requests.ts';
import { Waits } from '../../../../shared/session/wait-rows.ts';
import { DATABASE, OTHER, PID, type PlantedRequest, type PlantedWait, servedOf, waitsOf } from '../../../helpers/planted-waits.ts';
import { seededRandom } from '../../../helpers/random.ts';

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER };
const FRAMES = ['(root)', '(idle)', '(garbage collector)', '(not sampled)', 'work'] as const;
const [IDLE, COLLECTOR, UNSAMPLED, WORK] = [1, 2, 3, 4];
/** In place of a request. */
const IS_IDLE = -100;
const COLLECTS = -101;
const UNSEEN = -102;

/** `at`: which request the main thread works for, or one of the above. */
function profileOf(times: readonly number[], end: number, at: (time: number) => number, pid = PID): Profile {
  const doing = times.map(at);
  const nodeOf = (what: number): number =>
    what === IS_IDLE ? IDLE! : what === COLLECTS ? COLLECTOR! : what === UNSEEN ? UNSAMPLED! : WORK!;
  return {
    ...{ ...CPU_OF_MAIN_THREAD, pid, intervalUs: 1_000 },
    frames: FRAMES.map((name) => ({ name, url: name === 'work' ? 'file:///app.js' : '', line: 0, column: 0, kind: 'own' as const })),
    parent: Int32Array.of(-1, 0, 0, 0, 0),
    frame: Int32Array.of(0, 1, 2, 3, 4),
    sampleNode: Int32Array.from(doing, nodeOf),
    sampleTime: Float64Array.from(times),
    ...{ startTime: 0, endTime: end, weights: null },
    requests: Int32Array.from(doing, (what) => (what > IS_IDLE ? what : 0)),
  };
}

/** One sample in 100 us. */
function eachTenth(end: number, at: (time: number) => number, pid = PID): Profile {
  return profileOf(
    Array.from({ length: end / 100 }, (_, i) => i * 100),
    end,
    at,
    pid,
  );
}

function routesOf(profiles: readonly Profile[], served: ServedRequests, waits: Waits, part = ALL, originUs = 0) {
  return computeRoutes(profiles, served, part, null, { waited: { waits, originUs } })!;
}

const told = (parts: readonly TimePart[] | null | undefined) =>
  parts?.map(({ part, to, meanMs }) => [...(to === null ? [part] : [part, to]), Number(meanMs.toFixed(6))]);

test('each moment of a request is of the first that holds: work, in progress, in line, others, unexplained', () => {
  const served = servedOf([1, 1_000, 21_000], [2, 0, 30_000, 'GET /other']);
  const waits = waitsOf(
    { request: 1, at: [5_000, 9_000], line: 3_000 },
    { request: 1, at: [12_000, 14_000], kind: 'http', to: OTHER, name: 'GET' },
  );
  const profile = eachTenth(30_000, (time) => {
    if (time < 2_500) return 1;
    if (time < 4_000) return 2;
    if (time >= 8_000 && time < 9_500) return 1;
    if (time >= 15_000 && time < 17_000) return 2;
    if (time >= 17_000 && time < 18_000) return COLLECTS;
    // For no request.
    if (time >= 18_000 && time < 18_500) return 0;
    // Not known for whom.
    return time >= 18_500 && time < 19_000 ? -1 : IS_IDLE;
  });
  const { routes, callsKnownPercent } = routesOf([profile], served, waits);
  const [first, other] = ['GET /', 'GET /other'].map((name) => routes.find(({ route }) => route === name)!);
  expect(told(first!.parts)).toEqual([
    ['work', 3],
    ['others', 3.5],
    ['inLine', DATABASE, 2.5],
    ['inProgress', DATABASE, 3],
    ['inProgress', OTHER, 2],
    ['unexplained', 6],
  ]);
  expect(first!.parts!.map(({ totalMs }) => totalMs).reduce((sum, ms) => sum + ms)).toBeCloseTo(20);
  expect(first!.waitsMs).toMatchObject({ count: 1, max: 9 });
  expect(other!.waitsMs).toMatchObject({ count: 1, max: 0 });
  expect(other!.parts!.map(({ part }) => part)).toEqual(['work', 'others', 'unexplained']);
  expect(callsKnownPercent).toBe(100);
});

test('where two peers are waited for at once, the one that began first counts until it ends', () => {
  const waits = waitsOf({ request: 1, at: [1_000, 7_000] }, { request: 1, at: [2_000, 12_000], kind: 'http', to: OTHER, name: 'GET' });
  const [route] = routesOf([eachTenth(20_000, () => IS_IDLE)], servedOf([1, 0, 20_000]), waits).routes;
  expect(told(route!.parts)).toEqual([
    ['work', 0],
    ['others', 0],
    ['inProgress', DATABASE, 6],
    ['inProgress', OTHER, 5],
    ['unexplained', 9],
  ]);
  expect(route!.waitsMs!.max).toBe(11);
});

test('calls count only while their request is in the server, and those of others or of nobody known in no part', () => {
  const waits = waitsOf(
    { request: 1, at: [0, 12_000], line: 5_000 },
    { request: UNKNOWN_OWNER, at: [14_000, 16_000], line: UNKNOWN_LINE },
    { request: UNKNOWN_OWNER, at: [16_000, 18_000], line: UNKNOWN_LINE },
    { request: NO_OWNER, at: [12_000, 14_000] },
    { request: 1, at: [14_000, 16_000], pid: PID + 1 },
  );
  const { routes, callsKnownPercent } = routesOf([eachTenth(40_000, () => IS_IDLE)], servedOf([1, 10_000, 20_000]), waits);
  expect(told(routes[0]!.parts)).toEqual([
    ['work', 0],
    ['others', 0],
    ['inProgress', DATABASE, 2],
    ['unexplained', 8],
  ]);
  expect(callsKnownPercent).toBe(50);
});

test('of a part of the run, it is the whole time of the requests that ended in it', () => {
  const served = servedOf([1, 0, 15_000], [2, 5_000, 40_000]);
  const waits = waitsOf({ request: 1, at: [1_000, 11_000] }, { request: 2, at: [6_000, 26_000] });
  const profile = eachTenth(40_000, () => IS_IDLE);
  const inPart = (from: number, to: number) => routesOf([profile], served, waits, { from, to }).routes[0]!;
  expect(told(inPart(12_000, 20_000).parts)!.slice(2)).toEqual([
    ['inProgress', DATABASE, 10],
    ['unexplained', 5],
  ]);
  expect(told(inPart(0, 50_000).parts)!.slice(2)).toEqual([
    ['inProgress', DATABASE, 15],
    ['unexplained', 10],
  ]);
});

test('samples are found on the clock of the requests', () => {
  const ORIGIN = 7_000_000;
  const served = servedOf([1, ORIGIN + 1_000, ORIGIN + 21_000]);
  const profile = eachTenth(30_000, (time) => (time < 6_000 ? 1 : IS_IDLE));
  const [route] = routesOf([profile], served, waitsOf(), ALL, ORIGIN).routes;
  expect(told(route!.parts)).toEqual([
    ['work', 5],
    ['others', 0],
    ['unexplained', 15],
  ]);
});

test('what was not looked at is unexplained, and says nothing of the rest', () => {
  const profile = profileOf(
    [...Array.from({ length: 100 }, (_, i) => 10_000 + i * 100), ...Array.from({ length: 50 }, (_, i) => 45_000 + i * 100)],
    50_000,
    (time) => (time === 19_900 ? UNSEEN : 1),
  );
  // Before the first sample, and from 19.9 to 45 ms, when nobody looked; half of another stretch is before the end of the profile.
  const [route] = routesOf([profile], servedOf([1, 0, 55_000]), waitsOf()).routes;
  expect(told(route!.parts)).toEqual([
    ['work', 14.9],
    ['others', 0],
    ['unexplained', 40.1],
  ]);
});

test('of a process without samples only its waits are known', () => {
  const served = servedOf([1, 0, 20_000], [1, 0, 10_000, 'GET /', 200, PID + 1]);
  const waits = waitsOf({ request: 1, at: [1_000, 6_000], pid: PID + 1 });
  const [route] = routesOf([eachTenth(20_000, () => 1)], served, waits).routes;
  expect(told(route!.parts)).toEqual([
    ['work', 10],
    ['others', 0],
    ['inProgress', DATABASE, 2.5],
    ['unexplained', 2.5],
  ]);
});

test('too few samples tell nothing of a route, how long its requests waited is known nevertheless', () => {
  const waits = waitsOf({ request: 1, at: [1_000, 2_000] });
  const of = (end: number) => routesOf([eachTenth(20_000, () => 1)], servedOf([1, 0, end]), waits).routes[0]!;
  expect(of(10_000).parts).not.toBeNull();
  expect(of(9_900)).toMatchObject({ parts: null, waitsMs: { max: 1 } });
});

test('nothing is told where no waits were recorded', () => {
  const profile = eachTenth(20_000, () => 1);
  const served = servedOf([1, 0, 20_000]);
  for (const figures of [routesOf([profile], served, new Waits()), computeRoutes([profile], served, ALL, null)!]) {
    expect(figures.routes[0]).toMatchObject({ parts: null, waitsMs: null });
    expect(figures.callsKnownPercent).toBeNull();
  }
});

/** What the main thread does, one thing after the other: since when, and for whom. */
type Plan = readonly { readonly from: number; readonly for: number }[];

function readerOf(plan: Plan): (time: number) => number {
  return (time) => {
    let [low, high] = [0, plan.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (plan[middle]!.from <= time) low = middle;
      else high = middle;
    }
    return plan[low]?.for ?? IS_IDLE;
  };
}

/** About each millisecond. */
function sampleTimes(end: number, random: () => number): number[] {
  const times: number[] = [];
  for (let at = 0; at < end; at += 900 + Math.floor(200 * random())) times.push(at);
  return times;
}

test('of requests that are shorter than the time between two samples, it is right as well', () => {
  const random = seededRandom(7);
  const plan: { from: number; for: number }[] = [];
  const requests: PlantedRequest[] = [];
  const waits: PlantedWait[] = [];
  let now = 0;
  // 100 us of work, 300 us for the database while another one works for 150 us, 50 us of work, and a rest without anybody.
  for (let request = 1; request <= 40_000; request += 2) {
    plan.push({ from: now, for: request }, { from: now + 100, for: request + 1 }, { from: now + 250, for: IS_IDLE });
    plan.push({ from: now + 400, for: request }, { from: now + 450, for: IS_IDLE });
    requests.push([request, now, now + 450, 'GET /asks'], [request + 1, now + 50, now + 250, 'GET /works']);
    waits.push({ request, at: [now + 100, now + 400] });
    now += 500 + Math.floor(300 * random());
  }
  const profile = profileOf(sampleTimes(now, random), now, readerOf(plan));
  const { routes } = routesOf([profile], servedOf(...requests), waitsOf(...waits));
  const partsOf = (name: string) =>
    Object.fromEntries(routes.find(({ route }) => route === name)!.parts!.map(({ part, totalMs }) => [part, totalMs / 20_000]));
  const asks = partsOf('GET /asks');
  expect(asks.inProgress).toBeCloseTo(0.3, 9);
  expect(Math.abs(asks.work! - 0.15)).toBeLessThan(0.005);
  expect(asks.others! + asks.unexplained!).toBeLessThan(0.005);
  const works = partsOf('GET /works');
  expect(Math.abs(works.work! - 0.15)).toBeLessThan(0.005);
  expect(Math.abs(works.others! - 0.05)).toBeLessThan(0.005);
});

const TICK = 100;

/** What a request is at in a moment, by the words of the model: the first that holds. */
function partAt(time: number, request: PlantedRequest, waits: readonly PlantedWait[], doing: number | null): string {
  const [number, , , , , pid] = request;
  const own = waits.filter((one) => one.request === number && one.pid === pid);
  const firstOf = (all: readonly { from: number; to: number; peer: string }[]): string | undefined =>
    all.filter(({ from, to }) => from <= time && time < to).sort((a, b) => a.from - b.from)[0]?.peer;
  const progress = firstOf(own.map(({ at: [from, to], to: peer }) => ({ from, to, peer: peer! })));
  const inLine = firstOf(own.map(({ at: [to], line, to: peer }) => ({ from: line === UNKNOWN_LINE ? to : to - line!, to, peer: peer! })));
  if (doing === number) return 'work';
  if (progress !== undefined) return `inProgress ${progress}`;
  if (inLine !== undefined) return `inLine ${inLine}`;
  return doing === null || doing === IS_IDLE || doing === UNSEEN || doing === -1 ? 'unexplained' : 'others';
}

test('with samples all the time, the parts of drawn requests are those of each moment, and add up to the time in the server', () => {
  let routesTold = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed);
    const whole = (below: number): number => Math.floor(random() * below);
    const END = 60_000;
    const time = (below: number): number => TICK * whole(below / TICK);
    const requests = Array.from({ length: 1 + whole(20) }, (_, i): PlantedRequest => {
      const start = time(END);
      return [i + 1, start, Math.min(END, start + time(30_000)), `GET /${whole(3)}`, 200, PID + whole(3)];
    });
    // No two waits begin at once: which of them counts would be left open.
    const free = Array.from({ length: END / TICK }, (_, i) => i * TICK);
    const waits = Array.from({ length: whole(80) }, (): PlantedWait => {
      const [start] = free.splice(whole(free.length), 1);
      const line = [0, UNKNOWN_LINE, time(6_000)][whole(3)]!;
      const request = [NO_OWNER, UNKNOWN_OWNER, 1 + whole(20), 1 + whole(20), 1 + whole(20)][whole(5)]!;
      return { request, line, at: [start!, start! + time(10_000)], pid: PID + whole(3), to: DATABASE };
    }).map((one, _, all) => ({ ...one, to: all.filter(({ pid }) => pid === one.pid).indexOf(one) % 2 === 0 ? DATABASE : OTHER }));
    const doing = [PID, PID + 1].map(() =>
      Array.from(
        { length: END / TICK },
        () => [IS_IDLE, COLLECTS, UNSEEN, -1, -2, 0, 1 + whole(25), 1 + whole(25), 1 + whole(25)][whole(9)]!,
      ),
    );
    // The third process has no profile.
    const profiles = doing.map((plan, place) => eachTenth(END, (at) => plan[at / TICK]!, PID + place));
    const part = { from: 20_000, to: END + 1 };
    const { routes } = routesOf(profiles, servedOf(...requests), waitsOf(...waits), part);
    for (const { route, serverMs, parts, requests: count } of routes) {
      if (!parts) continue;
      routesTold += 1;
      const expected = new Map<string, number>();
      for (const request of requests.filter(([, , end, of]) => of === route && end >= part.from)) {
        for (let at = request[1]; at < request[2]; at += TICK) {
          const name = partAt(at, request, waits, doing[request[5]! - PID]?.[at / TICK] ?? null);
          expected.set(name, (expected.get(name) ?? 0) + TICK / 1_000);
        }
      }
      for (const { part: name, to, totalMs } of parts)
        expect(totalMs, `seed ${seed}: ${name} ${to}`).toBeCloseTo(expected.get(to === null ? name : `${name} ${to}`) ?? 0, 6);
      const sum = (of: 'meanMs' | 'totalMs') => parts.reduce((all, one) => all + one[of], 0);
      expect(sum('totalMs')).toBeCloseTo(
        [...expected.values()].reduce((all, ms) => all + ms, 0),
        6,
      );
      expect(sum('totalMs')).toBeCloseTo(serverMs!.mean * count, 6);
      expect(sum('meanMs')).toBeCloseTo(serverMs!.mean, 6);
    }
  }
  expect(routesTold).toBeGreaterThan(60);
});

test('the reply of a server counts before what the process does besides, be it that that began first', () => {
  const waits = waitsOf(
    { request: 1, at: [1_000, 15_000], kind: 'file', to: 'thread pool', name: 'file operation', line: 1_000 },
    { request: 1, at: [5_000, 8_000], line: 2_000 },
  );
  const [route] = routesOf([eachTenth(20_000, () => IS_IDLE)], servedOf([1, 0, 20_000]), waits).routes;
  expect(told(route!.parts)).toEqual([
    ['work', 0],
    ['others', 0],
    ['inLine', DATABASE, 2],
    ['inLine', 'thread pool', 1],
    ['inProgress', 'thread pool', 9],
    ['inProgress', DATABASE, 3],
    ['unexplained', 5],
  ]);
});

test('whether calls to servers follow each other is told of requests with several', () => {
  const apart = (request: number, from: number) =>
    [0, 1, 2].map((call) => ({ request, at: [from + 2_000 * call, from + 2_000 * call + 1_000] as const, line: 1_000 }));
  const waits = waitsOf(
    ...apart(1, 1_000),
    // What is in line meanwhile has been asked at once.
    ...apart(2, 1_000).map((one, call) => (call === 1 ? { ...one, line: 2_500 } : one)),
    ...apart(3, 1_000),
    { request: 3, at: [0, 19_000], kind: 'timer', to: 'timer', name: '19 ms' },
    ...apart(4, 1_000).slice(1),
  );
  const served = servedOf([1, 0, 20_000], [2, 0, 20_000], [3, 0, 20_000], [4, 0, 20_000]);
  const [route] = routesOf([eachTenth(20_000, () => IS_IDLE)], served, waits).routes;
  expect(route!.sequence).toEqual({ requests: 3, percent: expect.closeTo(200 / 3) });
});
