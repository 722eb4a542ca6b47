/** The axis on which the intervals of verdicts are drawn: zero in the middle, what is beyond it an arrow at the edge. What is in points has no place on it. */
import type { Verdict } from '../model/comparison/comparison.ts';
import { isInPoints } from '../model/comparison/metrics.ts';
import { niceCeiling } from './axis-steps.ts';

export const ARROW = 7;
/** Half of the mark, and an arrow, so that both are whole and apart at the edge. */
const MARK = 13;

export interface VerdictAxis {
  /** On both sides of zero, percent. */
  readonly reach: number;
  /** Pixels. */
  readonly length: number;
}

export function reachOf(verdicts: readonly Verdict[], limit: number): number {
  const ends = verdicts
    .filter(({ metric }) => !isInPoints(metric))
    .flatMap(({ ci, differencePercent }) => [...(ci ?? []), differencePercent ?? 0])
    .map(Math.abs);
  return Math.min(100, niceCeiling(Math.max(2 * limit, ...ends)));
}

export function placeOf(percent: number, { reach, length }: VerdictAxis): number {
  return length / 2 + (Math.max(-reach, Math.min(reach, percent)) / reach) * (length / 2 - MARK);
}

/** Of an interval: what goes on beyond the axis reaches into the arrow. */
export function endOf(percent: number, axis: VerdictAxis): number {
  const { reach, length } = axis;
  return Math.abs(percent) > reach ? length / 2 + Math.sign(percent) * (length / 2 - ARROW / 2) : placeOf(percent, axis);
}

/** The sides on which something goes on beyond the axis. */
export function beyond(
  { ci, differencePercent }: Pick<Verdict, 'ci' | 'differencePercent'>,
  { reach }: VerdictAxis,
): readonly ('less' | 'more')[] {
  const known = [...(ci ?? []), differencePercent ?? 0];
  return [
    ...(known.some((percent) => percent < -reach) ? ['less' as const] : []),
    ...(known.some((percent) => percent > reach) ? ['more' as const] : []),
  ];
}
