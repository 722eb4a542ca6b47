import type { TimeWindow } from '../base/units.ts';
import { formatNumber } from './figures.ts';

/** The ends of a window in seconds, to the millisecond, without zeros that say nothing: 1, 2.5. */
export function windowEnds({ fromMs, toMs }: TimeWindow): { from: string; to: string } {
  return { from: seconds(fromMs), to: seconds(toMs) };
}

function seconds(ms: number): string {
  const rounded = Math.round(ms) / 1_000;
  return formatNumber(rounded, String(rounded).split('.')[1]?.length ?? 0);
}
