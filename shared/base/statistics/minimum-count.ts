/** Chance that a distribution-free two-sided interval of 95 % misses on one side. */
const ONE_SIDE = 0.025;

/**
 * Fewest values for which percentile `p` (0 to 100) may be used in a headline. A distribution-free two-sided 95 %
 * confidence interval must exist: 1 - q^n >= 0.975 with q = p/100, so n = ceil(ln 0.025 / ln q): 6 for the median, 36 for
 * p90, 72 for p95, 368 for p99, 3688 for p99.9. Below the median the tail is the other one: q = 1 - p/100.
 */
export function minimumCount(p: number): number {
  const tail = Math.max(p, 100 - p) / 100;
  return tail >= 1 ? Number.POSITIVE_INFINITY : Math.ceil(Math.log(ONE_SIDE) / Math.log(tail));
}
