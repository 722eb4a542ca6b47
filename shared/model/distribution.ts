/** Figures of many values, such as latencies, as reports have them. */
import type { Milliseconds } from '../base/units.ts';

/** Percentiles listed everywhere, as autocannon's users know them plus the ones a headline may use. */
export const LATENCY_PERCENTILES = [0.001, 0.01, 0.1, 1, 2.5, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.9, 99.99, 99.999] as const;
export const THROUGHPUT_PERCENTILES = [1, 2.5, 50, 97.5] as const;

/** Keys are percentiles as text ("97.5"), values in the owner's unit. */
export type PercentileMap = Readonly<Record<string, number>>;

/** Figures of values that are all known. */
export interface MeasuredDistribution {
  readonly count: number;
  readonly min: number;
  readonly mean: number;
  /** Of the population, not of a sample. */
  readonly stdev: number;
  readonly max: number;
  /** Nearest rank. */
  readonly percentiles: PercentileMap;
  /** Listed percentiles for which there are too few values to be used in a headline. */
  readonly weak: readonly string[];
}

/** What is known only within bounds beside the percentiles. */
export type BoundedFigure = 'mean' | 'max';

/**
 * The same where of some values is known only that they are at least so much, as of requests that got no response. What depends on those is null,
 * with its bounds (`load/bounds.ts`).
 */
export interface Distribution
  extends Omit<MeasuredDistribution, 'mean' | 'stdev' | 'max' | 'percentiles'>,
    Readonly<Record<BoundedFigure | 'stdev', number | null>> {
  /** Of the known values, as `min` is. */
  readonly count: number;
  /** How many are known only to be at least so much; absent: none. */
  readonly censored?: number;
  readonly percentiles: Readonly<Record<string, number | null>>;
  /** By percentile, `mean` and `max`: what a figure that is null is at least. */
  readonly atLeast?: PercentileMap;
  /** The same: what it is at most; absent where it could be any time. */
  readonly atMost?: PercentileMap;
  /** The known values alone: what those took that got a response. */
  readonly answered?: MeasuredDistribution;
}

/** Of the known values alone. */
export function answeredOf(of: Distribution): MeasuredDistribution {
  // Without censored values everything is measured.
  return of.answered ?? (of as MeasuredDistribution);
}

/** The largest figure that is shown of it. */
export function largestOf(of: Distribution | null | undefined): number {
  return of == null ? 0 : (of.max ?? of.atLeast?.max ?? 0);
}

/** Where a figure lies; `high` infinite: it is at least `low`. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * By percentile as text: the ends of its 95 % confidence interval, ms; null: too few values for one. `to` null: no end is known, because it reaches
 * requests without a response.
 */
export type PercentileIntervals = Readonly<Record<string, readonly [from: Milliseconds, to: Milliseconds | null] | null>>;
