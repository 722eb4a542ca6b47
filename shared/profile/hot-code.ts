/**
 * Which code took the time, in a few names: of the user's own functions the one that stands for most of it, and below it the package that
 * does most of that.
 *
 *   (root) - requestId - express - show - express - pug - compile - acorn
 *            97 %        96 %      90 %   89 %      85 %  80 %      20 %
 *
 * `requestId` only passes requests on to `show`, so `show` is named; of the packages below it the innermost that most of its time is in, pug,
 * and of its functions again the innermost, `compile`.
 */
import { percentOf } from '../format/percent-of.ts';
import type { HotCode, HotPackage } from '../model/report.ts';
import type { CallTree } from './call-tree.ts';
import { ANONYMOUS_NAME } from './frame-kind.ts';
import { NO_PACKAGE, type NumberedPackages, numberPackages, type Package } from './package-of.ts';
import { walkTree } from './tree-walk.ts';

/** A function that passes on so much of its time to another one of the user's own is a wrapper or a middleware: on the way, not the place. */
const PASSES_ON = 0.8;
/** "Most of it". */
const MOST = 0.5;

export function findHotCode(tree: CallTree): HotCode {
  const packages = numberPackages(tree.frames);
  const others = withoutOwn(tree);
  const ofOthers = sumBelow(others, packages, null);
  const figures = {
    outside: namePackage(others, ofOthers, ofOthers.inPackages, 'dependency'),
    outsidePercent: percentOf(ofOthers.inPackages, tree.base),
    nodePercent: percentOf(others.total[0]! - ofOthers.inPackages, tree.base),
    samples: tree.sampleCount,
  };
  const heaviest = heaviestOf(ownFunctions(tree, sumBelow(tree, packages, null)));
  if (heaviest === null) return { own: null, below: null, ...figures };
  const inHeaviest = sumBelow(tree, packages, heaviest.frame);
  const { frame } = innermostOf(ownFunctions(tree, inHeaviest).filter(({ total }) => total >= PASSES_ON * heaviest.total))!;
  const inside = frame === heaviest.frame ? inHeaviest : sumBelow(tree, packages, frame);
  const total = inside.functions.get(frame)!;
  const { name, url, line } = tree.frames[frame]!;
  return {
    own: { function: name, url, line: line + 1, ...weigh(tree, total) },
    below: inside.inOwn > MOST * total ? null : namePackage(tree, inside, total, null),
    ...figures,
  };
}

interface Sum {
  readonly frame: number;
  readonly total: number;
}

/** Times on the stacks of a tree below some function. */
interface Sums {
  /** By frame, in the order in which they were entered first; each counted once on a stack. */
  readonly functions: ReadonlyMap<number, number>;
  /** The same by the number of the package. */
  readonly ofPackages: ReadonlyMap<number, number>;
  readonly packages: NumberedPackages;
  /** In the user's own functions, and in what V8 did for them. */
  readonly inOwn: number;
  /** With a package of node_modules on the stack. */
  readonly inPackages: number;
}

/** `root`: the function; null: everything is below. */
function sumBelow(tree: CallTree, packages: NumberedPackages, root: number | null): Sums {
  const functions = new Map<number, number>();
  const ofPackages = new Map<number, number>();
  const framesOnStack = new Uint32Array(tree.frames.length);
  const packagesOnStack = new Uint32Array(packages.all.length);
  const isOwnWork = new Uint8Array(tree.parent.length);
  let [inOwn, inPackages, rootDepth, packageDepth] = [0, 0, root === null ? 1 : 0, 0];
  walkTree(
    tree,
    (node) => {
      const frame = tree.frame[node]!;
      const { kind } = tree.frames[frame]!;
      if (frame === root) rootDepth++;
      if (rootDepth === 0) return;
      const of = packages.numberOf[frame]!;
      const total = tree.total[node]!;
      if (framesOnStack[frame]!++ === 0) functions.set(frame, (functions.get(frame) ?? 0) + total);
      if (of !== NO_PACKAGE && packagesOnStack[of]!++ === 0) ofPackages.set(of, (ofPackages.get(of) ?? 0) + total);
      if (kind === 'dependency') packageDepth++;
      isOwnWork[node] = kind === 'own' || (kind === 'native' && node > 0 && isOwnWork[tree.parent[node]!] === 1) ? 1 : 0;
      if (isOwnWork[node] === 1) inOwn += tree.self[node]!;
      if (packageDepth > 0) inPackages += tree.self[node]!;
    },
    (node) => {
      if (rootDepth === 0) return;
      const frame = tree.frame[node]!;
      const of = packages.numberOf[frame]!;
      framesOnStack[frame]!--;
      if (of !== NO_PACKAGE) packagesOnStack[of]!--;
      if (tree.frames[frame]!.kind === 'dependency') packageDepth--;
      if (frame === root) rootDepth--;
    },
  );
  return { functions, ofPackages, packages, inOwn, inPackages };
}

