/** What is described of a comparison and not tested: it has no verdict, and takes no part in the correction of those that have one. */
import { type Pass, variantLetter } from '../model/comparison.ts';
import type { Milliseconds, Percent } from '../model/units.ts';
import { countedPasses } from './metrics.ts';
import { median } from './statistics.ts';

export interface Described {
  /** Letters of the variants. */
  readonly a: string;
  readonly b: string;
  /** Medians over the runs; null: no run has the figure. */
  readonly aMs: Milliseconds | null;
  readonly bMs: Milliseconds | null;
  /** 100 (b/a - 1) of these two medians. */
  readonly differencePercent: Percent | null;
}

/** How far the latencies of one run lie apart: the standard deviation of its answers, of variant `b` beside that of `a` (indices). */
export function describeSpread(passes: readonly Pass[], a: number, b: number): Described {
  const [aMs, bMs] = [a, b].map((variant) => medianSpread(passes, variant)) as [number | null, number | null];
  const isComparable = aMs !== null && bMs !== null && aMs > 0;
  return { a: variantLetter(a), b: variantLetter(b), aMs, bMs, differencePercent: isComparable ? 100 * (bMs / aMs - 1) : null };
}

function medianSpread(passes: readonly Pass[], variant: number): Milliseconds | null {
  const spreads = countedPasses(passes).flatMap((pass) =>
    pass.variant === variant && pass.report.latencyMs ? [pass.report.latencyMs.stdev] : [],
  );
  return spreads.length === 0 ? null : median(spreads);
}
