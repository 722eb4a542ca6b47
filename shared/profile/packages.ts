/** The time of packages. */
import { percentOf } from '../format/percent-of.ts';
import type { PackageRow } from '../model/report.ts';
import type { CallTree } from './call-tree.ts';
import { NO_PACKAGE, numberPackages } from './package-of.ts';
import { walkTree } from './tree-walk.ts';

/**
 * The packages with time, the heaviest first. `self`: in functions of the package itself, and in what V8 did for them (built-ins have no
 * file). `total`: with the package anywhere on the stack, once.
 */
export function listPackages(tree: CallTree): PackageRow[] {
  const { all, numberOf } = numberPackages(tree.frames);
  const self = new Float64Array(all.length);
  const total = new Float64Array(all.length);
  const onStack = new Uint32Array(all.length);
  const isInTree = new Uint8Array(all.length);
  /** By node: the package whose work it is; that of the caller where the frame has no file. */
  const workOf = new Int32Array(tree.parent.length).fill(NO_PACKAGE);
  walkTree(
    tree,
    (node) => {
      const frame = tree.frame[node]!;
      const own = numberOf[frame]!;
      const isForCaller = node > 0 && tree.frames[frame]!.kind === 'native';
      const work = isForCaller ? workOf[tree.parent[node]!]! : own;
      workOf[node] = work;
      if (own !== NO_PACKAGE) {
        isInTree[own] = 1;
        if (onStack[own] === 0) total[own]! += tree.total[node]!;
        onStack[own]!++;
      }
      if (work !== NO_PACKAGE) self[work]! += tree.self[node]!;
    },
    (node) => {
      const own = numberOf[tree.frame[node]!]!;
      if (own !== NO_PACKAGE) onStack[own]!--;
    },
  );
  return all
    .map((of, number) => ({
      ...of,
      self: self[number]!,
      selfPercent: percentOf(self[number]!, tree.base),
      total: total[number]!,
      totalPercent: percentOf(total[number]!, tree.base),
    }))
    .filter((_, number) => isInTree[number] === 1)
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}
