/** Which tests form a family, and how it is corrected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeReach, metricsOfLoad, plannedShare, weighFamily } from '../../../../shared/analysis/verdicts/family.ts';
import { adjustByWeightedHolm, type WeighedTest } from '../../../../shared/analysis/verdicts/holm.ts';
import { SIGNIFICANCE_LEVEL } from '../../../../shared/base/statistics/sign-flips.ts';

/** Of a closed load in which nothing goes wrong. */
const CLOSED = metricsOfLoad('closed').filter((metric) => metric !== 'errors');

const p = fc.double({ min: 0, max: 1, noNaN: true });
const weight = fc.double({ min: 0.001, max: 1, noNaN: true });
const family = fc.array(fc.record({ p, weight }), { maxLength: 9 });

/** Holm's correction, implemented independently. */
function holm(ps: readonly number[]): number[] {
  const sorted = [...ps].sort((a, b) => a - b);
  const adjusted = sorted.map((_, k) => Math.min(1, Math.max(...sorted.slice(0, k + 1).map((one, i) => one * (ps.length - i)))));
  return ps.map((one) => adjusted[sorted.indexOf(one)]!);
}

/**
 * The closed testing principle (Marcus, Peritz and Gabriel 1976): a hypothesis is rejected if every set that contains it is rejected by the
 * weighted Bonferroni test. This tries all subsets; the shortcut must give the same result.
 */
function closedTest(tests: readonly WeighedTest[]): number[] {
  const sets = Array.from({ length: 2 ** tests.length - 1 }, (_, i) => tests.map((_one, bit) => bit).filter((bit) => ((i + 1) >> bit) & 1));
  return tests.map((_, index) =>
    Math.max(
      ...sets
        .filter((set) => set.includes(index))
        .map((set) => {
          const whole = set.reduce((sum, bit) => sum + tests[bit]!.weight, 0);
          return Math.min(1, ...set.map((bit) => (tests[bit]!.p * whole) / tests[bit]!.weight));
        }),
    ),
  );
}

const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

describe('weighted Holm', () => {
  test('with equal weights it is Holm', () => {
    fc.assert(
      fc.property(fc.array(p, { maxLength: 9 }), weight, (ps, equal) => {
        expect(adjustByWeightedHolm(ps.map((one) => ({ p: one, weight: equal })))).toEqual(close(holm(ps)));
      }),
    );
  });

  test('it is the closed test of all subsets', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ p, weight }), { maxLength: 7 }), (tests) => {
        expect(adjustByWeightedHolm(tests)).toEqual(close(closedTest(tests)));
      }),
    );
  });

  test('never below the raw p, never above 1, and in the order of p / weight', () => {
    fc.assert(
      fc.property(family, (tests) => {
        const adjusted = adjustByWeightedHolm(tests);
        adjusted.forEach((one, i) => {
          expect(one).toBeGreaterThanOrEqual(tests[i]!.p);
          expect(one).toBeLessThanOrEqual(1);
        });
        const order = tests.map((_, i) => i).sort((a, b) => tests[a]!.p / tests[a]!.weight - tests[b]!.p / tests[b]!.weight);
        const sorted = order.map((i) => adjusted[i]!);
        expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
      }),
    );
  });

  test('no p gets smaller when another one gets larger', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ p, weight }), { minLength: 1, maxLength: 9 }), fc.nat(8), p, (tests, at, larger) => {
        const index = at % tests.length;
        const raised = tests.map((one, i) => (i === index ? { ...one, p: Math.max(one.p, larger) } : one));
        const [before, after] = [adjustByWeightedHolm(tests), adjustByWeightedHolm(raised)];
        after.forEach((one, i) => {
          expect(one).toBeGreaterThanOrEqual(before[i]! - 1e-12);
        });
      }),
    );
  });

  test('only the proportions of the weights count, and the order in which they are given does not', () => {
    fc.assert(
      fc.property(family, fc.double({ min: 0.1, max: 10, noNaN: true }), (tests, factor) => {
        const adjusted = adjustByWeightedHolm(tests);
        expect(adjustByWeightedHolm(tests.map((one) => ({ ...one, weight: one.weight * factor })))).toEqual(close(adjusted));
        expect(adjustByWeightedHolm([...tests].reverse()).reverse()).toEqual(close(adjusted));
      }),
    );
  });
});

