/** Servers that are simulated by what lives after each round, and the verdict on each. */
import { describe, expect, test } from 'vitest';
import { concludeLeak } from '../../../../../shared/analysis/leak/next-step.ts';
import { LEAK_PLAN, type LeakRound, type LeakVerdict } from '../../../../../shared/model/leak.ts';
import { NO_HANDLES, type SimulatedServer, searchLeak } from '../../../../helpers/simulated-leak.ts';

function tryOut(server: SimulatedServer, seed = 1): LeakVerdict & { readonly rounds: readonly LeakRound[] } {
  const { verdict, rounds } = searchLeak(server, seed);
  return { ...verdict, rounds };
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
const words = (server: SimulatedServer): string[] => [...new Set(SEEDS.map((seed) => tryOut(server, seed).word))];

describe('healthy servers do not leak', () => {
  const healthy: Record<string, SimulatedServer> = {
    'nothing is kept': { keeps: () => 0 },
    'a slow one': { keeps: () => 0, perRound: 250 },
    'a cache of 8,000 entries': { keeps: (n) => 1_100 * Math.min(n, 8_000) },
    'a cache of 20,000 entries': { keeps: (n) => 1_100 * Math.min(n, 20_000) },
    'a table that is built at one request': { keeps: (n) => (n > 24_000 ? 3e6 : 0) },
    'sessions that end after a time': { keeps: (n, idleS) => (idleS >= 30 ? 0 : 1_100 * n) },
  };
  for (const [name, server] of Object.entries(healthy)) test(name, () => expect(words(server)).toEqual(['no leak']));
});

describe('what grows evenly with the requests is a leak, by so much', () => {
  const leaks: Record<string, readonly [SimulatedServer, perRequest: number]> = {
    '64 bytes': [{ keeps: (n) => 64 * n }, 64],
    '1,000 bytes': [{ keeps: (n) => 1_000 * n }, 1_000],
    '1,000 bytes of a slow server': [{ keeps: (n) => 1_000 * n, perRound: 250 }, 1_000],
    '40,000 bytes of a very slow one': [{ keeps: (n) => 40_000 * n, perRound: 50 }, 40_000],
    'Buffers of 1,000 bytes': [{ keeps: (n) => 130 * n, external: (n) => 1e6 + 1_000 * n }, 1_000],
  };
  for (const [name, [server, perRequest]] of Object.entries(leaks))
    test(name, () => {
      expect(words(server)).toEqual(['leak']);
      const { by, requests, rest, rounds } = tryOut(server);
      expect(by!.perRequest).toBeGreaterThan(0.95 * perRequest);
      expect(by!.perRequest).toBeLessThan(1.1 * perRequest + 15e3 / (server.perRound ?? 4_000));
      expect(by!.ci[0]).toBeLessThanOrEqual(by!.perRequest);
      expect(by!.ci[1]).toBeGreaterThanOrEqual(by!.perRequest);
      expect(rest).toMatchObject({ seconds: 35 });
      expect(rest!.givenBack).toBeLessThan(10);
      expect(requests).toBe(rounds.reduce((sum, round) => sum + round.requests, Math.min(10_000, 4 * (server.perRound ?? 4_000))));
    });
});

test('a slow server gets more rounds until they are enough, or the time is over', () => {
  const { rounds } = tryOut({ keeps: (n) => 1_000 * n, perRound: 2_000 });
  expect(rounds.reduce((sum, { requests }) => sum + requests, 8_000)).toBeGreaterThanOrEqual(50_000);
  const slow = tryOut({ keeps: (n) => 1_000 * n, perRound: 250 });
  // 90 s at 3 s a round, and the rest.
  expect(slow.rounds.filter(({ kind }) => kind === 'judge').length).toBeGreaterThan(20);
  expect(slow.rounds.length).toBeLessThan(32);
});

test('no more rounds are added when a larger heap could not be looked into', () => {
  const leak = { keeps: (n: number) => 40_000 * n, perRound: 250 };
  expect(tryOut({ ...leak, fits: 100e6 })).toMatchObject({ word: 'leak', judged: 7 * 250 });
  // Of 40 kB each, 4,625 requests fill so much: those of the warm-up, and of 15 rounds.
  expect(tryOut({ ...leak, fits: 200e6 })).toMatchObject({ word: 'leak', judged: 11 * 250 });
  expect(tryOut(leak).judged).toBeGreaterThan(20 * 250);
});

test('handles that grow are a leak by their number, and those that come and go are not', () => {
  const leak = tryOut({ keeps: () => 0, counts: (n) => ({ descriptors: 25 + n / 100 }) });
  expect(leak).toMatchObject({ word: 'leak', by: { counter: 'descriptors' } });
  expect(leak.by!.perRequest).toBeCloseTo(0.01, 4);
  expect(tryOut({ keeps: () => 0, counts: (n) => ({ descriptors: 25 + ((n / 4_000) % 3) }) }).word).toBe('no leak');
  expect(tryOut({ keeps: () => 0, counts: () => ({ descriptors: null }) }).word).toBe('no leak');
});

test('growth that slows, comes in one step, or outside of V8 alone cannot be told', () => {
  expect(words({ keeps: (n) => 4e6 * Math.log(n) })).toEqual(['cannot tell']);
  expect(tryOut({ keeps: (n) => 50 * n + (n > 38_000 ? 6e6 : 0) })).toMatchObject({ word: 'cannot tell' });
  expect(tryOut({ keeps: () => 0, rss: (n) => 9e7 + 1_000 * n })).toMatchObject({ word: 'cannot tell', reason: 'process-memory' });
});

test('what is given back in part cannot be told', () => {
  const partly = tryOut({ keeps: (n, idleS) => (idleS > 0 ? 850 * n : 1_000 * n) });
  expect(partly).toMatchObject({ word: 'cannot tell', reason: 'partly-given-back' });
  expect(partly.rest!.givenBack).toBeGreaterThan(10);
});

test('what ended it early is the reason, and nothing is concluded from too few rounds', () => {
  const leak: SimulatedServer = { keeps: (n) => 1_000 * n };
  for (const cut of ['stopped-by-user', 'load-failed', 'ended', 'not-collected'] as const) {
    expect(tryOut({ ...leak, cutAfter: [5, cut] })).toMatchObject({ word: 'cannot tell', reason: cut, by: null });
    expect(tryOut({ ...leak, cutAfter: [11, cut] })).toMatchObject({ word: 'cannot tell', reason: cut, by: { word: 'leak' } });
    expect(tryOut({ keeps: () => 0, cutAfter: [10, cut] })).toMatchObject({ word: 'cannot tell', reason: cut });
  }
  // The rounds that there are can be judged.
  expect(tryOut({ ...leak, perRound: 250, cutAfter: [12, 'near-limit'] })).toMatchObject({ word: 'leak', reason: 'grows' });
  expect(tryOut({ ...leak, cutAfter: [8, 'near-limit'] })).toMatchObject({ word: 'cannot tell', reason: 'near-limit' });
});

test('a cache that holds more than there were judged requests looks like a leak, so that their number is told', () => {
  const { word, judged, rest } = tryOut({ keeps: (n) => 1_100 * Math.min(n, 200_000) });
  expect({ word, judged, seconds: rest!.seconds }).toEqual({ word: 'leak', judged: 28_000, seconds: 35 });
});

describe.each([250, 2_000, 4_000])('in rounds of %i requests, no cache looks like a leak that holds no more than is told', (perRound) => {
  const caches: Record<string, (requests: number, entries: number) => number> = {
    'filled in order': (n, entries) => Math.min(n, entries),
    'filled at random': (n, entries) => entries * (1 - Math.exp(-n / entries)),
  };
  for (const [name, fill] of Object.entries(caches))
    test(name, () => {
      const sizes = Array.from({ length: 40 }, (_, i) => 2_000 * (i + 1));
      const verdicts = sizes.map((entries) => ({ entries, ...tryOut({ keeps: (n) => 1_100 * fill(n, entries), perRound }) }));
      const leaks = verdicts.filter(({ word }) => word === 'leak');
      expect(leaks.length).toBeGreaterThan(3);
      expect(leaks.filter(({ entries, judged }) => entries <= judged)).toEqual([]);
    });
});

test('a leak of a thread is told of it', () => {
  const plan = LEAK_PLAN;
  const rounds: LeakRound[] = Array.from({ length: 11 }, (_, i) => ({
    ...{ kind: i < 3 ? 'settle' : 'judge', requests: 4_000, failed: 0, ms: 2_500, rss: null, counts: NO_HANDLES },
    threads: [
      { pid: 7, thread: 0, heap: 15e6, external: 1e6, arrayBuffers: 0 },
      { pid: 7, thread: 2, heap: 4e6 + i * 4e6, external: 1e6, arrayBuffers: 0 },
      // Came late: nothing can be said of it.
      ...(i > 6 ? [{ pid: 7, thread: 3, heap: i * 1e8, external: 0, arrayBuffers: 0 }] : []),
    ],
  }));
  expect(concludeLeak(plan, { rounds, warmedUp: 10_000, cut: null })).toMatchObject({
    word: 'leak',
    by: { thread: 2, counter: 'heap', perRequest: 1_000 },
  });
});

test('of a process or thread that was not there in every judged round it is not known what it kept', () => {
  const roundsOf = (pidOf: (round: number) => number): LeakRound[] =>
    Array.from({ length: 11 }, (_, i) => ({
      ...{ kind: i < 3 ? 'settle' : 'judge', requests: 4_000, failed: 0, ms: 2_500, rss: null, counts: NO_HANDLES },
      threads: [
        { pid: 7, thread: 0, heap: 15e6, external: 1e6, arrayBuffers: 0 },
        { pid: pidOf(i), thread: 0, heap: 15e6 + 4e6 * i, external: 1e6, arrayBuffers: 0 },
      ],
    }));
  const conclude = (rounds: LeakRound[]) => concludeLeak(LEAK_PLAN, { rounds, warmedUp: 10_000, cut: null });
  // Its memory goes with each process; the one that lives now may keep as much.
  expect(conclude(roundsOf((round) => 100 + round))).toMatchObject({ word: 'cannot tell', reason: 'replaced' });
  expect(conclude(roundsOf((round) => (round < 7 ? 8 : 9)))).toMatchObject({ word: 'cannot tell', reason: 'replaced' });
  expect(conclude(roundsOf(() => 8))).toMatchObject({ word: 'leak', by: { pid: 8 } });
  // One that has ended keeps nothing.
  const ended = roundsOf(() => 8).map((round, i) => (i < 7 ? round : { ...round, threads: round.threads.slice(0, 1) }));
  expect(conclude(ended)).toMatchObject({ word: 'no leak' });
});
