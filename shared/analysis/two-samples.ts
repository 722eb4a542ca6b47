/** Tests of two independent samples of runs, for runs that were not made in pairs. */

import { errorFunction, mean, sampleStandardDeviation, wilcoxonRankSum } from './statistics.ts';
import { computeTwoSidedP } from './student-t.ts';

export interface WelchTest {
  readonly t: number;
  readonly degrees: number;
  readonly p: number;
}

/** Welch's t test of equal means; the samples may spread differently. Each needs two values that differ. */
export function computeWelch(a: readonly number[], b: readonly number[]): WelchTest {
  const [va, vb] = [a, b].map((values) => sampleStandardDeviation([...values]) ** 2 / values.length) as [number, number];
  const t = (mean([...a]) - mean([...b])) / Math.sqrt(va + vb);
  const degrees = (va + vb) ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1));
  return { t, degrees, p: computeTwoSidedP(t, degrees) };
}

export interface MannWhitneyTest {
  /** Pairs (one of a, one of b) in which a is larger; equal ones count half. */
  readonly u: number;
  /** Two-sided, from the normal approximation with correction for ties and continuity. */
  readonly p: number;
}

/** Mann-Whitney's test of "neither sample tends to larger values". */
export function computeMannWhitney(a: readonly number[], b: readonly number[]): MannWhitneyTest {
  const u = wilcoxonRankSum([...a], [...b]) - (a.length * (a.length + 1)) / 2;
  const n = a.length + b.length;
  const tieLoss = countTies([...a, ...b]).reduce((sum, t) => sum + (t ** 3 - t) / (n * (n - 1)), 0);
  const stdev = Math.sqrt(((a.length * b.length) / 12) * (n + 1 - tieLoss));
  const distance = Math.max(0, Math.abs(u - (a.length * b.length) / 2) - 0.5);
  return { u, p: stdev === 0 ? 1 : 1 - errorFunction(distance / stdev / Math.SQRT2) };
}

function countTies(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}
