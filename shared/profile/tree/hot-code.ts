/**
 * Which code took the time, in a few names: of the user's own functions the one that stands for most of it, and below it the package that
 * does most of that.
 *
 *   (root) - requestId - express - show - express - pug - compile - acorn
 *            97 %        96 %      90 %   89 %      85 %  80 %      20 %
 *
 * `requestId` only passes requests on to `show`, so `show` is named; of the packages below it the innermost that most of its time is in, pug,
 * and of its functions again the innermost, `compile`.
 *
 * What only passes control on is never named: what it passes on to is, and where no single one does most of it, the two that do most. Of a function
 * of the user's own, next to no time is then spent without another one below it (a wrapper of handlers). A package passes on where code goes on below
 * it that stood above it already (a body parser is called by express, and calls express again), unless it comes in once more itself.
 *
 * Where about as much goes through another function of the user's own, on stacks of its own, the two that do most are named.
 */
import { percentOf } from '../../base/percent-of.ts';
import { ANONYMOUS_NAME, isAgentFrame, isMade } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { HotCode, HotFunction, HotPackage, HotSelf } from '../../model/report.ts';
import { NO_PACKAGE, type NumberedPackages, numberPackages } from '../model/package-of.ts';
import type { CallTree } from './call-tree.ts';
import { filesToTell } from './files-to-tell.ts';
import { findOrigins, type KnownOrigins } from './for-requests.ts';
import { withoutNodes } from './reshape-tree.ts';
import { walkTree } from './tree-walk.ts';

/** A function that passes on so much of its time to another one of the user's own is a wrapper or a middleware: on the way, not the place. */
const PASSES_ON = 0.8;
/** Of its time, what does less itself only passes on. Of an Express application body parsers and loggers do 1 to 8 % themselves, its router up to 8 %. */
const DOES_ITSELF = 0.1;
/** "Most of it". */
const MOST = 0.5;
/** Worth a name of its own. */
const MUCH = 0.25;
/** With so much for something else, what is told of a request is at most a ninth too much; with so much of its callers' own, a function has at most a tenth more. */
const HARDLY_ANY = 0.1;
/** Of two that differ by less, sampling makes now the one and now the other the larger. */
const ABOUT_AS_MUCH = 2 / 3;

/** `inRequests`: the same tree of the samples that were taken in requests; null: which they are is known by their stacks alone. */
export function findHotCode(tree: CallTree, inRequests: CallTree | null = null): HotCode {
  const origins = findOrigins(tree);
  const timersOf = (of: CallTree): number => findOrigins(of).inTimers.total[0]!;
  const timers = origins.inTimers.total[0]! - (inRequests === null ? 0 : timersOf(inRequests));
  return withRequests({ ...nameHotCode(tree), timerPercent: percentOf(timers, tree.base) }, tree, inRequests ?? origins);
}

/** Says of each name whether it is for requests. */
function withRequests(hot: HotCode, tree: CallTree, known: CallTree | KnownOrigins): HotCode {
  const isSameFunction =
    ({ function: name, url, line }: HotFunction) =>
    (frame: Frame): boolean =>
      frame.name === name && frame.url === url && frame.line + 1 === line;
  const packages = numberPackages(tree.frames);
  const isSamePackage =
    ({ name, kind }: HotPackage) =>
    (_: Frame, frame: number): boolean => {
      const of = packages.all[packages.numberOf[frame]!];
      return of?.name === name && of.kind === kind;
    };
  function judge<Named extends HotFunction | HotPackage>(named: Named, of: (tree: CallTree) => CallTree = (all) => all): Named {
    const isIt = 'url' in named ? isSameFunction(named) : isSamePackage(named);
    const timeOf = (whole: CallTree): number => {
      const all = of(whole);
      return all.total[0]! - without(all, isIt).total[0]!;
    };
    const all = timeOf(tree);
    const requests = timeOf('inRequests' in known ? known.inRequests : known);
    const others = 'inRequests' in known ? timeOf(known.inTimers) : all - requests;
    return requests > MOST * all && others <= HARDLY_ANY * all ? { ...named, isForRequests: true } : named;
  }
  return {
    ...hot,
    own: hot.own && judge(hot.own),
    ...(hot.and && { and: judge(hot.and) }),
    below: hot.below && judge(hot.below),
    besides: hot.besides && judge(hot.besides),
    outside: hot.outside && judge(hot.outside, withoutOwn),
    ...(hot.outsideAnd && { outsideAnd: judge(hot.outsideAnd, withoutOwn) }),
  };
}

