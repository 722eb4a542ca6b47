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
  /** Where the name of the curve stands: beside its end, or where no run lies below the letters. */
  readonly name: { readonly at: Place; readonly anchor: 'start' | 'end' };
}

/** Room for the name of the curve, CSS px at the usual size of text. */
const NAME = { width: 180, height: 16 };
/** A mark reaches so far around its place. */
const MARK_PX = 7;

/** The first place at which no mark lies under the name. */
function placeName(
  curve: readonly Place[],
  runs: readonly { readonly place: Place }[],
  { width, height, left, right, top, bottom }: Frame,
): QueueLayout['name'] {
  const [endX, endY] = curve.at(-1) ?? [width - right, top];
  const places: QueueLayout['name'][] = [
    { at: [endX - 8, Math.max(top + 10, endY + 4)], anchor: 'end' },
    { at: [left + 8, top + 14], anchor: 'start' },
    { at: [left + 8, (top + height - bottom) / 2], anchor: 'start' },
    { at: [width - right - 4, height - bottom - 6], anchor: 'end' },
  ];
  const isFree = ({ at: [x, y], anchor }: QueueLayout['name']): boolean => {
    const [from, to] = anchor === 'start' ? [x, x + NAME.width] : [x - NAME.width, x];
    return runs.every(
      ({ place: [px, py] }) => px < from - MARK_PX || px > to + MARK_PX || py < y - NAME.height - MARK_PX || py > y + MARK_PX,
    );
  };
  return places.find(isFree) ?? places[0]!;
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
  const placed = runs.map(({ variant, utilization, meanMs }) => ({ variant, place: [x(utilization), y.at(meanMs)] as const }));
  const name = placeName(curve, placed, { width, height, left, right, top, bottom });
  return { x, y, ticks: TICKS, curve, runs: placed, name };
}
