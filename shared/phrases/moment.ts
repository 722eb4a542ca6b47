import type { Milliseconds } from '../base/units.ts';
import { formatElapsed, formatMs } from '../format/figures.ts';

const MS_PER_S = 1_000;

/** A time since the beginning of the run. */
export function momentOf(ms: Milliseconds): string {
  return ms < MS_PER_S ? formatMs(ms) : formatElapsed(ms);
}
