import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../../shared/base/statistics/random.ts';
import { Arrivals, type Phase, Schedule } from '../../../../shared/model/load/schedule.ts';

const phase = (from: number, to: number, seconds: number): Phase => ({ from, to, seconds });

/** All arrivals: s since the start, and how many came in each phase. */
function arrive(phases: readonly Phase[], seed: number | null = null): { times: number[]; counts: number[] } {
  const arrivals = new Arrivals(new Schedule(phases), seed === null ? null : makeRandom(seed));
  const times: number[] = [];
  const counts = phases.map(() => 0);
  while (arrivals.next()) {
    times.push(arrivals.at / 1e6);
    counts[arrivals.phase]!++;
  }
  return { times, counts };
}

const rounded = (times: readonly number[]) => times.map((time) => Math.round(time * 1e3) / 1e3);

describe('arrivals at a rate', () => {
  test('a ramp from 5 to 50 a second over 30 s has the number and the times of its area', () => {
    const { times } = arrive([phase(5, 50, 30)]);
    expect(times).toHaveLength(825);
    expect(rounded(times.slice(0, 5))).toEqual([0.194, 0.379, 0.554, 0.722, 0.883]);
    expect(new Schedule([phase(5, 50, 30)]).timeOf(825 / 2)).toBeCloseTo(20.354, 3);
    expect(times.at(-1)).toBe(30);
  });

  test('a ramp from 0 to 100 a second over 10 s has its first arrival where the area reaches one', () => {
    const { times } = arrive([phase(0, 100, 10)]);
    expect(times).toHaveLength(500);
    expect(rounded(times.slice(0, 5))).toEqual([0.447, 0.632, 0.775, 0.894, 1]);
    expect(times[249]).toBeCloseTo(7.071, 3);
  });

  test('a falling ramp from 20 to 1 a second over 15 s has its arrivals closer together at first', () => {
    const { times } = arrive([phase(20, 1, 15)]);
    expect(times).toHaveLength(157);
    expect(new Schedule([phase(20, 1, 15)]).timeOf(157 / 2)).toBeCloseTo(4.593, 3);
    expect(times.at(-1)).toBeCloseTo(14.601, 3);
  });

  test('a spike has exactly the arrivals of each of its phases', () => {
    const { counts } = arrive([phase(10, 10, 10), phase(200, 200, 2), phase(10, 10, 10)]);
    expect(counts).toEqual([100, 400, 100]);
  });

  test('a pause has none, and a fraction waits for the phase after it', () => {
    // 1.5 + 0 + 1.5 arrivals: the second comes when the third phase has added the missing half.
    const { times, counts } = arrive([phase(1, 1, 1.5), phase(0, 0, 60), phase(1, 1, 1.5)]);
    expect(times).toEqual([1, 62, 63]);
    expect(counts).toEqual([1, 0, 2]);
  });

  test('no fraction is lost, however many phases there are', () => {
    // As binary fractions 0.1 x 3 is more, and 0.29 x 100 less than what it is in writing.
    expect(new Schedule(Array(10_000).fill(phase(0.1, 0.1, 3))).total).toBe(3_000);
    expect(new Schedule([phase(0.29, 0.29, 100)]).total).toBe(29);
    expect(arrive(Array(7).fill(phase(1 / 60, 1 / 60, 60))).counts).toEqual(Array(7).fill(1));
    expect(arrive(Array(9).fill(phase(1, 20, 15))).times).toHaveLength(Math.floor(9 * 157.5));
    const long = new Schedule([phase(0.5, 0.5, 1), phase(20_000, 20_000, 86_400), phase(0.5, 0.5, 1)]);
    expect(long.total).toBe(20_000 * 86_400 + 1);
    expect(long.timeOf(long.total)).toBe(86_402);
  });

  test('arrivals are in order, each in the time of its phase', () => {
    const phases = [phase(3, 17, 2.5), phase(17, 0, 4), phase(0, 0, 1), phase(0, 40, 0.7), phase(2.5, 2.5, 10)];
    const schedule = new Schedule(phases);
    for (const seed of [null, 1, 2]) {
      const arrivals = new Arrivals(schedule, seed === null ? null : makeRandom(seed));
      let last = 0;
      while (arrivals.next()) {
        const at = arrivals.at / 1e6;
        expect(at).toBeGreaterThanOrEqual(last);
        expect(at).toBeGreaterThanOrEqual(schedule.startOf(arrivals.phase));
        expect(at).toBeLessThanOrEqual(schedule.startOf(arrivals.phase + 1) + 1e-9);
        last = at;
      }
    }
  });
});

describe('arrivals at random (Poisson)', () => {
  test('the same seed gives the same arrivals, another one others', () => {
    const phases = [phase(10, 50, 20)];
    expect(arrive(phases, 7)).toEqual(arrive(phases, 7));
    expect(arrive(phases, 7).times).not.toEqual(arrive(phases, 8).times);
  });

  test('numbers vary as those of a Poisson process: mean and variance are the area', () => {
    // 0 to 100 over 10 s: area 500, of which a quarter lies in the first half.
    const SEEDS = 400;
    const runs = Array.from({ length: SEEDS }, (_, seed) => arrive([phase(0, 100, 10)], seed).times);
    const inFirstHalf = runs.map((times) => times.filter((time) => time < 5).length);
    for (const [counts, area] of [
      [runs.map((times) => times.length), 500],
      [inFirstHalf, 125],
    ] as const) {
      const mean = counts.reduce((sum, n) => sum + n, 0) / SEEDS;
      const variance = counts.reduce((sum, n) => sum + (n - mean) ** 2, 0) / (SEEDS - 1);
      expect(Math.abs(mean - area)).toBeLessThan(4 * Math.sqrt(area / SEEDS));
      expect(variance / area).toBeGreaterThan(0.75);
      expect(variance / area).toBeLessThan(1.3);
    }
  });

  test('gaps at a constant rate are exponential', () => {
    const { times } = arrive([phase(100, 100, 200)], 3);
    const gaps = times.map((time, i) => time - (times[i - 1] ?? 0));
    const longer = gaps.filter((gap) => gap > 0.01).length / gaps.length;
    expect(longer).toBeCloseTo(Math.exp(-1), 1.5);
    expect(gaps.filter((gap) => gap > 0.03).length / gaps.length).toBeCloseTo(Math.exp(-3), 1.5);
  });
});
