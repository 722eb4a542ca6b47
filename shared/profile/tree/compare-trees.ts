/**
 * Two variants' profiles on one call tree.
 *
 *   A, 2 requests        B, 4 requests        one tree, us (or bytes) per request
 *   handle - render      handle - render      handle - render   A 50   B 25
 *                               \ log                \ log      A  0   B 10
 *
 * Weights are per completed request, so profiles of unequal length, and of variants that served unequally many, compare.
 */
import type { Percent } from '../../base/units.ts';
import { DEFAULT_EQUIVALENCE_PERCENT } from '../../model/comparison/comparison.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';
import type { DiffFlameColumns, DiffFunctionRow } from '../../model/profile/profile-views.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { leastSure } from '../time/known-cpu.ts';
import { type CallTree, computeCallTree, type ProfileQueryOptions } from './call-tree.ts';
import { FunctionTable, pickHeaviest } from './flame-columns.ts';
import { type Fold, isFrameOf } from './folds.ts';
import { listFunctions } from './functions.ts';
import { type Estimate, type JoinedTrees, joinNatives } from './join-natives.ts';
import { matchFunctions } from './match-functions.ts';

/** What was profiled of one variant, in one unit: one or more passes, and how many requests they completed in all. */
export interface ProfiledSide {
  readonly profiles: readonly Profile[];
  readonly requests: number;
}

export interface TreeComparisonOptions extends ProfileQueryOptions {
  /** Differences within this many percent of the larger side count as none, however many samples there are: runs differ by that much. */
  readonly equivalencePercent?: Percent;
}

/** One side of the merged tree, by merged node. */
interface SideColumns {
  /** Per request, in the unit of the profiles, in the function itself. */
  readonly self: Float64Array;
  /** The same in what is folded into it. */
  readonly folded: Float64Array;
  readonly total: Float64Array;
  /** Samples in the node and below. */
  readonly samples: Float64Array;
}

export interface TreeComparison {
  /** Functions of both; what is in both stands at its place in A. */
  readonly frames: readonly Frame[];
  /** Parents come before their children; node 0 is the root. */
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  readonly a: SideColumns;
  readonly b: SideColumns;
  readonly trees: readonly [CallTree, CallTree];
  readonly requests: readonly [number, number];
  /** Function of B (index in its tree) -> index in `frames`. */
  readonly frameOfB: Int32Array;
  /** Native calls whose time is that of their caller in both, by function (join-natives.ts). */
  readonly joined: JoinedTrees['joined'];
  readonly equivalencePercent: Percent;
}

/** Merges the call trees of two sides. A side without samples or requests has no time anywhere, and nothing differs from it. */
export function compareTrees(a: ProfiledSide, b: ProfiledSide, options: TreeComparisonOptions): TreeComparison {
  const wholeA = computeCallTree(a.profiles, options);
  const wholeB = computeCallTree(b.profiles, { ...options, folds: foldsOfB(a, b, options) });
  const equivalencePercent = options.equivalencePercent ?? DEFAULT_EQUIVALENCE_PERCENT;
  const requests = [a.requests, b.requests] as const;
  const { frames, frameOfB } = mergeFunctions(wholeA, wholeB);
  const {
    a: treeA,
    b: treeB,
    joined,
  } = joinNatives(
    { tree: wholeA, requests: a.requests, frameOf: (index) => index },
    { tree: wholeB, requests: b.requests, frameOf: (index) => frameOfB[index]! },
    frames,
    (ofA, ofB) => isNoise({ trees: [wholeA, wholeB], requests, equivalencePercent }, ofA, ofB),
  );
  const { parent, frame, nodeOfB } = mergeNodes(treeA, treeB, frames.length, frameOfB);
  const nodeOfA = Int32Array.from(treeA.parent, (_, node) => node);
  return {
    frames,
    parent,
    frame,
    a: toColumns(treeA, nodeOfA, parent.length, a.requests),
    b: toColumns(treeB, nodeOfB, parent.length, b.requests),
    trees: [treeA, treeB],
    requests,
    frameOfB,
    joined,
    equivalencePercent,
  };
}

/** A function is folded on both sides, wherever it is in B. */
function foldsOfB(a: ProfiledSide, b: ProfiledSide, { folds = [], ...options }: TreeComparisonOptions): readonly Fold[] {
  if (folds.every(({ how }) => how === 'mine')) return folds;
  const unfolded = { ...options, hide: [] };
  const [treeA, treeB] = [computeCallTree(a.profiles, unfolded), computeCallTree(b.profiles, unfolded)];
  const matches = [...matchFunctions(treeA, treeB)].flatMap((inA, inB) =>
    inA < 0 ? [] : [{ inA: treeA.frames[inA]!, inB: treeB.frames[inB]! }],
  );
  return folds.flatMap((fold): Fold[] => {
    if (fold.how === 'mine') return [fold];
    const same = matches.filter(({ inA }) => isFrameOf(inA, fold));
    return [fold, ...same.map(({ inB: { name, url, line } }) => ({ how: fold.how, function: name, url, line: line + 1 }))];
  });
}

