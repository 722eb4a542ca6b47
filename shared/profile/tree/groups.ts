/** Time by groups of functions: files, packages. A kind of group says which one each function is of; the rest is the same for all. */
import { percentOf } from '../../base/percent-of.ts';
import type { Grouping } from '../../model/profile/groupings.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { FrameKind, GroupRow } from '../../model/report.ts';
import { NO_PACKAGE, numberPackages } from '../model/package-of.ts';
import type { CallTree } from './call-tree.ts';
import { walkTree } from './tree-walk.ts';

interface Group {
  readonly name: string;
  readonly kind: FrameKind;
}

/** The groups of some functions, each once; work per node then takes numbers instead of names. */
interface Numbered<G extends Group> {
  readonly all: readonly G[];
  /** By function: its group in `all`, or NO_PACKAGE. */
  readonly numberOf: Int32Array;
  /** Whether what a function does is the work of the group of its caller: built-ins have no file. */
  readonly isForCaller: (frame: Frame) => boolean;
}

/**
 * The groups with time, the heaviest first. `self`: in functions of the group itself, and in what V8 did for them. `total`: with the group
 * anywhere on the stack, once.
 */
export function sumGroups<G extends Group>(
  tree: CallTree,
  { all, numberOf, isForCaller }: Numbered<G>,
): (G & Omit<GroupRow, keyof Group>)[] {
  const self = new Float64Array(all.length);
  const total = new Float64Array(all.length);
  const onStack = new Uint32Array(all.length);
  const isInTree = new Uint8Array(all.length);
  /** By node: the group whose work it is. */
  const workOf = new Int32Array(tree.parent.length).fill(NO_PACKAGE);
  walkTree(
    tree,
    (node) => {
      const frame = tree.frame[node]!;
      const own = numberOf[frame]!;
      const work = node > 0 && isForCaller(tree.frames[frame]!) ? workOf[tree.parent[node]!]! : own;
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

export function packagesOf(frames: readonly Frame[]) {
  return { ...numberPackages(frames), isForCaller: ({ kind }: Frame) => kind === 'native' };
}

function filesOf(frames: readonly Frame[]): Numbered<Group> {
  const all: Group[] = [];
  const numbers = new Map<string, number>();
  const numberOf = Int32Array.from(frames, ({ url, kind }) => {
    if (url === '') return NO_PACKAGE;
    const known = numbers.get(url);
    if (known !== undefined) return known;
    numbers.set(url, all.length);
    return all.push({ name: url, kind }) - 1;
  });
  return { all, numberOf, isForCaller: ({ url }) => url === '' };
}

/** Files with most self time come first: the total of a framework's is that of all it calls. By file the row without a name is what is in none: V8's own work for nobody, such as garbage collection. With it the self times are the base. */
export function listGroups(tree: CallTree, by: Grouping): GroupRow[] {
  if (by === 'package') return sumGroups(tree, packagesOf(tree.frames));
  const rows = sumGroups(tree, filesOf(tree.frames)).sort((a, b) => b.self - a.self || b.total - a.total);
  const rest = tree.base - rows.reduce((sum, { self }) => sum + self, 0);
  const percent = percentOf(rest, tree.base);
  // Less than a rounding error is nothing.
  if (!(percent > 1e-9)) return rows;
  return [...rows, { name: '', kind: 'native', self: rest, selfPercent: percent, total: rest, totalPercent: percent }];
}
