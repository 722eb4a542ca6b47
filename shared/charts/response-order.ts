/** Requests as bars in the order of their responses: a queue draws a staircase, sharing a block. Pure. */
import type { Milliseconds } from '../base/units.ts';
import { chooseTimeUnit, type TimeUnit } from '../format/figures.ts';
import type { ResponseOrderColumns } from '../model/comparison/comparison-info.ts';
import { isAsExpected } from '../model/run.ts';
import { type Frame, fittedScale, type Scale, tickDigits } from './scales.ts';

export interface ResponseBars {
  readonly unit: TimeUnit;
  /** In `unit`. */
  readonly y: Scale;
  readonly digits: number;
  /** Paths: a thousand elements would be slow, and they are one picture. */
  readonly good: string;
  /** Of those that failed or had an unexpected status. */
  readonly bad: string;
}

/** The top of the axis that all variants share. */
export function slowestOf(all: readonly (ResponseOrderColumns | null)[]): Milliseconds {
  return all.reduce((top, columns) => (columns === null ? top : columns.latencyMs.reduce((a, b) => Math.max(a, b), top)), 0);
}

export function layoutResponseOrder({ latencyMs, status, unmet }: ResponseOrderColumns, topMs: Milliseconds, frame: Frame): ResponseBars {
  const { width, height, left, right, top, bottom } = frame;
  const unit = chooseTimeUnit(topMs);
  const y = fittedScale(topMs * unit.perMs, height - bottom, top);
  const topOf = (row: number): number => y.at(latencyMs[row]! * unit.perMs);
  const draw = (good: boolean): string =>
    barsPath(
      latencyMs.length,
      left,
      width - left - right,
      height - bottom,
      topOf,
      (row) => isAsExpected(status[row]!, unmet[row]) === good,
    );
  return { unit, y, digits: Math.max(...y.ticks.map(tickDigits)), good: draw(true), bad: draw(false) };
}

export interface ResponseSummary {
  readonly shortest: Milliseconds | undefined;
  readonly middle: Milliseconds | undefined;
  readonly longest: Milliseconds | undefined;
}

export function summarizeResponses({ latencyMs }: ResponseOrderColumns): ResponseSummary {
  const sorted = latencyMs.slice().sort();
  return { shortest: sorted[0], middle: sorted[Math.floor(sorted.length / 2)], longest: sorted[sorted.length - 1] };
}

/** Bars from `base` up to `topOf(row)`, side by side over `width`; a hairline between them when there is room for one. */
export function barsPath(
  count: number,
  left: number,
  width: number,
  base: number,
  topOf: (row: number) => number,
  isDrawn: (row: number) => boolean,
): string {
  if (count === 0 || width <= 0) return '';
  const step = width / count;
  const wide = step > 3 ? step - 1 : Math.max(step, 0.6);
  let path = '';
  for (let row = 0; row < count; row++) {
    if (!isDrawn(row)) continue;
    // At least a pixel, so that the bar of a quick response is visible.
    const height = Math.max(1, base - topOf(row));
    path += `M${(left + row * step).toFixed(2)},${base}v${(-height).toFixed(1)}h${wide.toFixed(2)}V${base}Z`;
  }
  return path;
}
