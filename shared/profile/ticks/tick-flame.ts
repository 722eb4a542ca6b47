/**
 * The tree of stacks as 0x draws it: without the categories that are switched off, and how hot each frame of it is.
 *
 *   all           v8 off          A hidden frame is not drawn; what it calls moves up to its caller. Its own width stays as a gap below
 *   a 5           a 5             the caller.
 *    \ v8 4        \ b 2
 *       \ b 2
 */
import { ROOT_NAME } from '../../model/profile/frame-kind.ts';
import { UNKNOWN_CPU } from '../../model/profile/known-cpu.ts';
import type { Frame } from '../../model/profile/profile.ts';
import { TICK_CATEGORIES, type TickCategory, type TickFrame, type TickStacks, type TickTier } from '../../model/profile/ticks.ts';
import type { CallTree } from '../tree/call-tree.ts';

/** What 0x hides at first. */
export const HIDDEN_AT_FIRST: readonly TickCategory[] = ['native', 'regexp', 'v8', 'cpp', 'init'];

export interface TickFlameQuery {
  readonly hide: readonly TickCategory[];
  /** 0x's "Merge": one frame for a function, whatever its tier; inlined functions are left out, what they call moves up. */
  readonly merged: boolean;
}

/** `self` is what heats a frame, `total` its width. */
export type TickTree = Omit<CallTree, 'frames'> & {
  readonly frames: readonly DrawnFrame[];
  /** Ticks on top of the stack, whether they are drawn or not. */
  readonly categories: Readonly<Record<TickCategory, number>>;
};
type DrawnFrame = Frame & { readonly tier: TickTier; readonly category: TickCategory };

const ROOT: DrawnFrame = { name: ROOT_NAME, url: '', line: -1, column: -1, kind: 'native', tier: 'none', category: 'cpp' };

const KIND_OF = {
  app: 'own',
  deps: 'dependency',
  core: 'core',
  native: 'native',
  regexp: 'native',
  v8: 'native',
  cpp: 'native',
  wasm: 'native',
} as const;

/** The last of the tags that 0x puts behind a name decides: that of inlined functions stands behind that of the start. */
function categoryOf({ type, init, inlined }: TickFrame): TickCategory {
  if (inlined) return 'inlinable';
  return init ? 'init' : type;
}

export function computeTickTree(all: TickStacks, { hide, merged }: TickFlameQuery): TickTree {
  const stacks = merged ? mergeTiers(all) : all;
  const frames = stacks.frames.map((frame): DrawnFrame => ({ ...frame, kind: KIND_OF[frame.type], category: categoryOf(frame) }));
  const hidden = Uint8Array.from(stacks.frame, (frame) => (frame >= 0 && hide.includes(frames[frame]!.category) ? 1 : 0));
  const { parent, frame, top, total } = mergeNodes({ ...stacks, top: heatUp(stacks, hidden) }, (node) => hidden[node] === 1);
  return {
    frames: [...frames, ROOT],
    parent: Int32Array.from(parent),
    frame: Int32Array.from(frame, (index) => (index < 0 ? frames.length : index)),
    self: Float64Array.from(top),
    folded: new Float64Array(top.length),
    total: Float64Array.from(total),
    samples: Float64Array.from(top),
    base: all.total[0]!,
    unit: 'ticks',
    sampleCount: all.total[0]!,
    timeBase: 'wall',
    cpu: UNKNOWN_CPU,
    isSampled: true,
    categories: countCategories(all),
  };
}

function countCategories({ frames, frame, top }: TickStacks): TickTree['categories'] {
  const categories = Object.fromEntries(TICK_CATEGORIES.map((category) => [category, 0])) as Record<TickCategory, number>;
  for (let node = 1; node < frame.length; node++) categories[categoryOf(frames[frame[node]!]!)] += top[node]!;
  return categories;
}

/** 0x's merged tree: one function is one frame, whatever its tier; inlined functions are left out, what they call moves up. */
export function mergeTiers(stacks: TickStacks): TickStacks {
  const frames: TickFrame[] = [];
  const known = new Map<string, number>();
  const mergedOf = stacks.frames.map((one) => {
    const key = [one.name, one.url, one.line, one.column, one.type, one.init].join('\n');
    const index = known.get(key) ?? frames.push({ ...one, tier: 'none', inlined: false }) - 1;
    known.set(key, index);
    return index;
  });
  const isInlined = (node: number) => stacks.frames[stacks.frame[node]!]!.inlined;
  return mergeNodes({ ...stacks, frames, frame: Array.from(stacks.frame, (index) => mergedOf[index] ?? -1) }, isInlined);
}

/**
 * Without the nodes that are left out, whose callees move up to their callers; equal frames below one caller become one. The ticks of a node
 * that is left out stay in the totals of its callers.
 */
function mergeNodes(stacks: TickStacks, isLeftOut: (node: number) => boolean): TickStacks {
  const parent = [-1];
  const frame = [-1];
  const top = [stacks.top[0]!];
  const total = [stacks.total[0]!];
  const place = new Int32Array(stacks.parent.length);
  const known = new Map<number, number>();
  for (let node = 1; node < place.length; node++) {
    const above = place[stacks.parent[node]!]!;
    if (isLeftOut(node)) {
      place[node] = above;
      continue;
    }
    const key = above * stacks.frames.length + stacks.frame[node]!;
    let merged = known.get(key);
    if (merged === undefined) {
      merged = parent.push(above) - 1;
      frame.push(stacks.frame[node]!);
      top.push(0);
      total.push(0);
      known.set(key, merged);
    }
    place[node] = merged;
    top[merged]! += stacks.top[node]!;
    total[merged]! += stacks.total[node]!;
  }
  return { frames: stacks.frames, parent, frame, top, total };
}

/**
 * Ticks on top of the stack as 0x counts them: of a frame and of the hidden ones that it called, and of those that these called. It leaves out
 * hidden frames that call something and nothing hidden.
 */
function heatUp({ parent, top }: TickStacks, hidden: Uint8Array): Float64Array {
  const heat = Float64Array.from(top);
  const callsAny = new Uint8Array(heat.length);
  const callsHidden = new Uint8Array(heat.length);
  // From the last on, what is called comes before its callers.
  for (let node = heat.length - 1; node > 0; node--) {
    const caller = parent[node]!;
    if (hidden[node] === 1 && (callsAny[node] === 0 || callsHidden[node] === 1)) heat[caller]! += heat[node]!;
    callsAny[caller] = 1;
    callsHidden[caller]! |= hidden[node]!;
  }
  return heat;
}
