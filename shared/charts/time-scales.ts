/** Axes of charts over time. Pure. */
import { highest, lowestPositive, type Values } from './chart-lines.ts';
import { fittedScale, logScale, niceStep, type Scale } from './scales.ts';

/** Steps of a time axis, seconds: minutes and hours are not tens. */
export const SECOND_STEPS: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800,
];

/** From 0 up to `toS`, in at most about `parts` steps. */
export function timeTicks(toS: number, parts: number): number[] {
  const step = SECOND_STEPS.find((one) => one >= (toS / parts) * (1 - 1e-9)) ?? niceStep(toS, parts);
  return Array.from({ length: Math.floor(toS / step + 1e-9) + 1 }, (_, index) => index * step);
}

/** Round moments of a stretch that begins anywhere, in at most about `parts` steps; shorter ones than a millisecond, too. */
export function ticksBetween(fromS: number, toS: number, parts: number): { readonly ticks: readonly number[]; readonly step: number } {
  if (!(toS > fromS)) return { ticks: [], step: 1 };
  const least = (toS - fromS) / parts;
  const fine = least < SECOND_STEPS[0]! * (1 - 1e-9);
  const step = fine
    ? niceStep(toS - fromS, parts)
    : (SECOND_STEPS.find((one) => one >= least * (1 - 1e-9)) ?? niceStep(toS - fromS, parts));
  const first = Math.ceil(fromS / step - 1e-9);
  const last = Math.floor(toS / step + 1e-9);
  return { ticks: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step), step };
}

/** What the axis of the values has to hold; `low` is the lowest above zero, 0 when there is none. */
export function valueReach(lines: readonly Values[], least = 0): { readonly low: number; readonly high: number } {
  return { low: lowestPositive(lines), high: Math.max(highest(lines), least) };
}

/** The axis of a picture that stands still; one that grows keeps its limits (`steppedLimit`). */
export function valueScale(lines: readonly Values[], { log, least }: { log: boolean; least: number }, from: number, to: number): Scale {
  const { low, high } = valueReach(lines, least);
  return log && low > 0 ? logScale(low, high, from, to) : fittedScale(high, from, to);
}
