/**
 * One call tree over the profiles of several processes.
 *
 *   profile 1: (root) - a - b      profile 2: (root) - a - c       tree: (root) - a - b
 *                                                                                    \ c
 */
import { GrowableInt32 } from '../../base/growable.ts';
import type { TimeWindow } from '../../base/units.ts';
import { isIdle, isUnsampled } from '../../model/profile/frame-kind.ts';
import type { KnownCpu } from '../../model/profile/known-cpu.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';
import { ALL_SAMPLES, type ProfileSelection } from '../../model/profile/selection.ts';
import type { TimeBase } from '../../model/profile/time-base.ts';
import type { WeightUnit } from '../../model/profile/weight-unit.ts';
import { mergeFrames } from '../model/frame-table.ts';
import { knowCpu } from '../time/known-cpu.ts';
import { areSampled, computeNodeWeights } from '../time/sample-weights.ts';
import { decideFolds, type FoldOptions, NO_ROW } from './folds.ts';
import { withCollections } from './place-collections.ts';

export interface ProfileQueryOptions extends FoldOptions {
  /** ms since time 0; null: the whole recording. */
  readonly window: TimeWindow | null;
  /** What percentages are of, of a profile in time. `wall`: `(idle)` is a function like others; otherwise it is left out. */
  readonly base: TimeBase;
}

/** And of which profiles of a recording. */
export interface TreeQuery extends ProfileQueryOptions {
  readonly selection: ProfileSelection;
}

/** What is shown at first. */
export const WHOLE_PROFILE: TreeQuery = { selection: ALL_SAMPLES, window: null, hide: [], base: 'cpu' };

/** Parents come before their children; node 0 is the root. Nodes without any sample are left out. */
export interface CallTree {
  /** Table of functions over all profiles; see frame-table.ts for what keeps an index stable. */
  readonly frames: readonly Frame[];
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  /** In the function itself, and in what is folded into it. */
  readonly self: Float64Array;
  /** Of `self`: in what is folded into it. */
  readonly folded: Float64Array;
  readonly total: Float64Array;
  /** Samples whose innermost visible function is this node. */
  readonly samples: Float64Array;
  /** What percentages are of: the sum of all `self`. */
  readonly base: number;
  /** Of `self`, `total` and `base`. */
  readonly unit: WeightUnit;
  /** Samples in the base. */
  readonly sampleCount: number;
  /** What the base is of, of a profile in time, and how that is known. */
  readonly timeBase: TimeBase;
  readonly cpu: KnownCpu;
  /** Each sample is one: shares of them have intervals. Not so where a row of a file stands for many, and of bytes. */
  readonly isSampled: boolean;
}

/** Instead of a node: `(idle)`, where it is not asked for. */
export const LEFT_OUT = -1;

/** The merged tree of all the time, without weights: it is the same for every window. */
export interface TreeShape {
  readonly base: TimeBase;
  readonly profiles: readonly Profile[];
  readonly frames: readonly Frame[];
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  /** For each profile: which tree node each of its nodes went to. */
  readonly nodeOf: readonly Int32Array[];
  /** For each profile and node: 1 where that is the node of what it is folded into. */
  readonly isFolded: readonly Uint8Array[];
}

/** All `profiles` are of one unit. */
export function computeCallTree(profiles: readonly Profile[], options: ProfileQueryOptions): CallTree {
  return weighTree(mergeTrees(profiles, options), options.window);
}

export function weighTree(shape: TreeShape, window: TimeWindow | null): CallTree {
  const self = new Float64Array(shape.parent.length);
  const folded = new Float64Array(shape.parent.length);
  const samples = new Float64Array(shape.parent.length);
  shape.profiles.forEach((profile, p) => {
    const weights = computeNodeWeights(profile, window, shape.base);
    const nodeOf = shape.nodeOf[p]!;
    const isFolded = shape.isFolded[p]!;
    for (let node = 0; node < nodeOf.length; node++) {
      const target = nodeOf[node]!;
      if (target === LEFT_OUT) continue;
      self[target]! += weights.self[node]!;
      if (isFolded[node] === 1) folded[target]! += weights.self[node]!;
      samples[target]! += weights.samples[node]!;
    }
  });
  const unit = unitOf(shape.profiles);
  return {
    // Of a sample in a call that blocks, a part is on CPU.
    ...withoutEmptyNodes(shape, self, folded, unit === 'microseconds' ? samples.map(Math.round) : samples),
    unit,
    timeBase: shape.base,
    cpu: knowCpu(shape.profiles, window),
    isSampled: areSampled(shape.profiles),
  };
}

/** What measured nothing measured no time. */
function unitOf(profiles: readonly Profile[]): WeightUnit {
  const [unit = 'microseconds', ...others] = new Set(profiles.map((profile) => profile.unit));
  if (others.length > 0) throw new Error(`Profiles in ${unit} and in ${others.join(', ')} make no common tree`);
  return unit;
}

