/**
 * Servers whose limit is known are searched: it is the rate at which the percentile of a long run crosses the bound. What is stated is to be at or below
 * it in 95 of 100, within 15 % below it in 90, and within the budget in all.
 */
import { expect, test } from 'vitest';
import { concludeLimit } from '../../../../../shared/analysis/limit/search.ts';
import { minimumCount } from '../../../../../shared/base/statistics/minimum-count.ts';
import { makeRandom, type Random } from '../../../../../shared/base/statistics/random.ts';
import type { Milliseconds, PerSecond } from '../../../../../shared/base/units.ts';
import type { JudgedLevel } from '../../../../../shared/model/limit.ts';
import { ask, type SimulatedServer, searchLimit, serve } from '../../../../helpers/simulated-server.ts';

interface Known {
  readonly server: SimulatedServer;
  readonly percentile: number;
  readonly mostMs: Milliseconds;
  readonly limit: PerSecond;
}

function drawServer(random: Random): Omit<Known, 'limit'> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const workS = 0.001 * 10 ** (1.7 * random());
  const percentile = pick([50, 90, 95, 99, 99]);
  const [everyS, stallS] = [pick([0, 0, 10, 30]), workS * pick([2, 5, 10])];
  // Where stalls alone make almost as many slow as may be, the percentile hardly depends on the rate, and there is no limit to speak of.
  const hasStalls = everyS > 0 && stallS / everyS <= (1 - percentile / 100) / 4;
  const stalls = { everyS: hasStalls ? everyS : 0, stallS };
  const server = { workers: pick([1, 1, 1, 2, 2, 4, 8]), workS, noise: pick([0, 0.15, 0.4]), ...stalls, isPoisson: random() < 0.7 };
  return { server, percentile, mostMs: 1e3 * workS * (2 + 10 ** (1.7 * random())) };
}

/** By halving, each time with a run of this many requests, of which the first tenth does not count. */
function limitOf({ server, percentile, mostMs }: Omit<Known, 'limit'>, seed: number, requests: number): PerSecond {
  let [low, high] = [(0.02 * server.workers) / server.workS, (1.02 * server.workers) / server.workS];
  for (let times = 0; times < 9; times++) {
    const rate = (low + high) / 2;
    const { tookS } = serve(server, rate, requests / rate, makeRandom(seed));
    const settled = tookS.subarray(requests / 10);
    const slow = settled.reduce((count, took) => count + (1e3 * took >= mostMs ? 1 : 0), 0);
    if (slow <= (1 - percentile / 100) * settled.length) low = rate;
    else high = rate;
  }
  return low;
}

/** In percent: stated limits that are above the known one, those within 15 % below it or above it, and searches that took longer than their budget. */
function searchAll(count: number, seed: number, requests = 100_000) {
  const random = makeRandom(seed);
  const found = Array.from({ length: count }, (_, nth) => {
    const drawn = drawServer(random);
    const limit = limitOf(drawn, seed + nth, requests);
    const { server, percentile, mostMs } = drawn;
    // Two minutes, or twenty-four levels of a slow server.
    const budgetS = Math.max(120, (24 * Math.max(150, minimumCount(percentile))) / limit);
    const warmUp = Math.min(8, server.workers) / server.workS;
    const { verdict, tookS } = searchLimit(server, ask(`p${percentile} < ${mostMs.toFixed(3)}ms`), budgetS, makeRandom(seed - nth), warmUp);
    return { of: (verdict.held?.rate ?? 0) / limit, isOver: tookS > budgetS };
  });
  const percent = (is: (one: (typeof found)[number]) => boolean): number => (100 * found.filter(is).length) / count;
  return { above: percent(({ of }) => of > 1), close: percent(({ of }) => of >= 0.85), over: percent(({ isOver }) => isOver) };
}

test('of 100 servers, hardly any limit is stated above the true one or far below it, and none after its budget', {
  tags: ['long'],
  timeout: 120_000,
}, () => {
  const { above, close, over } = searchAll(100, 1_618);
  expect(above).toBeLessThanOrEqual(5);
  expect(close).toBeGreaterThanOrEqual(90);
  expect(over).toBe(0);
});

test('of a few servers, the limit is stated below the true one and near it', () => {
  const { above, close, over } = searchAll(6, 2_718, 40_000);
  expect(above).toBeLessThanOrEqual(20);
  expect(close).toBeGreaterThanOrEqual(80);
  expect(over).toBe(0);
});

const ONE: SimulatedServer = { workers: 1, workS: 0.01, noise: 0.05, everyS: 0, stallS: 0, isPoisson: false };