function mergeFunctions(a: CallTree, b: CallTree): { frames: Frame[]; frameOfB: Int32Array } {
  const frames = [...a.frames];
  const matchOf = matchFunctions(a, b);
  const frameOfB = matchOf.map((match, index) => (match >= 0 ? match : frames.push(b.frames[index]!) - 1));
  return { frames, frameOfB };
}

/** A's nodes at their places, then those that only B has. */
function mergeNodes(
  a: CallTree,
  b: CallTree,
  frameCount: number,
  frameOfB: Int32Array,
): { parent: Int32Array; frame: Int32Array; nodeOfB: Int32Array } {
  const parent = [...a.parent];
  const frame = [...a.frame];
  const known = new Map<number, number>();
  for (let node = 1; node < parent.length; node++) known.set(parent[node]! * frameCount + frame[node]!, node);
  const nodeOfB = new Int32Array(b.parent.length);
  for (let node = 1; node < nodeOfB.length; node++) {
    const above = nodeOfB[b.parent[node]!]!;
    const index = frameOfB[b.frame[node]!]!;
    const key = above * frameCount + index;
    let merged = known.get(key);
    if (merged === undefined) {
      merged = parent.push(above) - 1;
      frame.push(index);
      known.set(key, merged);
    }
    nodeOfB[node] = merged;
  }
  return { parent: Int32Array.from(parent), frame: Int32Array.from(frame), nodeOfB };
}

function toColumns(tree: CallTree, nodeOf: Int32Array, count: number, requests: number): SideColumns {
  const column = () => new Float64Array(count);
  const columns: SideColumns = { self: column(), folded: column(), total: column(), samples: column() };
  const below = sumSamples(tree);
  for (let node = 0; node < nodeOf.length; node++) {
    const merged = nodeOf[node]!;
    columns.self[merged] = perRequest(tree.self[node]! - tree.folded[node]!, requests);
    columns.folded[merged] = perRequest(tree.folded[node]!, requests);
    columns.total[merged] = perRequest(tree.total[node]!, requests);
    columns.samples[merged] = below[node]!;
  }
  return columns;
}

function perRequest(weight: number, requests: number): number {
  return requests > 0 ? weight / requests : 0;
}

function sumSamples({ parent, samples }: CallTree): Float64Array {
  const below = Float64Array.from(samples);
  for (let node = below.length - 1; node > 0; node--) below[parent[node]!]! += below[node]!;
  return below;
}

/** Normal quantile of a two-sided 95 % interval. */
const CONFIDENCE = 1.96;

/**
 * Whether a difference is smaller than chance makes it. Samples that fall into a function are counts: of n the standard deviation is about
 * sqrt(n). With n + 1 in its place a difference of few samples needs as many as an exact test asks for (conditional binomial test, both sides
 * sampled equally long: 6 against 0, 8 against 1).
 */
function isNoise(comparison: Pick<TreeComparison, 'trees' | 'requests' | 'equivalencePercent'>, a: Estimate, b: Estimate): boolean {
  if (comparison.trees.some(({ sampleCount }) => sampleCount === 0) || comparison.requests.some((requests) => requests === 0)) return true;
  // Per request, as the estimates are.
  const ofSample = ({ weight, samples }: Estimate, side: 0 | 1): number => {
    const { total, sampleCount } = comparison.trees[side];
    return samples > 0 ? weight / samples : total[0]! / sampleCount / comparison.requests[side];
  };
  const variance = (a.samples + 1) * ofSample(a, 0) ** 2 + (b.samples + 1) * ofSample(b, 1) ** 2;
  const threshold = Math.max(CONFIDENCE * Math.sqrt(variance), (comparison.equivalencePercent / 100) * Math.max(a.weight, b.weight));
  return Math.abs(a.weight - b.weight) <= threshold;
}

