/**
 * How often verdicts are right if latencies have heavy tails. Every run is simulated request by request and its figures are computed from
 * them, so that the standard deviation of a run depends on its few slowest requests: it varies from run to run by a third to a half or more,
 * is skewed, and is correlated with the mean and p99 of the same run.
 *
 * The sign-flip test remains valid. It only assumes the symmetry of a pair: if A and B are equal, log(b / a) has the same
 * distribution as log(a / b), whatever that of the runs is, so all signs are equally likely and p is exact. In the log ratio
 * the skew of the two sides cancels out. Tails cost power, not validity.
 */
import { describe, expect, test } from 'vitest';
import { planPasses } from '../../../../shared/analysis/verdicts/order.ts';
import { computeVerdicts } from '../../../../shared/analysis/verdicts/verdict.ts';
import { percentileOfSorted } from '../../../../shared/load/distribution.ts';
import type { Verdict } from '../../../../shared/model/comparison/comparison.ts';
import type { Metric } from '../../../../shared/model/comparison/metrics.ts';
import type { Pass } from '../../../../shared/model/comparison/pass.ts';
import { answeredOf } from '../../../../shared/model/distribution.ts';
import type { RunReport } from '../../../../shared/model/report.ts';
import { testCases } from '../../../helpers/cases.ts';
import { seededRandom } from '../../../helpers/random.ts';
import { makeNormal, makeReport } from './runs.ts';

const EXPERIMENTS = 200;
const PAIRS = 10;
/** The 99th percentile of a binomial distribution of 200 draws at 5 %. */
const MOST_FALSE = 18;
const REQUESTS = 200;
const BASE_MS = 2;

type Random = () => number;
/** Latency of one request above the base that all have. */
type Wait = (random: Random, normal: Random) => number;

/** Half of all wait less than 1 ms, one in a thousand more than 100. */
const logNormal: Wait = (_random, normal) => Math.exp(1.5 * normal());
/** The mean is finite, the variance is not: the slowest request determines the standard deviation of a run. */
const pareto: Wait = (random) => (1 - random()) ** (-1 / 1.5);

/** `stretch`: factor on the deviations from the same mean. */
function makeRun(wait: Wait, random: Random, normal: Random, stretch = 1): RunReport {
  const own = Math.exp(0.05 * normal());
  const waits = Float64Array.from({ length: REQUESTS }, () => wait(random, normal));
  const centre = meanOf(waits);
  const latencies = waits.map((one) => own * (BASE_MS + centre + stretch * (one - centre))).sort();
  const mean = meanOf(latencies);
  return makeReport({
    requestsPerSecond: 10_000 / mean,
    meanMs: mean,
    p50Ms: percentileOfSorted(latencies, 50),
    p90Ms: percentileOfSorted(latencies, 90),
    p99Ms: percentileOfSorted(latencies, 99),
    stdevMs: Math.sqrt(meanOf(latencies.map((one) => (one - mean) ** 2))),
    cpuMsPerRequest: 0.4 * own * Math.exp(0.02 * normal()),
    rssBytes: 80e6 * Math.exp(0.05 * normal()),
    weak: [],
  });
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function makePasses(wait: Wait, seed: number, stretchOfB = 1): Pass[] {
  const random = seededRandom(seed);
  const normal = makeNormal(random);
  const plan = planPasses({ variants: [{}, {}] as never, pairs: PAIRS, profiled: false, seed });
  return plan.map((pass) => ({ ...pass, report: makeRun(wait, random, normal, pass.variant === 1 ? stretchOfB : 1) }));
}

const judge = (passes: readonly Pass[], question: Metric, seed: number): Verdict[] =>
  computeVerdicts(passes, { pairs: PAIRS, question, equivalencePercent: 5, seed }, 0, 1);

const isDifferent = ({ verdict }: Verdict): boolean => verdict !== 'equivalent' && verdict !== 'cannot tell';
const seedsOf = (seed: number): number[] => Array.from({ length: EXPERIMENTS }, (_, i) => 100_000 * seed + i);

describe.each<readonly [string, Wait, always: readonly number[], long: readonly number[]]>([
  ['log-normal', logNormal, [], [1, 2, 3]],
  // Of which the tails are heavier.
  ['Pareto', pareto, [1], [2, 3]],
])('%s requests', (_, wait, always, long) => {
  const findsNothing = (seed: number) => {
    const falseOnes = { spread: 0, p50: 0, askedSpread: 0, askedP50: 0 };
    for (const own of seedsOf(seed)) {
      const passes = makePasses(wait, own);
      const [spread, p50] = [judge(passes, 'spread', own), judge(passes, 'p50', own)];
      if (spread.some((one) => one.metric === 'spread' && isDifferent(one))) falseOnes.spread += 1;
      if (p50.some((one) => one.metric === 'p50' && isDifferent(one))) falseOnes.p50 += 1;
      if (spread.some(isDifferent)) falseOnes.askedSpread += 1;
      if (p50.some(isDifferent)) falseOnes.askedP50 += 1;
    }
    for (const count of Object.values(falseOnes)) expect(count, JSON.stringify(falseOnes)).toBeLessThanOrEqual(MOST_FALSE);
  };
  const TITLE = 'seed %i: of 200 experiments in which nothing differs at most 18 say so, of spread, of p50, of anything';
  testCases(always, long)(TITLE, findsNothing);
});

describe('spread', () => {
  test('of such runs is heavy-tailed itself: the largest of a hundred is many times the median', () => {
    const widest = (wait: Wait): number => {
      const random = seededRandom(9);
      const normal = makeNormal(random);
      const spreads = Float64Array.from({ length: 100 }, () => answeredOf(makeRun(wait, random, normal).latencyMs!).stdev).sort();
      return spreads[99]! / spreads[50]!;
    };
    expect(widest(logNormal)).toBeGreaterThan(2.5);
    expect(widest(pareto)).toBeGreaterThan(10);
  });

  test('B has half the spread of A: found in at least 95 % of 200 with about the right estimate, and no verdict on the mean', () => {
    // As of a server under load: the latency above the base varies by a factor of two or three.
    const loaded: Wait = (_random, normal) => Math.exp(0.8 * normal());
    const all = seedsOf(4).map((own) => judge(makePasses(loaded, own, 0.5), 'spread', own));
    const found = all.map((verdicts) => verdicts.find(({ metric }) => metric === 'spread')!);
    expect(found.filter(({ verdict }) => verdict === 'lower').length).toBeGreaterThanOrEqual(0.95 * EXPERIMENTS);
    const estimates = found.map(({ differencePercent }) => differencePercent!).sort((a, b) => a - b);
    expect(estimates[EXPERIMENTS / 2]).toBeGreaterThan(-53);
    expect(estimates[EXPERIMENTS / 2]).toBeLessThan(-47);
    const held = found.filter(({ ci }) => ci![0] <= -50 && ci![1] >= -50).length;
    expect(held).toBeGreaterThan(0.9 * EXPERIMENTS);
    expect(all.filter((verdicts) => isDifferent(verdicts.find(({ metric }) => metric === 'mean')!)).length).toBeLessThanOrEqual(MOST_FALSE);
  });
});
