/**
 * What profiling costs, measured within a run: blocks with and without sampling follow each other in pairs, the order within each drawn by
 * chance, and the two of a pair are compared.
 *
 *   |  with  | without |  without  |  with  |  ...        the first part of each block is cut: |///-------|
 *       pair 1               pair 2
 */
import * as z from '../../base/schema.ts';
import type { Microseconds, Milliseconds, Percent } from '../../base/units.ts';

/** Cut from the beginning of each block: V8's profiler takes 10 to 20 ms to start, and what was asked of the server before goes on. */
export const CUT_MS: Milliseconds = 250;
/** What is left is as long as a slice of the profile, so that handing one over, which profiling does once a slice, is in it once. */
export const BLOCK_MS: Milliseconds = CUT_MS + 1_000;
/** If blocks of a second scatter by 4 % (assumed), so many pairs tell a cost to about one percentage point. */
export const PAIRS_NEEDED = 80;
/** Pairs beyond these would tell a hundredth of a percentage point more each; the rest of a run is sampled throughout. */
export const MOST_PAIRS = 400;

/** On the engine's clock. */
export interface Block {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

export interface BlockPair {
  /** With sampling. */
  readonly on: Block;
  readonly off: Block;
}

/** Why a cost is not known. */
export const NO_COST_REASONS = ['running', 'tooFew', 'noCpu', 'noRequests', 'setRate', 'busyMachine'] as const;
export type NoCostReason = (typeof NO_COST_REASONS)[number];

export interface CostFigure {
  /** Estimate of what sampling takes: more CPU time, or less throughput. Below 0: within the scatter, it took nothing. */
  readonly percent: Percent;
  /** 95 %. */
  readonly interval: readonly [low: Percent, high: Percent];
  /** Pairs of blocks that it is of. */
  readonly pairs: number;
}

export type Cost = CostFigure | { readonly why: NoCostReason };

export interface ProfilingCost {
  /** Of blocks that the run had. */
  readonly pairs: number;
  readonly needed: number;
  readonly blockMs: Milliseconds;
  readonly cpuPerRequest: Cost;
  readonly throughput: Cost;
}

export function isMeasured(cost: Cost): cost is CostFigure {
  return 'percent' in cost;
}

/** What a run has to last, so that its cost is told: so many pairs, and two more for what goes wrong. */
export const COST_TAKES_MS: Milliseconds = 2 * (PAIRS_NEEDED + 2) * BLOCK_MS;

const percent = z.number().min(-100).max(1e6);
const figureSchema = z.object({ percent, interval: z.tuple([percent, percent]).readonly(), pairs: z.number().int().min(1) });
const costSchema = z.union([figureSchema, z.object({ why: z.enum(NO_COST_REASONS) })]);

/** What this machine has last measured, for one way to take a profile. */
export const measuredCostSchema = z.object({
  intervalUs: z.number(),
  byRequest: z.boolean(),
  /** Earlier versions could not have them alone. */
  spans: z.boolean().default(false),
  /** By request, what requests waited for as well. Earlier versions did not record it. */
  waits: z.boolean().default(false),
  /** ISO 8601. */
  measuredAt: z.string().max(100),
  cpuPerRequest: costSchema,
  throughput: costSchema,
});
export type MeasuredCost = z.infer<typeof measuredCostSchema>;

/** Whether two profiles are taken in the same way, so that they cost the same. By request there are spans, too. */
export function costsAlike(one: WayOfProfiling, other: WayOfProfiling): boolean {
  if (one.intervalUs !== other.intervalUs || one.byRequest !== other.byRequest) return false;
  return one.byRequest ? one.waits === other.waits : one.spans === other.spans;
}

type WayOfProfiling = Pick<MeasuredCost, 'intervalUs' | 'byRequest' | 'spans' | 'waits'>;
