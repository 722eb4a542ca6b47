/** Requests that were sent at once, one bar each, and the lines at one service time and at two. Pure. */
import { hasWaited } from '../analysis/probe/judge.ts';
import type { Milliseconds } from '../base/units.ts';
import type { ProbeStep } from '../model/probe.ts';
import { type Frame, fittedScale } from './scales.ts';

export interface StepLayout {
  /** The top of each and where it ends. */
  readonly bars: readonly { readonly y: number; readonly x: number; readonly waited: boolean }[];
  readonly thickness: number;
  readonly marks: readonly number[];
  readonly ticks: readonly { readonly ms: number; readonly x: number }[];
}

/** px. */
const THICKEST_ROW = 16;
/** Of its row. */
const FILLED = 0.75;
/** Between the middles of two labels, px. */
const TICK_ROOM = 34;

/** `longest`: of all that are drawn beside each other. */
export function layoutStep(step: ProbeStep, serviceMs: Milliseconds, longest: Milliseconds, frame: Frame): StepLayout {
  const { width, height, left, right, top, bottom } = frame;
  const scale = fittedScale(longest, left, width - right);
  const row = Math.min(THICKEST_ROW, (height - top - bottom) / Math.max(1, step.times.length));
  const ticks = scale.ticks.map((ms) => ({ ms, x: scale.at(ms) }));
  const room = ticks.length < 2 ? TICK_ROOM : ticks[1]!.x - ticks[0]!.x;
  const every = Math.max(1, Math.ceil(TICK_ROOM / Math.max(1, room)));
  return {
    bars: step.times.map((time, at) => ({ y: top + at * row, x: scale.at(time), waited: hasWaited(time, serviceMs) })),
    thickness: FILLED * row,
    marks: [scale.at(serviceMs), scale.at(2 * serviceMs)],
    ticks: ticks.filter((_, at) => at % every === 0),
  };
}
