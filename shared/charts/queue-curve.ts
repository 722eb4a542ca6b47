/** Mean latency against utilization: the curve of the theory (M/D/1), and where the runs lie. Pure. */
import { meanOfQueue, type Queue } from '../analysis/queueing.ts';
import type { Ratio } from '../base/units.ts';
import { type Frame, fittedScale, type Scale } from './scales.ts';

type Place = readonly [x: number, y: number];

export interface QueueLayout {
  readonly x: (utilization: Ratio) => number;
  readonly y: Scale;
  readonly ticks: readonly Ratio[];
  /** Until it leaves the picture. */
  readonly curve: readonly Place[];
  readonly runs: readonly { readonly variant: number; readonly place: Place }[];
}

const TICKS: readonly Ratio[] = [0, 0.2, 0.4, 0.6, 0.8, 1];
const STEPS = 400;

export function layoutQueue({ serviceMs, theoryMs, runs }: Queue, { width, height, left, right, top, bottom }: Frame): QueueLayout {
  // More than all of the time is drawn as all of it: there the theory has no mean.
  const x = (utilization: Ratio): number => left + Math.min(1, utilization) * (width - left - right);
  const highest = Math.max(serviceMs, theoryMs ?? 0, ...runs.map(({ meanMs }) => meanMs));
  const y = fittedScale(1.1 * highest, height - bottom, top);
  const curve: Place[] = [];
  for (let step = 0; step < STEPS; step++) {
    const ms = meanOfQueue(serviceMs, step / STEPS)!;
    if (ms > y.max) break;
    curve.push([x(step / STEPS), y.at(ms)]);
  }
  return {
    x,
    y,
    ticks: TICKS,
    curve,
    runs: runs.map(({ variant, utilization, meanMs }) => ({ variant, place: [x(utilization), y.at(meanMs)] })),
  };
}
