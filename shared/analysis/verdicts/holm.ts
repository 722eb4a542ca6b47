/** Several questions at once: with eight metrics at 5 % each, one false alarm in three comparisons would be normal. */
import type { Ratio } from '../../base/units.ts';

export interface WeighedTest {
  readonly p: Ratio;
  /** Its share of the level, above 0; only the proportions of a family count. */
  readonly weight: number;
}

/**
 * p after Holm's weighted correction, in the order given: the chance of any false alarm in the whole family stays below the level,
 * however the tests depend on each other. The smallest p / weight counts as if it had its own share of the level alone; once that
 * one is rejected, its share goes to those that are left, and so on. With equal weights it is Holm's correction as everybody knows it.
 *
 * Holm 1979, "A simple sequentially rejective multiple test procedure", section 4 (weights); Benjamini and Hochberg 1997, "Multiple
 * hypotheses testing with weights", procedure 1.
 */
export function adjustByWeightedHolm(tests: readonly WeighedTest[]): Ratio[] {
  const order = tests.map((_, i) => i).sort((a, b) => ratioOf(tests[a]!) - ratioOf(tests[b]!));
  const left = sumsFromEachOn(order.map((index) => tests[index]!.weight));
  const adjusted = new Array<number>(tests.length);
  let largest = 0;
  order.forEach((index, rank) => {
    const { p, weight } = tests[index]!;
    largest = Math.max(largest, Math.min(1, p * (left[rank]! / weight)));
    adjusted[index] = largest;
  });
  return adjusted;
}

function ratioOf({ p, weight }: WeighedTest): number {
  return p / weight;
}

/** Summed from the last, which is then exactly its own weight: subtracting from the whole could leave less than that. */
function sumsFromEachOn(values: readonly number[]): number[] {
  const sums = [...values];
  for (let i = sums.length - 2; i >= 0; i--) sums[i]! += sums[i + 1]!;
  return sums;
}
