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

function packageOf({ url, kind }: Pick<Frame, 'url' | 'kind'>): Package | null {
  if (kind === 'core') return { name: '', kind };
  if (kind !== 'dependency') return null;
  const name = PACKAGE.exec(url)?.[1];
  // A source map may call the place where a dependency was written anything.
  return name === undefined ? null : { name: name.replace('\\', '/'), kind };
}

/** The packages of some frames, each once; work per node then takes numbers instead of names. */
export interface NumberedPackages {
  readonly all: readonly Package[];
  /** By frame: its package in `all`, or NO_PACKAGE. */
  readonly numberOf: Int32Array;
}

export const NO_PACKAGE = -1;

export function numberPackages(frames: readonly Frame[]): NumberedPackages {
  const all: Package[] = [];
  const numbers = new Map<string, number>();
  const numberOf = Int32Array.from(frames, (frame) => {
    const of = packageOf(frame);
    if (of === null) return NO_PACKAGE;
    const known = numbers.get(of.name);
    if (known !== undefined) return known;
    numbers.set(of.name, all.length);
    return all.push(of) - 1;
  });
  return { all, numberOf };
}

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
