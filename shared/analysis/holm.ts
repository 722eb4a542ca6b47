/** Several questions at once: with seven metrics at 5 % each, one false alarm in three comparisons would be normal. */

/**
 * p after Holm's correction, in the order given: the chance of any false alarm among all questions stays below the level. The
 * smallest p counts as many times as there are questions, the next one once less, and none below one smaller than it.
 */
export function adjustByHolm(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((a, b) => ps[a]! - ps[b]!);
  const adjusted = new Array<number>(ps.length);
  let smallest = 0;
  order.forEach((index, rank) => {
    smallest = Math.max(smallest, Math.min(1, ps[index]! * (ps.length - rank)));
    adjusted[index] = smallest;
  });
  return adjusted;
}