/** The `maxNodes` heaviest nodes of either side for drawing, the heaviest first. What is left out stays in its callers' totals. */
export function toDiffFlameColumns(comparison: TreeComparison, maxNodes: number): DiffFlameColumns {
  const { a, b, trees, requests } = comparison;
  // The larger of two totals is at least that of any child.
  const nodes = pickHeaviest({ total: a.total.map((total, node) => Math.max(total, b.total[node]!)) }, maxNodes);
  const place = new Int32Array(comparison.parent.length);
  nodes.forEach((node, i) => {
    place[node] = i;
  });
  const table = new FunctionTable();
  const functions = Array.from(nodes, (node) => table.add(comparison.frames[comparison.frame[node]!]!));
  const pick = (column: Float64Array): Float64Array => Float64Array.from(nodes, (node) => column[node]!);
  const estimateOf = (side: SideColumns, node: number): Estimate => ({ weight: side.total[node]!, samples: side.samples[node]! });
  return {
    meta: {
      ...table.texts,
      unit: unitOf(comparison),
      by: leastSure([trees[0].cpu.by, trees[1].cpu.by]),
      perRequestA: a.total[0]!,
      perRequestB: b.total[0]!,
      requestsA: requests[0],
      requestsB: requests[1],
      samplesA: trees[0].sampleCount,
      samplesB: trees[1].sampleCount,
      folded: comparison.parent.length - nodes.length,
      joined: [...comparison.joined].map(([index, natives]) => {
        const { name, url, line } = comparison.frames[index]!;
        return { function: name, url, line: line + 1, natives };
      }),
    },
    parent: nodes.map((node) => (node === 0 ? -1 : place[comparison.parent[node]!]!)),
    name: Uint32Array.from(functions, ({ name }) => name),
    url: Uint32Array.from(functions, ({ url }) => url),
    line: Uint32Array.from(functions, ({ line }) => line),
    kind: Uint8Array.from(functions, ({ kind }) => kind),
    selfA: pick(a.self),
    foldedA: pick(a.folded),
    totalA: pick(a.total),
    selfB: pick(b.self),
    foldedB: pick(b.folded),
    totalB: pick(b.total),
    noise: Uint8Array.from(nodes, (node) => (isNoise(comparison, estimateOf(a, node), estimateOf(b, node)) ? 1 : 0)),
  };
}

/** Of the side that has samples; both have one unit. */
export function unitOf({ trees: [a, b] }: Pick<TreeComparison, 'trees'>): WeightUnit {
  return a.sampleCount > 0 ? a.unit : b.unit;
}

/** Every function of either side, the largest difference of self time, with what is folded into it, first. Recursion is counted once in a total. */
export function compareFunctions(comparison: TreeComparison): DiffFunctionRow[] {
  const [a, b] = comparison.trees.map((tree, side) => sumFunctions(tree, comparison.requests[side]!)) as [FunctionSums, FunctionSums];
  const ofB = new Map(Array.from(b, ([index, sums]) => [comparison.frameOfB[index]!, sums]));
  const placeOfB = new Map(
    comparison.trees[1].frames.map(({ url, line }, index) => [comparison.frameOfB[index]!, { url, line: line + 1 }]),
  );
  const indices = [...new Set([...a.keys(), ...ofB.keys()])];
  return indices
    .map((index) => toRow(comparison, index, placeOfB.get(index), a.get(index) ?? NOTHING, ofB.get(index) ?? NOTHING))
    .sort((x, y) => changeOf(y) - changeOf(x) || y.totalA + y.totalB - x.totalA - x.totalB);
}

function changeOf({ selfA, selfB, foldedA, foldedB }: DiffFunctionRow): number {
  return Math.abs(selfB + foldedB - selfA - foldedA);
}

/** Of one side. */
interface FunctionSum {
  readonly self: Estimate;
  readonly folded: Estimate;
  readonly total: number;
}

type FunctionSums = ReadonlyMap<number, FunctionSum>;
const NOTHING: FunctionSum = { self: { weight: 0, samples: 0 }, folded: { weight: 0, samples: 0 }, total: 0 };

function sumFunctions(tree: CallTree, requests: number): FunctionSums {
  return new Map(
    listFunctions(tree).map(({ index, self, folded, total, samples }) => {
      // Samples stand for about the same weight each, so they are shared as it is.
      const estimate = (part: number): Estimate => ({
        weight: perRequest(part, requests),
        samples: self > 0 ? (samples * part) / self : 0,
      });
      return [index, { self: estimate(self - folded), folded: estimate(folded), total: perRequest(total, requests) }];
    }),
  );
}

function toRow(
  comparison: TreeComparison,
  index: number,
  placeB: DiffFunctionRow['placeB'],
  a: FunctionSum,
  b: FunctionSum,
): DiffFunctionRow {
  const { name, url, line, kind } = comparison.frames[index]!;
  const natives = comparison.joined.get(index);
  return {
    function: name,
    url,
    line: line + 1,
    kind,
    ...(placeB === undefined || (placeB.url === url && placeB.line === line + 1) ? {} : { placeB }),
    ...(natives === undefined ? {} : { natives }),
    selfA: a.self.weight,
    selfB: b.self.weight,
    foldedA: a.folded.weight,
    foldedB: b.folded.weight,
    totalA: a.total,
    totalB: b.total,
    differencePercent: a.self.weight > 0 ? 100 * (b.self.weight / a.self.weight - 1) : null,
    noise: isNoise(comparison, a.self, b.self),
    foldedNoise: isNoise(comparison, a.folded, b.folded),
  };
}
