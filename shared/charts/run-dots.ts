/** Where the runs of a comparison stand: a panel for a metric, a mark for each run, a line for each median. Pure. */
import { median } from '../base/statistics/statistics.ts';
import { metricUnit } from '../format/metric-figures.ts';
import type { MetricDots } from '../model/comparison/comparison.ts';
import { placeLabels } from './place-labels.ts';
import { type Frame, type Scale, spreadScale, tickDigits } from './scales.ts';

export interface DotRound {
  readonly x: number;
  /** By variant; null: it has no run in this round. */
  readonly places: readonly (number | null)[];
  /** From the highest run of the round to the lowest: they were made under the same conditions. Null: there are not two. */
  readonly tie: readonly [top: number, bottom: number] | null;
  /** Its number stands below it. */
  readonly isNumbered: boolean;
}

/** Of all runs of a variant, in the metric's own unit. */
export interface DotSummary {
  readonly count: number;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export interface DotMedian {
  readonly variant: number;
  readonly y: number;
  /** Of the letter beside the line: letters that would lie over each other step apart. */
  readonly labelY: number;
}

export interface DotPanel {
  readonly unit: string;
  /** In `unit`. */
  readonly y: Scale;
  /** Decimals of the labels of the axis. */
  readonly digits: number;
  /** Room of one round. */
  readonly step: number;
  readonly rounds: readonly DotRound[];
  readonly medians: readonly DotMedian[];
  /** By variant; null: it has no run. */
  readonly summaries: readonly (DotSummary | null)[];
}

/** With more rounds than this only each fifth is numbered. */
const ALL_NUMBERED = 12;
/** Narrower rounds have no room for a number, px. */
const NUMBER_ROOM = 6;
/** Height of a letter, px. */
const LETTER_ROW = 11;

const present = (values: readonly (number | null)[]): number[] => values.filter((value): value is number => value !== null);

/** Metrics without a single figure have no panel. */
export function shownDots(dots: readonly MetricDots[]): MetricDots[] {
  return dots.filter(({ values }) => values.some((runs) => runs.some((value) => value !== null)));
}

/** `planned` rounds have a place from the start; one may have been added in place of one that could not be measured. */
export function layoutDots({ metric, values }: MetricDots, planned: number, frame: Frame): DotPanel {
  const { width, height, left, right, top, bottom } = frame;
  const count = Math.max(planned, ...values.map((runs) => runs.length));
  const { scale: perUnit, unit } = metricUnit(metric, Math.max(0, ...values.flatMap(present)));
  const scaled = values.flatMap((runs) => present(runs).map((value) => value * perUnit));
  const y = spreadScale(scaled, height - bottom, top);
  const at = (value: number): number => y.at(value * perUnit);
  const step = (width - left - right) / Math.max(1, count);
  const rounds = Array.from({ length: count }, (_, index): DotRound => {
    const places = values.map((runs) => (typeof runs[index] === 'number' ? at(runs[index]) : null));
    const there = present(places);
    return {
      x: left + (index + 0.5) * step,
      places,
      tie: there.length > 1 ? [Math.min(...there), Math.max(...there)] : null,
      isNumbered: step > NUMBER_ROOM && (count <= ALL_NUMBERED || index === 0 || index % 5 === 4),
    };
  });
  const summaries = values.map((runs) => summaryOf(present(runs)));
  const lines = summaries.flatMap((summary, variant) => (summary === null ? [] : [{ variant, y: at(summary.median) }]));
  const labels = placeLabels(
    lines.map((line) => line.y),
    { row: LETTER_ROW, top: 0, bottom: height - bottom },
  );
  return {
    unit,
    y,
    digits: Math.max(...y.ticks.map(tickDigits)),
    step,
    rounds,
    medians: lines.map((line, index) => ({ ...line, labelY: labels[index]! })),
    summaries,
  };
}

function summaryOf(values: readonly number[]): DotSummary | null {
  if (values.length === 0) return null;
  return { count: values.length, median: median(values), low: Math.min(...values), high: Math.max(...values) };
}
