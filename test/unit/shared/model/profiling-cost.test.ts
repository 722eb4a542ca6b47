import { expect, test } from 'vitest';
import { type Block, type BlockPair, type CostFigure, PAIRS_NEEDED } from '../../../../shared/model/profile/profiling-cost.ts';
import { computeProfilingCost } from '../../../../shared/session/profiling-cost.ts';
import { seededRandom } from '../../../helpers/random.ts';

/** Blocks of whole numbers: an even one has sampling. */
const pairsOf = (count: number): BlockPair[] =>
  Array.from({ length: count }, (_, pair) => ({ on: { from: 2 * pair, to: 2 * pair + 1 }, off: { from: 2 * pair + 1, to: 2 * pair + 2 } }));

/** A server that gets slower all the time, by 30 % in all, and scatters by some 4 %; sampling takes `share` more CPU time. */
function noisyServer(share: number, seed: number): (block: Block) => { perSecond: number; cpuUs: number } {
  const random = seededRandom(seed);
  const scatter = (): number => Math.exp(0.04 * (random() + random() + random() + random() - 2) * Math.sqrt(3));
  return ({ from }) => {
    const cpuUs = 100 * (1 + (0.3 * from) / (2 * PAIRS_NEEDED)) * (from % 2 === 0 ? 1 + share : 1) * scatter();
    return { cpuUs, perSecond: 1e6 / cpuUs };
  };
}

test('the cost is found in a server that drifts and scatters, to about one percentage point', () => {
  let covered = 0;
  const rounds = 12;
  for (let seed = 1; seed <= rounds; seed++) {
    const cost = computeProfilingCost(pairsOf(PAIRS_NEEDED), noisyServer(0.031, seed), null);
    const { percent, interval, pairs } = cost.cpuPerRequest as CostFigure;
    const [low, high] = interval;
    expect(pairs).toBe(PAIRS_NEEDED);
    expect(low).toBeLessThan(percent);
    expect(percent).toBeLessThan(high);
    expect((high - low) / 2).toBeLessThan(1.7);
    expect(Math.abs(percent - 3.1)).toBeLessThan(2);
    // Throughput falls by as much as CPU time grows: 3.1 / 1.031.
    expect((cost.throughput as CostFigure).percent).toBeCloseTo(100 * (1 - 1 / (1 + percent / 100)), 6);
    if (low <= 3.1 && 3.1 <= high) covered += 1;
  }
  // 95 % of the intervals hold the truth: fewer than 10 of 12 would do so once in 50. These seeds are always the same.
  expect(covered).toBeGreaterThanOrEqual(10);
});

test('a profiler that costs nothing has an interval around 0', () => {
  const { percent, interval } = computeProfilingCost(pairsOf(PAIRS_NEEDED), noisyServer(0, 5), null).throughput as CostFigure;
  expect(interval[0]).toBeLessThan(0);
  expect(interval[1]).toBeGreaterThan(0);
  expect(Math.abs(percent)).toBeLessThan(1.5);
});

test.each([
  ['too few pairs', PAIRS_NEEDED - 1, { perSecond: 10, cpuUs: 10 }, null, ['tooFew', 'tooFew']],
  ['no pair', 0, { perSecond: 10, cpuUs: 10 }, null, ['tooFew', 'tooFew']],
  ['CPU time that is not known', PAIRS_NEEDED, { perSecond: 10, cpuUs: null }, null, ['noCpu', null]],
  ['no responses', PAIRS_NEEDED, { perSecond: 0, cpuUs: null }, null, ['noCpu', 'noRequests']],
  ['a load with a rate of its own', PAIRS_NEEDED, { perSecond: 10, cpuUs: 10 }, 'setRate', [null, 'setRate']],
] as const)('%s: it says why', (_, count, rates, notThroughput, whys) => {
  const { cpuPerRequest, throughput } = computeProfilingCost(pairsOf(count), () => rates, notThroughput);
  expect([cpuPerRequest, throughput].map((cost) => ('why' in cost ? cost.why : null))).toEqual(whys);
});
