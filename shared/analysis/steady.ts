/**
 * Whether a run was steady. Nothing is trimmed and no run is made longer because of it: the verdict carries the label.
 *
 *   steady   warm-up     rising      falling     jumping         (speed over time)
 *   -------      -----       ---     --          --   --
 *            ___         ----          ---         ---
 */
import { linearRegression, mean, median } from '../base/statistics/statistics.ts';
import type { Percent, Ratio } from '../base/units.ts';
import type { SteadinessLabel } from '../model/report.ts';
import { estimateNoise, findChangePoints } from './change-points.ts';

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
/**
 * Six standard deviations of a median, which has 1.25 times the noise of a mean. Three would do for windows that know nothing of each
 * other; on a real machine a slow second comes with another, and the noise derived from neighbours is then half of what it should be.
 */
const MEDIAN_NOISE = 6 * 1.25;
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
  const isStep = areApart(series, before, after) && !isSlope(series, end);
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
  const isFaster = blocks.at(-1)! > blocks[0]!;
  const steps = blocks.slice(1).map((level, i) => (isFaster ? level - blocks[i]! : blocks[i]! - level));
  // A step back within the noise does not make a slope a jump. Half of what levels need to be told apart: jumps should be seen, too.
  const slack = blockNoise(series) / 2;
  if (steps.some((step) => step < -slack)) return 'jumping';
  return isFaster ? 'rising' : 'falling';
}

/** Block medians that differ by little, or by no more than the noise from window to window makes them. */
function isOneLevel(series: readonly number[]): boolean {
  const blocks = blockMedians(series);
  return computeSpread(blocks) <= MOST_SPREAD_PERCENT || Math.max(...blocks) - Math.min(...blocks) <= blockNoise(series);
}

/** What two block medians of one level may differ by. */
function blockNoise(series: readonly number[]): number {
  return medianNoise(series, series.length / BLOCKS, series.length / BLOCKS);
}

/** What the medians of two stretches of so many windows may differ by and still be one level. */
function medianNoise(series: readonly number[], ones: number, others: number): number {
  return MEDIAN_NOISE * estimateNoise(series) * Math.sqrt(1 / ones + 1 / others);
}

/** Whether levels between change points, from index `from` on, differ by more than one level may. */
function hasLargeSteps(series: readonly number[], changePoints: readonly number[], from: number): boolean {
  const edges = [from, ...changePoints, series.length];
  const levels = edges.slice(1).map((edge, i) => series.slice(edges[i]!, edge));
  levels.sort((a, b) => median([...a]) - median([...b]));
  return areApart(series, levels[0]!, levels.at(-1)!);
}

/** Whether two stretches of the series are at different levels, by more than little and by more than the noise. */
function areApart(series: readonly number[], ones: readonly number[], others: readonly number[]): boolean {
  const levels = [median([...ones]), median([...others])];
  const distance = Math.abs(levels[0]! - levels[1]!);
  return computeSpread(levels) > MOST_SPREAD_PERCENT && distance > medianNoise(series, ones.length, others.length);
}
