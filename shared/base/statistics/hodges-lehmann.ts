/** An estimate of the centre that one odd run does not move. */
import { median } from './statistics.ts';

/** Hodges-Lehmann estimate of the centre of one sample: the median of the averages of all pairs of values, each with itself too. */
export function estimateCentre(values: readonly number[]): number {
  const averages: number[] = [];
  for (let i = 0; i < values.length; i++) for (let j = i; j < values.length; j++) averages.push((values[i]! + values[j]!) / 2);
  return median(averages);
}
