/**
 * A profile in the order of time: stretches with the same stack, for drawing calls one after the other.
 *
 *     sample   0    1    2        3     4      5
 *     stack    a    a    a        (gc)  a      (idle)
 *              b    b    c              c
 *     run      a-b       a-c      a-c-(gc) a-c empty
 *
 * As in DevTools: `(idle)` is an empty stack; V8 takes a sample during garbage collection without a stack, so the collector is put on
 * top of the stack before it; so is one single `(program)` sample within a call. Calls are not cut in two by either.
 */
import { GrowableFloat64, GrowableInt32 } from '../../base/growable.ts';
import type { Microseconds } from '../../base/units.ts';
import { isCollector, isProgram } from '../../model/profile/frame-kind.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';
import { LEFT_OUT, mergeTrees } from '../tree/call-tree.ts';
import type { FoldOptions } from '../tree/folds.ts';

/** The node of a run without any frame. */
const EMPTY = 0;
/** The node of a run in which no samples were taken. */
export const GAP = -1;

/** Deeper frames are left out. V8 records at most 255; files of other tools have no limit. */
const MOST_ROWS = 1_000;

/**
 * A sample that lasts longer than this many usual ones was followed by a time in which nobody took samples (a suspended machine, a
 * process that got no core). A sampler on a busy machine is often kept waiting for ten intervals and more, so ten would be too few.
 */
const GAP_INTERVALS = 50;
/**
 * A sample that counts as one, however long it is until the next, is of one moment: many recorders take none while a thread does not run. The
 * distances of those that perf takes at a set frequency vary by a factor of two or three.
 */
const COUNTED_GAP_INTERVALS = 4;

/** Enough for a stable median. */
const MEDIAN_OF = 4_096;

export interface StackRuns {
  readonly frames: readonly Frame[];
  /** Parent, frame and depth of each node; node 0 is the root with depth 0. */
  readonly parent: Int32Array;
  readonly frame: Int32Array;
  readonly depth: Int32Array;
  readonly deepest: number;
  /** Node of each run: the innermost frame, 0 (no frame) or GAP. */
  readonly node: Int32Array;
  /** Run i covers [start[i], start[i + 1]), µs since time 0; one entry more than there are runs. */
  readonly start: Float64Array;
  /** How many outer frames a run has in common with the one before it. */
  readonly shared: Int32Array;
  /** The usual time between two samples. */
  readonly usualUs: Microseconds;
}

export function computeStackRuns(profile: Profile, folding: FoldOptions): StackRuns {
  const { sampleNode, sampleTime, endTime, intervalUs, weights } = profile;
  const tree = new StackTree(profile, folding);
  const usualUs = Math.max(1, intervalUs, usualDistance(sampleTime));
  const longest = (weights === null ? GAP_INTERVALS : COUNTED_GAP_INTERVALS) * usualUs;
  const runNode = new GrowableInt32();
  const runStart = new GrowableFloat64();
  let last = EMPTY;
  let isFirst = true;
  const push = (node: number, at: Microseconds): void => {
    if (node === last && !isFirst) return;
    isFirst = false;
    last = node;
    runNode.push(node);
    runStart.push(at);
  };
  for (let i = 0; i < sampleNode.length; i++) {
    const at = sampleTime[i]!;
    const next = i + 1 < sampleTime.length ? sampleTime[i + 1]! : endTime;
    if (next <= at) continue;
    const node = tree.stackAt(sampleNode[i]!, i + 1 < sampleNode.length ? sampleNode[i + 1]! : null);
    push(node, at);
    if (node !== EMPTY && next - at > longest) {
      push(GAP, at + usualUs);
      tree.forget();
    }
  }
  runStart.push(runNode.length === 0 ? profile.startTime : Math.max(endTime, sampleTime[sampleTime.length - 1]!));
  const node = runNode.toArray();
  const { frames, parent, frame, depth } = tree.finish();
  return {
    frames,
    parent,
    frame,
    depth,
    deepest: depth.reduce((most, one) => Math.max(most, one), 0),
    node,
    start: runStart.toArray(),
    shared: computeShared(node, parent, depth),
    usualUs,
  };
}

