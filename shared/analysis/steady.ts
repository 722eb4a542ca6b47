/**
 * Whether a run was steady. Nothing is trimmed and no run is made longer because of it: the verdict carries the label.
 *
 *   steady   warm-up     rising      falling     jumping         (speed over time)
 *   -------      -----       ---     --          --   --
 *            ___         ----          ---         ---
 */
import type { Percent, Ratio } from '../model/units.ts';
import { estimateNoise, findChangePoints } from './change-points.ts';
import { linearRegression, mean, median } from './statistics.ts';

export type SteadinessLabel = 'steady' | 'warm-up' | 'rising' | 'falling' | 'jumping';

export interface Steadiness {
  /** Of the speed: `rising` got faster, whether the series is of times or of rates. */
  readonly label: SteadinessLabel;
  /** Where a warm-up ended, 0..1 of the series; null: none was seen. */
  readonly warmupEnd: Ratio | null;
  /** Largest block median against the smallest. */
  readonly spreadPercent: Percent;
  /** Indices into the series at which a new level starts, for marks on the chart. */
  readonly changePoints: readonly number[];
}

const BLOCKS = 5;
/** Block medians that differ by more are not one level. A study of identical runs has 5 % between runs; within one it should be less. */
const MOST_SPREAD_PERCENT = 5;
/** Three standard deviations of the difference of two medians: a median has 1.25 times the noise of a mean. */
const MEDIAN_STEP_NOISE = 3 * 1.25 * Math.SQRT2;
/** Two for each block: a run of 10 s in windows of a second. Change points need more, and are not found in so few. */
const FEWEST_WINDOWS = BLOCKS * 2;

/**
 * `series`: one figure for each window of the measured phase, all windows equally long (medians of latency, or answers a
 * second). `sense` says whether more of it is faster. Null: too few windows.
 */
export function describeSteadiness(series: readonly number[], sense: 'speed' | 'time'): Steadiness | null {
  if (series.length < FEWEST_WINDOWS) return null;
  const speeds = sense === 'speed' ? series : series.map((value) => -value);
  const changePoints = findChangePoints(series);
  const blocks = blockMedians(series);
  const spreadPercent = computeSpread(blocks);
  const warmupEnd = findWarmup(speeds, series, changePoints);
  const label = warmupEnd !== null ? 'warm-up' : labelBlocks(speeds, series, changePoints);
  return { label, warmupEnd: warmupEnd === null ? null : warmupEnd / series.length, spreadPercent, changePoints };
}

function blockMedians(series: readonly number[]): number[] {
  return Array.from({ length: BLOCKS }, (_, block) =>
    median(series.slice(Math.round((block * series.length) / BLOCKS), Math.round(((block + 1) * series.length) / BLOCKS))),
  );
}

function computeSpread(levels: readonly number[]): Percent {
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  return least > 0 ? 100 * (most / least - 1) : most > least ? Number.POSITIVE_INFINITY : 0;
}

/** A first level in the first half, slower than what follows, and what follows is one level. A slope is no warm-up that has ended. */
function findWarmup(speeds: readonly number[], series: readonly number[], changePoints: readonly number[]): number | null {
  const end = changePoints.filter((at) => at <= series.length / 2).at(-1);
  if (end === undefined || series.length - end < FEWEST_WINDOWS) return null;
  const [before, after] = [series.slice(0, end), series.slice(end)];
  const isFaster = median(speeds.slice(end)) > median(speeds.slice(0, end));
  const isStep = computeSpread([median(before), median(after)]) > MOST_SPREAD_PERCENT && !isSlope(series, end);
  const laterPoints = changePoints.filter((at) => at > end);
  return isFaster && isStep && isOneLevel(after) && !hasLargeSteps(series, laterPoints, end) ? end : null;
}

/** Whether a straight line fits the series better than a step at `at`. */
function isSlope(series: readonly number[], at: number): boolean {
  const errorOf = (values: readonly number[]): number => {
    const level = mean([...values]);
    return values.reduce((sum, value) => sum + (value - level) ** 2, 0);
  };
  const { m, b } = linearRegression(series.map((value, i) => [i, value]));
  const slopeError = series.reduce((sum, value, i) => sum + (value - (m * i + b)) ** 2, 0);
  return slopeError < errorOf(series.slice(0, at)) + errorOf(series.slice(at));
}

function labelBlocks(speeds: readonly number[], series: readonly number[], changePoints: readonly number[]): SteadinessLabel {
  // Jumps may be quicker than blocks and leave their medians alone.
  if (isOneLevel(series)) return hasLargeSteps(series, changePoints, 0) ? 'jumping' : 'steady';
  const blocks = blockMedians(speeds);
  const steps = blocks.slice(1).map((level, i) => level - blocks[i]!);
  // A step back within the noise does not make a slope a jump.
  const slack = blockNoise(series);
  if (steps.every((step) => step > -slack)) return 'rising';
  return steps.every((step) => step < slack) ? 'falling' : 'jumping';
}

/** Block medians that differ by little, or by no more than the noise from window to window makes them. */
function isOneLevel(series: readonly number[]): boolean {
  const blocks = blockMedians(series);
  return computeSpread(blocks) <= MOST_SPREAD_PERCENT || Math.max(...blocks) - Math.min(...blocks) <= blockNoise(series);
}

/** What two block medians of one level may differ by. */
function blockNoise(series: readonly number[]): number {
  return MEDIAN_STEP_NOISE * estimateNoise(series) * Math.sqrt(BLOCKS / series.length);
}

/** Whether levels between change points, from index `from` on, differ by more than one level may. */
function hasLargeSteps(series: readonly number[], changePoints: readonly number[], from: number): boolean {
  const edges = [from, ...changePoints, series.length];
  const levels = edges.slice(1).map((edge, i) => median(series.slice(edges[i]!, edge)));
  return computeSpread(levels) > MOST_SPREAD_PERCENT;
}