export function mergeTrees(sampled: readonly Profile[], options: Omit<ProfileQueryOptions, 'window'>): TreeShape {
  const profiles = options.base === 'wall' ? sampled : sampled.map(withCollections);
  const merged = mergeFrames(profiles);
  const { frames, isHidden, isOnce, rowOf } = decideFolds(merged.frames, options);
  // `(idle)` is shown or left out by the base, whatever is folded.
  const isLeftOut = frames.map((frame) => isUnsampled(frame) || (options.base !== 'wall' && isIdle(frame)));
  const known = new Map<number, number>();
  const parent = new GrowableInt32();
  const frame = new GrowableInt32();
  parent.push(-1);
  frame.push(0);

  const childOf = (above: number, index: number): number => {
    const key = above * frames.length + index;
    let child = known.get(key);
    if (child === undefined) {
      child = parent.length;
      known.set(key, child);
      parent.push(above);
      frame.push(index);
    }
    return child;
  };
  const callOf = (above: number, index: number): number => {
    let at = isOnce[index] ? above : 0;
    while (at > 0 && frame.get(at) !== index) at = parent.get(at);
    return at > 0 ? at : childOf(above, index);
  };
  const foldNodes = (profile: Profile, indexOf: Int32Array) => {
    const count = profile.parent.length;
    const nodes = new Int32Array(count);
    const isFolded = new Uint8Array(count);
    /** Where the callees of a node go, and the row they are in as long as they have no file; both differ only where packages are rows. */
    const callers = rowOf === null ? nodes : new Int32Array(count);
    const rows = rowOf === null ? null : new Int32Array(count).fill(NO_ROW);
    for (let node = 1; node < count; node++) {
      const caller = profile.parent[node]!;
      const index = indexOf[profile.frame[node]!]!;
      if (nodes[caller] === LEFT_OUT || isLeftOut[index]) {
        nodes[node] = LEFT_OUT;
        continue;
      }
      const above = callers[caller]!;
      const own = rowOf?.[index] ?? NO_ROW;
      const row = own === NO_ROW && rows !== null && frames[index]!.kind === 'native' ? rows[caller]! : own;
      const shown = row === NO_ROW ? index : row;
      nodes[node] = isHidden[shown] ? above : callOf(above, shown);
      isFolded[node] = isHidden[shown] || row !== NO_ROW ? 1 : 0;
      if (rows === null) continue;
      rows[node] = row;
      callers[node] = frames[index]!.kind === 'own' ? nodes[node]! : above;
    }
    return { nodes, isFolded };
  };
  const folded = profiles.map((profile, p) => foldNodes(profile, merged.indexOf[p]!));
  return {
    base: options.base,
    profiles,
    frames,
    parent: parent.toArray(),
    frame: frame.toArray(),
    nodeOf: folded.map(({ nodes }) => nodes),
    isFolded: folded.map(({ isFolded }) => isFolded),
  };
}

/** Totals, then a copy without nodes that got nothing: a window is drawn from what is in it. */
function withoutEmptyNodes(
  { frames, base: _, ...shape }: TreeShape,
  self: Float64Array,
  folded: Float64Array,
  samples: Float64Array,
): Omit<CallTree, 'unit' | 'timeBase' | 'cpu' | 'isSampled'> {
  const count = shape.parent.length;
  const total = self.slice();
  const isUsed = new Uint8Array(count);
  isUsed[0] = 1;
  for (let node = count - 1; node > 0; node--) {
    if (samples[node]! > 0 || self[node]! > 0) isUsed[node] = 1;
    const parent = shape.parent[node]!;
    total[parent]! += total[node]!;
    isUsed[parent]! |= isUsed[node]!;
  }
  const kept = new Int32Array(isUsed.reduce((sum, used) => sum + used, 0));
  const place = new Int32Array(count);
  for (let node = 0, next = 0; node < count; node++) {
    if (isUsed[node] === 0) continue;
    place[node] = next;
    kept[next++] = node;
  }
  return {
    frames,
    parent: kept.map((node) => (node === 0 ? -1 : place[shape.parent[node]!]!)),
    frame: kept.map((node) => shape.frame[node]!),
    self: pick(self, kept),
    folded: pick(folded, kept),
    total: pick(total, kept),
    samples: pick(samples, kept),
    base: total[0]!,
    sampleCount: samples.reduce((sum, n) => sum + n, 0),
  };
}

function pick(values: Float64Array, kept: Int32Array): Float64Array {
  const picked = new Float64Array(kept.length);
  for (let i = 0; i < kept.length; i++) picked[i] = values[kept[i]!]!;
  return picked;
}