/** The nodes of a profile with folded kinds, `(idle)` as the empty stack, and the collector on top of other frames. */
class StackTree {
  readonly #frames: readonly Frame[];
  /** Node of the tree for each node of the profile. */
  readonly #nodeOf: Int32Array;
  readonly #parent: number[];
  readonly #frame: number[];
  readonly #depth: number[];
  readonly #outermost: number[];
  /** By node: whether it is V8's own `(garbage collector)` or `(program)`, which have no callers. */
  readonly #isCollector: boolean[];
  readonly #isProgram: boolean[];
  readonly #added = new Map<string, number>();
  /** The last stack that was not V8's own. */
  #under = EMPTY;
  #wasOwn = false;

  constructor(profile: Profile, folding: FoldOptions) {
    const { frames, parent, frame, nodeOf } = mergeTrees([profile], { ...folding, base: 'cpu' });
    this.#frames = frames;
    this.#parent = Array.from(parent);
    this.#frame = Array.from(frame);
    this.#depth = [0];
    this.#outermost = [EMPTY];
    const shownAs = new Int32Array(parent.length);
    for (let node = 1; node < parent.length; node++) {
      const above = parent[node]!;
      this.#depth.push(this.#depth[above]! + 1);
      this.#outermost.push(above === EMPTY ? node : this.#outermost[above]!);
      shownAs[node] = this.#depth[node]! > MOST_ROWS ? shownAs[above]! : node;
    }
    this.#nodeOf = nodeOf[0]!.map((node) => (node === LEFT_OUT ? EMPTY : shownAs[node]!));
    const marks = (test: (frame: Frame) => boolean) => Array.from(parent, (above, node) => above === EMPTY && test(frames[frame[node]!]!));
    this.#isCollector = marks(isCollector);
    this.#isProgram = marks(isProgram);
  }

  /** The stack of a sample, given with the one after it. Samples come in order of time. */
  stackAt(sample: number, after: number | null): number {
    const node = this.#nodeOf[sample]!;
    if (this.#isCollector[node]) {
      this.#wasOwn = true;
      return this.#onTop(node);
    }
    if (this.#isProgram[node]) {
      const isWithin = !this.#wasOwn && after !== null && this.#continues(this.#nodeOf[after]!);
      this.#wasOwn = true;
      if (isWithin) return this.#onTop(node);
      this.#under = EMPTY;
      return node;
    }
    this.#wasOwn = false;
    this.#under = node;
    return node;
  }

  /** Nothing goes on over a gap. */
  forget(): void {
    this.#under = EMPTY;
  }

  finish(): Pick<StackRuns, 'frames' | 'parent' | 'frame' | 'depth'> {
    return {
      frames: this.#frames,
      parent: Int32Array.from(this.#parent),
      frame: Int32Array.from(this.#frame),
      depth: Int32Array.from(this.#depth),
    };
  }

  #continues(next: number): boolean {
    const isOwn = this.#isCollector[next] || this.#isProgram[next];
    return this.#under !== EMPTY && !isOwn && this.#outermost[next] === this.#outermost[this.#under];
  }

  #onTop(own: number): number {
    const under = this.#under;
    if (under === EMPTY) return own;
    const key = `${under}:${own}`;
    let node = this.#added.get(key);
    if (node === undefined) {
      node = this.#parent.length;
      this.#added.set(key, node);
      this.#parent.push(under);
      this.#frame.push(this.#frame[own]!);
      this.#depth.push(this.#depth[under]! + 1);
      this.#outermost.push(this.#outermost[under]!);
    }
    return node;
  }
}

/** The median distance of samples, of which some are looked at; 0 where there are not two. */
export function usualDistance(sampleTime: Float64Array): Microseconds {
  const step = Math.max(1, Math.floor(sampleTime.length / MEDIAN_OF));
  const deltas: number[] = [];
  for (let i = 0; i + 1 < sampleTime.length; i += step) deltas.push(sampleTime[i + 1]! - sampleTime[i]!);
  return deltas.sort((a, b) => a - b)[deltas.length >> 1] ?? 0;
}

function computeShared(node: Int32Array, parent: Int32Array, depth: Int32Array): Int32Array {
  const shared = new Int32Array(node.length);
  for (let run = 1; run < node.length; run++) {
    let a = Math.max(EMPTY, node[run - 1]!);
    let b = Math.max(EMPTY, node[run]!);
    while (depth[a]! > depth[b]!) a = parent[a]!;
    while (depth[b]! > depth[a]!) b = parent[b]!;
    while (a !== b) {
      a = parent[a]!;
      b = parent[b]!;
    }
    shared[run] = depth[a]!;
  }
  return shared;
}