function nameHotCode(tree: CallTree): HotCode {
  const packages = numberPackages(tree.frames);
  const others = withoutOwn(tree);
  const ofOthers = sumBelow(others, packages, null);
  const all = sumBelow(tree, packages, null);
  const figures = {
    ...nameOutside(others, ofOthers),
    nodePercent: percentOf(ofOthers.inNode, tree.base),
    // Allocations are counted where they were made.
    ...(tree.unit === 'bytes' ? {} : nameCallsBack(tree, ofOthers)),
    loopscopePercent: percentOf(all.inAgent, tree.base),
    samples: tree.sampleCount,
    cpu: tree.cpu,
  };
  const heaviest = heaviestOf(ownFunctions(tree, all));
  if (heaviest === null) return { own: null, inside: null, below: null, besides: null, ...figures };
  const two = ([a, b]: readonly [Sum, Sum]): HotCode => {
    return { own: nameFunction(tree, a), and: nameFunction(tree, b), inside: null, below: null, besides: null, ...figures };
  };
  const equals = twoEquals(byOwnWork(tree, all));
  if (equals !== null && isOneOfTwo(tree, packages, heaviest)) return two(equals);
  const inHeaviest = sumBelow(tree, packages, heaviest.frame);
  const place = innermostOf(ownFunctions(tree, inHeaviest).filter(({ total }) => total >= PASSES_ON * heaviest.total))!;
  const [first, second] = largestOf(passedOnTo(tree, inHeaviest, place), () => byOwnWork(tree, all));
  if (first !== undefined && second !== undefined) return two([first, second]);
  const { frame } = first ?? place;
  const inside = frame === heaviest.frame ? inHeaviest : sumBelow(tree, packages, frame);
  const total = inside.functions.get(frame)!;
  return {
    own: nameFunction(tree, { frame, total }),
    ...nameInside(tree, frame, total),
    ...(inside.inOwn > MOST * total ? { below: null, besides: null } : namePackages(tree, inside, frame, total)),
    ...figures,
  };
}

/**
 * Of a function that only passes on, whom it passes on to: one that itself does most of it, or two that do so together. Empty: it does something
 * itself, or what it calls is spread over many, so that the caller is the best name there is.
 */
function passedOnTo(tree: CallTree, { ofOwn }: Sums, place: Sum): readonly Sum[] {
  if ((ofOwn.get(place.frame) ?? 0) >= DOES_ITSELF * place.total) return [];
  const [first, second] = byOwnWork(tree, { ofOwn });
  if (first === undefined) return [];
  if (first.total > MOST * place.total) return [first];
  return second !== undefined && first.total + second.total > MOST * place.total ? [first, second] : [];
}

/**
 * Those that the heaviest passes on to, or the two largest of the whole tree where these are others. What a handler does after it has awaited
 * something is not below the wrapper that called it, and may be the most of all.
 */
function largestOf(passedOn: readonly Sum[], ofAll: () => readonly Sum[]): readonly Sum[] {
  if (passedOn.length === 0) return [];
  const all = ofAll();
  const largest = all.slice(0, passedOn.length);
  const isAmongLargest = ({ frame }: Sum): boolean => largest.some((one) => one.frame === frame);
  return passedOn.every(isAmongLargest) ? largest : all.slice(0, 2);
}

