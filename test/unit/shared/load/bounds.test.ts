import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsAtRanks, boundsOf, toBoundedDistribution } from '../../../../shared/load/bounds.ts';
import { ExactDistribution, nearestRank } from '../../../../shared/load/distribution.ts';
import { answeredOf, LATENCY_PERCENTILES } from '../../../../shared/model/distribution.ts';
import { cellFigure, tellBounds } from '../../../../shared/phrases/bounds.ts';

function distributionOf(values: readonly number[]): ExactDistribution {
  const distribution = new ExactDistribution();
  for (const value of values) distribution.record(value);
  return distribution;
}

/** Equal ones, and some beyond those that are counted one by one (2^20 µs). */
const time = fc.oneof(fc.nat(50), fc.nat(4_000), fc.integer({ min: 2 ** 20, max: 2 ** 31 }));

describe('percentiles of times of which some are known only to be at least so much', () => {
  test('whatever those would have been, the percentile lies within its bounds', () => {
    fc.assert(
      fc.property(
        fc.array(time, { minLength: 1, maxLength: 80 }),
        fc.array(fc.tuple(time, fc.oneof(fc.nat(100), fc.nat(2 ** 30), fc.constant(Number.POSITIVE_INFINITY))), { maxLength: 40 }),
        (answered, waits) => {
          const censored = waits.map(([age]) => age);
          const truth = [...answered, ...waits.map(([age, more]) => age + more)].sort((a, b) => a - b);
          const ranks = LATENCY_PERCENTILES.map((p) => nearestRank(p, truth.length));
          boundsAtRanks(distributionOf(answered), distributionOf(censored), ranks).forEach(({ low, high }, at) => {
            const true_ = truth[ranks[at]! - 1]!;
            expect(low).toBeLessThanOrEqual(true_);
            expect(high).toBeGreaterThanOrEqual(true_);
          });
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });

  test('no narrower bounds would be true: both ends are reached', () => {
    fc.assert(
      fc.property(
        fc.array(time, { minLength: 1, maxLength: 40 }),
        fc.array(time, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(...LATENCY_PERCENTILES),
        (answered, censored, p) => {
          const rank = nearestRank(p, answered.length + censored.length);
          const [bounds] = boundsAtRanks(distributionOf(answered), distributionOf(censored), [rank]);
          const at = (values: number[]) => values.sort((a, b) => a - b)[rank - 1]!;
          // They came at once; they never came.
          expect(bounds!.low).toBe(at([...answered, ...censored]));
          expect(bounds!.high).toBe(at([...answered, ...censored.map(() => Number.POSITIVE_INFINITY)]));
        },
      ),
      { seed: 8, numRuns: 500 },
    );
  });

  test('mean and maximum are at least those of what was waited; the spread is not known', () => {
    fc.assert(
      fc.property(
        fc.array(time, { minLength: 1, maxLength: 40 }),
        fc.array(time, { minLength: 1, maxLength: 40 }),
        (answered, censored) => {
          const told = toBoundedDistribution(distributionOf(answered), distributionOf(censored), 1)!;
          const all = [...answered, ...censored];
          expect(boundsOf(told, 'mean')!.low).toBeCloseTo(all.reduce((sum, one) => sum + one, 0) / all.length, 3);
          expect(boundsOf(told, 'max')).toEqual({ low: Math.max(...all), high: Number.POSITIVE_INFINITY });
          expect(told.stdev).toBeNull();
        },
      ),
      { seed: 9, numRuns: 200 },
    );
  });

  test('without such times the figures are the measured ones, and nothing else is in them', () => {
    const told = toBoundedDistribution(distributionOf([1_000, 2_000, 3_000]), new ExactDistribution())!;
    expect(told).toMatchObject({ count: 3, mean: 2, max: 3, percentiles: { '50': 2, '99': 3 } });
    for (const key of ['censored', 'atLeast', 'atMost', 'answered']) expect(told).not.toHaveProperty(key);
  });

  test('a percentile is null where it falls among them, with what it is at least, and at most where it is an interval', () => {
    // 900 answers of 10 ms, 90 of 3 s, and ten that had waited for 2 s.
    const answered = distributionOf([...new Array<number>(900).fill(10_000), ...new Array<number>(90).fill(3_000_000)]);
    const told = toBoundedDistribution(answered, distributionOf(new Array<number>(10).fill(2_000_000)))!;
    expect(told).toMatchObject({
      count: 990,
      censored: 10,
      mean: null,
      max: null,
      percentiles: { '50': 10, '90': 10, '99': 3_000, '99.9': null },
    });
    expect(told.atLeast!['99.9']).toBe(3_000);
    expect(told.atMost).not.toHaveProperty('99.9');
    expect(answeredOf(told)).toMatchObject({ count: 990, max: 3_000, percentiles: { '99.9': 3_000 } });
    const slow = toBoundedDistribution(
      distributionOf([...new Array<number>(985).fill(10_000), ...new Array<number>(10).fill(3_000_000)]),
      distributionOf(new Array<number>(10).fill(2_000_000)),
    )!;
    expect(boundsOf(slow, '99')).toEqual({ low: 2_000, high: 3_000 });
  });

  test('the rank of a percentile is that among all: ten in 1,010 do not reach the 99th', () => {
    const answered = distributionOf(new Array<number>(1_000).fill(42_300));
    expect(toBoundedDistribution(answered, distributionOf(new Array<number>(10).fill(9_800_000)))!.percentiles['99']).toBe(42.3);
    expect(toBoundedDistribution(answered, distributionOf(new Array<number>(11).fill(9_800_000)))!.atLeast!['99']).toBe(9_800);
  });

  test('they are told as "at least" and as intervals', () => {
    const plain = (shown: string) => shown.replaceAll('\u00a0', ' ');
    const [measured, open, interval] = [
      { low: 12.34, high: 12.34 },
      { low: 9_800, high: Number.POSITIVE_INFINITY },
      { low: 42.3, high: 9_800 },
    ];
    expect([measured, open, interval].map(tellBounds).map(plain)).toEqual(['12.3 ms', 'at least 9.80 s', 'between 42.3 ms and 9.80 s']);
    const told = toBoundedDistribution(distributionOf([1_000]), distributionOf([2_000_000]))!;
    expect(cellFigure(told, 'max', { unit: 's', perMs: 1e-3 })).toBe('≥ 2.00');
    expect(cellFigure(told, 'spread', { unit: 's', perMs: 1e-3 })).toBe('–');
  });
});
