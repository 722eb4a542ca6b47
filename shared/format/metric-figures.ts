/** Figures of the metrics of a comparison, each in its unit. */
import type { Percent } from '../base/units.ts';
import type { Verdict } from '../model/comparison/comparison.ts';
import { isInPoints, METRICS, type Metric, WHOLE_MS } from '../model/comparison/metrics.ts';
import { text } from '../words/words.ts';
import {
  chooseTimeUnit,
  formatBytes,
  formatDifference,
  formatDifferenceFigures,
  formatMs,
  formatRate,
  formatShare,
  formatSigned,
  NOTHING,
} from './figures.ts';

export function formatMetric(metric: Metric, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  switch (METRICS[metric].unit) {
    case 'perSecond':
      return formatRate(value);
    case 'bytes':
      return formatBytes(value);
    case 'percent':
      return formatShare(value);
    case 'ms':
      return formatMs(value);
  }
}

/** Of a verdict: what is only known to be less than the millisecond that a tool tells is not told as a figure. */
export function formatVerdictFigure({ metric, reason }: Pick<Verdict, 'metric' | 'reason'>, value: number): string {
  return reason === 'below resolution' && value < WHOLE_MS ? text('compare.verdicts.lessThanMs') : formatMetric(metric, value);
}

/** One unit for a whole axis: multiply by `scale`, then write `unit`. */
export function metricUnit(metric: Metric, largest: number): { readonly scale: number; readonly unit: string } {
  switch (METRICS[metric].unit) {
    case 'perSecond':
      return { scale: 1, unit: '/s' };
    case 'bytes':
      return { scale: 1e-6, unit: 'MB' };
    case 'percent':
      return { scale: 1, unit: '%' };
    case 'ms': {
      const { unit, perMs } = chooseTimeUnit(largest);
      return { scale: perMs, unit };
    }
  }
}

/** A difference in the metric: "+12.0 %", or in percentage points "+0.42 pp". */
export function formatMetricDifference(metric: Metric, difference: Percent | null): string {
  return isInPoints(metric) ? formatPoints(difference) : formatDifference(difference);
}

/** The same for a column of percentages; points keep their unit there. */
export function formatMetricDifferenceFigures(metric: Metric, difference: Percent | null): string {
  return isInPoints(metric) ? formatPoints(difference) : formatDifferenceFigures(difference);
}

/** The two ends of an interval, for a sentence or a column of percentages; points have their unit once. */
export function metricInterval(metric: Metric, [low, high]: readonly [Percent, Percent]): { readonly low: string; readonly high: string } {
  if (isInPoints(metric)) return { low: pointsFigures(low), high: formatPoints(high) };
  return { low: formatDifferenceFigures(low), high: formatDifferenceFigures(high) };
}

function formatPoints(points: number | null): string {
  return points === null || !Number.isFinite(points) ? NOTHING : `${pointsFigures(points)}\u00a0pp`;
}

function pointsFigures(points: number): string {
  const size = Math.abs(points);
  return formatSigned(points, size < 0.995 ? 2 : size < 9.95 ? 1 : 0);
}
