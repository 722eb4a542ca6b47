/**
 * One call tree over the profiles of several processes.
 *
 *   profile 1: (root) - a - b      profile 2: (root) - a - c       tree: (root) - a - b
 *                                                                                    \ c
 */
import type { FrameKind } from '../model/report.ts';
import type { TimeWindow } from '../model/units.ts';
import { isIdle } from './frame-kind.ts';
import { type MergedFrames, mergeFrames } from './frame-table.ts';
import { GrowableInt32 } from './growable.ts';
import type { Frame, Profile } from './profile.ts';
import { computeNodeWeights } from './sample-weights.ts';
import type { WeightUnit } from './weight-unit.ts';

export interface ProfileQueryOptions {
  /** ms since time 0; null: the whole recording. */
  readonly window: TimeWindow | null;
  /** Frames of these kinds are folded into their callers: their own time goes to the nearest visible caller. */
  readonly hide: readonly FrameKind[];
  /** `active`: percentages are of the time outside `(idle)`, which is left out. `wall`: `(idle)` is a function like others. */
  readonly base: 'active' | 'wall';
}

export const WHOLE_PROFILE: ProfileQueryOptions = { window: null, hide: [], base: 'active' };

/** Parents come before their children; node 0 is the root. Nodes without any sample are left out. */
export interface CallTree {
  /** Table of functions over all profiles; see frame-table.ts for what keeps an index stable. */
  readonly frames: readonly Frame[];
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  /** Samples whose innermost visible function is this node. */
  readonly samples: Float64Array;
  /** What percentages are of: the sum of all `self`. */
  readonly base: number;
  /** Of `self`, `total` and `base`. */
  readonly unit: WeightUnit;
  /** Samples in the base. */
  readonly sampleCount: number;
}

/** Instead of a node: `(idle)`, where only active time is asked for. */
export const LEFT_OUT = -1;

/** The merged tree's shape, and for each profile which tree node each of its nodes went to. */
interface Shape {
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  readonly nodeOf: readonly Int32Array[];
}

/** All `profiles` are of one unit. */
export function computeCallTree(profiles: readonly Profile[], options: ProfileQueryOptions): CallTree {
  const merged = mergeFrames(profiles);
  const shape = mergeNodes(profiles, merged, options);
  const self = new Float64Array(shape.parent.length);
  const samples = new Float64Array(shape.parent.length);
  profiles.forEach((profile, p) => {
    const weights = computeNodeWeights(profile, options.window);
    const nodeOf = shape.nodeOf[p]!;
    for (let node = 0; node < nodeOf.length; node++) {
      const target = nodeOf[node]!;
      if (target === LEFT_OUT) continue;
      self[target]! += weights.self[node]!;
      samples[target]! += weights.samples[node]!;
    }
  });
  return { ...withoutEmptyNodes(merged.frames, shape, self, samples), unit: unitOf(profiles) };
}

/** What measured nothing measured no time. */
function unitOf(profiles: readonly Profile[]): WeightUnit {
  const [unit = 'microseconds', ...others] = new Set(profiles.map((profile) => profile.unit));
  if (others.length > 0) throw new Error(`Profiles in ${unit} and in ${others.join(', ')} make no common tree`);
  return unit;
}

type Fate = 'shown' | 'folded' | 'left out';

/** `(idle)` is nobody's code: it is shown or left out by the base, whatever kinds are hidden. */
function decideFate(frame: Frame, options: ProfileQueryOptions): Fate {
  if (isIdle(frame)) return options.base === 'wall' ? 'shown' : 'left out';
  return options.hide.includes(frame.kind) ? 'folded' : 'shown';
}

export function mergeNodes(profiles: readonly Profile[], { frames, indexOf }: MergedFrames, options: ProfileQueryOptions): Shape {
  const fates = frames.map((frame) => decideFate(frame, options));
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
  const nodeOf = profiles.map((profile, p) => {
    const nodes = new Int32Array(profile.parent.length);
    for (let node = 1; node < nodes.length; node++) {
      const above = nodes[profile.parent[node]!]!;
      const index = indexOf[p]![profile.frame[node]!]!;
      const fate = fates[index]!;
      if (above === LEFT_OUT || fate === 'left out') nodes[node] = LEFT_OUT;
      else nodes[node] = fate === 'folded' ? above : childOf(above, index);
    }
    return nodes;
  });
  return { parent: parent.toArray(), frame: frame.toArray(), nodeOf };
}

/** Totals, then a copy without nodes that got nothing: a window is drawn from what is in it. */
function withoutEmptyNodes(frames: readonly Frame[], shape: Shape, self: Float64Array, samples: Float64Array): Omit<CallTree, 'unit'> {
  const count = shape.parent.length;
  const total = self.slice();
  const isUsed = Uint8Array.from(samples, (n, node) => (n > 0 || self[node]! > 0 ? 1 : 0));
  for (let node = count - 1; node > 0; node--) {
    const parent = shape.parent[node]!;
    total[parent]! += total[node]!;
    isUsed[parent]! |= isUsed[node]!;
  }
  isUsed[0] = 1;
  const kept = new Int32Array(count).map((_, node) => node).filter((node) => isUsed[node] === 1);
  const place = new Int32Array(count);
  kept.forEach((node, i) => {
    place[node] = i;
  });
  return {
    frames,
    parent: kept.map((node) => (node === 0 ? -1 : place[shape.parent[node]!]!)),
    frame: kept.map((node) => shape.frame[node]!),
    self: Float64Array.from(kept, (node) => self[node]!),
    total: Float64Array.from(kept, (node) => total[node]!),
    samples: Float64Array.from(kept, (node) => samples[node]!),
    base: total[0]!,
    sampleCount: samples.reduce((sum, n) => sum + n, 0),
  };
}
