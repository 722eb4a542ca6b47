/** Figures of many values, such as latencies, as reports have them. */
import type { Milliseconds } from './units.ts';

/** Percentiles listed everywhere, as autocannon's users know them plus the ones a headline may use. */
export const LATENCY_PERCENTILES = [0.001, 0.01, 0.1, 1, 2.5, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.9, 99.99, 99.999] as const;
export const THROUGHPUT_PERCENTILES = [1, 2.5, 50, 97.5] as const;

/** Keys are percentiles as text ("97.5"), values in the owner's unit. */
export type PercentileMap = Readonly<Record<string, number>>;

export interface Distribution {
  readonly count: number;
  readonly min: number;
  readonly mean: number;
  /** Of the population, not of a sample. */
  readonly stdev: number;
  readonly max: number;
  /** Nearest rank. */
  readonly percentiles: PercentileMap;
  /** Listed percentiles for which `count` is too small to be used in a headline. */
  readonly weak: readonly string[];
}

/** By percentile as text: the ends of its 95 % confidence interval, ms; null: too few values for one. */
export type PercentileIntervals = Readonly<Record<string, readonly [from: Milliseconds, to: Milliseconds] | null>>;
