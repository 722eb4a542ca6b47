import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minimumCount } from '../../../../shared/base/statistics/minimum-count.ts';
import { ExactDistribution, isWeak, measuredOf, nearestRank, toDistribution } from '../../../../shared/load/distribution.ts';
import { LATENCY_PERCENTILES } from '../../../../shared/model/distribution.ts';

function distributionOf(values: readonly number[]): ExactDistribution {
  const distribution = new ExactDistribution();
  for (const value of values) distribution.record(value);
  return distribution;
}

/** By the definition, in whole numbers: the smallest value that at least p % of all values do not exceed. */
function percentileBySort(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.find((value) => {
    const notAbove = sorted.filter((other) => other <= value).length;
    return notAbove * 100_000 >= Math.round(p * 1_000) * sorted.length;
  })!;
}

// Below 1 ms, around the limit of direct counting (2^20), and up to the largest.
const value = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 2 ** 20 - 3, max: 2 ** 20 + 3 }),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
);

describe('ExactDistribution', () => {
  test('percentiles are of the recorded values; nothing is filled in', () => {
    const distribution = new ExactDistribution();
    distribution.record(1_000, 10_000);
    distribution.record(100_000_000);
    expect(distribution.count).toBe(10_001);
    expect(distribution.mean).toBeCloseTo(10_998.9, 1);
    expect(distribution.percentiles([30, 99, 99.99, 99.999, 100])).toEqual([1_000, 1_000, 1_000, 100_000_000, 100_000_000]);
  });

  test('percentiles equal an exact sort', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
        const found = distributionOf(values).percentiles(LATENCY_PERCENTILES);
        expect(found).toEqual(LATENCY_PERCENTILES.map((p) => percentileBySort(values, p)));
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test('values in order have the same figures', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 200 }), (values) => {
        const found = toDistribution(measuredOf([...values].sort((a, b) => a - b)));
        const expected = toDistribution(distributionOf(values));
        expect({ ...found, stdev: 0 }).toEqual({ ...expected, stdev: 0 });
        // It is added up in another order.
        expect(found?.stdev ?? 0).toBeCloseTo(expected?.stdev ?? 0, 6);
      }),
      { seed: 44, numRuns: 200 },
    );
  });

  test('queries in between change nothing', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 60 }), (values) => {
        const asked = new ExactDistribution();
        for (const one of values) {
          asked.record(one);
          asked.percentile(99);
        }
        expect(asked.percentiles(LATENCY_PERCENTILES)).toEqual(distributionOf(values).percentiles(LATENCY_PERCENTILES));
      }),
      { seed: 43, numRuns: 100 },
    );
  });

  test('mean and population standard deviation equal two passes over the values', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
        const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
        const stdev = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
        const distribution = distributionOf(values);
        expect(distribution.mean).toBeCloseTo(mean, 3);
        expect(distribution.stdev).toBeCloseTo(stdev, 3);
        expect([distribution.min, distribution.max]).toEqual([Math.min(...values), Math.max(...values)]);
      }),
      { seed: 44, numRuns: 200 },
    );
  });

  test('windows are merged as histograms: 100 x 1 ms and 1 x 1000 ms have a p99 of 1 ms', () => {
    const merged = distributionOf([...Array.from({ length: 100 }, () => 1_000), 1_000_000]);
    expect(merged.percentile(99)).toBe(1_000);
    expect(merged.percentile(99.5)).toBe(1_000_000);
  });

  test('reset forgets everything', () => {
    const distribution = distributionOf([5, 2 ** 21, 7]);
    distribution.reset();
    expect(toDistribution(distribution)).toBeNull();
    distribution.record(9);
    expect([distribution.count, distribution.min, distribution.max, distribution.mean, distribution.stdev]).toEqual([1, 9, 9, 9, 0]);
    expect(distribution.percentile(50)).toBe(9);
  });

  test('an empty distribution has no percentiles', () => {
    expect(new ExactDistribution().percentile(50)).toBeNaN();
  });

  test('entries list every value with its count, ascending', () => {
    expect([...distributionOf([7, 2 ** 21, 3, 7]).entries()]).toEqual([
      [3, 1],
      [7, 2],
      [2 ** 21, 1],
    ]);
  });
});

test('ranks of fractional percentiles do not suffer from binary fractions', () => {
  expect(nearestRank(99.9, 1_000)).toBe(999);
  expect(nearestRank(97.5, 200)).toBe(195);
  expect(nearestRank(0.001, 10)).toBe(1);
  expect(nearestRank(99.999, 100_000)).toBe(99_999);
});

test('a percentile needs the count that a 95 % interval needs', () => {
  expect([50, 90, 95, 99, 99.9].map(minimumCount)).toEqual([6, 36, 72, 368, 3_688]);
  // 1 - p^n >= 0.975 holds at the minimum and not before.
  for (const p of LATENCY_PERCENTILES) {
    const q = Math.max(p, 100 - p) / 100;
    expect(1 - q ** minimumCount(p)).toBeGreaterThanOrEqual(0.975);
    expect(1 - q ** (minimumCount(p) - 1)).toBeLessThan(0.975);
  }
  expect(minimumCount(2.5)).toBe(minimumCount(97.5));
  expect([isWeak(99, 367), isWeak(99, 368)]).toEqual([true, false]);
});

test('a report lists weak percentiles by name and converts to milliseconds', () => {
  const figures = toDistribution(distributionOf(Array.from({ length: 40 }, (_, i) => (i + 1) * 1_000)))!;
  expect(figures).toMatchObject({ count: 40, min: 1, mean: 20.5, max: 40 });
  expect(figures.percentiles).toMatchObject({ '50': 20, '90': 36, '97.5': 39, '99': 40 });
  expect(figures.weak).toEqual(['0.001', '0.01', '0.1', '1', '2.5', '95', '97.5', '99', '99.9', '99.99', '99.999']);
});
