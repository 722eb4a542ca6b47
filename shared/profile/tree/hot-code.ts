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
import { percentOf } from '../../base/percent-of.ts';
import { ANONYMOUS_NAME } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { HotCode, HotPackage, HotSelf } from '../../model/report.ts';
import { NO_PACKAGE, type NumberedPackages, numberPackages, type Package } from '../model/package-of.ts';
import type { CallTree } from './call-tree.ts';
import { walkTree } from './tree-walk.ts';

/** A function that passes on so much of its time to another one of the user's own is a wrapper or a middleware: on the way, not the place. */
const PASSES_ON = 0.8;
/** "Most of it". */
const MOST = 0.5;
/** Worth a name of its own. */
const MUCH = 0.25;
/** Of two that differ by less, sampling makes now the one and now the other the larger. */
const ABOUT_AS_MUCH = 2 / 3;

export function findHotCode(tree: CallTree): HotCode {
  const packages = numberPackages(tree.frames);
  const others = without(tree, ({ kind }) => kind === 'own');
  const ofOthers = sumBelow(others, packages, null);
  const figures = {
    outside: nameMost(others, ofOthers, ofOthers.inPackages, 'dependency'),
    nodePercent: percentOf(others.total[0]! - ofOthers.inPackages, tree.base),
    samples: tree.sampleCount,
    cpu: tree.cpu,
  };
  const heaviest = heaviestOf(ownFunctions(tree, sumBelow(tree, packages, null)));
  if (heaviest === null) return { own: null, inside: null, below: null, besides: null, ...figures };
  const inHeaviest = sumBelow(tree, packages, heaviest.frame);
  const { frame } = innermostOf(ownFunctions(tree, inHeaviest).filter(({ total }) => total >= PASSES_ON * heaviest.total))!;
  const inside = frame === heaviest.frame ? inHeaviest : sumBelow(tree, packages, frame);
  const total = inside.functions.get(frame)!;
  const { name, url, line } = tree.frames[frame]!;
  return {
    own: { function: name, url, line: line + 1, ...weigh(tree, total) },
    inside: nameInside(tree, frame, total),
    ...(inside.inOwn > MOST * total ? { below: null, besides: null } : namePackages(tree, inside, frame, total)),
    ...figures,
  };
}

