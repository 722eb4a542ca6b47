/** How well samples fix the share of a function: a sample is of it or not, so the number of those that are is binomial. */
import type { Percent } from '../../base/units.ts';

/** Of a 95 % interval of the normal approximation. */
const Z = 1.96;

/**
 * Half the width of the interval, in percentage points: 1.96 √(p(1 − p)/n). Null: how many samples there were is not known, as of bytes.
 * It takes samples as drawn independently; neighbouring ones are of the same call, so it is the least that has to be allowed for.
 */
export function marginOf(percent: Percent, samples: number | null): Percent | null {
  if (samples === null || samples <= 0) return null;
  const p = Math.min(1, Math.max(0, percent / 100));
  return 100 * Z * Math.sqrt((p * (1 - p)) / samples);
}

/** Whether so few samples are of it that the interval reaches 0; a share of nothing is no claim. */
export function reachesZero(percent: Percent, samples: number | null): boolean {
  const half = marginOf(percent, samples);
  return half !== null && percent > 0 && percent <= half;
}
