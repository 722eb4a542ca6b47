/**
 * What profiling costs, from pairs of blocks with and without it (model/profile/profiling-cost.ts). Of each pair one log ratio; over all of them the
 * estimate and interval of every other comparison here. The order within a pair is drawn by chance, which is what the sign-flip test
 * asks for, though the blocks are of one process.
 */
import { computePairedDifference } from '../base/statistics/paired-difference.ts';
import { type Block, type BlockPair, type Cost, MOST_PAIRS, type NoCostReason, PAIRS_NEEDED } from '../model/profile/profiling-cost.ts';

/** Of what is left of a block when its beginning is cut. Null: not known. */
export interface BlockRates {
  /** Responses in a second. */
  readonly perSecond: number | null;
  /** CPU time in µs for each response. */
  readonly cpuUs: number | null;
}

/** Any: the sign flips drawn are then the same wherever the figures are computed. */
const SEED = 1;

/** `notThroughput`: why throughput says nothing of the profiler, whatever it was; null: it does. */
export function computeProfilingCost(
  pairs: readonly BlockPair[],
  ratesOf: (block: Block) => BlockRates,
  notThroughput: NoCostReason | null,
): { readonly cpuPerRequest: Cost; readonly throughput: Cost } {
  const rates = pairs.slice(0, MOST_PAIRS).map(({ on, off }) => ({ on: ratesOf(on), off: ratesOf(off) }));
  const ratiosOf = (name: keyof BlockRates): number[] => rates.flatMap(({ on, off }) => logRatio(on[name], off[name]));
  return {
    cpuPerRequest: costOf(pairs.length, ratiosOf('cpuUs'), 'noCpu', (ratio) => ratio - 1),
    throughput: costOf(
      pairs.length,
      notThroughput === null ? ratiosOf('perSecond') : [],
      notThroughput ?? 'noRequests',
      (ratio) => 1 - ratio,
    ),
  };
}

function logRatio(on: number | null, off: number | null): number[] {
  return on === null || off === null || on <= 0 || off <= 0 ? [] : [Math.log(on / off)];
}

/** `lost`: why there are fewer ratios than pairs. `toShare`: of the ratio with / without, what is lost. */
function costOf(pairs: number, logRatios: readonly number[], lost: NoCostReason, toShare: (ratio: number) => number): Cost {
  if (pairs < PAIRS_NEEDED) return { why: 'tooFew' };
  if (logRatios.length < PAIRS_NEEDED) return { why: lost };
  const { estimate, interval } = computePairedDifference(logRatios, SEED);
  const percentOf = (log: number): number => 100 * toShare(Math.exp(log));
  const [one, other] = interval!.map(percentOf) as [number, number];
  return { percent: percentOf(estimate), interval: one < other ? [one, other] : [other, one], pairs: logRatios.length };
}
