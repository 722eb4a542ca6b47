/** A cache of call trees: the flame graph, the function table, its callers and the report need the same ones repeatedly. */

import { Remembered } from '../../model/remembered.ts';
import type { RequestFilter } from '../../model/request-filter.ts';
import { isOfThread, type Profile, type ProfileKind } from '../model/profile.ts';
import { type CallTree, mergeTrees, type ProfileQueryOptions, type TreeShape, weighTree } from './call-tree.ts';
import { keyOfFolds } from './folds.ts';

/** Which profiles of a recording to use. */
export interface ProfileSelection {
  readonly kind: ProfileKind;
  /** null: all. */
  readonly pid: number | null;
  /** null: all; or `WORKER_THREADS`. */
  readonly thread: number | null;
}

/** And how to build their tree. */
export interface TreeQuery extends ProfileQueryOptions, ProfileSelection {
  /** Only samples that were taken in these requests; null or absent: all. */
  readonly requests?: RequestFilter | null;
}

/** Some samples of each profile; its call tree stays whole. */
export interface OnlySamples {
  readonly key: string;
  readonly of: (profile: Profile) => Profile;
}

/** For one version of the profiles: the current trees and earlier ones, with and without a window. Each takes a few MB. */
const MOST_TREES = 6;
/** What is shown, and what the report is about: a window that moves needs new weights only. */
const MOST_SHAPES = 2;

const trees = new Remembered<readonly Profile[], CallTree>(MOST_TREES);
const shapes = new Remembered<readonly Profile[], TreeShape>(MOST_SHAPES);

/** `all`: the current profiles, another array where they have changed; `only`: the samples of them that count, named by `only.key`. */
export function treeOf(all: readonly Profile[], query: TreeQuery, only: OnlySamples | null = null): CallTree {
  const { kind, pid, thread, base, window } = query;
  // Only the fields that determine the tree.
  const shape = [kind, pid, thread, keyOfFolds(query), base];
  return trees.get(all, [shape, window && [window.fromMs, window.toMs], only?.key], () => {
    const whole = shapes.get(all, shape, () => mergeTrees(all.filter(isSelected(query)), query));
    return weighTree(only === null ? whole : { ...whole, profiles: whole.profiles.map(only.of) }, window);
  });
}

export function isSelected({ kind, pid, thread }: ProfileSelection): (profile: Profile) => boolean {
  return (profile) => profile.kind === kind && (pid === null || profile.pid === pid) && isOfThread(profile.thread, thread);
}
