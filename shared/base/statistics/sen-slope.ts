/** A slope that single odd values do not move, and its interval. */
import { median } from './statistics.ts';

export interface Slope {
  readonly value: number;
  /** Between these with 95 % confidence. */
  readonly low: number;
  readonly high: number;
}

/** Of the normal distribution, two-sided 95 %. */
const Z_95 = 1.96;

/**
 * Sen's slope: the median of the slopes between all pairs of points, with the limits that Kendall's test gives (P. K. Sen, 1968; R. O. Gilbert, Statistical
 * Methods for Environmental Pollution Monitoring, 1987, 16.5), rounded outwards. `x` ascends without repeats. Of fewer than two points all are NaN.
 */
export function senSlope(x: readonly number[], y: readonly number[]): Slope {
  const slopes: number[] = [];
  for (let i = 0; i < x.length; i++) for (let j = i + 1; j < x.length; j++) slopes.push((y[j]! - y[i]!) / (x[j]! - x[i]!));
  if (slopes.length === 0) return { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  slopes.sort((a, b) => a - b);
  const n = x.length;
  const half = Z_95 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const at = (rank: number): number => slopes[Math.min(Math.max(rank, 0), slopes.length - 1)]!;
  return {
    value: median(slopes),
    low: at(Math.floor((slopes.length - half) / 2) - 1),
    high: at(Math.ceil((slopes.length + half) / 2)),
  };
}
