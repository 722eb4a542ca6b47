import type { Percent } from './units.ts';

/** Of nothing, every part is 0 %. */
export function percentOf(part: number, whole: number): Percent {
  return whole > 0 ? (100 * part) / whole : 0;
}
