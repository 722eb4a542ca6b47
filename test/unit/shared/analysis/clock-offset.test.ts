/** By how much two clocks differ, on made-up series: found within what is stated, and not stated where there is nothing to find it by. */
import { describe, expect, test } from 'vitest';
import { type Amount, estimateClockOffset } from '../../../../shared/analysis/clock-offset.ts';
import { seededRandom } from '../../../helpers/random.ts';

/** A digit for each period: tens of requests in it. */
function requests(digits: string, periodMs = 1_000): Amount[] {
  return [...digits].map((digit, at) => ({ fromMs: at * periodMs, toMs: (at + 1) * periodMs, amount: 10 * Number(digit) }));
}

interface Server {
  /** When the load really began on its axis. */
  readonly beganMs: number;
  readonly lengthMs: number;
  /** How much it does beside, and by how much that varies; requests of a full second take 1. */
  readonly idle?: number;
  readonly noise?: number;
  readonly seed?: number;
}

/** CPU time in samples of a quarter of a second. */
function server(load: readonly Amount[], { beganMs, lengthMs, idle = 0.02, noise = 0, seed = 1 }: Server): Amount[] {
  const random = seededRandom(seed);
  return Array.from({ length: lengthMs / 250 }, (_, at) => {
    const [fromMs, toMs] = [at * 250, (at + 1) * 250];
    const during = load.find((one) => one.fromMs + beganMs <= fromMs && fromMs < one.toMs + beganMs);
    const work = during === undefined ? 0 : during.amount / 90 / ((during.toMs - during.fromMs) / 1_000);
    return { fromMs, toMs, amount: 250 * Math.max(0, work + idle + noise * (random() - 0.5)) };
  });
}

const LOAD = '1358999994559993222111';
const AXIS = { lengthMs: 60_000 };

describe('found', () => {
  test.each([
    ['it began when its clock says', 20_000, 20_000],
    ['its clock is behind', 20_000, 21_700],
    ['its clock is ahead', 57_000, 20_000],
    ['by its clock it was before the recording', -30_000, 12_300],
  ])('%s', (_, placedMs, beganMs) => {
    const told = requests(LOAD);
    const found = estimateClockOffset({ told, periodMs: 1_000, seen: server(told, { beganMs, ...AXIS }), ...AXIS, placedMs });
    expect(found!.ms).toBeGreaterThanOrEqual(beganMs - placedMs - 250);
    expect(found!.ms).toBeLessThanOrEqual(beganMs - placedMs + 250);
    expect(found!.withinMs).toBeLessThanOrEqual(1_000);
  });

  test('in noise it is as near as stated, on each of fifty servers', () => {
    const told = requests(LOAD);
    for (let seed = 1; seed <= 50; seed++) {
      const seen = server(told, { beganMs: 23_400, ...AXIS, idle: 0.2, noise: 0.8, seed });
      const found = estimateClockOffset({ told, periodMs: 1_000, seen, ...AXIS, placedMs: 20_000 });
      expect(Math.abs(found!.ms - 3_400), `seed ${seed}`).toBeLessThanOrEqual(found!.withinMs);
      expect(found!.withinMs).toBeLessThanOrEqual(3_000);
    }
  });

  test('by where an even load begins and ends', () => {
    const told = [{ fromMs: 0, toMs: 10_010, amount: 5_000 }];
    const seen = server(requests('9999999999'), { beganMs: 15_000, ...AXIS });
    const found = estimateClockOffset({ told, periodMs: 1_000, seen, ...AXIS, placedMs: 11_000 });
    expect(Math.abs(found!.ms - 4_000)).toBeLessThanOrEqual(500);
  });

  test('in periods of ten seconds within half of one', () => {
    const told = requests('2897431', 10_000);
    const seen = server(told, { beganMs: 40_000, lengthMs: 150_000 });
    const found = estimateClockOffset({ told, periodMs: 10_000, seen, lengthMs: 150_000, placedMs: 37_000 });
    expect(Math.abs(found!.ms - 3_000)).toBeLessThanOrEqual(500);
    expect(found!.withinMs).toBe(5_000);
  });

  test('by single requests, too', () => {
    const told = requests(LOAD);
    const seen = told.flatMap(({ fromMs, amount }) =>
      Array.from({ length: amount }, (_, at) => 18_000 + fromMs + (at * 1_000) / amount).map((at) => ({ fromMs: at, toMs: at, amount: 1 })),
    );
    const found = estimateClockOffset({ told, periodMs: 1_000, seen, ...AXIS, placedMs: 20_000 });
    expect(found).toEqual({ ms: -2_000, withinMs: 500 });
  });
});

describe('not stated', () => {
  const told = requests(LOAD);
  const estimate = (seen: readonly Amount[], placedMs = 20_000, of = told) =>
    estimateClockOffset({ told: of, periodMs: 1_000, seen, ...AXIS, placedMs });

  test('a server whose CPU is even, and one that did nothing', () => {
    expect(estimate(server([], { beganMs: 0, ...AXIS, idle: 0.5 }))).toBeNull();
    expect(estimate([])).toBeNull();
  });

  test('a server that did something else', () => {
    for (let seed = 1; seed <= 50; seed++) expect(estimate(server([], { beganMs: 0, ...AXIS, idle: 0.5, noise: 1, seed }))).toBeNull();
  });

  test('an even load that began before the recording and ended after it', () => {
    const even = requests('9'.repeat(200));
    expect(estimate(server(even, { beganMs: -50_000, ...AXIS, noise: 0.1 }), -50_000, even)).toBeNull();
  });

  test('a load that repeats itself', () => {
    const waves = requests('9999900000'.repeat(30));
    expect(estimate(server(waves, { beganMs: -100_000, ...AXIS }), -100_000, waves)).toBeNull();
  });

  test('too few periods: anything fits somewhere', () => {
    const seen = server(told, { beganMs: 1_000, lengthMs: 6_000 });
    expect(estimateClockOffset({ told, periodMs: 1_000, seen, lengthMs: 6_000, placedMs: 1_000 })).toBeNull();
  });

  test('nothing that was told, and periods that no tool has', () => {
    const seen = server(told, { beganMs: 20_000, ...AXIS });
    expect(estimate(seen, 20_000, [])).toBeNull();
    for (const periodMs of [0, 1, 250.5, 1e300])
      expect(estimateClockOffset({ told, periodMs, seen, ...AXIS, placedMs: 20_000 })).toBeNull();
    const late = [{ fromMs: 9e15, toMs: 9e15 + 1, amount: 1 }];
    expect(estimateClockOffset({ told: late, periodMs: 1_000, seen, ...AXIS, placedMs: 0 })).toBeNull();
  });
});