/** Functions of the user's own by what is spent below them without another one in between, most first. */
function byOwnWork(tree: CallTree, { ofOwn }: Pick<Sums, 'ofOwn'>): readonly Sum[] {
  return sumsOf(ofOwn)
    .filter(({ frame }) => isOwn(tree, frame))
    .sort((a, b) => b.total - a.total);
}

/** Whether another function of the user's own has about as much, on stacks that the heaviest is not on. */
function isOneOfTwo(tree: CallTree, packages: NumberedPackages, heaviest: Sum): boolean {
  const rest = without(tree, (_, frame) => frame === heaviest.frame);
  const other = heaviestOf(ownFunctions(rest, sumBelow(rest, packages, null)));
  return other !== null && other.total >= ABOUT_AS_MUCH * heaviest.total;
}

/** The first two where they have about as much. Null: the first has more than any other, or is alone. */
function twoEquals([first, second]: readonly Sum[]): readonly [Sum, Sum] | null {
  return first !== undefined && second !== undefined && second.total >= ABOUT_AS_MUCH * first.total ? [first, second] : null;
}

function nameFunction(tree: CallTree, { frame, total }: Sum): HotFunction {
  return { ...placeOfFrame(tree, frame), ...weigh(tree, total) };
}

export function placeOfFrame({ frames }: Pick<CallTree, 'frames'>, frame: number): Pick<HotFunction, 'function' | 'url' | 'line' | 'file'> {
  const { name, url, line } = frames[frame]!;
  const end = /[^/\\]*$/.exec(url)![0];
  const file = filesToTell(frames.filter((one) => one.url.endsWith(end)))(url);
  return { function: name, url, line: line + 1, ...(file === undefined ? {} : { file }) };
}

/**
 * Below `root` the function of the user's own with the most time of its own, if that is much of `total`, and a second one with about as much. Null: it
 * is `root` itself, or no one function.
 */
function nameInside(tree: CallTree, root: number, total: number): Pick<HotCode, 'inside' | 'insideAnd'> {
  const isBelow = new Uint8Array(tree.parent.length);
  const selfOf = new Map<number, number>();
  for (let node = 0; node < isBelow.length; node++) {
    const frame = tree.frame[node]!;
    isBelow[node] = frame === root || (node > 0 && isBelow[tree.parent[node]!] === 1) ? 1 : 0;
    if (isBelow[node] === 1 && isOwn(tree, frame)) selfOf.set(frame, (selfOf.get(frame) ?? 0) + tree.self[node]!);
  }
  const sums = sumsOf(selfOf);
  const most = heaviestOf(sums);
  if (most === null || most.frame === root || most.total < MUCH * total) return { inside: null };
  const second = heaviestOf(sums.filter(({ frame }) => frame !== most.frame && frame !== root));
  const name = ({ frame, total: self }: Sum): HotSelf => {
    const isLeast = selfOfCallers(tree, isBelow, frame) > HARDLY_ANY * self;
    return { ...placeOfFrame(tree, frame), selfPercent: percentOf(self, tree.base), ...(isLeast ? { isLeast } : {}) };
  };
  const isAlike = second !== null && second.total >= ABOUT_AS_MUCH * most.total;
  return { inside: name(most), ...(isAlike ? { insideAnd: name(second) } : {}) };
}

/** What the functions above it have of their own, up to the place: where V8 has inlined a function, samples of it count for one of these. */
function selfOfCallers(tree: CallTree, isBelow: Uint8Array, frame: number): number {
  const callers = new Set<number>();
  for (let node = 0; node < isBelow.length; node++) {
    if (isBelow[node] === 0 || tree.frame[node] !== frame) continue;
    for (let at = tree.parent[node]!; at > 0 && isBelow[at] === 1; at = tree.parent[at]!) callers.add(tree.frame[at]!);
  }
  callers.delete(frame);
  let sum = 0;
  for (let node = 0; node < isBelow.length; node++) {
    const of = tree.frame[node]!;
    if (isBelow[node] === 1 && callers.has(of) && tree.frames[of]!.kind !== 'native') sum += tree.self[node]!;
  }
  return sum;
}