/** Below `root` the function of the user's own with the most time of its own, if that is much of `total`. Null: it is `root` itself, or no one function. */
function nameInside(tree: CallTree, root: number, total: number): HotSelf | null {
  const isBelow = new Uint8Array(tree.parent.length);
  const selfOf = new Map<number, number>();
  for (let node = 0; node < isBelow.length; node++) {
    const frame = tree.frame[node]!;
    isBelow[node] = frame === root || (node > 0 && isBelow[tree.parent[node]!] === 1) ? 1 : 0;
    if (isBelow[node] === 1 && isOwn(tree, frame)) selfOf.set(frame, (selfOf.get(frame) ?? 0) + tree.self[node]!);
  }
  const most = heaviestOf([...selfOf].map(([frame, self]) => ({ frame, total: self })));
  if (most === null || most.frame === root || most.total < MUCH * total) return null;
  const { name, url, line } = tree.frames[most.frame]!;
  return { function: name, url, line: line + 1, selfPercent: percentOf(most.total, tree.base) };
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

/** The tree without the time on stacks that have such a frame on them. */
function without(tree: CallTree, isSuch: (frame: Frame, index: number) => boolean): CallTree {
  const isLeftOut = new Uint8Array(tree.parent.length);
  const self = tree.self.slice();
  for (let node = 0; node < isLeftOut.length; node++) {
    const isBelow = node > 0 && isLeftOut[tree.parent[node]!] === 1;
    const frame = tree.frame[node]!;
    isLeftOut[node] = isBelow || isSuch(tree.frames[frame]!, frame) ? 1 : 0;
    if (isLeftOut[node] === 1) self[node] = 0;
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

function heaviestOf<Of extends { readonly total: number }>(sums: readonly Of[]): Of | null {
  return sums.reduce<Of | null>((found, one) => (one.total > (found?.total ?? 0) ? one : found), null);
}

/** What was called has at most the time of its caller, and was entered after it. */
function innermostOf<Of extends { readonly total: number }>(sums: readonly Of[]): Of | null {
  return sums.reduce<Of | null>((found, one) => (found === null || one.total <= found.total ? one : found), null);
}

/** `total`: of what "most" is; `only`: the kind of package asked for. Null: no package has most of it. */
function nameMost(tree: CallTree, sums: Sums, total: number, only: Package['kind'] | null): HotPackage | null {
  const most = listSums(sums).filter(
    ({ number, total: sum }) => sum > MOST * total && (only === null || sums.packages.all[number]!.kind === only),
  );
  const found = innermostOf(most);
  return found && namePackage(tree, sums, found, MOST * total);
}

/**
 * Below `root` the package with most of the time, and one that has nearly as much and is not called by it. A package with most of the time
 * that only calls two such (express calls pug and marked) is not named: they are. Nor is one that passes on more than half of its time to another
 * (express calls ejs), though that has less than half of all.
 */
function namePackages(tree: CallTree, sums: Sums, root: number, total: number): Pick<HotCode, 'below' | 'besides'> {
  const all = listSums(sums);
  const most = innermostOf(all.filter((one) => one.total > MOST * total));
  if (most === null) return { below: null, besides: null };
  // What has more than the one found calls it.
  const smaller = all.filter((one) => one.total < most.total);
  const beside = (first: PackageSum): { sums: Sums; second: PackageSum } | null => {
    const { numberOf } = sums.packages;
    const others = without(tree, (_, frame) => numberOf[frame] === first.number);
    const rest = sumBelow(others, sums.packages, root);
    const second = heaviestOf(
      listSums(rest).filter(({ number }) => number !== first.number && smaller.some((one) => one.number === number)),
    );
    return second !== null && second.total >= ABOUT_AS_MUCH * first.total ? { sums: rest, second } : null;
  };
  const name = (first: PackageSum, other: ReturnType<typeof beside>) => ({
    below: namePackage(tree, sums, first, MOST * (first === most ? total : first.total)),
    besides: other && namePackage(tree, other.sums, other.second, MOST * other.second.total),
  });
  const besideMost = beside(most);
  if (besideMost !== null) return name(most, besideMost);
  const called = heaviestOf(smaller);
  const besideCalled = called && beside(called);
  const both = besideCalled ? called!.total + besideCalled.second.total : 0;
  if (both > MOST * total && most.total - both < called!.total) return name(called!, besideCalled);
  return name(innermostPassedTo(tree, sums, root, most), null);
}

/** Down the packages as long as one gets more than half of the time of the one that calls it. */
function innermostPassedTo(tree: CallTree, sums: Sums, root: number, from: PackageSum): PackageSum {
  const { numberOf } = sums.packages;
  const elsewhere = sumBelow(
    without(tree, (_, frame) => numberOf[frame] === from.number),
    sums.packages,
    root,
  ).ofPackages;
  // Node's own code works for whoever calls it.
  const called = listSums(sums)
    .filter(({ number, total }) => total < from.total && sums.packages.all[number]!.kind === 'dependency')
    .filter(({ number, total }) => total - (elsewhere.get(number) ?? 0) > MOST * from.total);
  const next = heaviestOf(called);
  return next === null ? from : innermostPassedTo(tree, sums, root, next);
}

interface PackageSum {
  readonly number: number;
  readonly total: number;
}

function listSums({ ofPackages }: Sums): PackageSum[] {
  return [...ofPackages].map(([number, total]) => ({ number, total }));
}

/** `least`: of the time of the function in brackets. */
function namePackage(tree: CallTree, { functions, packages }: Sums, found: PackageSum, least: number): HotPackage {
  const inFound = [...functions]
    .map(([frame, sum]) => ({ frame, total: sum }))
    .filter(({ frame, total: sum }) => sum > least && packages.numberOf[frame] === found.number);
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
