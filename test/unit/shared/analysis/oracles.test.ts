/** Statistics checked against published or independently computed figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustByWeightedHolm } from '../../../../shared/analysis/verdicts/holm.ts';
import { computeDetectionFactor, computeRulingOutFactor, fewestPairsFor } from '../../../../shared/analysis/verdicts/power.ts';
import { estimateCentre } from '../../../../shared/base/statistics/hodges-lehmann.ts';
import { computePairedDifference } from '../../../../shared/base/statistics/paired-difference.ts';
import { makeRandom, shuffle } from '../../../../shared/base/statistics/random.ts';
import { computeSignFlipP, flipSigns, invertSignFlips, SIGNIFICANCE_LEVEL } from '../../../../shared/base/statistics/sign-flips.ts';
import { computeCriticalT, computeTwoSidedP } from '../../../../shared/base/statistics/student-t.ts';
import { ExactDistribution } from '../../../../shared/load/distribution.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { makeNormal } from './runs.ts';

test('windows are merged as distributions, percentiles are never averaged', () => {
  const windows = [new Array<number>(100).fill(1_000), [1_000_000]].map((values) => {
    const window = new ExactDistribution();
    for (const us of values) window.record(us);
    return window;
  });
  const merged = new ExactDistribution();
  for (const window of windows) merged.addAll(window);
  expect(merged.percentiles([99, 99.5])).toEqual([1_000, 1_000_000]);
  expect([merged.count, merged.min, merged.max]).toEqual([101, 1_000, 1_000_000]);
  const averaged = windows.reduce((sum, window) => sum + window.percentile(99), 0) / windows.length;
  expect(averaged).toBeGreaterThan(500_000); // the wrong answer
});

describe('Student t', () => {
  test("the p value and the interval of Welch's t as R gives them for its sleep data", () => {
    const [t, degrees, difference] = [-1.8608, 17.776, -1.58];
    expect(computeTwoSidedP(t, degrees)).toBeCloseTo(0.07939, 4);
    const half = computeCriticalT(0.05, degrees) * Math.abs(difference / t);
    expect(difference - half).toBeCloseTo(-3.3655, 3);
    expect(difference + half).toBeCloseTo(0.2055, 3);
  });

  test('critical values of the printed tables', () => {
    const found = [1, 2, 3, 4, 9, 30].map((degrees) => computeCriticalT(0.05, degrees).toFixed(3));
    expect(found).toEqual(['12.706', '4.303', '3.182', '2.776', '2.262', '2.042']);
  });

  test('one degree of freedom is the Cauchy distribution', () => {
    for (const t of [0, 0.3, 1, 5, 400]) expect(computeTwoSidedP(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12);
  });
});

/** By definition: all sign flips, and how many of them have a mean at least as far from 0. */
function signFlipPByDefinition(values: readonly number[]): number {
  const worlds = Array.from({ length: 2 ** values.length }, (_, flips) =>
    Math.abs(values.reduce((sum, value, i) => sum + ((flips >> i) & 1 ? -value : value), 0)),
  );
  const observed = worlds[0]!;
  return worlds.filter((sum) => sum >= observed - 1e-9).length / worlds.length;
}

