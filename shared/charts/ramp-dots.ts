/** Requests at a rate that rises: a dot each, by when it was due, and below them the rate. Pure. */
import type { Milliseconds, PerSecond, Seconds } from '../base/units.ts';
import { chooseTimeUnit, type TimeUnit } from '../format/figures.ts';
import { peakOf, type Schedule } from '../model/load/schedule.ts';
import type { ProbeRamp } from '../model/probe.ts';
import { type Frame, fittedScale, niceStep, px, type Scale, tickDigits } from './scales.ts';

export interface RampLayout {
  readonly unit: TimeUnit;
  /** Of latency, in `unit`; its axis ends above that of the rate. */
  readonly y: Scale;
  readonly digits: number;
  readonly x: (seconds: Seconds) => number;
  readonly ticks: readonly Seconds[];
  /** Paths of dots: thousands of elements would be slow, and they are one picture. */
  readonly answered: string;
  /** At the top of the axis. */
  readonly failed: string;
  readonly rate: Scale;
  readonly rateLine: readonly (readonly [x: number, y: number])[];
  /** Where the rate reaches the highest throughput that was seen; null: it does not, or none is known. */
  readonly reachedX: number | null;
}

/** Of the picture of the rate, and between the two, px. */
const RATE_HEIGHT = 48;
const GAP = 24;
/** About as many labels on the axis of time. */
const TICKS = 8;

export function layoutRamp({ dueS, latencyMs }: ProbeRamp, schedule: Schedule, highest: PerSecond | null, frame: Frame): RampLayout {
  const { width, height, left, right, top, bottom } = frame;
  const longest = latencyMs.reduce((most: Milliseconds, one) => Math.max(most, one ?? 0), 0);
  const unit = chooseTimeUnit(longest);
  const base = height - bottom;
  const y = fittedScale(longest * unit.perMs, base - RATE_HEIGHT - GAP, top);
  const rate = fittedScale(peakOf(schedule.phases), base, base - RATE_HEIGHT);
  const seconds = Math.max(schedule.seconds, dueS.at(-1) ?? 0);
  const x = (at: Seconds): number => left + (at / seconds) * (width - left - right);
  const step = niceStep(seconds, TICKS);
  const dot = (row: number, at: number): string => `M${px(x(dueS[row]!))},${px(at)}h0`;
  const reached = highest === null ? null : timeOfRate(schedule, highest);
  return {
    unit,
    y,
    digits: Math.max(...y.ticks.map(tickDigits)),
    x,
    ticks: Array.from({ length: Math.floor(seconds / step + 1e-9) + 1 }, (_, nth) => nth * step),
    answered: latencyMs.map((ms, row) => (ms === null ? '' : dot(row, y.at(ms * unit.perMs)))).join(''),
    failed: latencyMs.map((ms, row) => (ms === null ? dot(row, top) : '')).join(''),
    rate,
    rateLine: schedule.corners.map((corner) => [x(corner.time), rate.at(corner.rate)] as const),
    reachedX: reached === null ? null : x(reached),
  };
}

/** When the rate first is as high; null: never. */
function timeOfRate(schedule: Schedule, rate: PerSecond): Seconds | null {
  const nth = schedule.phases.findIndex((phase) => peakOf([phase]) >= rate);
  if (nth === -1) return null;
  const { from, to, seconds } = schedule.phases[nth]!;
  return schedule.startOf(nth) + (from >= rate ? 0 : ((rate - from) / (to - from)) * seconds);
}
