/** Where a noisy series changes its level. */
import { median } from '../base/statistics/statistics.ts';

/** Windows between two changes: shorter, and one slow garbage collection is a change. */
const SHORTEST_SEGMENT = 10;
/** A change must explain this many noise variances times ln n: 3 lets one flat series in twenty or fewer have one. */
const PENALTY = 3;
/** Median of |x - y| of two normal values, in standard deviations: 0.6745 sqrt 2. */
const MEDIAN_DISTANCE = 0.9539;

/**
 * Indices at which a new level starts, ascending: binary segmentation with squared errors. The noise is derived from neighbouring
 * values, so that the changes looked for do not count as noise.
 */
export function findChangePoints(series: readonly number[]): number[] {
  const noise = estimateNoise(series);
  const sums = new RunningSums(series);
  const penalty = Math.max(PENALTY * noise ** 2 * Math.log(series.length), ROUNDING * sums.squaredError(0, series.length));
  const points: number[] = [];
  const open: [from: number, to: number][] = [[0, series.length]];
  for (let segment = open.pop(); segment !== undefined; segment = open.pop()) {
    const at = findBestSplit(sums, segment, penalty);
    if (at === null) continue;
    points.push(at);
    open.push([segment[0], at], [at, segment[1]]);
  }
  return points.sort((a, b) => a - b);
}

/** Of the series' own spread: a series without any noise has no penalty, and rounding must not look like changes. */
const ROUNDING = 1e-6;

/** Standard deviation from one value to the next, levels and outliers left aside. */
export function estimateNoise(series: readonly number[]): number {
  if (series.length < 2) return 0;
  return median(series.slice(1).map((value, i) => Math.abs(value - series[i]!))) / MEDIAN_DISTANCE;
}

function findBestSplit(sums: RunningSums, [from, to]: readonly [number, number], penalty: number): number | null {
  const whole = sums.squaredError(from, to);
  let best: number | null = null;
  let mostGained = penalty;
  for (let at = from + SHORTEST_SEGMENT; at <= to - SHORTEST_SEGMENT; at++) {
    const gained = whole - sums.squaredError(from, at) - sums.squaredError(at, to);
    if (gained > mostGained) [best, mostGained] = [at, gained];
  }
  return best;
}

/** Squared errors of any stretch from its mean, without reading the stretch. */
class RunningSums {
  private readonly sums: Float64Array;
  private readonly squares: Float64Array;

  constructor(series: readonly number[]) {
    // From the first value on: squares of large numbers that hardly differ would cancel out.
    const base = series[0] ?? 0;
    this.sums = new Float64Array(series.length + 1);
    this.squares = new Float64Array(series.length + 1);
    series.forEach((value, i) => {
      this.sums[i + 1] = this.sums[i]! + (value - base);
      this.squares[i + 1] = this.squares[i]! + (value - base) ** 2;
    });
  }

  squaredError(from: number, to: number): number {
    const sum = this.sums[to]! - this.sums[from]!;
    return this.squares[to]! - this.squares[from]! - sum ** 2 / (to - from);
  }
}