describe('the family of a comparison', () => {
  test('half of the 5 % is on the question, over all variants; the rest is shared by all others', () => {
    expect(weighFamily(CLOSED, 'spread')).toEqual(CLOSED.map((metric) => (metric === 'spread' ? 1 / 2 : expect.closeTo(1 / 16, 12))));
    const three = weighFamily([...CLOSED, ...CLOSED], 'p50');
    expect(three.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    expect(three[CLOSED.indexOf('p50')]).toBe(1 / 4);
    expect(three[0]).toBeCloseTo(1 / 32, 12);
    for (const metric of CLOSED) expect(plannedShare(metric, 'p50', 3, 'closed')).toBeCloseTo(three[CLOSED.indexOf(metric)]!, 12);
  });

  test('a metric that cannot be tested leaves its share to the others; without the question they have all of it', () => {
    expect(weighFamily(['mean', 'p50', 'p90'], 'p50')).toEqual([1 / 4, 1 / 2, 1 / 4]);
    expect(weighFamily(['mean', 'p90'], 'p50')).toEqual([1 / 2, 1 / 2]);
    expect(weighFamily(['p50'], 'p50')).toEqual([1]);
    expect(weighFamily([], 'p50')).toEqual([]);
  });

  test.each([
    // The smallest p is 2/1024 = 0.00195 with ten pairs, 0.00098 with eleven, 0.00049 with twelve.
    [2, 9, 'nothing', 10, 10], // a verdict needs ten pairs, although 2/256 would be enough for the question
    [2, 10, 'all', 10, 10], // 5 % / 16 = 0.00313
    [3, 10, 'with question', 10, 11], // 5 % / 32 = 0.00156, and 0.00313 once both questions are rejected
    [3, 11, 'all', 10, 11],
    [4, 10, 'with question', 10, 11], // 5 % / 48 = 0.00104; 0.00208
    [5, 10, 'question', 10, 12], // 5 % / 64 = 0.00078; 0.00156
    [5, 11, 'with question', 10, 12],
    [6, 10, 'question', 10, 12], // 5 % / 80 = 0.00063; 0.00125; 5 % / 10 = 0.005 for the question
    [6, 12, 'all', 10, 12],
    [6, 5, 'nothing', 10, 12],
  ] as const)('of %i variants %i pairs can show: %s', (variants, pairs, reach, forQuestion, forOthers) => {
    expect(computeReach(pairs, variants, 'p50', 'closed')).toEqual({ reach, forQuestion, forOthers });
  });

  test('a load whose requests have times, or whose users leave, is judged by more metrics', () => {
    expect(CLOSED).toHaveLength(9);
    expect(metricsOfLoad('arrivals')).toEqual(expect.arrayContaining(['serviceP50', 'serviceP99', 'errors']));
    expect(metricsOfLoad('arrivals')).not.toContain('throughput');
    expect(metricsOfLoad('users')).toContain('sessionP50');
    // Eleven others beside the question: 5 % / 22 = 0.0023 is still above 2/1024; of six variants 5 % / 110 = 0.00045, above 2/8192.
    expect(computeReach(10, 2, 'p50', 'users')).toMatchObject({ reach: 'all' });
    expect(computeReach(13, 6, 'p50', 'users')).toMatchObject({ reach: 'all', forOthers: 13 });
  });

  test('what the pairs can show agrees with the correction of the smallest possible p', () => {
    for (const variants of [2, 3, 4, 5, 6]) {
      for (const pairs of [10, 11, 12, 13]) {
        const metrics = Array.from({ length: variants - 1 }, () => CLOSED).flat();
        const weights = weighFamily(metrics, 'p50');
        const least = 2 / 2 ** pairs;
        const isFound = (isClear: (i: number) => boolean) => {
          const adjusted = adjustByWeightedHolm(metrics.map((_, i) => ({ p: isClear(i) ? least : 1, weight: weights[i]! })));
          return adjusted[CLOSED.indexOf('mean')]! < SIGNIFICANCE_LEVEL;
        };
        const alone = isFound((i) => i === CLOSED.indexOf('mean'));
        const withQuestions = isFound((i) => metrics[i] === 'p50' || i === CLOSED.indexOf('mean'));
        expect(computeReach(pairs, variants, 'p50', 'closed').reach).toBe(alone ? 'all' : withQuestions ? 'with question' : 'question');
      }
    }
  });
});