describe('sign flips', () => {
  const random = makeRandom(1);
  const pOf = (values: readonly number[]) => computeSignFlipP(flipSigns(values, random));

  test('Darwin\'s maize (Fisher 1935, "The Design of Experiments", section 21): 1726 of 32768 sign flips', () => {
    // Crossed minus self-fertilised plants, in eighths of an inch.
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(pOf(maize)).toBe(1_726 / 32_768);
  });

  test('equals the definition', () => {
    expect(pOf([0.1, 0.2, 0.3])).toBe(0.25);
    const value = fc.integer({ min: -20, max: 20 }).map((n) => n / 10);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (values) => {
        expect(pOf(values)).toBe(signFlipPByDefinition(values));
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('ten pairs that agree: 2 of 1024 sign flips', () => {
    expect(pOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(2 / 1_024);
    expect(pOf(new Array(10).fill(0))).toBe(1);
  });

  test('above 20 pairs it samples at random and reports that: close to the exact p, equal for equal seeds', () => {
    const normal = makeNormal(seededRandom(5));
    const twenty = Array.from({ length: 20 }, () => 0.4 + normal());
    const exact = flipSigns(twenty, random);
    expect([exact.exact, exact.flips]).toEqual([true, 2 ** 20]);
    // Another value of 0 does not change p, but now there are too many sign flips to try all.
    const drawn = flipSigns([...twenty, 0], makeRandom(9));
    expect(drawn.exact).toBe(false);
    expect(computeSignFlipP(drawn)).toBeCloseTo(computeSignFlipP(exact), 2);
    expect(computeSignFlipP(flipSigns([...twenty, 0], makeRandom(9)))).toBe(computeSignFlipP(drawn));
    expect(computeSignFlipP(drawn)).toBeGreaterThan(0);
  });

  test('the interval contains 0 exactly if the test does not reject 0', () => {
    const normal = makeNormal(seededRandom(6));
    let rejected = 0;
    for (let i = 0; i < 300; i++) {
      const values = Array.from({ length: 6 + (i % 7) }, () => 0.6 + normal());
      const flips = flipSigns(values, random);
      const [low, high] = invertSignFlips(flips)!;
      const p = computeSignFlipP(flips);
      expect(low <= 0 && high >= 0).toBe(p >= SIGNIFICANCE_LEVEL);
      if (p < SIGNIFICANCE_LEVEL) rejected++;
    }
    expect(rejected).toBeGreaterThan(50);
    expect(rejected).toBeLessThan(250);
  });

  test('five pairs can reject nothing', () => {
    expect(invertSignFlips(flipSigns([9, 9, 9, 9, 9], random))).toBeNull();
    expect(invertSignFlips(flipSigns([1, 2, 3, 4, 5, 6], random))).toEqual([1, 6]);
  });
});

/** Percentile bootstrap of the Hodges-Lehmann estimate, over pairs. */
function bootstrapInterval(values: readonly number[], random: () => number): [number, number] {
  const estimates = Array.from({ length: 400 }, () => estimateCentre(values.map(() => values[Math.floor(random() * values.length)]!)));
  estimates.sort((a, b) => a - b);
  return [estimates[9]!, estimates[389]!];
}

describe('the interval of paired differences', () => {
  const coverage = (pairs: number, gen: () => number, intervalOf: (values: number[]) => readonly [number, number] | null) => {
    let held = 0;
    for (let i = 0; i < 500; i++) {
      const [low, high] = intervalOf(Array.from({ length: pairs }, gen))!;
      if (low <= 0 && high >= 0) held++;
    }
    return held / 500;
  };

  test.each([3, 5, 6, 10])('of %i pairs contains the true difference in about 95 %%', (pairs) => {
    const normal = makeNormal(seededRandom(pairs));
    const found = coverage(pairs, normal, (values) => computePairedDifference(values, 1).interval);
    expect(found).toBeGreaterThan(0.92);
    // Of six pairs the smallest possible p is 1/32: the interval is a little wider than nominal.
    expect(found).toBeLessThan(0.985);
  });

  test('also if one run in ten is an outlier', () => {
    const uniform = seededRandom(11);
    const normal = makeNormal(uniform);
    const odd = () => normal() * (uniform() < 0.1 ? 5 : 1);
    expect(coverage(10, odd, (values) => computePairedDifference(values, 1).interval)).toBeGreaterThan(0.92);
  });

  test('is not the percentile bootstrap, which contains it too rarely', () => {
    const random = seededRandom(12);
    expect(coverage(5, makeNormal(random), (values) => bootstrapInterval(values, random))).toBeLessThan(0.9);
  });

  test('of one pair does not exist; of equal pairs is a point', () => {
    expect(computePairedDifference([0.3], 1)).toEqual({ estimate: 0.3, interval: null, p: 1 });
    expect(computePairedDifference(new Array(10).fill(0.5), 1)).toMatchObject({ estimate: 0.5, interval: [0.5, 0.5], p: 2 / 1_024 });
    expect(computePairedDifference([0, 0, 0], 1)).toEqual({ estimate: 0, interval: [0, 0], p: 1 });
  });

  test('always contains the estimate, and is inverted when the sides are swapped', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 2, maxLength: 12 }), (values) => {
        const { estimate, interval, p } = computePairedDifference(values, 1);
        expect(interval![0]).toBeLessThanOrEqual(estimate);
        expect(interval![1]).toBeGreaterThanOrEqual(estimate);
        const back = computePairedDifference(
          values.map((value) => -value),
          1,
        );
        expect(back.p).toBe(p);
        expect(back.estimate).toBeCloseTo(-estimate, 12);
        expect(back.interval![0]).toBeCloseTo(-interval![1], 12);
        expect(back.interval![1]).toBeCloseTo(-interval![0], 12);
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

test('Hodges-Lehmann estimate of one sample: R, wilcox.test(depression, paired, conf.int) gives 0.46', () => {
  // Hollander and Wolfe 1973, table 3.1: Hamilton depression scale before and after tranquilizer.
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  expect(estimateCentre(before.map((value, i) => value - after[i]!))).toBeCloseTo(0.46, 2);
});

test('Holm, all weights equal: R, p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm") and its order', () => {
  const adjust = (ps: number[]) => adjustByWeightedHolm(ps.map((p) => ({ p, weight: 0.3 })));
  const rounded = (ps: number[]) => adjust(ps).map((p) => Number(p.toFixed(10)));
  expect(rounded([0.01, 0.02, 0.03, 0.04])).toEqual([0.04, 0.06, 0.06, 0.06]);
  expect(rounded([0.04, 0.01, 0.03, 0.02])).toEqual([0.06, 0.04, 0.06, 0.06]);
  expect(rounded([0.5, 0.9])).toEqual([1, 1]);
  expect(adjust([])).toEqual([]);
});

test('80 % power of 10 pairs at 5 %: the noncentral t, integrated numerically, says 0.9960 standard deviations', () => {
  const approximated = computeRulingOutFactor(10);
  expect(approximated).toBeGreaterThan(0.996);
  expect(approximated).toBeLessThan(0.996 * 1.03);
});

test('fewest pairs: the smallest sign-flip p is 2 / 2^k', () => {
  expect([1, 7, 14, 21, 28, 35].map((tests) => fewestPairsFor(1 / tests))).toEqual([6, 9, 10, 10, 11, 11]);
  expect(computeDetectionFactor(8, 1 / 7)).toBe(Number.POSITIVE_INFINITY);
});

describe('random numbers', () => {
  test('xoshiro128** seeded through splitmix32 is uniform, repeatable, and different for neighbouring seeds', () => {
    const draw = (seed: number, count: number) => {
      const random = makeRandom(seed);
      return Array.from({ length: count }, random);
    };
    expect(draw(1, 5)).toEqual(draw(1, 5));
    expect(draw(1, 5)).not.toEqual(draw(2, 5));
    const values = draw(0, 20_000);
    const counts = new Array<number>(20).fill(0);
    for (const value of values) counts[Math.floor(value * 20)]!++;
    // Chi squared of 20 cells, 19 degrees of freedom: 43.8 is exceeded once in a thousand.
    expect(counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(43.8);
  });

  test('every order is equally likely', () => {
    const random = makeRandom(3);
    const counts = new Map<string, number>();
    for (let i = 0; i < 6_000; i++) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120);
  });
});
