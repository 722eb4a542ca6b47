/** Whose package a frame is of, and the time of packages. */
import { percentOf } from '../format/percent-of.ts';
import type { FrameKind, PackageRow } from '../model/report.ts';
import type { CallTree } from './call-tree.ts';
import type { Frame } from './profile.ts';
import { walkTree } from './tree-walk.ts';

/** The name behind the innermost `node_modules`, with its scope. */
const PACKAGE = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/][^\\/]+|[^\\/]+)/s;

/** A package of node_modules by its name, all of Node's own JavaScript as one; the code of the user and what has no file are of none. */
export interface Package {
  /** Empty: Node itself. */
  readonly name: string;
  readonly kind: Extract<FrameKind, 'dependency' | 'core'>;
}

export function packageOf({ url, kind }: Pick<Frame, 'url' | 'kind'>): Package | null {
  if (kind === 'core') return { name: '', kind };
  if (kind !== 'dependency') return null;
  const name = PACKAGE.exec(url)?.[1];
  // A source map may call the place where a dependency was written anything.
  return name === undefined ? null : { name: name.replace('\\', '/'), kind };
}

/**
 * The packages with time, the heaviest first. `self`: in functions of the package itself, and in what V8 did for them (built-ins have no
 * file). `total`: with the package anywhere on the stack, once.
 */
export function listPackages(tree: CallTree): PackageRow[] {
  const packages = tree.frames.map(packageOf);
  const sums = new Map<string, { of: Package; self: number; total: number; onStack: number }>();
  /** The package whose work a node is; of the caller where the frame has no file. */
  const workOf: (Package | null)[] = [];
  walkTree(
    tree,
    (node) => {
      const frame = tree.frame[node]!;
      const own = packages[frame] ?? null;
      const work = tree.frames[frame]!.kind === 'native' ? (workOf[tree.parent[node]!] ?? null) : own;
      workOf[node] = work;
      if (own !== null) {
        const known = sums.get(own.name) ?? { of: own, self: 0, total: 0, onStack: 0 };
        sums.set(own.name, known);
        if (known.onStack === 0) known.total += tree.total[node]!;
        known.onStack++;
      }
      if (work !== null) sums.get(work.name)!.self += tree.self[node]!;
    },
    (node) => {
      const own = packages[tree.frame[node]!] ?? null;
      if (own !== null) sums.get(own.name)!.onStack--;
    },
  );
  return [...sums.values()]
    .map(({ of, self, total }) => ({
      ...of,
      self,
      selfPercent: percentOf(self, tree.base),
      total,
      totalPercent: percentOf(total, tree.base),
    }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
}
