/** From stacks to calls: a call goes on as long as the stacks have its frame, and its callers, in common. */
import { firstAbove } from '../../base/ascending.ts';
import type { Microseconds } from '../../base/units.ts';
import { GAP, type StackRuns } from './stack-runs.ts';

/** `row`: 0 is the outermost. `self`: time in which nothing that it called was on the stack. */
export type VisitCall = (row: number, start: Microseconds, end: Microseconds, node: number, self: Microseconds) => void;

/**
 * Every call that is on the stack in [from, to), whole, even where it begins before or ends after. Within a row calls come in the order
 * of time; across rows in the order in which they end.
 *
 *     shared    0   2   1   0          the stacks of neighbouring runs share this many frames:
 *     run      |a b|a b|a c|d|         b ends before the third run, a before the fourth
 */
export function visitCalls(runs: StackRuns, from: Microseconds, to: Microseconds, visit: VisitCall): void {
  const { node, start, shared, parent, depth, deepest } = runs;
  const count = node.length;
  if (count === 0) return;
  const openNode = new Int32Array(deepest + 1);
  const openStart = new Float64Array(deepest + 1);
  const openSelf = new Float64Array(deepest + 1);
  let open = 0;
  const openTo = (inner: number, above: number, at: Microseconds): void => {
    open = depth[inner]!;
    for (let frame = inner; depth[frame]! > above; frame = parent[frame]!) {
      const level = depth[frame]!;
      openNode[level] = frame;
      openStart[level] = at;
      openSelf[level] = 0;
    }
  };
  const closeTo = (above: number, at: Microseconds): void => {
    for (; open > above; open--) visit(open - 1, openStart[open]!, at, openNode[open]!, openSelf[open]!);
  };
  const countSelf = (run: number): void => {
    const inner = node[run]!;
    if (inner > 0 && depth[inner] === open) openSelf[open]! += start[run + 1]! - start[run]!;
  };

  let run = runAt(runs, from);
  openTo(Math.max(0, node[run]!), 0, start[run]!);
  // When those calls began, and what they did until then. An outer frame may have been there since the beginning: no function is called here.
  for (let left = open, at = run; left > 0; at--) {
    for (const both = shared[at]!; left > both; left--) openStart[left] = start[at]!;
    if (left > 0 && depth[node[at - 1]!] === left) openSelf[left]! += start[at]! - start[at - 1]!;
  }
  countSelf(run);
  for (run++; run < count && start[run]! < to; run++) {
    closeTo(shared[run]!, start[run]!);
    openTo(Math.max(0, node[run]!), shared[run]!, start[run]!);
    countSelf(run);
  }
  // When the calls that are still open end.
  for (; open > 0 && run < count; run++) {
    if (shared[run]! < open) closeTo(shared[run]!, start[run]!);
    if (open > 0 && depth[node[run]!] === open) openSelf[open]! += start[run + 1]! - start[run]!;
  }
  closeTo(0, start[count]!);
}

/** The run that covers `at`; the first one when all are later. */
function runAt({ node, start }: StackRuns, at: Microseconds): number {
  return Math.max(0, firstAbove(start, at, node.length) - 1);
}

/** How many runs begin in [from, to): about what it costs to visit the calls there. */
export function countRuns({ node, start }: StackRuns, from: Microseconds, to: Microseconds): number {
  return firstAbove(start, to, node.length) - firstAbove(start, from, node.length);
}

export interface Gap {
  readonly start: Microseconds;
  readonly end: Microseconds;
}

/** When no samples were taken although code ran. */
export function listGaps({ node, start }: StackRuns): readonly Gap[] {
  const gaps: Gap[] = [];
  for (let run = 0; run < node.length; run++) if (node[run] === GAP) gaps.push({ start: start[run]!, end: start[run + 1]! });
  return gaps;
}
