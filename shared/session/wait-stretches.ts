/** What a request waits for at each moment, where it waits for several things at once. */
import type { Microseconds } from '../base/units.ts';

export interface Stretch {
  readonly from: Microseconds;
  readonly to: Microseconds;
  /** Whatever is waited for, as a number. */
  readonly of: number;
}

/**
 * What is in progress counts before what is in line; of several of the same kind, the one that began first, until it ends:
 *
 *   progress a    aaaa
 *   progress b     bbbbbb
 *   line c      cccccccccccc
 *   counted     ccaaaabbbccc
 *
 * The result is in order, and nothing of it overlaps. The lists that are given are put in order.
 */
export function countedStretches(progress: Stretch[], line: Stretch[]): Stretch[] {
  const first = firstBegun(progress);
  if (line.length === 0) return first;
  const second = without(firstBegun(line), first);
  return first.length === 0 ? second : [...first, ...second].sort((a, b) => a.from - b.from);
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