/** As NO_PACKAGE: for no function of the user's own, or no package. */
const NOBODY = -1;

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
  /** By frame, what is spent below each function of the user's own without another one in between. */
  readonly ofOwn: ReadonlyMap<number, number>;
  /** By number, the same of packages, with neither another one nor the user's own code in between. */
  readonly byPackages: ReadonlyMap<number, number>;
  /** By number, what packages have not passed on, those that they call for it included. */
  readonly kept: Float64Array;
  /** In the user's own functions, and in what V8 did for them. */
  readonly inOwn: number;
  /** With a package of node_modules on the stack. */
  readonly inPackages: number;
  /** With none, and not Loopscope's own. */
  readonly inNode: number;
  /** That by frame; what Node's timers call, by theirs. */
  readonly ofNode: ReadonlyMap<number, number>;
  /** Loopscope's own. What the agent calls for the program is not in it (frame-kind.ts). */
  readonly inAgent: number;
}

/** `root`: the function; null: everything is below. */
function sumBelow(tree: CallTree, packages: NumberedPackages, root: number | null): Sums {
  const functions = new Map<number, number>();
  const ofPackages = new Map<number, number>();
  const framesOnStack = new Uint32Array(tree.frames.length);
  const packagesOnStack = new Uint32Array(packages.all.length);
  const isOwnWork = new Uint8Array(tree.parent.length);
  const ownNodes = findOwnNodes(tree);
  /** For whom a node works: by frame, and by the number of a package. */
  const ownOf = new Int32Array(tree.parent.length).fill(NOBODY);
  const packageFor = new Int32Array(tree.parent.length).fill(NOBODY);
  const [ofOwn, byPackages, ofNode] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  /** The function of Node's timers that a node is below. */
  const timersOf = new Int32Array(tree.parent.length).fill(NOBODY);
  const passing = new PassedOn(packages.all.length + 1);
  /** The user's own code goes on below packages as they do below each other. */
  const own = packages.all.length;
  let [inOwn, inPackages, inNode, inAgent, rootDepth, packageDepth] = [0, 0, 0, 0, root === null ? 1 : 0, 0];
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
      const parent = node > 0 ? tree.parent[node]! : NOBODY;
      const isOwnNode = ownNodes[node] === 1;
      ownOf[node] = isOwnNode ? frame : parent === NOBODY ? NOBODY : ownOf[parent]!;
      packageFor[node] = kind === 'dependency' ? of : isOwnNode || parent === NOBODY ? NOBODY : packageFor[parent]!;
      addTo(ofOwn, ownOf[node]!, tree.self[node]!);
      addTo(byPackages, packageFor[node]!, tree.self[node]!);
      if (isOwnNode || (kind === 'dependency' && of !== NO_PACKAGE)) passing.enter(isOwnNode ? own : of);
      passing.add(tree.self[node]!);
      isOwnWork[node] = isOwnNode || (kind === 'native' && node > 0 && isOwnWork[tree.parent[node]!] === 1) ? 1 : 0;
      if (isOwnWork[node] === 1) inOwn += tree.self[node]!;
      const isAgents = isAgentFrame(tree.frames[frame]!);
      if (tree.frames[frame]!.url === TIMERS) timersOf[node] = frame;
      else if (parent !== NOBODY && !isAgents && kind !== 'dependency' && !isOwnNode) timersOf[node] = timersOf[parent]!;
      if (isAgents) inAgent += tree.self[node]!;
      if (packageDepth > 0) inPackages += tree.self[node]!;
      else if (!isAgents) {
        inNode += tree.self[node]!;
        addTo(ofNode, timersOf[node] === NOBODY ? frame : timersOf[node]!, tree.self[node]!);
      }
    },
    (node) => {
      if (rootDepth === 0) return;
      const frame = tree.frame[node]!;
      const of = packages.numberOf[frame]!;
      framesOnStack[frame]!--;
      if (of !== NO_PACKAGE) packagesOnStack[of]!--;
      const { kind } = tree.frames[frame]!;
      if (kind === 'dependency') packageDepth--;
      if (ownNodes[node] === 1 || (kind === 'dependency' && of !== NO_PACKAGE)) passing.leave();
      if (frame === root) rootDepth--;
    },
  );
  return { functions, ofPackages, packages, ofOwn, byPackages, kept: passing.kept, inOwn, inPackages, inNode, ofNode, inAgent };
}

