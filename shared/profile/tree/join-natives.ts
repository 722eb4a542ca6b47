/**
 * Native calls that V8 counts for their caller in one variant and tells apart in the other. V8 names the native functions, and the machine code of
 * regular expressions, that are there when a profile begins or that it makes while it watches; those of a module that is loaded later have no
 * name, and their time is their caller's. What a script loads at its start, and what with the first request, is enough for that:
 *
 *   A   pbkdf2Sync 640                      B   pbkdf2Sync 6       of both   pbkdf2Sync with run 640, 650
 *                                                 \ run 644
 *
 * Seen apart, the one has almost vanished and the other is new, and nothing has changed. So where a function has lost about what native calls
 * right below it have gained, or the other way round, it has them in both variants. What calls of these functions do elsewhere stays theirs, and
 * functions that have a script are never joined.
 */
import { groupBy } from '../../base/group-by.ts';
import { ANONYMOUS_NAME } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { CallTree } from './call-tree.ts';
import { TreeBuilder } from './reshape-tree.ts';

/** Time per request and the samples it was derived from. */
export interface Estimate {
  readonly weight: number;
  readonly samples: number;
}

export interface JoinedTrees {
  readonly a: CallTree;
  readonly b: CallTree;
  /** By function (index in A, or after those the ones of B alone): the native calls it has. */
  readonly joined: ReadonlyMap<number, readonly string[]>;
}

/** One is no more than so many times the other: what one function has lost and its calls have gained is then the same work, as far as anyone can tell. */
const ABOUT_AS_MUCH = 3;

interface Side {
  readonly tree: CallTree;
  readonly requests: number;
  /** Index of each of its functions in those of both. */
  readonly frameOf: (index: number) => number;
}

/** `isNoise`: whether a difference is one that chance makes. */
export function joinNatives(a: Side, b: Side, frames: readonly Frame[], isNoise: (a: Estimate, b: Estimate) => boolean): JoinedTrees {
  const count = frames.length;
  const isNative = frames.map(isNativeCall);
  const [ofA, ofB] = [sumCalls(a, isNative, count), sumCalls(b, isNative, count)];
  const callerOf = (key: number): number => Math.floor(key / count);
  const pairs = groupBy(new Set([...ofA.calls.keys(), ...ofB.calls.keys()]), callerOf);
  const chosen = new Set<number>();
  for (const [caller, keys] of pairs) {
    const [selfA, selfB] = [ofA.self.get(caller) ?? NONE, ofB.self.get(caller) ?? NONE];
    const lost = selfA.weight - selfB.weight;
    if (lost === 0 || isNoise(selfA, selfB)) continue;
    const gains = keys.map((key) => {
      const [inA, inB] = [ofA.calls.get(key) ?? NONE, ofB.calls.get(key) ?? NONE];
      return { key, gained: inB.weight - inA.weight, isChance: isNoise(inA, inB) };
    });
    const moved = gains.filter(({ gained, isChance }) => !isChance && gained * lost > 0);
    const gained = moved.reduce((sum, one) => sum + one.gained, 0);
    if (Math.max(gained / lost, lost / gained) <= ABOUT_AS_MUCH) for (const { key } of moved) chosen.add(key);
  }
  const joined = new Map(
    Array.from(groupBy(chosen, callerOf), ([caller, keys]) => [caller, keys.map((key) => frames[key % count]!.name).sort()]),
  );
  return { a: withoutCalls(a, chosen, count), b: withoutCalls(b, chosen, count), joined };
}

const NONE: Estimate = { weight: 0, samples: 0 };

/** A function that is machine code: V8's states and Loopscope's own time are none. */
function isNativeCall({ name, url, kind }: Frame): boolean {
  return kind === 'native' && url === '' && (name === ANONYMOUS_NAME || !/^\(.*\)$/s.test(name));
}

interface Sums {
  readonly self: ReadonlyMap<number, Estimate>;
  /** By caller and call. */
  readonly calls: ReadonlyMap<number, Estimate>;
}

function sumCalls({ tree, requests, frameOf }: Side, isNative: readonly boolean[], count: number): Sums {
  const self = new Map<number, Estimate>();
  const calls = new Map<number, Estimate>();
  const add = (to: Map<number, Estimate>, key: number, node: number): void => {
    const { weight, samples } = to.get(key) ?? NONE;
    to.set(key, { weight: weight + (requests > 0 ? tree.self[node]! / requests : 0), samples: samples + tree.samples[node]! });
  };
  for (let node = 1; node < tree.parent.length; node++) {
    const frame = frameOf(tree.frame[node]!);
    if (!isNative[frame]) add(self, frame, node);
    else if (tree.parent[node]! > 0) {
      const caller = frameOf(tree.frame[tree.parent[node]!]!);
      if (!isNative[caller]) add(calls, caller * count + frame, node);
    }
  }
  return { self, calls };
}

/** The chosen calls in their callers, and what they called as well. */
function withoutCalls({ tree, frameOf }: Side, chosen: ReadonlySet<number>, count: number): CallTree {
  if (chosen.size === 0) return tree;
  const builder = new TreeBuilder(tree);
  const placeOf = new Int32Array(tree.parent.length);
  builder.add(0, tree.self[0]!, tree.folded[0]!, tree.samples[0]!);
  for (let node = 1; node < placeOf.length; node++) {
    const parent = tree.parent[node]!;
    const above = placeOf[parent]!;
    const key = frameOf(tree.frame[parent]!) * count + frameOf(tree.frame[node]!);
    placeOf[node] = parent > 0 && chosen.has(key) ? above : builder.child(above, tree.frame[node]!);
    builder.add(placeOf[node]!, tree.self[node]!, tree.folded[node]!, tree.samples[node]!);
  }
  return builder.build();
}
