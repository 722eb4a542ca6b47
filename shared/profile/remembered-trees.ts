/** A cache of call trees: the flame graph, the function table, its callers and the report need the same ones repeatedly. */
import { type CallTree, computeCallTree, type ProfileQueryOptions } from './call-tree.ts';
import type { Profile, ProfileKind } from './profile.ts';

/** Which profiles of a recording to use. */
export interface ProfileSelection {
  readonly kind: ProfileKind;
  /** null: all. A thread is one of the process `pid`. */
  readonly pid: number | null;
  readonly thread: number | null;
}

/** And how to build their tree. */
export interface TreeQuery extends ProfileQueryOptions, ProfileSelection {}

/** For one version of the profiles: the current trees and earlier ones, with and without a window. Each takes a few MB. */
const MOST_TREES = 6;

export class RememberedTrees {
  /** Least recently used first. */
  private readonly trees = new Map<string, CallTree>();
  private profiles: readonly Profile[] = [];

  /** `all`: the current profiles. A different array is a new version, for which trees are built again. */
  tree(all: readonly Profile[], query: TreeQuery): CallTree {
    if (all !== this.profiles) this.trees.clear();
    this.profiles = all;
    const key = keyOf(query);
    const known = this.trees.get(key) ?? computeCallTree(all.filter(isSelected(query)), query);
    this.trees.delete(key);
    this.trees.set(key, known);
    const [oldest] = this.trees.keys();
    if (this.trees.size > MOST_TREES) this.trees.delete(oldest!);
    return known;
  }
}

export function isSelected({ kind, pid, thread }: ProfileSelection): (profile: Profile) => boolean {
  return (profile) => profile.kind === kind && (pid === null || profile.pid === pid) && (thread === null || profile.thread === thread);
}

/** Only the fields that determine the tree; the order of hidden kinds does not matter. */
function keyOf({ kind, pid, thread, window, hide, base }: TreeQuery): string {
  return JSON.stringify([kind, pid, thread, window && [window.fromMs, window.toMs], [...hide].sort(), base]);
}
