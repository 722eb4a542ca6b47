/**
 * The rates at which a limit is looked for: round numbers, each about 5 % above the one before. So a rate that is run again is the same rate, and a
 * search that has come down to two neighbours is done.
 */
import type { PerSecond } from '../../base/units.ts';

/** Of each tenfold; the first is the last of the one before. */
const STEPS = [
  1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.1, 2.2, 2.4, 2.5, 2.6, 2.8, 3, 3.2, 3.4, 3.6, 3.8, 4, 4.2, 4.5,
  4.8, 5, 5.3, 5.6, 6, 6.3, 6.7, 7, 7.5, 8, 8.5, 9, 9.5,
];
const LOWEST = -1;
const HIGHEST = 5;

/** From 0.1 to 100,000 a second, the lowest first. */
export const RATES: readonly PerSecond[] = [
  ...Array.from({ length: HIGHEST - LOWEST }, (_, nth) => STEPS.map((step) => Number((step * 10 ** (LOWEST + nth)).toPrecision(4)))).flat(),
  10 ** HIGHEST,
];

/** The place of the rate that is nearest, in the ratio of both. */
export function placeNear(rate: PerSecond): number {
  const distance = (place: number): number => Math.abs(Math.log(RATES[place]! / rate));
  let nearest = 0;
  for (let place = 1; place < RATES.length; place++) if (distance(place) < distance(nearest)) nearest = place;
  return nearest;
}
