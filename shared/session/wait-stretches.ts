/** What a request waits for at each moment, where it waits for several things at once. */
import type { Microseconds } from '../base/units.ts';

export interface Stretch {
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** Whatever is waited for, as a number. */
  readonly of: number;
}

/**
 * What is in an earlier list counts before what is in a later one; of those in the same list, the one that began first, until it ends:
 *
 *   first a       aaaa
 *   first b        bbbbbb
 *   second c    cccccccccccc
 *   counted     ccaaaabbbccc
 *
 * The result is in order, and nothing of it overlaps. The lists that are given are put in order.
 */
export function countedStretches(...lists: readonly Stretch[][]): Stretch[] {
  let counted: Stretch[] = [];
  for (const list of lists) {
    if (list.length === 0) continue;
    const added = firstBegun(list);
    counted = counted.length === 0 ? added : counted.concat(without(added, counted)).sort((a, b) => a.from - b.from);
  }
  return counted;
}

function firstBegun(stretches: Stretch[]): Stretch[] {
  if (stretches.length > 1) stretches.sort((a, b) => a.from - b.from);
  const counted: Stretch[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const one of stretches) {
    if (one.to <= Math.max(one.from, reached)) continue;
    counted.push(one.from >= reached ? one : { ...one, from: reached });
    reached = one.to;
  }
  return counted;
}

/** Both are in order. */
function without(stretches: readonly Stretch[], covered: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let next = 0;
  for (const { from, to, of } of stretches) {
    let at = from;
    while (next < covered.length && covered[next]!.to <= from) next += 1;
    for (let cover = next; cover < covered.length && covered[cover]!.from < to; cover++) {
      if (covered[cover]!.from > at) left.push({ from: at, to: covered[cover]!.from, of });
      at = Math.max(at, covered[cover]!.to);
    }
    if (at < to) left.push({ from: at, to, of });
  }
  return left;
}