/** The tree without the time on stacks that have a function of the user's own on them. */
function withoutOwn(tree: CallTree): CallTree {
  const isOwn = new Uint8Array(tree.parent.length);
  const self = tree.self.slice();
  for (let node = 0; node < isOwn.length; node++) {
    const isBelow = node > 0 && isOwn[tree.parent[node]!] === 1;
    isOwn[node] = isBelow || tree.frames[tree.frame[node]!]!.kind === 'own' ? 1 : 0;
    if (isOwn[node] === 1) self[node] = 0;
  }
  const total = self.slice();
  for (let node = total.length - 1; node > 0; node--) total[tree.parent[node]!]! += total[node]!;
  return { ...tree, self, total };
}

/** Those with a file: a place that can be named. */
function ownFunctions(tree: CallTree, { functions }: Sums): Sum[] {
  return [...functions].map(([frame, total]) => ({ frame, total })).filter(({ frame }) => isOwn(tree, frame));
}

function isOwn(tree: CallTree, frame: number): boolean {
  const { kind, url } = tree.frames[frame]!;
  return kind === 'own' && url !== '';
}

function heaviestOf(sums: readonly Sum[]): Sum | null {
  return sums.reduce<Sum | null>((found, one) => (one.total > (found?.total ?? 0) ? one : found), null);
}

/** What was called has at most the time of its caller, and was entered after it. */
function innermostOf<Of extends { readonly total: number }>(sums: readonly Of[]): Of | null {
  return sums.reduce<Of | null>((found, one) => (found === null || one.total <= found.total ? one : found), null);
}

/** `total`: of what "most" is; `only`: the kind of package asked for. Null: no package has most of it. */
function namePackage(tree: CallTree, sums: Sums, total: number, only: Package['kind'] | null): HotPackage | null {
  const { functions, ofPackages, packages } = sums;
  const most = [...ofPackages]
    .map(([number, sum]) => ({ number, total: sum }))
    .filter(({ number, total: sum }) => sum > MOST * total && (only === null || packages.all[number]!.kind === only));
  const found = innermostOf(most);
  if (found === null) return null;
  const inFound = [...functions]
    .map(([frame, sum]) => ({ frame, total: sum }))
    .filter(({ frame, total: sum }) => sum > MOST * total && packages.numberOf[frame] === found.number);
  const called = innermostOf(inFound);
  const name = called === null ? null : plainName(tree.frames[called.frame]!.name);
  return { ...packages.all[found.number]!, function: name, ...weigh(tree, found.total) };
}

/** `exports.compile` as `compile`. Null: it has no name. */
function plainName(name: string): string | null {
  const plain = name.split('.').pop()!.trim();
  return plain === '' || plain === ANONYMOUS_NAME || /[<>]/.test(plain) ? null : plain;
}

function weigh(tree: CallTree, total: number): Pick<HotPackage, 'total' | 'totalMs' | 'totalPercent'> {
  return { total, totalMs: tree.unit === 'microseconds' ? total / 1_000 : null, totalPercent: percentOf(total, tree.base) };
}
