/**
 * For whom a built-in function works: the nearest function of the user's own above it. `writeSync` alone has no file to look into.
 *
 *   render  render  log        writeSync: two thirds of it below render
 *   write   write   write
 *   writeSync ...
 */
import { canBeFound } from '../../model/profile/frame-kind.ts';
import type { HotFunction } from '../../model/report.ts';
import type { CallTree } from './call-tree.ts';
import { placeOfFrame } from './hot-code.ts';
import { walkTree } from './tree-walk.ts';

export type OwnCaller = Pick<HotFunction, 'function' | 'url' | 'line' | 'file'>;

/** "Most of it". */
const MOST = 0.5;

/** In the place of a function of the user's own: there is none above. */
const NOBODY = -1;

/** By frame, of these frames; those of which no single function has most are left out. */
export function findOwnCallers(tree: CallTree, frames: ReadonlySet<number>): ReadonlyMap<number, OwnCaller> {
  const sums = new Map<number, Map<number, number>>();
  const isPlace = tree.frames.map(({ kind, name, url }) => kind === 'own' && canBeFound(name, url));
  // Of each node on the way down: the frame of the nearest own function above it.
  const above: number[] = [];
  walkTree(
    tree,
    (node) => {
      const frame = tree.frame[node]!;
      const nearest = above[above.length - 1] ?? NOBODY;
      if (frames.has(frame)) {
        const own = sums.get(frame) ?? new Map<number, number>();
        sums.set(frame, own.set(nearest, (own.get(nearest) ?? 0) + tree.self[node]!));
      }
      above.push(isPlace[frame] ? frame : nearest);
    },
    () => {
      above.pop();
    },
  );
  const found = new Map<number, OwnCaller>();
  for (const [frame, own] of sums) {
    const [heaviest, self] = [...own].reduce((most, one) => (one[1] > most[1] ? one : most));
    const all = [...own.values()].reduce((sum, one) => sum + one);
    if (heaviest === NOBODY || self <= MOST * all) continue;
    found.set(frame, placeOfFrame(tree, heaviest));
  }
  return found;
}