/**
 * Of the packages on a stack, those that have passed on: below their last frame there is another package that was above it as well. A run of frames
 * of one package counts as one.
 */
class PassedOn {
  /** By package. */
  readonly kept: Float64Array;
  /** By package: how often it is on the stack, at which place it came in first and last, and by how many it was passed. */
  private readonly count: Uint32Array;
  private readonly first: Uint32Array;
  private readonly last: Uint32Array;
  private readonly passed: Uint32Array;
  /** Each once, in the order they came in. */
  private readonly present: number[] = [];
  /** One entry for each run of frames of one package: which, its length, and what of it was so before it; `passes`: who was passed by it. */
  private readonly runs: number[] = [];
  private readonly lengths: number[] = [];
  private readonly lastBefore: number[] = [];
  private readonly passedBefore: number[] = [];
  private readonly passesBefore: number[] = [];
  private readonly passes: number[] = [];

  constructor(packages: number) {
    [this.count, this.first] = [new Uint32Array(packages), new Uint32Array(packages)];
    [this.last, this.passed] = [new Uint32Array(packages), new Uint32Array(packages)];
    this.kept = new Float64Array(packages);
  }

  enter(which: number): void {
    const { runs, lengths, count, first, last, passed, present, passes } = this;
    if (runs.length > 0 && runs[runs.length - 1] === which) {
      lengths[runs.length - 1]! += 1;
      return;
    }
    runs.push(which);
    lengths.push(1);
    this.lastBefore.push(last[which]!);
    this.passedBefore.push(passed[which]!);
    this.passesBefore.push(passes.length);
    if (count[which]!++ === 0) {
      first[which] = runs.length;
      present.push(which);
    } else
      for (const one of present) {
        if (one === which || first[which]! >= last[one]!) continue;
        passes.push(one);
        passed[one]! += 1;
      }
    last[which] = runs.length;
    passed[which] = 0;
  }

  leave(): void {
    const { runs, lengths, count, last, passed, present, passes } = this;
    const top = runs.length - 1;
    if (--lengths[top]! > 0) return;
    const which = runs.pop()!;
    lengths.pop();
    for (const from = this.passesBefore.pop()!; passes.length > from; ) passed[passes.pop()!]! -= 1;
    last[which] = this.lastBefore.pop()!;
    passed[which] = this.passedBefore.pop()!;
    if (--count[which]! === 0) present.pop();
  }

  add(self: number): void {
    if (self > 0) for (const one of this.present) if (this.passed[one] === 0) this.kept[one]! += self;
  }
}

function addTo(sums: Map<number, number>, whose: number, self: number): void {
  if (whose !== NOBODY) sums.set(whose, (sums.get(whose) ?? 0) + self);
}

/** Where code of the user's own begins, by node. What a package has made while the program ran (a serializer, a template) works for that package. */
function findOwnNodes(tree: CallTree): Uint8Array {
  const isOwnNode = new Uint8Array(tree.parent.length);
  const isOfPackage = new Uint8Array(tree.parent.length);
  for (let node = 0; node < isOwnNode.length; node++) {
    const { kind, url } = tree.frames[tree.frame[node]!]!;
    const isBelow = node > 0 && isOfPackage[tree.parent[node]!] === 1;
    isOwnNode[node] = kind === 'own' && !(isBelow && isMade(url)) ? 1 : 0;
    isOfPackage[node] = kind === 'dependency' || (isBelow && isOwnNode[node] === 0) ? 1 : 0;
  }
  return isOwnNode;
}

