import { describe, expect, test } from 'vitest';
import { minimumCount } from '../../../../shared/base/statistics/minimum-count.ts';
import { ExactDistribution } from '../../../../shared/load/distribution.ts';
import { intervalRanks, toIntervals } from '../../../../shared/load/percentile-intervals.ts';
import { LATENCY_PERCENTILES } from '../../../../shared/model/distribution.ts';
import { seededRandom } from '../../../helpers/random.ts';

const ranks = (p: number, n: number) => {
  const found = intervalRanks(p, n);
  return found && [found.lower, found.upper];
};

describe('the ranks of an interval', () => {
  test('are those of the binomial distribution', () => {
    expect([50, 95, 99].map((p) => ranks(p, 1_000))).toEqual([
      [469, 532],
      [936, 964],
      [983, 997],
    ]);
    expect([99, 99.9].map((p) => ranks(p, 10_000))).toEqual([
      [9_880, 9_920],
      [9_983, 9_997],
    ]);
  });

  test('there are none below the fewest values of a percentile, and from there on they are in range', () => {
    for (const p of LATENCY_PERCENTILES) {
      const least = minimumCount(p);
      expect(intervalRanks(p, least - 1), `p${p}`).toBeNull();
      const { lower, upper } = intervalRanks(p, least)!;
      expect([lower >= 1, upper <= least, lower < upper], `p${p} of ${least}`).toEqual([true, true, true]);
    }
    // Of six values the whole range: 1 - 2 / 2^6 is 96.9 %.
    expect(ranks(50, 6)).toEqual([1, 6]);
  });

  test('as many values as a long run has, where factorials are far out of range', () => {
    // 1.96 standard deviations of the binomial distribution on both sides.
    const n = 50_000_000;
    const { lower, upper } = intervalRanks(99, n)!;
    const deviation = Math.sqrt(n * 0.99 * 0.01);
    expect((0.99 * n - lower) / deviation).toBeCloseTo(1.96, 2);
    expect((upper - 0.99 * n) / deviation).toBeCloseTo(1.96, 2);
  });
});

describe('the intervals of a run', () => {
  test('are the values of those ranks; where there are too few values, nothing', () => {
    const distribution = new ExactDistribution();
    for (let us = 1; us <= 1_000; us++) distribution.record(us * 1_000);
    const intervals = toIntervals(distribution, new ExactDistribution(), 1_000)!;
    expect(Object.keys(intervals).sort()).toEqual(LATENCY_PERCENTILES.map(String).sort());
    expect([intervals['50'], intervals['95'], intervals['99']]).toEqual([
      [469, 532],
      [936, 964],
      [983, 997],
    ]);
    expect([intervals['99.9'], intervals['0.1']]).toEqual([null, null]);
    expect(toIntervals(new ExactDistribution(), new ExactDistribution(), 1_000)).toBeNull();
  });

  test('contain the true percentile in at least 95 of 100 samples of independent values, whatever their distribution', () => {
    const random = seededRandom(13);
    const samples = 2_000;
    // Fast and slow responses, far apart: nothing like a normal distribution. The true percentiles follow from its inverse.
    const inverse = (share: number): number =>
      Math.round(share < 0.9 ? 1_000 + 5_000 * share : 20_000 - 9_000 * Math.log((1 - share) / 0.1));
    for (const { p, n } of [
      { p: 50, n: 100 },
      { p: 90, n: 100 },
      { p: 99, n: 1_000 },
    ]) {
      let hits = 0;
      for (let sample = 0; sample < samples; sample++) {
        const distribution = new ExactDistribution();
        for (let value = 0; value < n; value++) distribution.record(inverse(random()));
        const [from, to] = toIntervals(distribution, new ExactDistribution(), 1)![String(p)]!;
        if (from <= inverse(p / 100) && inverse(p / 100) <= to!) hits += 1;
      }
      // 94 %: three standard deviations of 2,000 samples below 95.5 %.
      expect(hits / samples, `p${p} of ${n}`).toBeGreaterThan(0.94);
      expect(hits / samples, `p${p} of ${n}`).toBeLessThan(0.985);
    }
  });
});
