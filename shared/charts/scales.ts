/** Positions on an axis, as plain functions. Pure. */
import { formatNumber } from '../format/figures.ts';
import { logLimits, logTicks, niceCeiling } from './axis-steps.ts';

/** The size of a drawing and the room around its picture, px. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
  readonly min: number;
  readonly max: number;
}

/** From zero to a round number at or above `top`. */
export function zeroScale(top: number, from: number, to: number): Scale {
  const max = niceCeiling(top);
  const step = niceStep(max, 4);
  const ticks = Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, index) => index * step);
  return { at: (value) => from + (value / max) * (to - from), ticks, min: 0, max };
}

/** From zero to the next step above `top`: for pictures that stand still and need not keep their limits. */
export function fittedScale(top: number, from: number, to: number): Scale {
  const step = niceStep(top, 4);
  const max = Math.max(1, Math.ceil(top / step - 1e-9)) * step;
  const ticks = Array.from({ length: Math.round(max / step) + 1 }, (_, index) => index * step);
  return { at: (value) => from + (value / max) * (to - from), ticks, min: 0, max };
}

/** Around the data, not from zero: for dots, whose place and not whose length is the value. */
export function spreadScale(values: readonly number[], from: number, to: number): Scale {
  const present = values.filter(Number.isFinite);
  if (present.length === 0) return zeroScale(1, from, to);
  const low = Math.min(...present);
  const high = Math.max(...present);
  const room = (high - low || Math.abs(high) || 1) * 0.15;
  const step = niceStep(high - low + 2 * room, 3);
  const min = low >= 0 ? Math.max(0, Math.floor((low - room) / step) * step) : Math.floor((low - room) / step) * step;
  const max = Math.ceil((high + room) / step) * step;
  const ticks = Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => min + index * step);
  return { at: (value) => from + ((value - min) / (max - min)) * (to - from), ticks, min, max };
}

/** Whole decades around the data. */
export function logScale(low: number, high: number, from: number, to: number): Scale {
  const limits = logLimits(low, high);
  const decades = Math.log10(limits.max / limits.min);
  const at = (value: number) => from + (Math.log10(Math.max(value, limits.min) / limits.min) / decades) * (to - from);
  return { at, ticks: logTicks(limits), ...limits };
}

/** The step of 1-2-5 that cuts a length in about `parts`. */
export function niceStep(length: number, parts: number): number {
  if (!(length > 0)) return 1;
  const raw = length / parts;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((candidate) => candidate * magnitude >= raw * (1 - 1e-9)) ?? 10;
  return step * magnitude;
}

/** Percentiles with a tail: 0, 90, 99 and 99.9 stand at equal distances, because each is ten times rarer than the one before. */
export function tailPosition(percentile: number): number {
  return -Math.log10(1 - Math.min(percentile, 99.9999) / 100);
}

/** The percentile that stands at a position; the inverse of `tailPosition`. */
export function percentileAt(position: number): number {
  return 100 * (1 - 10 ** -Math.max(0, position));
}

export const TAIL_TICKS = [0, 50, 90, 99, 99.9, 99.99] as const;

/** What the table beside percentile curves lists; the curves have a point at each. */
export const TABLE_PERCENTILES: readonly number[] = [10, 25, 50, 75, 90, 95, 99, 99.9, 99.99];

/** As short as a coordinate can be written; a tenth of a pixel is not seen. */
export function px(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded);
}

/** A path through the points that are there; a gap in the data is a gap in the line. */
export function linePath(points: readonly (readonly [number, number] | null)[]): string {
  let path = '';
  let drawing = false;
  for (const point of points) {
    if (point === null) {
      drawing = false;
      continue;
    }
    path += `${drawing ? 'L' : 'M'}${px(point[0])},${px(point[1])}`;
    drawing = true;
  }
  return path;
}

/** The label of a tick, as short as it can be written. */
export function formatTick(value: number): string {
  return formatNumber(value, tickDigits(value));
}

/** As few digits as the number has: 50, 0.5, 2,000, 99.99. */
export function tickDigits(value: number): number {
  return String(Number(value.toPrecision(6))).split('.')[1]?.length ?? 0;
}