function withoutOwn(tree: CallTree): CallTree {
  const ownNodes = findOwnNodes(tree);
  return without(tree, (_, _index, node) => ownNodes[node] === 1);
}

/** The tree without the time on stacks that have such a frame on them. */
function without(tree: CallTree, isSuch: (frame: Frame, index: number, node: number) => boolean): CallTree {
  const isLeftOut = new Uint8Array(tree.parent.length);
  for (let node = 0; node < isLeftOut.length; node++) {
    const isBelow = node > 0 && isLeftOut[tree.parent[node]!] === 1;
    const frame = tree.frame[node]!;
    isLeftOut[node] = isBelow || isSuch(tree.frames[frame]!, frame, node) ? 1 : 0;
  }
  return withoutNodes(tree, (node) => isLeftOut[node] === 1);
}

/** Those with a file: a place that can be named. */
function ownFunctions(tree: CallTree, { functions }: Sums): Sum[] {
  return sumsOf(functions).filter(({ frame }) => isOwn(tree, frame));
}

function isOwn(tree: CallTree, frame: number): boolean {
  const { kind, url } = tree.frames[frame]!;
  return kind === 'own' && !isMade(url);
}

function heaviestOf<Of extends { readonly total: number }>(sums: readonly Of[]): Of | null {
  return sums.reduce<Of | null>((found, one) => (one.total > (found?.total ?? 0) ? one : found), null);
}

/** What was called has at most the time of its caller, and was entered after it. */
function innermostOf<Of extends { readonly total: number }>(sums: readonly Of[]): Of | null {
  return sums.reduce<Of | null>((found, one) => (found === null || one.total <= found.total ? one : found), null);
}

/** The package that most of the time in packages is in, or the two that do most of it themselves. */
function nameOutside(tree: CallTree, sums: Sums): Pick<HotCode, 'outside' | 'outsideAnd'> {
  const least = MOST * sums.inPackages;
  const dependencies = listSums(sums).filter(({ number }) => sums.packages.all[number]!.kind === 'dependency');
  const found = innermostOf(dependencies.filter(({ total }) => total > least));
  if (found !== null) return { outside: namePackage(tree, sums, found, least) };
  const [first, second] = [...sums.byPackages].map(([number, total]) => ({ number, total })).sort((a, b) => b.total - a.total);
  if (first === undefined) return { outside: null };
  const name = (one: PackageSum) => namePackage(tree, sums, one, MOST * one.total);
  return { outside: name(first), ...(second === undefined ? {} : { outsideAnd: name(second) }) };
}

/** These do nothing but call back: timers, microtasks and ticks. */
const CALLS_BACK = /^node:internal\/(?:timers|process\/task_queues)$/;

/**
 * Node sets next to no timers of its own: what is directly below these is called by a function of the program that V8 has inlined. Ticks are not
 * among them, since Node's streams live on them.
 */
const TIMERS = 'node:internal/timers';

/** `ofNode`: on stacks without the user's own code. */
function nameCallsBack(tree: CallTree, { ofNode }: Pick<Sums, 'ofNode'>): Pick<HotCode, 'callsBack'> {
  const called = new Map<number, Map<number, number>>();
  for (let node = 1; node < tree.parent.length; node++) {
    const [caller, frame] = [tree.frame[tree.parent[node]!]!, tree.frame[node]!];
    const { kind } = tree.frames[frame]!;
    if (tree.frames[caller]!.kind !== 'core' || (kind !== 'own' && kind !== 'dependency')) continue;
    const of = called.get(caller) ?? new Map<number, number>();
    called.set(caller, of);
    addTo(of, frame, tree.total[node]!);
  }
  const callers = sumsOf(ofNode).filter(({ frame }) => called.has(frame) || CALLS_BACK.test(tree.frames[frame]!.url));
  const most = heaviestOf(callers);
  if (most === null) return {};
  const callee = heaviestOf(sumsOf(called.get(most.frame) ?? new Map()));
  const all = callers.reduce((sum, { total }) => sum + total, 0);
  return {
    callsBack: {
      function: tree.frames[most.frame]!.name,
      percent: percentOf(all, tree.base),
      calls: callee && placeOfFrame(tree, callee.frame),
    },
  };
}