test('one stall of a second at any moment is no limit', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const stallAt = 80 * makeRandom(seed)();
    let hasStalled = false;
    const stalls = (work: number, at: number): number => {
      if (hasStalled || at < stallAt) return work;
      hasStalled = true;
      return work + 1;
    };
    const { verdict } = searchLimit({ ...ONE, changes: stalls }, ask('p99 < 200ms'), 120, makeRandom(seed), 100);
    expect(verdict.word, `seed ${seed}`).toBe('found');
    expect(verdict.held!.rate).toBeLessThanOrEqual(100);
    expect(verdict.held!.rate).toBeGreaterThanOrEqual(85);
  }
});

test('errors that begin at a rate are the limit, whatever the latency', () => {
  const server: SimulatedServer = { ...ONE, workS: 0.002, status: (inSecond) => (inSecond > 60 ? 503 : 200) };
  const { verdict, levels } = searchLimit(server, ask('p99 < 200ms, errors <= 0%'), 120, makeRandom(1), 480);
  expect(verdict).toMatchObject({ word: 'found', because: { by: 'bound', nth: 1 } });
  expect(verdict.held!.rate).toBeLessThanOrEqual(60);
  expect(verdict.held!.rate).toBeGreaterThanOrEqual(51);
  expect(levels.find(({ rate }) => rate === verdict.broke!.rate)!.kinds).toEqual({ 503: expect.any(Number) });
});

test('a server that warms up is judged as it is when it is warm', () => {
  const warming = { ...ONE, changes: (work: number, at: number) => (at < 10 ? 2 * work : work) };
  const { verdict } = searchLimit(warming, ask('p99 < 200ms'), 120, makeRandom(3), 50);
  expect(verdict.word).toBe('found');
  expect(verdict.held!.rate).toBeLessThanOrEqual(100);
  expect(verdict.held!.rate).toBeGreaterThanOrEqual(85);
});

test('of a limit that falls while it is looked for, none is stated', () => {
  for (const speed of [0.01, 0.02, 0.04])
    for (let seed = 1; seed <= 5; seed++) {
      const slower = { ...ONE, workS: 0.005, isPoisson: seed % 2 === 0, changes: (work: number, at: number) => work * (1 + speed * at) };
      expect(searchLimit(slower, ask('p99 < 100ms'), 120, makeRandom(seed), 200).verdict.word, `${speed}, ${seed}`).toBe('falling');
    }
});

test('where nothing holds, and where there is no time, that is said', () => {
  expect(searchLimit({ ...ONE, workS: 0.3 }, ask('p50 < 200ms'), 60, makeRandom(1), 3).verdict).toMatchObject({ word: 'none', held: null });
  expect(searchLimit(ONE, ask('p99.9 < 200ms'), 10, makeRandom(1), 100).verdict).toMatchObject({ word: 'nothing' });
});

test('what is not known because the load came late is no limit of the server', () => {
  const level = (rate: PerSecond, held: JudgedLevel['held']): JudgedLevel =>
    ({ rate, held, because: held === 'held' ? null : { by: 'queue' }, beyond: 0 }) as JudgedLevel;
  const levels = [...Array.from({ length: 3 }, () => level(9_000, 'held')), ...Array.from({ length: 3 }, () => level(9_500, 'unknown'))];
  expect(concludeLimit(levels)).toMatchObject({ word: 'at-least', held: { at: 9_000, times: 3, of: 3 }, because: { by: 'generator' } });
});

test('where the load process was a limit, visitors that were never sent are no limit of the server; where it was not, they are', () => {
  const level = (rate: PerSecond, dropped: number): JudgedLevel =>
    ({
      rate,
      held: dropped > 0 ? 'not held' : 'held',
      because: { by: 'bound', nth: 0 },
      kinds: { dropped },
      wrong: dropped,
      beyond: 0,
    }) as never;
  const levels = [...Array.from({ length: 3 }, () => level(9_000, 0)), ...Array.from({ length: 3 }, () => level(9_500, 800))];
  expect(concludeLimit(levels, true)).toMatchObject({ word: 'at-least', because: { by: 'generator' } });
  expect(concludeLimit(levels)).toMatchObject({ word: 'found', because: { by: 'bound', nth: 0 } });
  const failed = levels.map((one) => ({ ...one, kinds: { 503: one.wrong } }));
  expect(concludeLimit(failed, true)).toMatchObject({ word: 'found', because: { by: 'bound', nth: 0 } });
});