function sumsOf(totals: ReadonlyMap<number, number>): Sum[] {
  return Array.from(totals, ([frame, total]) => ({ frame, total }));
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
  const found = called && beside(called);
  const besideCalled = found && isCalledBy(tree, sums, root, most, found.second) ? found : null;
  const both = besideCalled ? called!.total + besideCalled.second.total : 0;
  if (both > MOST * total && most.total - both < called!.total) return name(called!, besideCalled);
  return name(innermostPassedTo(tree, sums, root, most), null);
}

/** Whether more than half of the time of a package is below the other one. */
function isCalledBy(tree: CallTree, { packages }: Sums, root: number, caller: PackageSum, called: PackageSum): boolean {
  const rest = without(tree, (_, frame) => packages.numberOf[frame] === caller.number);
  return called.total - keptOf(sumBelow(rest, packages, root), called.number) > MOST * called.total;
}

/** Down the packages as long as one gets from the one that calls it more than half of the time of the first. */
function innermostPassedTo(tree: CallTree, sums: Sums, root: number, from: PackageSum, first = from): PackageSum {
  const { numberOf } = sums.packages;
  const elsewhere = sumBelow(
    without(tree, (_, frame) => numberOf[frame] === from.number),
    sums.packages,
    root,
  );
  // Node's own code works for whoever calls it.
  const called = listSums(sums)
    .filter(({ number, total }) => total < from.total && sums.packages.all[number]!.kind === 'dependency')
    .filter(({ number, total }) => total - keptOf(elsewhere, number) > MOST * first.total);
  const next = heaviestOf(called);
  return next === null ? from : innermostPassedTo(tree, sums, root, next, first);
}

interface PackageSum {
  readonly number: number;
  readonly total: number;
}

/** Packages that do something themselves. Node's own code works for whoever calls it, and is no way to anything else. */
function listSums(sums: Sums): PackageSum[] {
  return [...sums.ofPackages]
    .filter(([number, total]) => keptOf(sums, number) >= DOES_ITSELF * total)
    .map(([number]) => ({ number, total: keptOf(sums, number) }));
}

/** What a package has not passed on. */
function keptOf({ ofPackages, kept, packages }: Sums, number: number): number {
  return packages.all[number]!.kind === 'core' ? (ofPackages.get(number) ?? 0) : kept[number]!;
}

/** `least`: of the time of the function in brackets. */
function namePackage(tree: CallTree, { functions, packages }: Sums, found: PackageSum, least: number): HotPackage {
  const inFound = sumsOf(functions).filter(({ frame, total: sum }) => sum > least && packages.numberOf[frame] === found.number);
  const called = innermostOf(inFound);
  const name = called === null ? null : plainName(tree.frames[called.frame]!.name);
  const isSpread = called !== null && called.total < PASSES_ON * found.total;
  return { ...packages.all[found.number]!, function: name, ...(isSpread ? { isSpread } : {}), ...weigh(tree, found.total) };
}

/** `exports.compile` as `compile`. Null: it has no name. */
function plainName(name: string): string | null {
  const plain = name.split('.').pop()!.trim();
  return plain === '' || plain === ANONYMOUS_NAME || /[<>]/.test(plain) ? null : plain;
}

function weigh(tree: CallTree, total: number): Pick<HotPackage, 'total' | 'totalMs' | 'totalPercent'> {
  return { total, totalMs: tree.unit === 'microseconds' ? total / 1_000 : null, totalPercent: percentOf(total, tree.base) };
}
